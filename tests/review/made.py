"""Reviews of real games with made-up numbers that add up, for whatever shows them."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from math import exp

from perron import Game
from perron.bots.explaining import move_words
from perron.bots.protocol import Explanation
from perron.game import Undo
from perron.record import Record, replay_record
from perron.review.report import FORMAT, Better, Judgement, Moment, Review, SeatSummary, Size


def made_review(record: Record, budget: int = 128, seed: str = "") -> Review:
    """A review of a finished game: chances wander about, and end at the result."""
    game = replay_record(record)
    outcome = game.outcome
    assert outcome is not None
    seats = game.seats
    result = tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(seats))
    start = (1 / seats,) * seats
    chances = _walk(seats, len(game.log))
    moments = [_moment(record, k, was, now) for k, (was, now) in enumerate(pairwise([start, *chances, result]))]
    summaries = tuple(_summary(moments, seat, start[seat], result[seat]) for seat in range(seats))
    order = sorted(range(len(moments)), key=lambda k: -max(map(abs, (*moments[k].luck, *moments[k].effect))))
    return Review(
        *(FORMAT, record.edition.id, record.edition.version, seats, "made-up numbers", budget, seed),
        *(len(moments), len(moments), start, result, tuple(moments), summaries, tuple(order[:10])),
        tuple(k for k, one in enumerate(moments) if max(map(abs, one.luck)) > 0.03),
    )


def with_judgement(review: Review, step: int, judgement: Judgement | None) -> Review:
    """The same with another judgement of a step, which then decided the game."""
    moments = list(review.moments)
    moments[step] = replace(moments[step], judgement=judgement)
    return replace(review, moments=tuple(moments), deciding=(step,))


def _walk(seats: int, steps: int) -> list[tuple[float, ...]]:
    """Chances that wander about."""
    dice = random.Random(7)
    strengths = [0.0] * seats
    found = []
    for _ in range(steps):
        strengths = [one + dice.gauss(0, 0.09) for one in strengths]
        odds = [exp(one) for one in strengths]
        found.append(tuple(one / sum(odds) for one in odds))
    return found


def _moment(record: Record, k: int, was: tuple[float, ...], now: tuple[float, ...]) -> Moment:
    change = [b - a for a, b in zip(was, now, strict=True)]
    if k == 0:
        return Moment(now, tuple(change), None, (0.0,) * len(now), (0.0,) * len(now), 0.0, 0.0, 0.0, None)
    before = replay_record(record, k - 1)
    entry = replay_record(record, k).log[-1]
    chance = 0.7 if not isinstance(entry, Undo) and entry.answers else 0.0
    luck = tuple(chance * one for one in change)
    effect = tuple(0.95 * (1 - chance) * one for one in change)
    skill = tuple(0.8 * one for one in effect)
    judgement = None if isinstance(entry, Undo) else _judgement(before, str(entry.action), skill[entry.seat])
    return Moment(now, luck, entry.seat, effect, skill, 0.01, 0.02, 0.01, judgement)


def _judgement(before: Game, action: str, skill: float) -> Judgement | None:
    legal = before.legal_actions("one")
    if len(legal) < 2:
        return None
    lost = max(0.0, -skill)
    size: Size = "blunder" if lost > 0.045 else "mistake" if lost > 0.025 else "inaccurate" if lost > 0.01 else "fine"
    better = None
    if size != "fine":
        other = next(one for one in legal if str(one) != action)
        words = f"I have no ticket left to make. {move_words(before.edition, other)}"
        better = Better(str(other), Explanation(str(other), words, (), (), (), ()))
    return Judgement(action, "seat", size, 0 < lost <= 0.01, lost, lost - 0.01, lost + 0.01, better)


def _summary(moments: list[Moment], seat: int, start: float, result: float) -> SeatSummary:
    own = [one for one in moments if one.seat == seat]
    luck = sum(one.luck[seat] for one in moments)
    skill = sum(one.skill[seat] for one in own)
    others = sum(one.skill[seat] for one in moments) - skill
    hidden = sum(one.effect[seat] - one.skill[seat] for one in moments)
    judged = [one.judgement for one in own if one.judgement is not None and one.judgement.by == "seat"]
    sizes = [judgement.size for judgement in judged]
    return SeatSummary(
        *(start, result, luck, skill, others, hidden, result - start - luck - skill - others - hidden),
        *(0.031, 0.012),
        len(judged),
        sum(judgement.lost for judgement in judged) / max(1, len(judged)),
        *(sizes.count("inaccurate"), sizes.count("mistake"), sizes.count("blunder")),
    )
