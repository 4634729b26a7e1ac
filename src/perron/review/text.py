"""A review in words and numbers: what the command prints and the page of `--html` shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from perron import notation
from perron.bots.explaining import action_words, move_words
from perron.editions import Edition
from perron.plots.svg import signed
from perron.review.report import Better, Judgement, Review, SeatSummary, Size
from perron.review.sizes import SURE

PARTS = ("luck", "own skill", "others' skill", "hidden luck", "leftover")
"""What leads from a seat's chance at the start to its result."""
_SHOWN = 0.0005
"""Changes below half of the last digit are left out."""
_TOGETHER = re.compile(r"(?<=\d) (?=%)|(?<=P\d) (?=[−+\d])")
_SIZES: dict[Size, str] = {"inaccurate": "Inaccurate", "mistake": "A mistake", "blunder": "A blunder"}


def percent(share: float, plus: bool = False) -> str:
    """A share of a game with one decimal; `plus`: with its sign."""
    rounded = round(100 * share, 1) + 0.0  # no minus before 0.0
    return signed(f"{rounded:+.1f} %" if plus and rounded else f"{rounded:.1f} %")


def kept_together(words: str) -> str:
    """Words in which no line ends between a seat, its number and the sign after it."""
    return _TOGETHER.sub("\xa0", words)


def adding_up(summary: SeatSummary) -> tuple[float, ...]:
    """The parts to a tenth of a per cent, each up or down so that start and parts add up to the result as shown."""
    exact = (summary.luck, summary.skill, summary.others, summary.hidden, summary.leftover)
    total = round(1000 * summary.result) - round(1000 * summary.start)
    rounded = [round(1000 * part) for part in exact]
    while (missing := total - sum(rounded)) != 0:
        step = 1 if missing > 0 else -1
        most = max(range(len(exact)), key=lambda k: step * (1000 * exact[k] - rounded[k]))
        rounded[most] += step
    return tuple(part / 1000 for part in rounded)


def is_mistake(judgement: Judgement | None) -> bool:
    """Whether a decision lost more than chance explains."""
    return judgement is not None and judgement.size != "fine" and not judgement.within_noise


def counts_as_mistake(judgement: Judgement | None) -> bool:
    """Whether it was one of the seat's own: not of a bot that stood in, say."""
    return judgement is not None and judgement.by == "seat" and is_mistake(judgement)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the replay as it is told."""

    turn: int
    """Counted from 1."""
    words: str
    """`P0 takes green`."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What is told of a step."""

    step: int
    title: str
    changes: tuple[str, ...]
    """Every seat's chance after it, with the change."""
    causes: tuple[str, ...]
    """Whose luck and whose decision it was."""
    verdict: str | None
    better: str | None
    plan: str | None
    """What speaks for the better move."""


class Telling:
    """Tells the review of a game, whose steps come in words."""

    def __init__(self, review: Review, edition: Edition, steps: Sequence[Step]) -> None:
        self.review = review
        self.edition = edition
        self.steps = steps

    @property
    def heading(self) -> str:
        """Which game it is."""
        return f"Review: {self.edition.title['en']}, {self.review.seats} seats"

    @property
    def facts(self) -> str:
        """How it was reviewed."""
        review = self.review
        seed = f", seed {review.seed}" if review.seed else ""
        return (
            f"{len(review.moments) - 1} actions under version {review.rules} of the rules; "
            f"judged by {review.judge} on {review.budget} re-deals for each decision{seed}"
        )

    def sums(self, seat: int) -> tuple[tuple[str, str], ...]:
        """How a seat got from its chance at the start to its result, line by line."""
        summary = self.review.summaries[seat]
        parts = zip(PARTS, adding_up(summary), strict=True)
        return (
            ("start", percent(summary.start)),
            *((name, percent(part, plus=True)) for name, part in parts),
            ("result", percent(summary.result)),
        )

    def decisions(self, seat: int) -> tuple[tuple[str, str], ...]:
        """How sure the parts are (half of a 95 % interval), and how well a seat decided, line by line."""
        summary = self.review.summaries[seat]
        return (
            ("luck, ±", percent(SURE * summary.luck_error)),
            ("own skill, ±", percent(SURE * summary.skill_error)),
            ("decisions", str(summary.decisions)),
            ("lost per decision", percent(summary.lost_per_decision)),
            ("inaccuracies", str(summary.inaccurate)),
            ("mistakes", str(summary.mistakes)),
            ("blunders", str(summary.blunders)),
        )

    def stand_ins(self) -> Iterator[str]:
        """For whom a bot played some of the game."""
        for seat in range(self.review.seats):
            own = [
                (i, one.judgement) for i, one in enumerate(self.review.moments) if one.seat == seat and one.judgement
            ]
            for by, run in groupby(own, lambda one: one[1].by):
                taken = [i for i, _ in run]
                if by == "bot":
                    when = f"action {taken[0]}" if len(taken) == 1 else f"actions {taken[0]} to {taken[-1]}"
                    yield f"A bot stood in for P{seat}: {when}. Its decisions do not count for P{seat}."

    def mistakes(self, seat: int) -> tuple[int, ...]:
        """The steps in which a seat decided worse than chance explains."""
        moments = enumerate(self.review.moments)
        return tuple(i for i, one in moments if one.seat == seat and counts_as_mistake(one.judgement))

    def before(self, step: int) -> tuple[float, ...]:
        """Every seat's chance before a step."""
        return self.review.moments[step - 1].chances if step else self.review.start

    def title(self, step: int) -> str:
        """When it was and what was done."""
        told = self.steps[step]
        return f"Action {step}, turn {told.turn}: {told.words}" if step else told.words

    def passage(self, step: int) -> Passage:
        """All that is told of a step."""
        moment = self.review.moments[step]
        pairs = enumerate(zip(self.before(step), moment.chances, strict=True))
        changes = tuple(f"P{seat} {percent(now)} ({_points(now - was)})" for seat, (was, now) in pairs)
        causes = [f"Luck: {told}." for told in (_by_seat(moment.luck),) if told]
        if moment.seat is not None and (told := _by_seat(moment.effect)):
            skill = moment.skill[moment.seat]
            hidden = moment.effect[moment.seat] - skill
            parts = f"; skill {percent(skill, plus=True)}, hidden luck {percent(hidden, plus=True)} for P{moment.seat}"
            unknown = parts if _counts(hidden) else ""
            causes.append(f"P{moment.seat}'s move: {told}{unknown}.")
        judgement = moment.judgement
        better = judgement.better if judgement is not None and is_mistake(judgement) else None
        return Passage(
            step,
            self.title(step),
            changes,
            tuple(causes),
            None if judgement is None else verdict(judgement),
            None if better is None else self.better(better),
            None if better is None else self.plan(better),
        )

    def better(self, better: Better) -> str:
        """The better move in words."""
        return action_words(self.edition, notation.parse(better.action, self.edition))

    def plan(self, better: Better) -> str | None:
        """The plan behind it; the move itself, with which a bot ends, has been told."""
        move = move_words(self.edition, notation.parse(better.action, self.edition))
        words = better.explanation.words.removesuffix(move).strip()
        told = [gains(self.edition, better), f"Plan: {words}" if words else ""]
        return " ".join(filter(None, told)) or None


def gains(edition: Edition, better: Better) -> str:
    """What a better move brings on average, to the seat and to the others."""
    if better.gain is None or better.gain_of_others is None:
        return ""
    unit = "points" if edition.points else "tickets"
    told = []
    for who, gain in (("the seat", better.gain), ("the best other", better.gain_of_others)):
        size = f"{abs(gain):.1f}"
        if size != "0.0":
            told.append(f"{who} {size} {unit} {'more' if gain > 0 else 'less'}")
    return f"On average it brings {' and '.join(told)}." if told else ""


def _points(change: float) -> str:
    """A change beside its chance."""
    return percent(change, plus=True).removesuffix(" %")


_BY = {"seat": "", "bot": " (A bot stood in.)", "earlier": " (That was in the game it was played on from.)"}


def _counts(change: float) -> bool:
    return abs(change) >= _SHOWN


def _by_seat(changes: Sequence[float]) -> str:
    """`P0 +4.0 %, P1 −4.0 %`, for those it concerns."""
    return ", ".join(f"P{seat} {percent(one, plus=True)}" for seat, one in enumerate(changes) if _counts(one))


def verdict(judgement: Judgement) -> str:
    """How good a decision was, and who decided if it was not the seat."""
    by = _BY[judgement.by]
    if judgement.within_noise:
        return f"Within noise: another move looked better, but not by more than chance explains.{by}"
    if judgement.size == "fine" and judgement.lost:
        return f"Fine: {percent(judgement.lost)} lost ({interval(judgement)}).{by}"
    if judgement.size == "fine":
        return f"Fine: no move was clearly better.{by}"
    return f"{_SIZES[judgement.size]}: {percent(judgement.lost)} lost ({interval(judgement)}).{by}"


def interval(judgement: Judgement) -> str:
    """The interval of what was lost."""
    return f"95 % interval: {percent(judgement.low)} to {percent(judgement.high)}"
