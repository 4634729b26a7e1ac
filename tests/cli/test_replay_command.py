"""`perron replay` and `perron verify`: games from their records, and records that are not right."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from perron.record import load_record, replay_record, save_record, write_record
from tests.cli.command import Run, assert_refused, in_a_process
from tests.cli.conftest import finished_game

COMMANDS = ["replay", "verify"]


def change_line(path: Path, number: int, old: str, new: str) -> None:
    lines = path.read_text().split("\n")
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new)
    path.write_text("\n".join(lines))


def test_replay_tells_every_action_and_the_end(run: Run, finished: Path) -> None:
    answer = run("replay", str(finished))
    assert (answer.code, answer.err) == (0, "")
    game = replay_record(load_record(finished))
    lines = answer.out.splitlines()
    numbered = [line.split()[:2] for line in lines if line.lstrip()[:1].isdigit() and " P" in line[:6]]
    assert numbered == [[str(number), f"P{move.seat}"] for number, move in enumerate(game.moves, 1)]
    outcome = game.outcome
    assert outcome is not None
    assert [line.split()[1:] for line in lines if line.startswith("total")] == [
        [str(score.total) for score in outcome.scores]
    ]


def test_replay_until_a_number_shows_the_position_with_all_cards_open(run: Run, finished: Path) -> None:
    answer = run("replay", str(finished), "--until", "5")
    game = replay_record(load_record(finished), 5)
    assert answer.code == 0
    assert "after 5 of" in answer.out
    for seat in range(2):
        view = game.view(seat)
        assert view.hand is not None
        told = "  ".join(f"{'★' if kind == 'wild' else '■'} {n} {kind}" for kind, n in view.hand.items())
        assert f"P{seat}       {told or 'no cards'}" in answer.out.splitlines()


def test_replay_until_nothing_shows_the_deal(run: Run, finished: Path) -> None:
    answer = run("replay", str(finished), "--until", "0")
    assert answer.code == 0
    assert "after 0 of" in answer.out
    assert "offered: " in answer.out


def test_replay_for_programs_has_actions_words_and_views(run: Run, finished: Path) -> None:
    found = json.loads(run("replay", str(finished), "--until", "7", "--json").out)
    game = replay_record(load_record(finished), 7)
    assert found["until"] == 7
    assert [move["action"] for move in found["moves"]] == [str(move.action) for move in game.moves]
    assert [move["words"].split()[0] for move in found["moves"]] == [f"P{move.seat}" for move in game.moves]
    assert found["views"] == json.loads(json.dumps([game.view(seat).to_dict() for seat in range(2)]))


def test_places_are_called_as_on_the_board_in_every_language(run: Run, finished: Path) -> None:
    english, swedish = (run("replay", str(finished), "--language", one).out for one in ("en", "sv"))
    assert "North" in english
    assert swedish == english


@pytest.mark.parametrize("until", ["-1", "9999"])
def test_replay_until_a_number_that_is_not_there_is_refused(run: Run, finished: Path, until: str) -> None:
    assert_refused(run("replay", str(finished), "--until", until), str(finished), "--until", until)


def test_verify_says_what_was_checked(run: Run, finished: Path) -> None:
    answer = run("verify", str(finished))
    record = load_record(finished)
    assert (answer.code, answer.err) == (0, "")
    assert f"{len(record.actions)} actions" in answer.out
    assert "follows from the key" in answer.out
    assert "committed" in answer.out
    assert f"{len(record.actions) // 10} state hashes" in answer.out
    assert record.result is not None
    assert record.result.removeprefix("result ") in answer.out


def test_verify_for_programs(run: Run, finished: Path) -> None:
    found = json.loads(run("verify", str(finished), "--json").out)
    game = finished_game()
    outcome = game.outcome
    assert outcome is not None
    assert found["ok"] is True
    assert (found["edition"], found["seats"], found["actions"]) == ("tiny", 2, len(game.moves))
    assert (found["key_checked"], found["committed"], found["over"]) == (True, True, True)
    assert (found["reason"], found["ranks"]) == (outcome.reason, list(outcome.ranks))


def test_a_record_without_its_key_is_verified_from_its_answers(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "keyless.txt"
    path.write_text(write_record(finished_game(), reveal_key=False))
    answer = run("verify", str(path))
    assert answer.code == 0
    assert "no key is given" in answer.out
    assert run("replay", str(path)).code == 0


def test_a_game_that_goes_on_is_verified_as_far_as_it_is(run: Run, begun: Path) -> None:
    answer = run("verify", str(begun))
    assert answer.code == 0
    assert "not over" in answer.out


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_file_a_folder_and_another_text_are_refused(run: Run, tmp_path: Path, command: str) -> None:
    other = tmp_path / "other.txt"
    other.write_text("Dear diary,\n")
    noise = tmp_path / "noise"
    noise.write_bytes(bytes(range(256)))
    for path, word in (
        (tmp_path / "missing.txt", "No such file"),
        (tmp_path, "directory"),
        (other, "line 1"),
        (noise, "UTF-8"),
    ):
        assert_refused(run(command, str(path)), str(path), word)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_torn_record_is_refused_with_its_last_line(run: Run, finished: Path, command: str) -> None:
    text = finished.read_text()
    finished.write_text(text[: len(text) // 2])
    last = finished.read_text().count("\n") + 1
    assert_refused(run(command, str(finished)), f"{finished}, line {last}: ", "torn")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_record_of_another_version_or_edition_is_refused(run: Run, finished: Path, command: str) -> None:
    change_line(finished, 3, "rules 1", "rules 99")
    assert_refused(run(command, str(finished)), "line 3", "99")
    change_line(finished, 3, "rules 99", "rules 1")
    change_line(finished, 2, "edition tiny", "edition nowhere")
    assert_refused(run(command, str(finished)), "line 2", "nowhere")


def lines_of(path: Path) -> list[tuple[int, str]]:
    return list(enumerate(path.read_text().splitlines(), 1))


def test_verify_names_the_first_line_that_is_wrong(run: Run, finished: Path) -> None:
    whole = finished.read_text()
    key = next(n for n, line in lines_of(finished) if line.startswith("key "))
    drawn = next(n for n, line in lines_of(finished) if " draw blind > red" in line)
    hashed = next(n for n, line in lines_of(finished) if " #" in line)
    result = len(lines_of(finished))
    for number, old, new in (
        (key, "key ", "key 0"),
        (drawn, "> red", "> green"),
        (hashed, " #", " #0000"),
        (result, "P0:", "P0:9"),
    ):
        finished.write_text(whole)
        change_line(finished, number, old, new)
        if number in (key, hashed):  # keep the number of digits
            lines = finished.read_text().split("\n")
            lines[number - 1] = lines[number - 1][: -1 if number == key else -4]
            finished.write_text("\n".join(lines))
        answer = run("verify", str(finished))
        assert_refused(answer, f"perron: {finished}, line {number}: ")


def test_verify_for_programs_names_the_line_too(run: Run, finished: Path) -> None:
    at, _ = next((n, line) for n, line in lines_of(finished) if line.startswith("5 P"))
    change_line(finished, at, "5 P", "6 P")
    answer = run("verify", str(finished), "--json")
    assert answer.code == 2
    found = json.loads(answer.out)
    assert (found["ok"], found["line"]) == (False, at)
    assert found["error"] in answer.err


def test_a_game_on_a_board_of_ones_own_is_read_with_its_file(run: Run, tmp_path: Path) -> None:
    text = resources.files("perron.editions").joinpath("tiny/edition.toml").read_text("utf-8")
    board = tmp_path / "mine.toml"
    board.write_text(text.replace('id = "tiny"', 'id = "mine"'), "utf-8")
    record = tmp_path / "mine.txt"
    save_record(finished_game(str(board)), record)
    for command in COMMANDS:
        assert run(command, str(record), "--edition", str(board)).code == 0
        assert_refused(run(command, str(record)), "line 2", "mine")
        assert_refused(run(command, str(record), "--edition", "missing.toml"), "missing.toml")


def test_verify_is_a_real_command(finished: Path) -> None:
    assert in_a_process("verify", str(finished)).code == 0
    finished.write_text(finished.read_text()[:-1])
    assert_refused(in_a_process("verify", str(finished)), str(finished), "torn")
