"""One finished game as a row of the results file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from perron.errors import PerronError

_BY_SEAT = ("bots", "scores", "ranks", "tickets_made", "tickets_missed", "decisions", "seconds")


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A decision that a bot did not make itself; a random legal action took its place."""

    seat: int
    decision: int
    """Which of the seat's decisions, counted from 0."""
    why: str
    """raised, illegal, late, died or out."""
    words: str
    """What was wrong, for people."""


@dataclass(frozen=True, slots=True)
class Row:
    """One game; lists are by seat."""

    deal: int
    rotation: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    tickets_made: tuple[int, ...]
    tickets_missed: tuple[int, ...]
    turns: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    """Thinking time."""
    end: str
    """Why it ended: one of `outcome.REASONS`."""
    forfeits: tuple[Forfeit, ...] = ()
    luck: tuple[float, ...] | None = None
    """What chance has added to each seat's share of the win; None where that was not asked for."""

    @property
    def game(self) -> tuple[int, int]:
        """Deal and rotation, which identify a game within a plan."""
        return self.deal, self.rotation

    @property
    def wins(self) -> tuple[float, ...]:
        """Each seat's share of the win."""
        share = 1 / self.ranks.count(1)
        return tuple(share if rank == 1 else 0.0 for rank in self.ranks)

    @property
    def adjusted(self) -> tuple[float, ...] | None:
        """Each seat's share of the win without its luck: below 0 or above 1 at times."""
        if self.luck is None:
            return None
        return tuple(won - luck for won, luck in zip(self.wins, self.luck, strict=True))

    def as_json(self) -> dict[str, Any]:
        """The row for the results file."""
        data = asdict(self)
        if self.luck is None:
            del data["luck"]
        return data

    @classmethod
    def from_json(cls, data: Any) -> Row:
        """The row that as_json wrote; raises PerronError for anything else."""
        try:
            forfeits = tuple(Forfeit(**one) for one in data["forfeits"])
            by_seat = {name: tuple(data[name]) for name in (*_BY_SEAT, *({"luck"} & set(data)))}
            row = cls(**{**data, **by_seat, "forfeits": forfeits})
            whole = (row.deal, row.rotation, row.turns, *row.scores, *row.ranks, *row.decisions)
            whole += (*row.tickets_made, *row.tickets_missed)
            if not all(type(n) is int for n in whole) or row.ranks.count(1) == 0 or not isinstance(row.end, str):
                raise TypeError
            if not all(type(n) in (int, float) for n in (*row.seconds, *(row.luck or ()))):
                raise TypeError
            if {len(getattr(row, name)) for name in by_seat} != {len(row.bots)}:
                raise TypeError
        except (KeyError, TypeError, ValueError, AttributeError):
            raise PerronError("this is not a game of an arena") from None
        return row
