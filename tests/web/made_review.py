"""Reviews with made-up numbers of real games: what the page shows of them is tested, not what they say."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from playwright.sync_api import Page

from perron import Game
from perron.bots import make_bot
from perron.bots.protocol import Explains
from perron.game import Move
from perron.record import read_record, replay_record
from perron.review.report import FORMAT, Better, Judgement, Moment, Review, SeatSummary, Size, to_json

LOST: dict[Size, float] = {"fine": 0.0, "inaccurate": 0.03, "mistake": 0.08, "blunder": 0.19}


def made_review(record: str, *, done: int | None = None, seed: int = 1) -> Review:
    """A review of a record, up to some step or complete."""
    rng = Random(seed)
    end, game = replay_record(read_record(record)), replay_record(read_record(record), 0)
    seats = game.seats
    assert end.outcome is not None
    result = tuple(1 / len(end.outcome.winners) * (seat in end.outcome.winners) for seat in range(seats))
    start = (1 / seats,) * seats
    before, moments = start, []
    told: set[str] = set()
    taken_back = {at for at, entry in _pairs(end)}
    for at, entry in enumerate((None, *end.log)):
        judgement = None
        if isinstance(entry, Move):
            if at not in taken_back:
                judgement = _judged(game, str(entry.action), rng, told)
            game.replay(entry.number, entry.answers)
        elif entry is not None:
            game.take_back(entry.seat)
        towards = 0.0 if at < len(end.log) / 2 else 0.04
        moved = [
            max(0.003, one + rng.gauss(0, 0.04) + towards * (won - one))
            for one, won in zip(before, result, strict=True)
        ]
        chances = result if at == len(end.log) else tuple(one / sum(moved) for one in moved)
        change = tuple(now - then for now, then in zip(chances, before, strict=True))
        skill = tuple(0.3 * one for one in change) if judgement else (0.0,) * seats
        luck = tuple(one - own for one, own in zip(change, skill, strict=True))
        moments.append(
            Moment(chances, luck, None if entry is None else entry.seat, skill, skill, 0.01, 0.01, 0.01, judgement)
        )
        before = chances
    whole = len(moments)
    done = whole if done is None else done
    moments = [
        one if at < done else Moment(one.chances, (0.0,) * seats, one.seat, one.skill, one.skill, 0, 0, 0, None)
        for at, one in enumerate(moments)
    ]
    strikes = tuple(at for at, one in enumerate(moments) if max(map(abs, one.luck)) > 0.07)
    deciding = sorted(range(done), key=lambda at: -max(map(abs, moments[at].luck)))[:10]
    summaries = tuple(_summary(seat, start, result, moments) for seat in range(seats))
    return Review(
        FORMAT, game.edition.id, game.edition.version, seats, "planner 3", 32, "1", done, whole,
        start, result, tuple(moments), summaries, tuple(deciding), strikes,
    )  # fmt: skip


def send_review(page: Page, review: Review) -> None:
    """Let a page get this review, whatever it asks about."""
    page.unroute("**/api/tables/*/review")
    page.route(
        "**/api/tables/*/review",
        lambda route: route.fulfill(body=to_json(review), content_type="application/json"),
    )


def _pairs(game: Game) -> list[tuple[int, int]]:
    """Steps that were taken back, each with the step that took it back."""
    standing: list[int] = []
    found = []
    for at, entry in enumerate(game.log, 1):
        if isinstance(entry, Move):
            standing.append(at)
        else:
            found.append((standing.pop(), at))
    return found


def _judged(game: Game, action: str, rng: Random, told: set[str]) -> Judgement | None:
    legal = [str(one) for one in game.legal_actions()]
    if len(legal) < 2:
        return None
    other = [one for one in legal if one != action]
    size = rng.choices(tuple(LOST), (20, 3, 2, 1))[0]
    # At least one claim where a card was drawn, and a card where a route was claimed.
    for kind, than in (("claim", "draw"), ("draw", "claim")):
        found = [one for one in other if one.startswith(kind) and one != "draw tickets"]
        if found and action.startswith(than) and kind not in told:
            told.add(kind)
            size, other = "mistake", found
    if size == "fine":
        return Judgement(action, "seat", size, rng.random() < 0.2, 0.0, -0.01, 0.01, None)
    bot = make_bot("planner", 0)
    assert isinstance(bot, Explains)
    plan = bot.explain(game.view(game.to_move))
    better = plan.choice if plan.choice in other else rng.choice(other)
    lost = LOST[size] * rng.uniform(0.8, 1.2)
    return Judgement(
        action,
        "seat",
        size,
        False,
        lost,
        lost - 0.02,
        lost + 0.02,
        Better(better, replace(plan, choice=better), 3.4, -1.2),
    )


def _summary(seat: int, start: tuple[float, ...], result: tuple[float, ...], moments: list[Moment]) -> SeatSummary:
    own = [one for one in moments if one.seat == seat and one.judgement]
    luck = sum(one.luck[seat] for one in moments)
    skill = sum(one.skill[seat] for one in moments if one.seat == seat)
    others = sum(one.skill[seat] for one in moments if one.seat != seat)
    count = [sum(one.judgement.size == size for one in own if one.judgement) for size in LOST]
    lost = sum(one.judgement.lost for one in own if one.judgement)
    return SeatSummary(
        start=start[seat],
        result=result[seat],
        luck=luck,
        skill=skill,
        others=others,
        hidden=0.02,
        leftover=result[seat] - start[seat] - luck - skill - others - 0.02,
        luck_error=0.03,
        skill_error=0.02,
        decisions=len(own),
        lost_per_decision=lost / max(1, len(own)),
        inaccurate=count[1],
        mistakes=count[2],
        blunders=count[3],
    )
