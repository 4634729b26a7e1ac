"""Runs a tournament: what the file has already, what is left to play, and when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from perron.arena.cluster import play_on_ray
from perron.arena.loading import load_once
from perron.arena.pool import play_in_pool
from perron.arena.ratings import check_installed
from perron.arena.results import ResultsFile
from perron.arena.row import Row
from perron.arena.schedule import Plan, Task
from perron.arena.sequential import Course, SequentialTest, Verdict
from perron.arena.standing import Standing, stand
from perron.bots.registry import make_bot
from perron.errors import PerronError
from perron.simulate import cores

MOST_JOBS = 1024


@dataclass(frozen=True, slots=True)
class Outlook:
    """Progress of a run."""

    done: int
    """Games, those of earlier runs included."""
    total: int
    """Games at most."""
    verdict: Verdict | None
    """Of the sequential test, if there is one."""


@dataclass(frozen=True, slots=True)
class Run:
    """A finished tournament."""

    plan: Plan
    rows: tuple[Row, ...]
    """The games that count, by deal and rotation."""
    standing: Standing
    test: SequentialTest | None
    verdict: Verdict | None
    llrs: tuple[float, ...]
    """The course of the sequential test, deal by deal."""
    resumed: int
    """How many of the games an earlier run had played."""


class _Ledger:
    """Collects games in any order; a sequential test reads them deal by deal, in order."""

    def __init__(self, tasks: tuple[Task, ...], test: SequentialTest | None) -> None:
        self.tasks = tasks
        self.course = Course(test) if test is not None else None
        self.rows: dict[tuple[int, int], Row] = {}
        self._wanted = {task.game for task in tasks}
        self._games = _by_deal(tasks)
        self.decided_after: int | None = None
        """The deal at which the test was decided: later ones do not count."""

    def add(self, row: Row) -> None:
        if row.game in self._wanted:
            self.rows[row.game] = row
            self._advance()

    def _advance(self) -> None:
        while self.course is not None and self.decided_after is None and len(self.course.llrs) < len(self._games):
            deal = self._games[len(self.course.llrs)]
            if not all(task.game in self.rows for task in deal):
                return
            self.course.add(_score(self.course.test.first, [self.rows[task.game] for task in deal]))
            if self.course.verdict.decision is not None:
                self.decided_after = deal[0].deal

    @property
    def verdict(self) -> Verdict | None:
        return None if self.course is None else self.course.verdict

    def counting(self) -> tuple[Row, ...]:
        """The games that count, in order: complete deals, up to a gap or the deal that decided the test."""
        found: list[Row] = []
        for deal in self._games:
            if any(task.game not in self.rows for task in deal):
                break
            found += (self.rows[task.game] for task in deal)
            if deal[0].deal == self.decided_after:
                break
        return tuple(found)

    @property
    def has_a_deal(self) -> bool:
        """Whether the first deal is complete."""
        return all(task.game in self.rows for task in self._games[0])


def _by_deal(tasks: Iterable[Task]) -> list[list[Task]]:
    deals: list[list[Task]] = []
    for task in tasks:
        if not task.rotation:
            deals.append([])
        deals[-1].append(task)
    return deals


def _score(bot: str, rows: list[Row]) -> float:
    """A bot's mean share of the wins, per seat and game."""
    wins = [row.wins[seat] for row in rows for seat, name in enumerate(row.bots) if name == bot]
    return sum(wins) / len(wins)


def run_arena(
    plan: Plan,
    games: int,
    *,
    test: SequentialTest | None = None,
    jobs: int | None = None,
    ray: str | None = None,
    out: Path | None = None,
    until: float | None = None,
    each: Callable[[Outlook], None] | None = None,
) -> Run:
    """Play what is not in the file `out` yet, and return the standing; `each` is called after every game.

    At the time `until`, by the monotonic clock, it stops with the deals that are complete, at least one. Apart from
    that, the result does not depend on the number of jobs, on Ray, or on the order in which games are finished.
    """
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise PerronError(f"an arena has 1 to {MOST_JOBS} jobs, not {jobs}")
    tasks = plan.tasks(games)
    load_once(plan.load)
    for bot in plan.bots:
        make_bot(bot)
    check_installed()
    ledger = _Ledger(tasks, test)
    with ExitStack() as stack:
        file = None if out is None else stack.enter_context(ResultsFile(out, plan))
        for row in file.rows if file is not None else ():
            ledger.add(row)
        resumed = len(ledger.rows)
        if each is not None:
            each(Outlook(resumed, len(tasks), ledger.verdict))
        if not _enough(ledger, until):
            left = [task for task in tasks if task.game not in ledger.rows]
            played = stack.enter_context(closing(_played(plan, left, jobs, ray)))
            for row in played:
                if file is not None:
                    file.add(row)
                ledger.add(row)
                if each is not None:
                    each(Outlook(len(ledger.rows), len(tasks), ledger.verdict))
                if _enough(ledger, until):
                    break
    rows = ledger.counting()
    # With few games not every line-up has had its turn: a bot that has not played has no standing.
    seated = {bot for row in rows for bot in row.bots}
    bots = [bot for bot in plan.bots if bot in seated]
    llrs = tuple(ledger.course.llrs) if ledger.course is not None else ()
    return Run(plan, rows, stand(bots, plan.seats, rows), test, ledger.verdict, llrs, resumed)


def _enough(ledger: _Ledger, until: float | None) -> bool:
    """Whether the test has decided, or time is up."""
    late = until is not None and time.monotonic() >= until
    return ledger.decided_after is not None or (late and ledger.has_a_deal)


def _played(plan: Plan, tasks: list[Task], jobs: int | None, ray: str | None) -> Generator[Row]:
    if not tasks:
        return
    if ray is not None:
        yield from play_on_ray(plan, tasks, ray, jobs)
    else:
        yield from play_in_pool(plan, tasks, jobs or cores())
