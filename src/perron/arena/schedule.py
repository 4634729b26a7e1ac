"""What is to be played: deals, each played by one line-up with its seats rotated."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from perron.arena.lineups import line_ups, rotations, with_both
from perron.bots.version import versions
from perron.editions import Edition, as_edition
from perron.engine.tables import tables_of
from perron.errors import PerronError

MOST_GAMES = 10_000_000
MOST_BOTS = 64
_PATIENCE = 60.0
LONGEST = 86_400.0
"""Seconds that a decision may be given."""


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played."""

    deal: int
    """Number of the deal: its key is `keys.simulation_key(seed, deal)`."""
    rotation: int
    bots: tuple[str, ...]
    """Specs by seat."""
    forfeited: tuple[tuple[int, int, str, str], ...] = ()
    """Decisions (seat, which of that seat's, why, in words) that killed or blocked a process in an earlier try."""

    @property
    def game(self) -> tuple[int, int]:
        """Deal and rotation, which identify a game within a plan."""
        return self.deal, self.rotation


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament: everything that determines its games."""

    edition: Edition
    seats: int
    bots: tuple[str, ...]
    """The bots that are in a line-up, each once."""
    line_ups: tuple[tuple[str, ...], ...]
    seed: str = "0"
    move_time: float | None = None
    """Seconds on the clock for a decision; None: the bots' own budgets."""
    patience: float = _PATIENCE
    """A decision that takes more seconds than this is forfeited."""
    load: tuple[str, ...] = ()
    """Python files that register bots."""
    luck: str | None = None
    """The name of the value function that luck is measured with; None where it is not."""

    @classmethod
    def make(
        cls,
        edition: str | Edition,
        bots: tuple[str, ...],
        *,
        seats: int = 2,
        seed: int | str = 0,
        both: tuple[str, str] | None = None,
        move_time: float | None = None,
        patience: float | None = None,
        load: tuple[str, ...] = (),
        luck: bool = False,
    ) -> Plan:
        """A plan, checked; `both` keeps only the line-ups in which these two sit. Raises PerronError.

        With `luck` every game also counts what chance has brought each seat: see `perron.arena.luck`.
        """
        edition = as_edition(edition)
        seats = edition.seats(seats)
        if len(bots) > MOST_BOTS:
            raise PerronError(f"an arena takes up to {MOST_BOTS} bots, not {len(bots)}")
        for what, seconds in (("move time", move_time), ("patience", patience)):
            if seconds is not None and not 0 < seconds <= LONGEST:
                raise PerronError(f"the {what} is more than 0 and at most {LONGEST:,.0f} seconds, not {seconds}")
        if patience is None:
            patience = _PATIENCE if move_time is None else max(_PATIENCE, 10 * move_time)
        found = line_ups(bots, seats)
        if both is not None:
            found = with_both(found, both)
        seated = {bot for one in found for bot in one}
        playing = tuple(bot for bot in dict.fromkeys(bots) if bot in seated)
        return cls(
            edition, seats, playing, found, str(seed), move_time, patience, load, _judge_of(edition) if luck else None
        )

    def deals(self) -> Iterator[tuple[Task, ...]]:
        """The games of one deal after another, without end."""
        deal = 0
        while True:
            order = list(self.line_ups[deal % len(self.line_ups)])
            # Who sits before whom changes from deal to deal; the rotation then gives everybody every seat.
            random.Random(f"{self.seed} {deal} order").shuffle(order)
            yield tuple(Task(deal, i, seating) for i, seating in enumerate(rotations(tuple(order))))
            deal += 1

    def tasks(self, games: int) -> tuple[Task, ...]:
        """The first `games` games, and those needed to finish the last deal."""
        if not 1 <= games <= MOST_GAMES:
            raise PerronError(f"an arena plays 1 to {MOST_GAMES:,} games, not {games}")
        found: list[Task] = []
        for deal in self.deals():
            found += deal
            if len(found) >= games:
                return tuple(found)
        raise AssertionError

    def versions(self) -> dict[str, str]:
        """The version of every bot: files with bots must have been loaded."""
        return versions(self.bots, self.load)

    def header(self) -> dict[str, object]:
        """The header of a results file; equal for runs that may continue each other's games."""
        return {
            "arena": 1,
            "edition": self.edition.id,
            "rules": self.edition.version,
            "board": hashlib.sha256(tables_of(self.edition).tobytes()).hexdigest()[:16],
            "seats": self.seats,
            "seed": self.seed,
            "bots": list(self.bots),
            "versions": self.versions(),
            "line_ups": [list(one) for one in self.line_ups],
            "move_time": self.move_time,
            "patience": self.patience,
            "luck": self.luck,
        }


def _judge_of(edition: Edition) -> str:
    from perron.learned.judges import judge_of  # noqa: PLC0415  networks take a moment to load

    return judge_of(edition).name


def bot_seed(seed: str, task: Task, seat: int) -> str:
    """The seed of the bot in a seat: from the tournament's seed, the deal, the seat and the spec alone."""
    return f"{seed} {task.deal} {seat} {task.bots[seat]}"


def forfeiting(task: Task, seat: int, decision: int, why: str, words: str) -> Task:
    """The same game, with this decision forfeited from the start."""
    return replace(task, forfeited=(*task.forfeited, (seat, decision, why, words)))
