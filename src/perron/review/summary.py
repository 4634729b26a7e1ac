"""What the steps of a game add up to, seat by seat, and which of them decided it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from perron.review.report import Moment, SeatSummary
from perron.review.sizes import DECIDING, DECIDING_LEAST, STRIKE, SURE


def summaries(
    moments: Sequence[Moment], start: Sequence[float], result: Sequence[float], start_errors: Sequence[float]
) -> tuple[SeatSummary, ...]:
    """What brought each seat from its chance at the start to where it is after these steps: the parts add up."""
    told = zip(start, result, start_errors, strict=True)
    return tuple(_summary(moments, seat, *one) for seat, one in enumerate(told))


def _summary(moments: Sequence[Moment], seat: int, start: float, result: float, start_error: float) -> SeatSummary:
    luck = sum(one.luck[seat] for one in moments)
    own = sum(one.skill[seat] for one in moments if one.seat == seat and _decided(one))
    others = sum(one.skill[seat] for one in moments) - own
    hidden = sum(one.effect[seat] - one.skill[seat] for one in moments)
    now = moments[-1].chances[seat] if moments else start
    judged = [one.judgement for one in moments if one.seat == seat and one.judgement and _decided(one)]
    sizes = Counter(one.size for one in judged)
    lost = sum(one.lost for one in judged) / max(1, len(judged))
    return SeatSummary(
        start=start,
        result=result,
        luck=luck,
        skill=own,
        others=others,
        hidden=hidden,
        leftover=now - start - luck - own - others - hidden,
        # Luck is what is left of all change when effects are taken away: it is as uncertain as the start and they are.
        luck_error=_root([start_error, *(one.effect_error for one in moments)]),
        skill_error=_root(one.skill_error for one in moments if one.seat == seat and _decided(one)),
        decisions=len(judged),
        lost_per_decision=lost,
        inaccurate=sizes["inaccurate"],
        mistakes=sizes["mistake"],
        blunders=sizes["blunder"],
    )


def _root(errors: Iterable[float]) -> float:
    """The standard error of a sum."""
    return math.sqrt(sum(error * error for error in errors))


def _decided(moment: Moment) -> bool:
    """Whether the seat itself decided."""
    return moment.judgement is None or moment.judgement.by == "seat"


def _change(moment: Moment) -> float:
    return max(map(abs, (*moment.luck, *moment.effect)))


def _unsure(moment: Moment) -> float:
    return SURE * max(moment.luck_error, moment.effect_error)


def deciding(moments: Sequence[Moment]) -> tuple[int, ...]:
    """The steps that changed somebody's chance most, by chance or by a decision, the largest first."""
    order = sorted(range(len(moments)), key=lambda at: (-_change(moments[at]), at))
    return tuple(at for at in order[:DECIDING] if _change(moments[at]) - _unsure(moments[at]) >= DECIDING_LEAST)


def strikes(moments: Sequence[Moment]) -> tuple[int, ...]:
    """The steps in which luck changed somebody's chance by much."""
    return tuple(at for at, one in enumerate(moments) if max(map(abs, one.luck)) - SURE * one.luck_error >= STRIKE)
