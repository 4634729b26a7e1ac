"""How the bots stand: win rates, scores, tickets and ratings, with intervals bootstrapped over whole deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from perron.arena.bootstrap import Deals, Interval
from perron.arena.ratings import ratings
from perron.arena.row import Forfeit, Row


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A win rate from which luck is subtracted."""

    win_rate: float
    interval: Interval
    """Both may leave the range from 0 to 1, where there are few deals."""


@dataclass(frozen=True, slots=True)
class BotStanding:
    """What one bot has done; a game in which it had two seats counts twice."""

    bot: str
    games: int
    wins: float
    """Shared wins are fractions."""
    win_rate: float
    win_rate_interval: Interval
    adjusted: Adjusted | None
    """Its win rate without luck; None where luck was not measured."""
    mean_score: float
    mean_score_interval: Interval
    score_sd: float
    scores: dict[int, int]
    """How often it had which score."""
    rating: float
    """Elo scale, 0 on average over the bots."""
    rating_interval: Interval
    tickets_completed: int
    tickets_missed: int
    decisions: int
    seconds: float
    """Thinking time in all."""
    forfeits: dict[str, int]
    """How many decisions it forfeited, by why."""

    @property
    def ticket_success(self) -> float | None:
        """Share of its tickets that it completed; None if it never had one."""
        tickets = self.tickets_completed + self.tickets_missed
        return self.tickets_completed / tickets if tickets else None


@dataclass(frozen=True, slots=True)
class Standing:
    """How all bots stand after some deals."""

    deals: int
    games: int
    bots: tuple[BotStanding, ...]
    """In the order of the plan."""
    ahead: tuple[tuple[float | None, ...], ...]
    """How often the row's bot finished ahead of the column's, ties counting half; None where they have not met."""
    seat_wins: tuple[float, ...]
    """Share of the wins by seat."""
    turns: float
    """On average."""
    ends: dict[str, int]
    first_forfeits: tuple[tuple[Row, Forfeit], ...]
    """The first of every bot for every reason."""

    @property
    def ranked(self) -> tuple[BotStanding, ...]:
        """Best rating first."""
        return tuple(sorted(self.bots, key=lambda one: -one.rating))


def stand(bots: Sequence[str], seats: int, rows: Sequence[Row]) -> Standing:
    """The standing after these games, which should be whole deals; the same for the same games in any order."""
    rows = sorted(rows, key=lambda row: row.game)
    sums = Deals(bots, rows)
    total = sums.ahead.sum(axis=0)
    rated = ratings(total)
    win_rates, mean_scores, rating_intervals = sums.win_rates(), sums.mean_scores(), sums.ratings()
    adjusted = _adjusted(sums)
    met = total + total.T
    found = []
    for i, bot in enumerate(bots):
        seated = [(row, seat) for row in rows for seat, name in enumerate(row.bots) if name == bot]
        found.append(_bot(bot, seated, float(rated[i]), win_rates[i], adjusted[i], mean_scores[i], rating_intervals[i]))
    forfeits: dict[tuple[str, str], tuple[Row, Forfeit]] = {}
    for row in rows:
        for forfeit in row.forfeits:
            forfeits.setdefault((row.bots[forfeit.seat], forfeit.why), (row, forfeit))
    seat_wins = np.array([row.wins for row in rows]).sum(axis=0) if rows else np.zeros(seats)
    return Standing(
        deals=len(sums.games),
        games=len(rows),
        bots=tuple(found),
        ahead=tuple(
            tuple(float(total[i, j] / met[i, j]) if met[i, j] else None for j in range(len(bots)))
            for i in range(len(bots))
        ),
        seat_wins=tuple(float(wins) / max(1, len(rows)) for wins in seat_wins),
        turns=sum(row.turns for row in rows) / max(1, len(rows)),
        ends=dict(Counter(row.end for row in rows).most_common()),
        first_forfeits=tuple(forfeits.values()),
    )


def _adjusted(sums: Deals) -> list[Adjusted | None]:
    if not sums.has_luck:
        return [None] * sums.games.shape[1]
    games, without = sums.games.sum(axis=0), sums.adjusted.sum(axis=0)
    return [
        Adjusted(float(wins / max(1, n)), interval)
        for wins, n, interval in zip(without, games, sums.adjusted_rates(), strict=True)
    ]


def _bot(
    bot: str,
    seated: list[tuple[Row, int]],
    rating: float,
    win_rate_interval: Interval,
    adjusted: Adjusted | None,
    mean_score_interval: Interval,
    rating_interval: Interval,
) -> BotStanding:
    games = len(seated)
    wins = sum(row.wins[seat] for row, seat in seated)
    scores = [row.scores[seat] for row, seat in seated]
    mean = sum(scores) / games if games else 0.0
    forfeits = Counter(forfeit.why for row, seat in seated for forfeit in row.forfeits if forfeit.seat == seat)
    return BotStanding(
        bot=bot,
        games=games,
        wins=wins,
        win_rate=wins / games if games else 0.0,
        win_rate_interval=win_rate_interval,
        adjusted=adjusted,
        mean_score=mean,
        mean_score_interval=mean_score_interval,
        score_sd=sqrt(sum((score - mean) ** 2 for score in scores) / games) if games else 0.0,
        scores=dict(sorted(Counter(scores).items())),
        rating=rating,
        rating_interval=rating_interval,
        tickets_completed=sum(row.tickets_made[seat] for row, seat in seated),
        tickets_missed=sum(row.tickets_missed[seat] for row, seat in seated),
        decisions=sum(row.decisions[seat] for row, seat in seated),
        seconds=sum(row.seconds[seat] for row, seat in seated),
        forfeits=dict(sorted(forfeits.items())),
    )
