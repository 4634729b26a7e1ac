"""Simulation: random games by the thousand on all cores; the result depends only on the seed."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from perron.editions import Edition, as_edition
from perron.engine import actions, chance, play
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import compile_tables
from perron.errors import PerronError
from perron.keys import key_words, seed_key
from perron.outcome import REASONS

MOST_GAMES = 1_000_000_000
MOST_JOBS = 1024
_BATCH = 2048  # games: enough to make a call cheap, few enough for a progress bar and for Ctrl-C
_WIN_PARTS = 60  # a win in parts, so that two to five seats can share one without fractions
_MODES = {"one": actions.ONE, "all": actions.ALL}


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of a simulation."""

    game: int
    """Its number: it was dealt by `keys.simulation_key(seed, game)`."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    turns: int
    decisions: int
    end: str
    """Why it ended: one of `outcome.REASONS`."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean, deviation and range of some integers."""

    mean: float
    sd: float
    """Standard deviation."""
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What a simulation found."""

    edition: str
    rules: int
    """Version of the rules."""
    seats: int
    seed: int | str
    payments: str
    jobs: int
    games: int
    decisions: int
    seconds: float
    """Time spent playing and counting, compilation not included."""
    scores: tuple[Spread, ...]
    """By seat."""
    wins: tuple[float, ...]
    """Share of the games won, by seat; a shared win is shared here too."""
    turns: Spread
    tickets_kept: int
    """By all seats in all games; where tickets are swapped, those in hand at the end and those completed."""
    tickets_completed: int
    ends: dict[str, int]
    """How many games ended for which reason."""

    @property
    def decisions_per_second(self) -> float:
        """How fast it was."""
        return self.decisions / self.seconds

    @property
    def ticket_success(self) -> float:
        """Share of the tickets kept that were completed."""
        return self.tickets_completed / self.tickets_kept if self.tickets_kept else 0.0


@dataclass(frozen=True, slots=True)
class _Batch:
    """A run of games that were played; every array has one row per game."""

    first: int
    totals: NDArray[np.int64]
    ranks: NDArray[np.int64]
    turns: NDArray[np.int64]
    ends: NDArray[np.int64]
    kept: int
    completed: int
    decisions: list[int]
    """Of each game, or of all together."""

    def results(self) -> list[GameResult]:
        """The games one by one."""
        columns = zip(
            self.totals.tolist(),
            self.ranks.tolist(),
            self.turns.tolist(),
            self.decisions,
            self.ends.tolist(),
            strict=True,
        )
        return [
            GameResult(game, tuple(scores), tuple(ranks), turns, decisions, REASONS[end])
            for game, (scores, ranks, turns, decisions, end) in enumerate(columns, self.first)
        ]


class _Tally:
    """Sums over batches. They are integers, so that the order of the batches does not matter."""

    def __init__(self, seats: int) -> None:
        self.scores = [_Sums() for _ in range(seats)]
        self.wins = [0] * seats
        self.turns = _Sums()
        self.decisions = self.kept = self.completed = 0
        self.ends: Counter[str] = Counter()

    def add(self, batch: _Batch) -> None:
        for seat, sums in enumerate(self.scores):
            sums.add(batch.totals[:, seat])
        won = batch.ranks == 1
        parts = won * (_WIN_PARTS // won.sum(axis=1, keepdims=True))
        self.wins = [before + n for before, n in zip(self.wins, parts.sum(axis=0).tolist(), strict=True)]
        self.turns.add(batch.turns)
        self.decisions += sum(batch.decisions)
        self.kept += batch.kept
        self.completed += batch.completed
        for end, n in zip(*(column.tolist() for column in np.unique(batch.ends, return_counts=True)), strict=True):
            self.ends[REASONS[end]] += n


class _Sums:
    """Sums from which a `Spread` follows."""

    def __init__(self) -> None:
        self.n = self.sum = self.squares = 0
        self.least: int | None = None
        self.most: int | None = None

    def add(self, numbers: NDArray[np.int64]) -> None:
        least, most = int(numbers.min()), int(numbers.max())
        self.least = least if self.least is None else min(self.least, least)
        self.most = most if self.most is None else max(self.most, most)
        self.n += len(numbers)
        self.sum += int(numbers.sum())
        self.squares += int((numbers * numbers).sum())

    def spread(self) -> Spread:
        assert self.least is not None
        assert self.most is not None
        variance = (self.n * self.squares - self.sum**2) / self.n**2
        return Spread(self.sum / self.n, sqrt(variance), self.least, self.most)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    edition: str | Edition,
    seats: int,
    games: int,
    *,
    seed: int | str = 0,
    payments: str = "one",
    jobs: int | None = None,
    each: Callable[[Sequence[GameResult]], None] | None = None,
    played: Callable[[int], None] | None = None,
) -> Summary:
    """Play random games and summarise them; the same for a seed, whatever the number of jobs (threads).

    `each` gets the result of every game, in order, several at a time; `played` gets the number of games done so far.
    """
    edition = as_edition(edition)
    seats = edition.seats(seats)
    jobs = cores() if jobs is None else jobs
    _check(games, payments, jobs)
    player = _Player(compile_tables(edition), seats, key_words(seed_key(seed)), _MODES[payments], each is not None)
    player.play(0, 1)  # compiles, or loads compiled code, before the time is taken
    tally = _Tally(seats)
    done = 0
    start = time.perf_counter()
    for batch in _in_order(player, games, jobs):
        tally.add(batch)
        if each is not None:
            each(batch.results())
        done += len(batch.turns)
        if played is not None:
            played(done)
    return Summary(
        edition=edition.id,
        rules=edition.version,
        seats=seats,
        seed=seed,
        payments=payments,
        jobs=jobs,
        games=games,
        decisions=tally.decisions,
        seconds=time.perf_counter() - start,
        scores=tuple(sums.spread() for sums in tally.scores),
        wins=tuple(parts / _WIN_PARTS / games for parts in tally.wins),
        turns=tally.turns.spread(),
        tickets_kept=tally.kept,
        tickets_completed=tally.completed,
        ends={end: tally.ends[end] for end in REASONS.values() if tally.ends[end]},
    )


def _check(games: int, payments: str, jobs: int) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise PerronError(f"a simulation plays 1 to {MOST_GAMES:,} games, not {games}")
    if payments not in _MODES:
        raise PerronError(f"payments are 'one' or 'all', not {payments!r}")
    if not 1 <= jobs <= MOST_JOBS:
        raise PerronError(f"a simulation has 1 to {MOST_JOBS} jobs, not {jobs}")


@dataclass(frozen=True, slots=True)
class _Player:
    """Plays batches; threads can share it."""

    tables: np.ndarray
    seats: int
    root: NDArray[np.uint32]
    mode: int
    per_game: bool
    """Whether to count the decisions of every game, not only of the batch."""

    def play(self, first: int, n: int) -> _Batch:
        states, sheets = np.zeros(n, STATE), np.zeros(n, SHEET)
        work, tape, rng = np.zeros(1, SCRATCH), chance.new_tape(chance.OFF), np.zeros(1, np.uint64)

        def run(i: int, end: int) -> int:
            some, theirs = states[i:end], sheets[i:end]
            return int(
                play.play_random_games(
                    self.tables, some, theirs, work, self.root, first + i, self.seats, self.mode, tape, rng
                )
            )

        return _Batch(
            first=first,
            decisions=[run(i, i + 1) for i in range(n)] if self.per_game else [run(0, n)],
            totals=sheets["total"][:, : self.seats].astype(np.int64),
            ranks=sheets["rank"][:, : self.seats].astype(np.int64),
            turns=states["turn"].astype(np.int64),
            ends=states["end_reason"].astype(np.int64),
            kept=int(np.bitwise_count(states["tickets"] | states["completed"]).sum()),
            completed=int(np.bitwise_count(sheets["completed"]).sum()),
        )


def _in_order(player: _Player, games: int, jobs: int) -> Iterator[_Batch]:
    """The batches of a simulation, played in parallel and yielded in order."""
    waiting: deque[Future[_Batch]] = deque()
    size = min(_BATCH, -(-games // jobs))
    # Threads are enough: compiled functions release the GIL.
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="simulate")
    try:
        for first in range(0, games, size):
            waiting.append(pool.submit(player.play, first, min(size, games - first)))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
