"""Every command that is about an edition is told which by the same option, in the same forms."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import typer

from perron.cli import app
from tests.arena.plans import play_here
from tests.cli.command import Run

COMMANDS = {
    "simulate": ("--games", "2", "--json"),
    "playtest": ("--games", "2", "--bot", "random", "--jobs", "1", "--json"),
    "arena": ("--bots", "random,greedy", "--games", "2", "--jobs", "1", "--json"),
    "perft": ("--depth", "1", "--json"),
    "board": ("--json",),
    "rules": ("--json",),
}
OF_A_RECORD = {"replay": "begun", "verify": "finished"}


def test_no_command_has_another_word_for_it() -> None:
    root: Any = typer.main.get_command(app)
    told = {
        name: parameter
        for name, command in root.commands.items()
        for parameter in command.params
        if "EDITION" in str(parameter.metavar)
    }
    assert set(told) == {*COMMANDS, "play", "hint", "ladder", "learn", "tune", "puzzles", "review", *OF_A_RECORD}
    assert all(parameter.opts == ["--edition"] for parameter in told.values())


@pytest.mark.parametrize("command", COMMANDS)
def test_an_id_a_version_and_a_file_are_understood(
    run: Run, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perron.arena.run.play_in_pool", play_here)
    mine = tmp_path / "mine.toml"
    mine.write_text(resources.files("perron.editions").joinpath("tiny/edition.toml").read_text("utf-8"), "utf-8")
    answers = []
    for name in ("tiny", "tiny@1", str(mine)):
        answer = run(command, "--edition", name, *COMMANDS[command])
        assert answer.code == 0, answer.err
        answers.append(without_times(json.loads(answer.out)))
    assert answers[0] == answers[1] == answers[2]


def without_times(value: Any) -> Any:
    """Without what differs from run to run."""
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items() if "second" not in key}
    return [without_times(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("command", OF_A_RECORD)
def test_a_record_takes_the_same_forms(run: Run, tmp_path: Path, begun: Path, finished: Path, command: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(resources.files("perron.editions").joinpath("tiny/edition.toml").read_text("utf-8"), "utf-8")
    record = str(begun if OF_A_RECORD[command] == "begun" else finished)
    plain = run(command, record)
    assert plain.code == 0
    for name in ("tiny", "tiny@1", str(mine)):
        assert run(command, record, "--edition", name) == plain
