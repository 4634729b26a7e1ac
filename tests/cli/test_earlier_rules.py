"""Games of an earlier version of the rules on the command line: shown, checked and played on under that version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perron import Game
from perron.editions import load
from perron.record import load_record, save_record, verify_record
from tests.cli.command import CLAIM_OR_DRAW, Run, assert_refused
from tests.golden.make import FOLDER

AMSTERDAM = FOLDER / "amsterdam@1" / "2p-ordinary.record"
FIRST_JOURNEY = FOLDER / "first_journey@1" / "2p-goal.record"


@pytest.mark.parametrize("path", [AMSTERDAM, FIRST_JOURNEY], ids=str)
def test_verify_names_the_version_that_the_game_was_played_by(run: Run, path: Path) -> None:
    answer = run("verify", str(path))
    assert answer.code == 0
    assert "(rules version 1)" in answer.out
    assert json.loads(run("verify", str(path), "--json").out)["rules"] == 1


@pytest.mark.parametrize("more", [(), ("--edition", "amsterdam")], ids=str)
def test_replay_tells_the_places_of_the_board_that_it_was_played_on(run: Run, more: tuple[str, ...]) -> None:
    answer = run("replay", str(AMSTERDAM), *more)
    assert answer.code == 0
    assert "Regulierspoort" in answer.out
    assert json.loads(run("replay", str(AMSTERDAM), "--json", *more).out)["rules"] == 1


def test_a_record_says_itself_which_board_is_drawn(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert run("board", "--edition", "amsterdam", "--out", str(out), "--record", str(AMSTERDAM)).code == 0
    assert "Regulierspoort" in out.read_text("utf-8")
    assert run("board", "--edition", "amsterdam", "--out", str(out)).code == 0
    assert "Regulierspoort" not in out.read_text("utf-8")
    assert "Munttoren" in out.read_text("utf-8")


@pytest.mark.parametrize("name", ["amsterdam", "amsterdam@1"])
def test_a_game_that_was_begun_under_earlier_rules_is_finished_under_them(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "evening.record"
    begun = Game("amsterdam@1", 2, seed="evening")
    for _ in range(6):
        begun.play(begun.legal_actions()[0])
    save_record(begun, path, extra={"note": "P0 at the terminal; P1 easy"})
    answer = run("play", "--edition", name, "--record", str(path), typed=CLAIM_OR_DRAW)
    assert answer.code == 0
    record = load_record(path)
    assert record.edition == load("amsterdam@1")
    assert verify_record(record).game.over


def test_a_hint_is_given_on_the_earlier_board(run: Run) -> None:
    answer = run("hint", f"{AMSTERDAM}:4", "--json")
    assert answer.code == 0
    assert json.loads(answer.out)["choice"]


def test_a_new_game_can_be_asked_for_by_version_and_a_missing_one_is_refused(run: Run) -> None:
    found = json.loads(run("simulate", "--edition", "first_journey@1", "--games", "20", "--json").out)
    assert (found["edition"], found["rules"]) == ("first_journey", 1)
    assert_refused(run("simulate", "--edition", "first_journey@9"), "no version 9", "only 1 and 2")


def test_the_list_for_programs_names_every_version(run: Run) -> None:
    found = {one["id"]: one["versions"] for one in json.loads(run("editions", "--json").out)}
    assert found["amsterdam"] == found["first_journey"] == [1, 2]
    assert found["europe"] == [1]
