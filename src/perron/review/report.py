"""What a review says, as data: the page, the command line and the HTML page show the same."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal

from perron.bots.protocol import Explanation, MoveValue
from perron.errors import ReviewError

FORMAT = 1
"""Of the report as it is kept; raised when a field changes its meaning."""

Size = Literal["fine", "inaccurate", "mistake", "blunder"]
"""How much a decision lost, in words; `sizes.py` says where each begins."""

By = Literal["seat", "bot", "earlier"]
"""Who decided; what others than the seat decided does not count for it."""


@dataclass(frozen=True, slots=True)
class Better:
    """A move that was better than the one played, as far as the seat could know."""

    action: str
    explanation: Explanation
    """The plan behind it."""
    gain: float | None = None
    """How many points more it brings the seat than the move played, on average; tickets where there are no points."""
    gain_of_others: float | None = None
    """The same of the best other seat: below 0 where it costs that one points."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision compared with all that was legal, on what the seat knew."""

    action: str
    by: By
    """`bot`: one that stood in for a person; `earlier`: who sat there in the game that this one was played on from."""
    size: Size
    within_noise: bool
    """Whether another move looked better, but not by more than chance explains."""
    lost: float
    """Win chance lost against the best move, measured on other re-deals than it was found on; 0 within noise."""
    low: float
    """95 % interval of what was lost, lower end; it may lie below 0."""
    high: float
    better: Better | None
    """Only where the decision was not fine."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the replay: the deal, an action, or an action taken back."""

    chances: tuple[float, ...]
    """Every seat's chance to win after it."""
    luck: tuple[float, ...]
    """What chance has brought every seat, in win chances."""
    seat: int | None
    """Who acted; None for the deal."""
    effect: tuple[float, ...]
    """What the move itself was worth to every seat in the real game, against what the policy would have done."""
    skill: tuple[float, ...]
    """The part of the effect that the mover could know of."""
    luck_error: float
    """Standard error of the luck, of the seat that it concerned most."""
    effect_error: float
    """Standard error of the effect on the mover."""
    skill_error: float
    """Standard error of the mover's own skill."""
    judgement: Judgement | None
    """Only where there was more than one legal move, and the action was not taken back."""


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """What brought a seat from its chance at the start to its result: the five parts add up."""

    start: float
    result: float
    luck: float
    skill: float
    """Of its own decisions."""
    others: float
    """What the others' decisions brought it."""
    hidden: float
    """How decisions turned out because of cards that nobody who decided could know."""
    leftover: float
    """Estimation error: what the other parts do not explain."""
    luck_error: float
    """Standard error of the luck."""
    skill_error: float
    """Standard error of the skill."""
    decisions: int
    """With more than one legal move, those of a stand-in left out."""
    lost_per_decision: float
    inaccurate: int
    mistakes: int
    blunders: int


@dataclass(frozen=True, slots=True)
class Review:
    """A review, as far as it is: complete when `done` equals `of`."""

    __pydantic_config__: ClassVar = {"use_attribute_docstrings": True}  # for the protocol's page and types

    format: int
    edition: str
    rules: int
    seats: int
    judge: str
    """What judged, with its version."""
    budget: int
    seed: str
    done: int
    of: int
    start: tuple[float, ...]
    """Chances before the deal."""
    result: tuple[float, ...]
    """Shares of the win."""
    moments: tuple[Moment, ...]
    """One per step of the replay: 0 is the deal, i is entry i of the log. Those from `done` on have chances only."""
    summaries: tuple[SeatSummary, ...]
    """Of the moments that are done."""
    deciding: tuple[int, ...]
    """Up to ten steps that decided the game, the largest first."""
    strikes: tuple[int, ...]
    """Steps in which luck changed somebody's chance by much, in their order."""


def to_json(review: Review) -> bytes:
    """A report as it is kept and sent."""
    return json.dumps(asdict(review), separators=(",", ":")).encode()


def from_json(content: bytes | str) -> Review:
    """Read a report; raises ReviewError."""
    try:
        told = json.loads(content)
        if told["format"] != FORMAT:
            raise ReviewError(f"this review is of format {told['format']}, and this version of Perron reads {FORMAT}")
        moments = tuple(_moment(one) for one in told["moments"])
        summaries = tuple(SeatSummary(**one) for one in told["summaries"])
        numbers = {name: tuple(told[name]) for name in ("start", "result", "deciding", "strikes")}
        return Review(**{**told, **numbers, "moments": moments, "summaries": summaries})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ReviewError("this is no review, or one of another version of Perron") from None


def _moment(told: dict[str, Any]) -> Moment:
    numbers = {name: tuple(told[name]) for name in ("chances", "luck", "effect", "skill")}
    judged = told["judgement"]
    return Moment(**{**told, **numbers, "judgement": None if judged is None else _judgement(judged)})


def _judgement(told: dict[str, Any]) -> Judgement:
    better = told["better"]
    if better is not None:
        better = Better(**{**better, "explanation": _explanation(better["explanation"])})
    return Judgement(**{**told, "better": better})


def _explanation(told: dict[str, Any]) -> Explanation:
    lists = {name: tuple(told.get(name, ())) for name in ("tickets", "given_up", "links", "chances")}
    return Explanation(**{**told, **lists, "moves": tuple(MoveValue(**one) for one in told["moves"])})
