"""Pictures of games, and the command that makes them."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree

import pytest

from perron import Game
from perron.board import geometry, picture_of
from perron.board.symbols import PLAYERS
from perron.editions import load
from perron.record import save_record
from tests.cli.command import Run, assert_refused, runner

POSITION = "europe seats=3 own=P0:paris-zurich;P2:berlin-wien turn=P1"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def claimed(svg: str) -> dict[str | None, str | None]:
    groups = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}g")
    return {one.get("data-route"): one.get("data-seat") for one in groups if one.get("class") == "claimed"}


def test_a_picture_of_a_game_shows_who_has_which_route() -> None:
    game = Game.from_position(POSITION)
    assert claimed(picture_of(game)) == {"paris-zurich": "0", "berlin-wien": "2"}


def test_a_game_and_a_view_of_it_look_the_same() -> None:
    game = Game.from_position(POSITION)
    assert picture_of(game) == picture_of(game.view()) == picture_of(game.view(1), edition=game.edition)


def test_routes_and_places_can_be_lit() -> None:
    game = Game.from_position(POSITION)
    assert picture_of(game, lit=["paris-marseille", "marseille-paris", "roma"]).count("#f0c05a") > picture_of(
        game
    ).count("#f0c05a")


def test_the_command_draws_an_svg(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "tiny.svg"
    assert run("board", "--edition", "tiny", "--out", str(out), "--width", "640").code == 0
    assert ElementTree.parse(out).getroot().get("width") == "640"


def test_the_command_draws_a_png(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "tiny.png"
    assert run("board", "--edition", "tiny", "--out", str(out), "--width", "320").code == 0
    content = out.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert int.from_bytes(content[16:20], "big") == 320


def test_without_the_extra_the_command_names_it(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perron.extras._installed", lambda name: name != "resvg-py")
    out = tmp_path / "tiny.png"
    assert_refused(run("board", "--edition", "tiny", "--out", str(out)), "perron[picture]")
    assert not out.exists()


def test_the_command_shows_a_position(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "europe.svg"
    assert run("board", "--edition", "europe", "--out", str(out), "--position", POSITION, "--language", "nl").code == 0
    assert claimed(out.read_text("utf-8")) == {"paris-zurich": "0", "berlin-wien": "2"}


def test_a_position_and_a_record_say_themselves_which_board_they_are_on(run: Run, tmp_path: Path) -> None:
    named, unnamed, record = tmp_path / "named.svg", tmp_path / "unnamed.svg", tmp_path / "game.txt"
    save_record(Game("tiny", 2, 7), record)
    for what in (("--position", "tiny seats=2 turn=P0"), ("--record", str(record))):
        assert run("board", "--edition", "tiny", "--out", str(named), *what).code == 0
        assert run("board", "--out", str(unnamed), *what).code == 0
        assert unnamed.read_bytes() == named.read_bytes()


def test_the_command_shows_a_record_at_its_end_or_on_the_way(run: Run, tmp_path: Path) -> None:
    game = Game("tiny", 2, 7)
    while not game.over:
        game.play(int(game.legal_numbers()[-1]))
    record, out = tmp_path / "game.txt", tmp_path / "tiny.svg"
    save_record(game, record)
    owned = {route: str(seat) for seat, player in enumerate(game.view().players) for route in player.routes}
    assert run("board", "--edition", "tiny", "--out", str(out), "--record", str(record)).code == 0
    assert claimed(out.read_text("utf-8")) == owned != {}
    assert run("board", "--edition", "tiny", "--out", str(out), "--record", f"{record}:0").code == 0
    assert claimed(out.read_text("utf-8")) == {}
    assert_refused(run("board", "--edition", "tiny", "--out", str(out), "--record", f"{record}:9999"), "9999")


def test_the_command_prints_the_geometry(run: Run) -> None:
    answer = run("board", "--edition", "tiny", "--json")
    assert json.loads(answer.out) == geometry(load("tiny")).to_dict()


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        (("board", "--edition", "tiny"), "--out tiny.svg"),
        (("board", "--out", "t.svg"), "--edition europe"),
        (("board", "--edition", "tiny", "--out", "tiny.gif"), "tiny.gif"),
        (("board", "--edition", "tiny", "--out", "t.svg", "--width", "3"), "--width"),
        (("board", "--edition", "tiny", "--out", "t.svg", "--position", "tiny", "--record", "x"), "not both"),
        (("board", "--edition", "tiny", "--out", "no/such/t.png"), "no/such"),
        (("board", "--edition", "nowhere", "--out", "t.svg"), "nowhere"),
    ],
)
def test_what_cannot_be_drawn_is_refused(run: Run, asked: tuple[str, ...], word: str) -> None:
    assert_refused(run(*asked), word)


def test_an_edition_of_ones_own_is_drawn_too(tmp_path: Path, run: Run) -> None:
    text = resources.files("perron.editions").joinpath("tiny_race/edition.toml").read_text("utf-8")
    mine, out = tmp_path / "mine.toml", tmp_path / "mine.svg"
    mine.write_text(text.replace('id = "tiny_race"', 'id = "mine"').replace("x = 0.5, y = 0.5", "x = 0.55, y = 0.5"))
    assert run("board", "--edition", str(mine), "--out", str(out)).code == 0
    assert out.read_text("utf-8").count('class="route"') == len(load("tiny_race").routes)


def test_every_seat_that_an_edition_can_have_has_a_colour() -> None:
    assert len(PLAYERS) == 5
