"""docs/bots.md: its examples run, and every spec is in it."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from perron import Game
from perron.bots import Clock, load_bots, make_bot, names, registry
from perron.bots.built_in import FACTORIES
from perron.editions import names as editions
from perron.editions.edition import (
    City,
    Draw,
    EastWest,
    Edition,
    PieceKind,
    Route,
    ScoreLine,
    Setup,
    Stations,
    Ticket,
    TradeBonus,
)
from perron.view import GivenBack, PlayerView, TunnelView, View
from tests.bots.tight_boards import tight_board
from tests.cli.command import runner

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
GAME, BOT, NEAREST, CHECK = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
HEADS = ("view", r"view\.players\[seat\]", r"view\.board")


@pytest.fixture(autouse=True)
def _registry_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    names()
    monkeypatch.setattr(registry, "_factories", dict(registry._factories))


def test_the_first_example_plays_a_game() -> None:
    names: dict[str, Any] = {}
    exec(GAME, names)
    assert names["game"].over


def test_a_bot_takes_twelve_lines_and_passes_the_check(tmp_path: Path) -> None:
    assert len([line for line in BOT.splitlines() if line]) <= 12
    path = tmp_path / "longest.py"
    path.write_text(BOT)
    assert load_bots(str(path)) == ("longest",)
    exec(CHECK.replace(', "europe"', ""), {"Longest": type(make_bot("longest"))})


def test_a_bot_written_from_the_page_plays_every_edition_and_boards_from_files(tmp_path: Path) -> None:
    path = tmp_path / "nearest.py"
    path.write_text(NEAREST)
    assert load_bots(str(path)) == ("nearest",)
    won = 0
    boards: list[str | Edition] = [*editions(), tight_board(3), tight_board(4, race=True)]
    for board in boards:
        game = Game(board, 2, seed=5)
        bots = [make_bot("nearest"), make_bot("random", 5)]
        while (seat := game.to_move) is not None:
            game.play(bots[seat].choose(game.view(seat), Clock()))
        assert game.outcome is not None
        won += 0 in game.outcome.winners
    assert won >= len(editions())  # it knows the way: chance alone would win half


def test_it_plays_a_board_from_a_file_in_the_arena_and_in_playtests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot, board = tmp_path / "nearest.py", tmp_path / "my_board.toml"
    bot.write_text(NEAREST)
    text = resources.files("perron.editions").joinpath("tiny/edition.toml").read_text("utf-8")
    board.write_text(text.replace('id = "tiny"', 'id = "mine"').replace("middle", "hub"), "utf-8")
    run = runner(monkeypatch, capsys)
    load = ("--load", str(bot), "--edition", str(board), "--jobs", "1", "--json")
    arena = json.loads(run("arena", *load, "--bots", "nearest,random", "--games", "8").out)
    assert [one["bot"] for one in arena["bots"]] == ["nearest", "random"]  # the better one first
    assert not any(one["forfeits"] for one in arena["bots"])
    monkeypatch.setattr(registry, "_factories", {name: registry._factories[name] for name in FACTORIES})
    report = json.loads(run("playtest", *load, "--bot", "nearest", "--games", "4").out)
    assert (report["edition"], report["games"], report["bot"]) == ("mine", 4, "nearest")


def test_the_page_names_every_field_of_a_view_and_of_the_board() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| `")]
    view, player, board = ([row for row in section.splitlines() if row.startswith("| `")] for section in sections())
    told = {name for row in view for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert told == {field.name for field in fields(View)} | {"board"}
    of_player = {name for row in player for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert of_player == {field.name for field in fields(PlayerView)}
    of_board = {name for row in board for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    inside = {field.name for field in fields(Edition)} | {"mechanics"}
    assert of_board == inside - {
        "rules",
        "provenance",
        "provenance_note",
        "summary",
        "aspect",
        "water",
        "digest",
        "folder",
        "wild_name",
        "ticket_name",
    }
    for kind in (City, Route, Ticket, PieceKind, Setup, Draw, Stations, TradeBonus, EastWest, ScoreLine):
        assert all(any(f"`{field.name}`" in row for row in board) for field in fields(kind)), kind
    for inner in (TunnelView, GivenBack):
        assert all(any(f"`{field.name}`" in row for row in rows) for field in fields(inner)), inner


def sections() -> list[str]:
    """The tables of the view, of a player in it, and of the board."""
    found = [re.search(rf"^\| `{head}` \| \|\n\|---\|---\|\n((?:\|.*\n)+)", TEXT, re.MULTILINE) for head in HEADS]
    assert all(found)
    return [table[1] for table in found if table]


def test_every_built_in_bot_is_in_the_page() -> None:
    assert [name for name in FACTORIES if f"`{name}" not in TEXT] == []
