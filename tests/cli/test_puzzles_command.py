"""`perron puzzles`: where its games come from, and what it does with those that are no good."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from perron.record import Record, replay_record
from perron.review import finding
from perron.review.budgets import STANDARD
from perron.review.puzzle import Puzzle, read_line
from tests.cli.command import Run
from tests.review.hand_made import TAKE_THE_WILD


def test_it_says_what_to_say(run: Run, tmp_path: Path) -> None:
    for arguments, told in (
        ((), "--from DIR, or --play N"),
        (("--from", ".", "--play", "3"), "--from DIR, or --play N"),
        (("--play", "3"), "--edition"),
        (("--play", "0", "--edition", "micro"), "0 is not between 1 and"),
        (("--from", str(tmp_path)), "neither a record nor a folder with records"),
        (("--from", str(tmp_path / "nothing")), "neither a record nor a folder with records"),
    ):
        answer = run("puzzles", *arguments)
        assert (answer.code, answer.out) == (2, "")
        assert told in answer.err, arguments


@pytest.fixture
def one_a_game(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """A finder that finds one puzzle in every game and notes its budget and seed: the real one takes minutes."""
    asked: list[tuple[int, str]] = []

    def find(records: Iterable[Record], budget: int, seed: str) -> Iterator[Puzzle]:
        for record in records:
            replay_record(record)
            asked.append((budget, seed))
            yield TAKE_THE_WILD

    monkeypatch.setattr(finding, "find_puzzles", find)
    return asked


def test_what_is_no_finished_game_is_skipped_with_a_sentence(
    run: Run, finished: Path, tmp_path: Path, one_a_game: list[tuple[int, str]]
) -> None:
    whole = finished.read_text("utf-8")
    finished.with_name("again.txt").write_text(whole, "utf-8")
    finished.with_name("torn.txt").write_text(whole[:-20], "utf-8")
    finished.with_name("other.txt").write_bytes(b"\xff\x00")
    answer = run("puzzles", "--from", str(tmp_path), "--seed", "7")
    assert answer.code == 0
    assert [read_line(line) for line in answer.out.splitlines()] == [TAKE_THE_WILD], "one position is one puzzle"
    assert one_a_game == [(STANDARD, "7"), (STANDARD, "7")]
    assert answer.err.count("; skipped\n") == 2
    assert f"{tmp_path / 'other.txt'} is not a text in UTF-8" in answer.err
    assert "the last line is cut off: the file is torn; skipped" in answer.err
    nothing = run("puzzles", "--from", str(tmp_path), "--edition", "micro")
    assert (nothing.code, nothing.out) == (2, "")
    assert "it is a game of tiny, and not of micro; skipped" in nothing.err
    assert "there was no game in which puzzles could be looked for" in nothing.err


def test_games_are_played_and_what_is_found_is_written(
    run: Run, tmp_path: Path, one_a_game: list[tuple[int, str]]
) -> None:
    target = tmp_path / "puzzles.txt"
    answer = run("puzzles", "--play", "2", "--edition", "micro", "--budget", "9", "--out", str(target))
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == f"1 puzzle in {target}\n"
    assert read_line(target.read_text("utf-8")) == TAKE_THE_WILD
    assert one_a_game == [(9, "0"), (9, "0")]


def test_no_record_is_written_over(run: Run, finished: Path) -> None:
    whole = finished.read_text("utf-8")
    answer = run("puzzles", "--from", str(finished), "--out", str(finished))
    assert (answer.code, answer.out) == (2, "")
    assert "is one of the records" in answer.err.replace("\n", " ")
    assert finished.read_text("utf-8") == whole
