"""A review in words: numbers that add up as they are shown, and nothing called a mistake that may be noise."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perron import Game
from perron.record import Record, read_record, write_record
from perron.review.report import Judgement, SeatSummary, Size
from perron.review.sizes import SIZES
from perron.review.text import PARTS, Step, Telling, adding_up, percent
from tests.docs.blocks import ROOT
from tests.review.made import made_review, with_judgement

parts = st.floats(-2, 2)


@lru_cache
def played(edition: str = "tiny", seats: int = 3) -> Record:
    """The record of a game in which everybody takes the last action of the list."""
    game = Game(edition, seats, seed=7)
    while not game.over:
        game.play(int(game.legal_numbers()[-1]))
    return read_record(write_record(game))


def telling() -> Telling:
    record = played()
    return Telling(made_review(record), record.edition, [Step(1, "P0 passes")] * (len(record.actions) + 1))


def tenths(shown: str) -> int:
    """A number as it is shown, in tenths of a per cent."""
    return round(10 * float(shown.removesuffix(" %").replace("−", "-")))


@given(st.floats(0, 1), st.sampled_from([0.0, 1 / 3, 0.5, 1.0]), st.lists(parts, min_size=4, max_size=4))
def test_rounded_parts_add_up_and_each_is_off_by_little(start: float, result: float, four: list[float]) -> None:
    leftover = result - start - sum(four)
    luck, skill, others, hidden = four
    errors = (0.03, 0.01)
    summary = SeatSummary(start, result, luck, skill, others, hidden, leftover, *errors, 0, 0.0, 0, 0, 0)
    shown = adding_up(summary)
    assert round(1000 * start) + sum(round(1000 * part) for part in shown) == round(1000 * result)
    for exact, part in zip((*four, leftover), shown, strict=True):
        assert abs(exact - part) <= 0.0015


def test_the_lines_of_every_seat_add_up_as_they_are_shown() -> None:
    told = telling()
    for seat in range(3):
        (first, start), *lines, (last, result) = told.sums(seat)
        assert (first, [name for name, _ in lines], last) == ("start", list(PARTS), "result")
        assert tenths(start) + sum(tenths(value) for _, value in lines) == tenths(result)


@pytest.mark.parametrize(
    ("share", "plain", "signed"),
    [
        (0.1234, "12.3 %", "+12.3 %"),
        (-0.05, "−5.0 %", "−5.0 %"),
        (-0.0001, "0.0 %", "0.0 %"),
        (1.0, "100.0 %", "+100.0 %"),
    ],
)
def test_shares_are_per_cent_with_one_decimal(share: float, plain: str, signed: str) -> None:
    assert (percent(share), percent(share, plus=True)) == (plain, signed)


def test_the_page_about_reviews_says_where_the_words_for_sizes_begin() -> None:
    page = (ROOT / "docs" / "review.md").read_text("utf-8")
    for least, size in SIZES:
        assert f"| {size} | {100 * least:.0f} % or more |" in page


def judged(told: Telling) -> tuple[int, Judgement]:
    """A mistake of the review."""
    return next(
        (i, one.judgement)
        for i, one in enumerate(told.review.moments)
        if one.judgement is not None and one.judgement.size == "mistake"
    )


def test_a_mistake_is_told_with_what_it_lost_and_the_better_move_and_its_plan() -> None:
    told = telling()
    step, judgement = judged(told)
    assert judgement.better is not None
    passage = told.passage(step)
    assert passage.verdict is not None
    assert passage.verdict.startswith(f"A mistake: {percent(judgement.lost)} lost (95 % interval")
    assert passage.better == told.better(judgement.better)
    assert passage.better not in (None, judgement.better.action), "it is told in words"
    assert passage.plan == "Plan: I have no ticket left to make.", "the move itself is not told twice"


@pytest.mark.parametrize("size", ["fine", "inaccurate", "mistake", "blunder"])
def test_what_is_within_noise_is_said_so_and_never_called_a_mistake(size: Size) -> None:
    told = telling()
    step, judgement = judged(told)
    review = with_judgement(told.review, step, replace(judgement, size=size, within_noise=True))
    told = Telling(review, told.edition, told.steps)
    passage = told.passage(step)
    assert passage.verdict is not None
    assert passage.verdict.startswith("Within noise")
    assert (passage.better, passage.plan) == (None, None)
    assert all(step not in told.mistakes(seat) for seat in range(3))


def test_whom_a_bot_stood_in_for_is_named_with_its_actions() -> None:
    told = telling()
    assert list(told.stand_ins()) == []
    review = told.review
    own = [i for i, one in enumerate(review.moments) if one.seat == 1 and one.judgement is not None]
    for step in own[2:5]:
        judgement = review.moments[step].judgement
        assert judgement is not None
        review = with_judgement(review, step, replace(judgement, by="bot"))
    told = Telling(review, told.edition, told.steps)
    (words,) = told.stand_ins()
    assert f"P1: actions {own[2]} to {own[4]}" in words
    assert "A bot stood in" in str(told.passage(own[3]).verdict)


def test_chances_of_a_step_are_those_before_it_and_the_change() -> None:
    told = telling()
    step = len(told.review.moments) - 1
    passage = told.passage(step)
    for seat, change in enumerate(passage.changes):
        before, now = (told.review.moments[i].chances[seat] for i in (step - 1, step))
        assert change == f"P{seat} {percent(now)} ({percent(now - before, plus=True).removesuffix(' %')})"
    assert told.passage(0).title == told.steps[0].words
    assert told.before(0) == told.review.start
