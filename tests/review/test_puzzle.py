"""Puzzles: a line and its object are the same thing, a file is checked line by line, and every day has another one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perron.cli.editions import check
from perron.editions import Edition, load
from perron.editions.folder import PUZZLES
from perron.errors import PerronError
from perron.review.puzzle import (
    DIFFICULTIES,
    Puzzle,
    PuzzleError,
    difficulties_in,
    puzzle_faults,
    puzzle_of_day,
    puzzles_of,
    read_line,
    read_puzzles,
    to_line,
)
from tests.review.hand_made import ALL, KEEP_THE_MADE_ONE, TWO_PAYMENTS, edition_with_puzzles

LINE = to_line(TWO_PAYMENTS)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an edition with puzzles."""
    return edition_with_puzzles(tmp_path_factory.mktemp("place"))


@pytest.fixture(scope="module")
def edition(home: Path) -> Edition:
    """The edition in it."""
    return load(home)


@pytest.mark.parametrize("puzzle", ALL, ids=[one.difficulty for one in ALL])
def test_a_line_is_read_as_it_was_written(puzzle: Puzzle, edition: Edition) -> None:
    assert read_line(to_line(puzzle)) == puzzle
    assert "\n" not in to_line(puzzle)
    assert puzzle.game(edition).to_move == 0


def test_the_puzzles_beside_an_edition_are_found(edition: Edition) -> None:
    assert tuple(one.puzzle for one in puzzles_of(edition)) == ALL
    assert edition.folder is not None
    assert difficulties_in(edition.folder) == DIFFICULTIES
    assert puzzles_of(load("tiny")) == ()


def test_a_move_loses_what_was_measured() -> None:
    assert [TWO_PAYMENTS.lost(one) for one in (*TWO_PAYMENTS.answers, "draw blind", "draw red")] == [0, 0, 0.62, None]
    assert TWO_PAYMENTS.obvious == "draw blind"


FAULTS = {
    "half": (LINE.rpartition(" | ")[0], "a puzzle is written difficulty"),
    "difficulty": (LINE.replace("easy", "child's play", 1), "no difficulty: easy, medium, hard"),
    "no version": (LINE.replace("@1", "", 1), "the version of its rules"),
    "other version": (LINE.replace("@1", "@2", 1), "of utrecht@2, and the puzzles are of utrecht@1"),
    "other edition": (LINE.replace("utrecht", "tiny", 1), "of tiny@1, and the puzzles are of utrecht@1"),
    "no position": (LINE.replace("seats=2", "seats=2 hand=P0:silver", 1), "no card of utrecht|stands twice"),
    "illegal answer": (LINE.replace("claim bell-elm green*2", "claim elm-inlet red*2"), "."),
    "another writing": (LINE.replace("claim bell-elm green*2", "claim elm-bell green*2"), "is written 'claim bell-elm"),
    "no other": (to_line(replace(TWO_PAYMENTS, others=())), "another move that is the obvious one"),
    "loses nothing": (LINE.replace(" 0.620", ""), "the win chance that it loses"),
    "right and wrong": (LINE.replace("draw blind 0.620", "claim bell-elm green*2 0.620"), "stands there once"),
    "no plan": (LINE.rpartition("{")[0] + "{", "the plan is not an explanation"),
    "ticket": (LINE.replace('["anchor-elm"]', '["<script>"]'), "names what is not in utrecht"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_is_said_with_its_line(name: str, edition: Edition) -> None:
    line, told = FAULTS[name]
    good = to_line(KEEP_THE_MADE_ONE)
    with pytest.raises(PuzzleError, match=told) as error:
        read_puzzles(f"# a comment\n\n{good}\n{line}\n", edition)
    assert error.value.line == 4
    faults = puzzle_faults(f"{line}\n{good}\n{good}\n", edition)
    assert [(fault.line, fault.code) for fault in faults] == [(1, "puzzle/unusable"), (3, "puzzle/unusable")]


@given(text=st.text() | st.text("|;{}@=P0: \nabcdraw").map(lambda end: LINE[: len(LINE) // 2] + end))
def test_no_text_breaks_the_reading(text: str) -> None:
    for fault in puzzle_faults(text, load("tiny")):
        assert fault.line is not None


def test_editions_check_names_a_puzzle_that_is_no_good(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check(home)
    bad = edition_with_puzzles(tmp_path)
    (bad / PUZZLES).write_text(LINE + "\n" + LINE.replace("draw blind", "draw what") + "\n", "utf-8")
    with pytest.raises(PerronError, match="has 1 error"):
        check(bad)
    assert f"{bad / PUZZLES}: line 2: error: 'what' is no card" in capsys.readouterr().out
    assert [one.puzzle for one in puzzles_of(load(bad))] == [TWO_PAYMENTS]  # the good ones can still be played


def test_every_day_has_another_puzzle_until_all_were_shown(edition: Edition) -> None:
    puzzles = puzzles_of(edition)
    first = date(2026, 11, 18)
    shown = [puzzle_of_day(puzzles, first + timedelta(days=n)).puzzle.id for n in range(30)]
    assert Counter(shown) == {one.id: 10 for one in ALL}
    assert all(len(set(shown[n : n + 3])) == 3 for n in range(28))
    assert shown == [puzzle_of_day(puzzles[::-1], first + timedelta(days=n)).puzzle.id for n in range(30)]
