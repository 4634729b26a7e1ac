"""The report page: everything in one file that needs nothing from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from perron.arena import Run, SequentialTest
from perron.arena.report import report_page
from perron.arena.row import Forfeit
from perron.arena.standing import stand
from perron.plots.svg import ticks
from tests.arena.plans import plan, row

EMPTY = {"meta"}


class Reader(HTMLParser):
    """Collects tags and words, and sees that what is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def run(*, names: tuple[str, str] = ("claimer", "first"), test: SequentialTest | None = None) -> Run:
    wrong = (Forfeit(0, 3, "raised", "<b>no & never</b>"),)
    rows = [row(deal, names, (1, 2) if deal % 3 else (2, 1), tickets_made=(2, 1)) for deal in range(30)]
    rows.append(row(30, names, (1, 2), forfeits=wrong))
    course = test.course() if test else None
    if course is not None:
        for score in (1.0, 0.0, 1.0):
            course.add(score)
    standing = stand(names, 2, rows)
    return Run(
        plan("claimer", "first"),
        tuple(rows),
        standing,
        test,
        course.verdict if course else None,
        tuple(course.llrs) if course else (),
        0,
    )


def test_the_page_has_a_plot_of_each_kind_and_the_matrix() -> None:
    page = read(report_page(run()))
    plots = [attrs.get("aria-label") for tag, attrs in page.tags if tag == "svg"]
    assert plots == [
        "Ratings with 95 % intervals",
        "Win rates with 95 % intervals",
        "Score distributions",
        "Tickets completed and missed a game",
    ]
    assert "Who finishes ahead of whom" in page.words
    assert "31 games on 31 deals" in page.words
    bot = run().standing.bots[0]
    assert f"{100 * bot.win_rate:.1f} %" in page.words
    assert f"{bot.rating:+.0f}" in page.words
    assert f"version {run().plan.versions()[bot.bot]}" in page.words


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = report_page(run(test=SequentialTest("claimer", "first")))
    assert re.findall(r"https?:|//[a-z]|url\(|@import|<script|<link|<img|src=", page) == []


def test_the_page_follows_light_and_dark() -> None:
    page = report_page(run())
    assert "prefers-color-scheme: dark" in page
    assert "color-scheme: light dark" in page
    assert re.findall(r'(?:fill|stroke)="#', page) == []


def test_a_sequential_test_has_its_course_and_its_verdict() -> None:
    page = read(report_page(run(test=SequentialTest("claimer", "first"))))
    assert ("Sequential test" in page.words, "Not decided yet." in page.words) == (True, True)
    assert any(attrs.get("aria-label") == "Course of the sequential test" for _, attrs in page.tags)


def test_what_bots_are_called_and_say_is_shown_and_not_obeyed() -> None:
    page = report_page(run(names=("<i>a</i>", "b&amp;")))
    assert "<i>" not in page
    assert "<b>" not in page
    words = read(page).words
    assert "<b>no & never</b>" in words
    assert "<i>a</i>" in words


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-213, 312), (5, 5), (0, 0.3), (-1, 1e6)])
def test_an_axis_has_a_few_round_numbers_that_cover_all(low: float, high: float) -> None:
    marks = ticks(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert 2 <= len(marks) <= 8
