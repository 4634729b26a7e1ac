"""Bots of our own, and the command in this process."""

from __future__ import annotations

import pytest

from perron.cli.compiling import get_ready
from tests.cli.command import Run, runner
from tests.playtest.bots import register_all


@pytest.fixture(scope="module", autouse=True)
def _ready(_bots_of_this_file_alone: None) -> None:
    """Rules and bots are compiled before the first command, which would say so otherwise."""
    get_ready(["planner"])
    register_all()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process."""
    return runner(monkeypatch, capsys)
