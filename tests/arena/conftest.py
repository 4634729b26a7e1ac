"""The bots of this folder are known, the rules are compiled, and the command can be run in this process."""

from __future__ import annotations

import pytest

from perron.arena.loading import load_once
from perron.cli.compiling import get_ready
from tests.arena.plans import PLAYERS, play_here
from tests.cli.command import Run, runner


@pytest.fixture(scope="module", autouse=True)
def _ready(_bots_of_this_file_alone: None) -> None:
    get_ready(["planner"])
    load_once((PLAYERS,))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in this process."""
    monkeypatch.setattr("perron.arena.run.play_in_pool", play_here)
