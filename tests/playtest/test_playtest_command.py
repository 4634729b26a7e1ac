"""`perron playtest`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from perron.editions import load, names
from perron.playtest import playtest
from tests.cli.command import Run, assert_refused, in_a_process

TINY = ("playtest", "--edition", "tiny", "--bot", "random", "--games", "5", "--jobs", "1")


def test_json_is_the_report_and_nothing_else(run: Run) -> None:
    answer = run(*TINY, "--seats", "3", "--seed", "s", "--json")
    assert (answer.code, answer.err) == (0, "")
    expected = playtest("tiny", "random", 3, 5, seed="s", jobs=1).to_dict()
    assert json.loads(answer.out) == json.loads(json.dumps(expected))


@pytest.mark.parametrize("edition", names())
def test_the_tables_have_every_route_ticket_and_place(run: Run, edition: str) -> None:
    answer = run("playtest", "--edition", edition, "--bot", "random", "--games", "2", "--jobs", "1")
    assert (answer.code, answer.err) == (0, "")
    folded = "".join(line.split("  ")[0].strip() for line in answer.out.splitlines())
    board = load(edition)
    for ident in (*(route.id for route in board.routes), *(ticket.id for ticket in board.tickets)):
        assert ident in folded
    assert all(city.name in answer.out for city in board.cities)
    assert max(map(len, answer.out.splitlines())) <= 80


def test_the_files_are_written_and_the_same_for_the_same_seed(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        answer = run(
            "playtest",
            "--edition",
            "tiny",
            "--bot",
            "random",
            "--games",
            "6",
            "--jobs",
            "1",
            "--out",
            str(tmp_path / name),
        )
        assert answer.code == 0
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == ["heat_map.svg", "report.json", "report.md"]
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    assert json.loads((tmp_path / "one" / "report.json").read_text("utf-8"))["games"] == 6
    assert "heat_map.svg" in (tmp_path / "one" / "report.md").read_text("utf-8")
    assert ET.parse(tmp_path / "one" / "heat_map.svg").getroot().tag.endswith("svg")


def test_a_board_of_ones_own_is_played(run: Run, tmp_path: Path) -> None:
    board = resources.files("perron.editions").joinpath("amsterdam/edition.toml").read_text("utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(board.replace('id = "amsterdam"', 'id = "mine"').replace("points = 9 }", "points = 11 }"), "utf-8")
    for bot in ("random", "greedy", "planner"):
        answer = run("playtest", "--edition", str(path), "--bot", bot, "--games", "3", "--jobs", "1", "--json")
        assert answer.code == 0
        found = json.loads(answer.out)
        assert found["edition"] == "mine"
        assert found["faults"] == {}
        assert 11 in [use["points"] for use in found["tickets"]]


def test_a_bot_from_a_file_plays_in_every_process(tmp_path: Path) -> None:
    file = tmp_path / "first_bot.py"
    file.write_text(
        "from perron.bots.registry import register\n"
        "class First:\n"
        "    name = 'first'\n"
        "    def choose(self, view, clock):\n"
        "        return view.legal[0]\n"
        "register('first', lambda argument, seed: First())\n"
    )
    flags = ("--edition", "tiny", "--bot", "first", "--games", "7", "--jobs", "2", "--load", str(file), "--json")
    answer = in_a_process("playtest", *flags)
    assert (answer.code, answer.err) == (0, "")
    assert json.loads(answer.out)["faults"] == {}


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ("--games 0", ["--games", "0"]),
        ("--jobs 0", ["--jobs", "0"]),
        ("--seats 9", ["tiny is for 2 to 3 players"]),
        ("--bot plannet", ["plannet"]),
        ("--edition utrecht", ["utrecht"]),
        ("--load nothing.py", ["nothing.py"]),
    ],
)
def test_what_cannot_be_played_is_refused_and_nothing_is_left(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(run(*TINY, "--out", "found", *flags.split()), *words)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_not_a_folder_to_write_into(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert_refused(run(*TINY, "--out", str(tmp_path / "file")), "--out", "not a folder")
