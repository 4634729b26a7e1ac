"""The drawing: one whole SVG that needs nothing from outside, in which no colour stands without its symbol."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import perron.board
from perron.board import Laid, board_svg, geometry
from perron.board.svg import SURROUNDINGS, background_svg
from perron.board.symbols import COLOURS, PLAYERS, SYMBOLS, definitions, to_dict
from perron.editions import load
from tests.every_version import EVERY

BOARDS = EVERY
SVG = "{http://www.w3.org/2000/svg}"


def drawn(name: str, laid: Laid | None = None, **how: str) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(geometry(load(name)), laid, **how))  # type: ignore[arg-type]


def symbols_in(element: ElementTree.Element) -> list[str]:
    """Symbols used in an element, without the board's prefix."""
    found = [use.get("href", "").partition("-s-") for use in element.iter(f"{SVG}use")]
    return [symbol for _, here, symbol in found if here]


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_needs_nothing_from_outside(name: str) -> None:
    for text in (board_svg(geometry(load(name))), background_svg(geometry(load(name)))):
        ElementTree.fromstring(text)
        assert text.count("http") == text.count("http://www.w3.org/2000/svg") == 1
        assert re.findall(r"<(?:image|script|foreignObject|style|a)\b", text) == []
        ids = re.findall(r'\bid="([^"]+)"', text)
        assert len(ids) == len(set(ids))
        used = set(re.findall(r'href="([^"]*)"', text)) | {f"#{one}" for one in re.findall(r"url\(#([^)]*)\)", text)}
        assert used - {f"#{one}" for one in ids} == set()


def test_two_boards_on_one_page_do_not_take_each_others_ids() -> None:
    first, second = (set(re.findall(r'\bid="([^"]+)"', board_svg(geometry(load(n))))) for n in ("tiny", "tiny_race"))
    assert first & second == set()


@pytest.mark.parametrize("name", BOARDS)
def test_every_free_space_shows_its_colour_and_its_symbol(name: str) -> None:
    edition = load(name)
    groups = [group for group in drawn(name).iter(f"{SVG}g") if group.get("class") == "route"]
    for route, group in zip(edition.routes, groups, strict=True):
        assert group.get("data-route") == route.id
        shown = symbols_in(group)
        own = COLOURS[route.colour].symbol
        assert shown.count("locomotive") == route.ferry
        assert shown.count("cart") == int(route.carts)
        assert shown.count(own) == route.length - route.ferry, route.id


@pytest.mark.parametrize("name", BOARDS)
def test_every_claimed_space_carries_a_piece_and_the_players_symbol(name: str) -> None:
    edition = load(name)
    owners = {route.id: i % edition.players[1] for i, route in enumerate(edition.routes)}
    groups = [one for one in drawn(name, Laid(routes=owners)).iter(f"{SVG}g") if one.get("class") == "claimed"]
    assert len(groups) == len(edition.routes)
    for route, group in zip(edition.routes, groups, strict=True):
        seat = owners[route.id]
        assert symbols_in(group) == [PLAYERS[seat].symbol] * route.length
        pieces = [use for use in group.iter(f"{SVG}use") if f"-p-{route.piece}" in use.get("href", "")]
        assert [piece.get("fill") for piece in pieces] == [PLAYERS[seat].fill] * route.length


def test_a_station_stands_on_its_place_in_its_owners_colour() -> None:
    root = drawn("europe", Laid(stations={"wien": 2}))
    (station,) = (one for one in root.iter(f"{SVG}g") if one.get("class") == "station")
    assert (station.get("data-place"), station.get("data-seat")) == ("wien", "2")
    assert symbols_in(station) == [PLAYERS[2].symbol]


def test_what_is_lit_glows() -> None:
    plain = board_svg(geometry(load("tiny")))
    lit = board_svg(geometry(load("tiny")), Laid(lit_routes=frozenset({"east-middle"}), lit_places=frozenset({"west"})))
    assert lit.count("#f0c05a") - plain.count("#f0c05a") == 2 + 1


def test_each_colour_and_each_player_has_a_symbol_of_its_own() -> None:
    shown = [paint.symbol for paint in (*COLOURS.values(), *PLAYERS)]
    assert len(shown) == len(set(shown)) == 16
    assert set(shown) <= set(SYMBOLS)
    assert all(f'id="s-{symbol}"' in definitions() for symbol in SYMBOLS)
    assert to_dict()["symbols"] == dict(SYMBOLS)


def brightness(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("paint", [*COLOURS.values(), *PLAYERS], ids=lambda paint: paint.symbol)
def test_a_symbol_can_be_told_from_its_ground(paint: perron.board.symbols.Paint) -> None:
    low, high = sorted((brightness(paint.fill), brightness(paint.ink)))
    assert (high + 0.05) / (low + 0.05) >= 3  # WCAG 2.2, 1.4.11


@pytest.mark.parametrize("name", BOARDS)
def test_a_background_is_at_most_150_kib(name: str) -> None:
    assert len(background_svg(geometry(load(name))).encode()) <= 150 * 1024


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_with_all_its_pieces_is_at_most_600_kib(name: str) -> None:
    edition = load(name)
    full = Laid(routes=dict.fromkeys((route.id for route in edition.routes), 0))
    assert len(board_svg(geometry(edition), full).encode()) <= 600 * 1024


def test_names_are_in_the_readers_language_where_the_board_has_them() -> None:
    dutch = drawn("first_journey", language="nl")
    texts = ["".join(text.itertext()) for text in dutch.iter(f"{SVG}text")]
    assert "Wenen" in texts
    assert "Vienna" not in texts
    titles = [title.text for title in drawn("europe", language="nl").iter(f"{SVG}title")]
    assert "Wien, Wenen" in titles


def test_two_versions_of_a_board_on_one_page_do_not_take_each_others_parts() -> None:
    ids = [set(re.findall(r'\bid="([^"]+)"', board_svg(geometry(load(name))))) for name in ("amsterdam@1", "amsterdam")]
    assert ids[0].isdisjoint(ids[1])


def test_the_surroundings_are_light_or_dark() -> None:
    for kind, (around, _) in SURROUNDINGS.items():
        assert f'fill="{around}"' in board_svg(geometry(load("tiny")), surroundings=kind)
