"""`perron review`: the table, the moments, the page, and games that cannot be reviewed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from types import ModuleType

import pytest

from perron.errors import ReviewError
from perron.record import Record, load_record, replay_record, save_record
from perron.review.report import Moment, Review, from_json
from tests.arena.test_report import read
from tests.cli.command import Run, assert_refused
from tests.cli.conftest import finished_game
from tests.review.made import made_review


class Scripted:
    """A reviewer that is done at the third asking, with numbers made up."""

    interrupted = False

    def __init__(self, record: Record, budget: int = 128, seed: str = "", done: Sequence[Moment] = ()) -> None:
        if not replay_record(record).over:
            raise ReviewError("the game is not over")
        self._review = made_review(record, budget, seed)
        self._asked = 0

    def work(self, seconds: float | None = None) -> bool:
        """Some more."""
        self._asked += 1
        if self.interrupted and self._asked == 2:
            raise KeyboardInterrupt
        return self._asked == 3

    def review(self) -> Review:
        """All of it."""
        return self._review


@pytest.fixture(autouse=True)
def _scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("perron.review.reviewer")
    vars(module).update(Reviewer=Scripted, STANDARD=128)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr("perron.cli.compiling.get_ready", lambda *_, **__: None)


def test_the_table_has_a_column_for_every_seat_that_adds_up(run: Run, finished: Path) -> None:
    answer = run("review", str(finished))
    assert (answer.code, answer.err) == (0, "")
    rows = {
        line[:19].strip(): [float(one.replace("−", "-")) for one in re.findall(r"[+−]?\d+(?:\.\d)?", line[19:])]
        for line in answer.out.splitlines()
    }
    assert rows["start"] == [50.0, 50.0]
    for seat in range(2):
        parts = ("start", "luck", "own skill", "others' skill", "hidden luck", "leftover")
        assert sum(rows[part][seat] for part in parts) == pytest.approx(rows["result"][seat])
    review = made_review(load_record(finished))
    assert rows["blunders"] == [summary.blunders for summary in review.summaries]


def test_the_deciding_moments_are_told_with_better_moves(run: Run, finished: Path) -> None:
    out = run("review", str(finished)).out
    review = made_review(load_record(finished))
    numbers = [int(one) for one in re.findall(r"^ ?\d+\. Action (\d+), turn \d+: P\d ", out, re.MULTILINE)]
    assert numbers == [step for step in review.deciding if step], "0 is the deal"
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "Better: " in out
    assert "Plan: " in out
    for seat, summary in enumerate(review.summaries):
        wrong = summary.inaccurate + summary.mistakes + summary.blunders
        assert (f"What P{seat} could have done better" in out) == (wrong > 0)


def test_the_review_for_programs_is_the_report_itself(run: Run, finished: Path) -> None:
    out = run("review", str(finished), "--json", "--budget", "8", "--seed", "again").out
    assert from_json(out) == made_review(load_record(finished), 8, "again")


def test_the_page_is_one_file_with_graphs_values_and_better_moves(run: Run, finished: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    assert run("review", str(finished), "--html", str(target)).code == 0
    text = target.read_text("utf-8")
    assert not re.search(r"(?:src|href)=\"(?!#)|url\(|@import|http", text), "it needs nothing from elsewhere"
    page = read(text)
    review = made_review(load_record(finished))
    plots = [str(attrs["aria-label"]) for tag, attrs in page.tags if tag == "svg" and attrs.get("role") == "img"]
    assert len(plots) == 1 + review.seats
    assert all("start 50.0 %, luck " in plot for plot in plots[1:])
    looks = [attrs["class"] for tag, attrs in page.tags if tag == "polyline"]
    assert looks == ["curve curve-0", "curve curve-1"]
    assert len([1 for tag, attrs in page.tags if tag == "th" and attrs.get("scope") == "row"]) >= len(review.moments)
    assert text.count('class="hit"') == len(review.moments)
    places = {attrs.get("id") for _, attrs in page.tags} - {None}
    links = {str(attrs["href"])[1:] for tag, attrs in page.tags if tag == "a"}
    assert links
    assert links <= places, "every number leads to what is told of the action"


def test_a_page_is_written_whole_or_not_at_all(
    run: Run, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "page.html"
    target.write_text("the page before")
    monkeypatch.setattr(Scripted, "interrupted", True)
    answer = run("review", str(finished), "--html", str(target))
    assert (answer.code, answer.out) == (130, "")
    assert target.read_text() == "the page before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["finished.txt", "page.html"]


def test_games_that_cannot_be_reviewed_are_refused_with_the_file(
    run: Run, finished: Path, begun: Path, tmp_path: Path
) -> None:
    assert_refused(run("review", str(begun)), f"{begun}: ", "not over")
    assert_refused(run("review", str(tmp_path / "missing.txt")), "missing.txt", "No such file")
    text = finished.read_text()
    finished.write_text(text[: len(text) // 2])
    assert_refused(run("review", str(finished)), f"{finished}, line ", "torn")
    finished.write_text(text.replace("rules 1\n", "rules 99\n"))
    assert_refused(run("review", str(finished)), f"{finished}, line 3", "99")


def test_flags_are_checked_before_the_work(run: Run, finished: Path, tmp_path: Path) -> None:
    assert_refused(run("review", str(finished), "--budget", "1"), "--budget", "1 is not between")
    assert_refused(run("review", str(finished), "--html", str(tmp_path)), "cannot be written", "folder")
    assert_refused(run("review", str(finished), "--html", str(finished)), "the record itself")
    assert load_record(finished).result is not None


def test_names_on_a_board_of_ones_own_are_words_and_no_html(run: Run, tmp_path: Path) -> None:
    text = resources.files("perron.editions").joinpath("tiny/edition.toml").read_text("utf-8")
    board = tmp_path / "mine.toml"
    board.write_text(text.replace('id = "tiny"', 'id = "mine"').replace("North", "<b>Nørth"), "utf-8")
    record, target = tmp_path / "mine.txt", tmp_path / "page.html"
    save_record(finished_game(str(board)), record)
    assert run("review", str(record), "--edition", str(board), "--html", str(target)).code == 0
    assert "<b>" not in target.read_text("utf-8")
    assert "<b>Nørth" in read(target.read_text("utf-8")).words
    assert json.loads(run("review", str(record), "--edition", str(board), "--json").out)["edition"] == "mine"
    assert_refused(run("review", str(record)), "line 2", "mine")
