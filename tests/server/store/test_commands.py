"""`perron export`, `perron backup` and `perron restore`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perron.record import read_record, verify_record
from perron.server.store import Store, queries
from perron.server.store.migrating import newest
from perron.server.table import replayed_game
from tests.cli.command import Run, assert_refused, runner
from tests.server.store.making import add_table
from tests.server.store.release import OVER, PLAYING, WAITING, fill


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process."""
    return runner(monkeypatch, capsys)


@pytest.fixture
def filled(database: str) -> str:
    """A database with games in it."""
    with Store.open(database) as store:
        fill(store)
    return database


def test_a_finished_game_is_exported_as_a_record_that_verifies(run: Run, filled: str, tmp_path: Path) -> None:
    answer = run("export", OVER, "--database", filled)
    assert (answer.code, answer.err) == (0, "")
    assert verify_record(read_record(answer.out)).committed
    assert " undo\n" in answer.out
    file = tmp_path / "game.txt"
    assert run("export", OVER, "--database", filled, "--out", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == answer.out
    assert run("verify", str(file)).code == 0


def test_of_a_running_game_only_what_a_spectator_may_know_is_exported(run: Run, filled: str) -> None:
    with Store.open(filled, serving=False) as store:
        snapshot = store.read_now(lambda connection: queries.load_snapshot(connection, PLAYING))
    assert snapshot is not None
    answer = run("export", PLAYING, "--database", filled)
    assert answer.code == 0
    assert "is not over: this is what a spectator may know" in answer.err
    shown = json.loads(answer.out)
    assert (shown["table"]["code"], shown["table"]["commitment"]) == (PLAYING, snapshot.table.commitment)
    assert [entry["number"] for entry in shown["entries"]] == list(range(1, snapshot.table.number + 1))
    assert snapshot.table.key.hex() not in answer.out
    assert str(snapshot.table.words[0] if snapshot.table.words else "") not in answer.out
    assert shown["view"] == json.loads(json.dumps(replayed_game(snapshot).view(None).to_dict()))
    events = [entry["event"] for entry in shown["entries"]]
    assert all(event.get("tickets") is None for event in events)
    drawn = [event for event in events if event["kind"] == "draw_blind"]
    assert drawn
    assert all(event.get("cards") is None for event in drawn)


def test_the_operator_may_ask_for_the_secrets_of_a_running_game(run: Run, filled: str) -> None:
    answer = run("export", PLAYING, "--database", filled, "--secret")
    assert answer.code == 0
    assert "Show it to no player" in answer.err
    assert verify_record(read_record(answer.out)).key_checked


def test_a_table_that_has_not_begun_has_no_record_even_for_the_operator(run: Run, filled: str) -> None:
    answer = run("export", WAITING, "--database", filled, "--secret")
    assert answer.code == 0
    assert "has not begun" in answer.err
    assert json.loads(answer.out)["table"]["status"] == "waiting"


def unwrapped(text: str) -> str:
    """Text in one line, wherever the terminal's width broke it."""
    return " ".join(text.split())


def test_a_backup_goes_from_one_store_to_the_other(run: Run, filled: str, tmp_path: Path) -> None:
    file = tmp_path / "all.gz"
    answer = run("backup", str(file), "--database", filled)
    assert (answer.code, answer.err) == (0, "")
    assert "5 tables" in unwrapped(answer.out)
    assert "know every hand" in unwrapped(answer.out)
    again = tmp_path / "again"
    assert "5 tables" in unwrapped(run("restore", str(file), "--data", str(again)).out)
    told = json.loads(run("backup", str(tmp_path / "b.gz"), "--data", str(again), "--json").out)
    assert (told["rows"]["tables"], told["schema"]) == (5, newest())
    assert_refused(run("restore", str(file), "--data", str(again)), "5 tables", "--replace")
    done = run("restore", str(file), "--data", str(again), "--replace", "--json")
    assert json.loads(done.out)["rows"]["messages"] == 4
    assert verify_record(read_record(run("export", OVER, "--data", str(again)).out)).committed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["export", "nothere234", "--data", "{here}"], ["no table 'nothere234'"]),
        (["export", "x" * 5000, "--data", "{here}"], ["no table"]),
        (["export", OVER, "--data", "{empty}"], ["no database"]),
        (["export", OVER, "--database", "nonsense"], ["database URL"]),
        (["export", OVER, "--database", "postgresql://u:hush@127.0.0.1:1/x"], ["127.0.0.1:1"]),
        (["backup", "{empty}/no/b.gz", "--data", "{here}"], ["no folder"]),
        (["backup", "{empty}/b.gz", "--data", "{empty}"], ["no database"]),
        (["restore", "{empty}/nothing.gz", "--data", "{here}"], ["No such file"]),
        (["restore", "{here}/perron.sqlite", "--data", "{empty}"], ["not a backup"]),
        (["restore", "{here}", "--data", "{empty}"], ["directory"]),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(
    run: Run, tmp_path: Path, arguments: list[str], words: list[str]
) -> None:
    here, empty = tmp_path / "here", tmp_path / "empty"
    empty.mkdir()
    with Store.open(f"sqlite:///{here}/perron.sqlite") as store:
        add_table(store)
    answer = run(*(part.format(here=here, empty=empty) for part in arguments))
    assert_refused(answer, *words)
    assert "hush" not in answer.err
    assert list(empty.iterdir()) == []
