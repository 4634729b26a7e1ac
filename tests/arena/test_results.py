"""The results file: nothing is lost, nothing is played twice, and nothing is mixed up."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from perron.arena import Plan
from perron.arena.results import ResultsFile
from perron.errors import PerronError
from tests.arena.plans import plan, row

ROWS = [row(deal, ("first", "claimer"), (2, 1)) for deal in range(3)]


def written(path: Path, told: Plan) -> None:
    with ResultsFile(path, told) as file:
        for one in ROWS:
            file.add(one)


def test_a_row_comes_back_as_it_was_written(tmp_path: Path) -> None:
    written(tmp_path / "r.jsonl", plan("first", "claimer"))
    with ResultsFile(tmp_path / "r.jsonl", plan("first", "claimer")) as file:
        assert file.rows == ROWS
    lines = (tmp_path / "r.jsonl").read_text().splitlines()
    assert len(lines) == 4
    assert json.loads(lines[0])["bots"] == ["first", "claimer"]
    assert json.loads(lines[1]) == {
        "deal": 0,
        "rotation": 0,
        "bots": ["first", "claimer"],
        "scores": [10, 20],
        "ranks": [2, 1],
        "tickets_made": [0, 0],
        "tickets_missed": [0, 0],
        "turns": 20,
        "decisions": [10, 10],
        "seconds": [0.5, 0.5],
        "end": "last_round",
        "forfeits": [],
    }


@pytest.mark.parametrize("cut", [1, 2, 40, 200])
def test_a_last_line_that_was_cut_off_is_dropped_and_its_game_is_missing(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "r.jsonl"
    written(path, plan("first", "claimer"))
    path.write_bytes(path.read_bytes()[:-cut])
    with ResultsFile(path, plan("first", "claimer")) as file:
        assert file.rows == ROWS[:2]
        file.add(ROWS[2])
    with ResultsFile(path, plan("first", "claimer")) as file:
        assert file.rows == ROWS


def test_a_header_that_was_cut_off_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    written(path, plan("first", "claimer"))
    path.write_bytes(path.read_bytes()[:30])
    written(path, plan("first", "claimer"))
    with ResultsFile(path, plan("first", "claimer")) as file:
        assert file.rows == ROWS


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (plan("first", "seeded"), 'its bots is ["first", "claimer"], not ["first", "seeded"]'),
        (plan("first", "claimer", seed=1), 'its seed is "0", not "1"'),
        (plan("first", "claimer", seats=3), "its seats is 2, not 3"),
        (plan("first", "claimer", edition="tiny_race"), 'its edition is "tiny", not "tiny_race"'),
        (plan("first", "claimer", move_time=1), "its move time is null, not 1"),
    ],
)
def test_games_of_another_tournament_are_not_gone_on_with(tmp_path: Path, other: Plan, words: str) -> None:
    path = tmp_path / "r.jsonl"
    written(path, plan("first", "claimer"))
    before = path.read_bytes()
    with pytest.raises(PerronError, match=re.escape(words)):
        ResultsFile(path, other)
    assert path.read_bytes() == before


def test_games_of_a_bot_that_has_changed_are_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    told = plan("first", "claimer")
    written(path, told)
    now = told.versions()
    header, *rest = path.read_text().splitlines()
    assert json.loads(header)["versions"] == now
    before = header.replace(now["claimer"], "0a1b2c3d") + "\n" + "\n".join(rest) + "\n"
    path.write_text(before)
    words = f"bots that have changed since: claimer was 0a1b2c3d and is {now['claimer']} now. Name another file"
    with pytest.raises(PerronError, match=re.escape(words)):
        ResultsFile(path, told)
    assert path.read_text() == before


def test_games_from_before_bots_had_versions_are_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    told = plan("first", "claimer")
    header = {name: value for name, value in told.header().items() if name != "versions"}
    path.write_text(json.dumps(header) + "\n")
    with pytest.raises(PerronError, match="first was of no version and is"):
        ResultsFile(path, told)


@pytest.mark.parametrize("broken", ["nothing", "{}", '{"deal": 1}', "[1, 2]", "\udcff"])
def test_a_broken_line_in_the_middle_is_named_and_kept(tmp_path: Path, broken: str) -> None:
    path = tmp_path / "r.jsonl"
    written(path, plan("first", "claimer"))
    lines = path.read_bytes().splitlines()
    lines[2] = broken.encode(errors="surrogateescape")
    path.write_bytes(b"\n".join(lines) + b"\n")
    before = path.read_bytes()
    with pytest.raises(PerronError, match=r"r\.jsonl, line 3: "):
        ResultsFile(path, plan("first", "claimer"))
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["a diary", "a diary\n", "[]\n", '{"game": 1}\n'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(content)
    with pytest.raises(PerronError, match=r"r\.jsonl"):
        ResultsFile(path, plan("first", "claimer"))
    assert path.read_text() == content


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    with (
        ResultsFile(tmp_path / "r.jsonl", plan("first", "claimer")),
        pytest.raises(PerronError, match="another run"),
    ):
        ResultsFile(tmp_path / "r.jsonl", plan("first", "claimer"))
