"""`perron perft`: counts, and files of counts."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from perron import Game
from perron.cli.perft import count
from tests.cli.command import COMMAND, ENVIRONMENT, Run, assert_refused

POSITION = "tiny seats=2 hand=P0:red*2,wild turn=P0"


def counted_slowly(game: Game, depth: int, payments: str) -> int:
    """The same by copying and playing."""
    if depth == 0:
        return 1
    leaves = 0
    for number in game.legal_numbers(payments).tolist():
        child = game.copy()
        child.play(number)
        leaves += counted_slowly(child, depth - 1, payments)
    return leaves


@pytest.mark.parametrize("payments", ["one", "all"])
@pytest.mark.parametrize(("edition", "depth"), [("tiny", 4), ("tiny_race", 3), ("first_journey", 2), ("amsterdam", 3)])
def test_the_count_is_that_of_games_played_one_by_one(edition: str, depth: int, payments: str) -> None:
    game = Game(edition, 2, 7)
    before = game.state.tobytes()
    for at in range(depth + 1):
        assert count(game, at, payments) == counted_slowly(game, at, payments)
    assert game.state.tobytes() == before


def test_counts_up_to_a_depth_are_printed_as_lines_of_a_perft_file(run: Run) -> None:
    answer = run("perft", "--edition", "tiny", "--seats", "2", "--seed", "7", "--depth", "3")
    game = Game("tiny", 2, 7)
    assert answer.code == 0
    assert answer.out.splitlines() == [f"perft {at} {counted_slowly(game, at, 'one')}" for at in (1, 2, 3)]


def test_counts_for_programs(run: Run) -> None:
    found = json.loads(run("perft", "--edition", "tiny", "--depth", "2", "--payments", "all", "--json").out)
    game = Game("tiny", 2, 0)
    assert [row["count"] for row in found["perft"]] == [counted_slowly(game, at, "all") for at in (1, 2)]


def perft_file(folder: Path, wrong: int = 0) -> Path:
    dealt, placed = Game("tiny", 3, "x"), Game.from_position(POSITION)
    path = folder / "some.perft"
    path.write_text(
        f"# counts for the test\n"
        f"id dealt\ngame tiny 3 x\nperft 1 {counted_slowly(dealt, 1, 'one')}\n"
        f"perft 2 {counted_slowly(dealt, 2, 'one')}\n\n"
        f"id placed\nposition {POSITION}\npayments all\nperft 2 {counted_slowly(placed, 2, 'all') + wrong}\n"
    )
    return path


def test_a_file_of_right_counts_is_right(run: Run, tmp_path: Path) -> None:
    answer = run("perft", str(perft_file(tmp_path)))
    assert (answer.code, answer.err) == (0, "")
    assert [line.split(":")[0] for line in answer.out.splitlines()] == ["dealt", "dealt", "placed"]


def test_a_wrong_count_is_named_with_its_line(run: Run, tmp_path: Path) -> None:
    path = perft_file(tmp_path, wrong=1)
    answer = run("perft", str(path))
    right = counted_slowly(Game.from_position(POSITION), 2, "all")
    assert answer.code == 2
    assert answer.err == f"perron: {path}, line 10: placed: perft 2 is {right}, not {right + 1}\n"
    found = json.loads(run("perft", str(path), "--json").out)
    assert [row["ok"] for row in found["counts"]] == [True, True, False]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["no cases"]),
        ("perft 1 3\n", ["line 1", "id NAME"]),
        ("id a\nperft 1 3\n", ["line 1", "no position"]),
        ("id a\ngame tiny 2 7\n", ["line 1", "no counts"]),
        ("id a\ngame tiny 2 7\nperft one 3\n", ["line 3"]),
        ("id a\ngame tiny 2 7\nperft 1\n", ["line 3"]),
        ("id a\ngame tiny 2 7\nperft 999 1\n", ["line 3"]),
        ("id a\ngame tiny 2 7\npayments some\n", ["line 3"]),
        ("id a\ngame tiny 2 7\nnonsense\n", ["line 3", "nonsense"]),
        ("id a\ngame tiny 2\nperft 1 3\n", ["line 1", "EDITION SEATS SEED"]),
        ("id a\ngame tiny 9 7\nperft 1 3\n", ["line 1", "2 to 3 players"]),
        ("id a\nposition tiny hand=P7:red\nperft 1 3\n", ["line 1", "P7"]),
    ],
)
def test_what_is_no_perft_file_is_refused(run: Run, tmp_path: Path, text: str, words: list[str]) -> None:
    path = tmp_path / "some.perft"
    path.write_text(text)
    assert_refused(run("perft", str(path)), str(path), *words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("", ["--edition"]),
        ("some.perft --edition tiny", ["--edition"]),
        ("missing.perft", ["missing.perft", "No such file"]),
        (".", [".", "directory"]),
        ("--edition tiny --depth 0", ["--depth", "0"]),
        ("--edition tiny --depth -1", ["--depth", "-1"]),
        ("--edition tiny --depth 1000", ["--depth", "1000"]),
        ("--edition tiny --seats 1", ["2 to 3 players", "1"]),
        ("--edition nowhere", ["nowhere"]),
    ],
)
def test_what_cannot_be_counted_is_refused(run: Run, arguments: str, words: list[str]) -> None:
    assert_refused(run("perft", *arguments.split()), *words)


def test_ctrl_c_stops_a_long_count() -> None:
    flags = ("perft", "--edition", "europe", "--seed", "7", "--depth", "60")
    process = subprocess.Popen([*COMMAND, *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"perft 1 ")
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert (process.returncode, err) == (130, b"")
