"""Reviewers that judge nothing and take their time, in the place of the real one in the process for replays."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from perron.errors import ReviewError
from perron.record import Record, replay_record
from perron.review.budgets import STANDARD
from perron.review.report import FORMAT, Moment, Review
from perron.server import review_slices
from perron.server.review_slices import Slice

STEP_S = 0.02


class Steady:
    """Takes the same time for every step; as luck it tells the process that made the moment."""

    judge = "steady 1"
    step_s = STEP_S

    def __init__(self, record: Record, budget: int = STANDARD, seed: str = "", done: Sequence[Moment] = ()) -> None:
        game = replay_record(record)
        if not game.over:
            raise ReviewError("the game is not over.")
        self.edition, self.seats, self.of = game.edition, game.seats, len(record.actions) + 1
        self.budget, self.seed, self.moments = budget, seed, list(done)

    def work(self, seconds: float | None = None) -> bool:
        until = time.monotonic() + (float("inf") if seconds is None else seconds)
        while len(self.moments) < self.of and time.monotonic() < until:
            time.sleep(self.step_s)
            self.moments.append(self._moment(float(os.getpid())))
        return len(self.moments) == self.of

    def _moment(self, luck: float) -> Moment:
        values: dict[str, Any] = {
            "chances": (1 / self.seats,) * self.seats,
            "luck": (luck,) * self.seats,
            "effect": (0.0,) * self.seats,
            "skill": (0.0,) * self.seats,
            "seat": None,
            "judgement": None,
        }
        return Moment(**{field.name: values.get(field.name, 0.0) for field in fields(Moment)})

    def review(self) -> Review:
        rest = [self._moment(0.0)] * (self.of - len(self.moments))
        share = (1 / self.seats,) * self.seats
        return Review(
            format=FORMAT,
            edition=self.edition.id,
            rules=self.edition.version,
            seats=self.seats,
            judge=self.judge,
            budget=self.budget,
            seed=self.seed,
            done=len(self.moments),
            of=self.of,
            start=share,
            result=share,
            moments=(*self.moments, *rest),
            summaries=(),
            deciding=(),
            strikes=(),
        )


class Slow(Steady):
    """Needs many slices."""

    step_s = 0.08


class Later(Steady):
    """Of a later version."""

    judge = "steady 2"


class Helpless(Steady):
    """Can review nothing."""

    def work(self, seconds: float | None = None) -> bool:
        raise ReviewError("nobody knows how to judge it.")


def steady(*arguments: Any) -> Slice:
    """In the place of `review_slice`, as all of these."""
    return _slice(Steady, *arguments)


def slow(*arguments: Any) -> Slice:
    return _slice(Slow, *arguments)


def later(*arguments: Any) -> Slice:
    return _slice(Later, *arguments)


def helpless(*arguments: Any) -> Slice:
    return _slice(Helpless, *arguments)


def deadly(*arguments: Any) -> Slice:
    os._exit(1)


def _slice(
    reviewer: type[Steady],
    code: str,
    text: str,
    files: Mapping[str, str] | None,
    kept: bytes | None,
    seconds: float,
    report: bool,
) -> Slice:
    vars(review_slices)["Reviewer"] = reviewer
    return review_slices.review_slice(code, text, files, kept, seconds, report)
