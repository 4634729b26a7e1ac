"""The command in this process, and records to try it on."""

from __future__ import annotations

from pathlib import Path

import pytest

from perron import Game
from perron.cli.compiling import get_ready
from perron.record import save_record
from tests.cli.command import Run, runner


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Rules and bots are compiled before the first command, which would say so otherwise."""
    get_ready(["planner"])


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process."""
    return runner(monkeypatch, capsys)


def finished_game(edition: str = "tiny", seats: int = 2, seed: int = 7) -> Game:
    """A game in which everybody takes the last action of the list: claims and stations, as far as the cards go."""
    game = Game(edition, seats, seed)
    while not game.over:
        game.play(int(game.legal_numbers()[-1]))
    return game


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The record of a finished game."""
    path = tmp_path / "finished.txt"
    save_record(finished_game(), path)
    return path


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The record of a game after four actions."""
    game = Game("tiny", 2, 7)
    for _ in range(4):
        game.play(int(game.legal_numbers()[-1]))
    path = tmp_path / "begun.txt"
    save_record(game, path)
    return path
