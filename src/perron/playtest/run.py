"""A playtest on all cores: the same report for the same seed, whatever the number of jobs."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from perron.bots.registry import load_bots, make_bot
from perron.editions import Edition, as_edition
from perron.errors import PerronError
from perron.playtest.one_game import PATIENCE, play_one
from perron.playtest.report import Report, make_report
from perron.playtest.tally import Tally, count
from perron.simulate import cores

MOST_GAMES = 10_000_000
MOST_JOBS = 1024
LONGEST = 86_400.0
"""Seconds that a decision may be given."""
_CHUNK = 20  # most games per task of a process: few enough for a progress bar and for Ctrl-C


@dataclass(frozen=True, slots=True)
class _Task:
    """The parameters of a playtest, which all its games share."""

    edition: Edition
    bot: str
    seats: int
    seed: int | str
    patience: float

    def play(self, first: int, n: int) -> Tally:
        """Games number first, first + 1, … in one tally."""
        tally: Tally = Counter()
        for index in range(first, first + n):
            tally.update(count(play_one(self.edition, self.bot, self.seats, self.seed, index, self.patience)))
        return tally


def playtest(
    edition: str | Edition,
    bot: str = "planner",
    seats: int = 2,
    games: int = 1000,
    *,
    seed: int | str = 0,
    jobs: int | None = None,
    patience: float = PATIENCE,
    load: Sequence[str] = (),
    played: Callable[[int], None] | None = None,
) -> Report:
    """Let a bot play itself on a board and report how the board was used.

    A decision that takes more than `patience` seconds is forfeited. `load` names the files that have registered bots
    here, for other processes to load; `played` gets the number of games done so far.
    """
    edition = as_edition(edition)
    seats = edition.seats(seats)
    jobs = cores() if jobs is None else jobs
    if not 1 <= games <= MOST_GAMES:
        raise PerronError(f"a playtest plays 1 to {MOST_GAMES:,} games, not {games}")
    if not 1 <= jobs <= MOST_JOBS:
        raise PerronError(f"a playtest has 1 to {MOST_JOBS} jobs, not {jobs}")
    if not 0 < patience <= LONGEST:
        raise PerronError(f"the patience is more than 0 and at most {LONGEST:,.0f} seconds, not {patience}")
    make_bot(bot)  # refuse an invalid spec before anything is played
    task = _Task(edition, bot, seats, seed, patience)
    tally: Tally = Counter()
    for part in _parts(task, games, jobs, load):
        tally.update(part)
        if played is not None:
            played(tally["games",])
    return make_report(edition, bot, seats, seed, tally)


def _parts(task: _Task, games: int, jobs: int, load: Sequence[str]) -> Iterator[Tally]:
    yield task.play(0, 1)  # compiles what is not cached yet, so that the processes find it
    size = max(1, min(_CHUNK, games // jobs))
    chunks = [(first, min(size, games - first)) for first in range(1, games, size)]
    if jobs == 1 or len(chunks) < 2:
        yield from (task.play(*chunk) for chunk in chunks)
        return
    # Processes, since a bot may be plain Python; spawned, since a fork would copy locks that threads hold.
    pool = ProcessPoolExecutor(
        min(jobs, len(chunks)), multiprocessing.get_context("spawn"), initializer=_start, initargs=(tuple(load),)
    )
    try:
        waiting: list[Future[Tally]] = [pool.submit(task.play, *chunk) for chunk in chunks]
        for future in as_completed(waiting):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _start(load: tuple[str, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gathers
    for path in load:
        load_bots(path)
