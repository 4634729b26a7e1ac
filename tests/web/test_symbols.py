"""Colours are never alone: every card, space and piece bears its symbol, and who sees no green tells them apart."""

from __future__ import annotations

import json
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from perron.board import symbols
from perron.editions import load, names
from tests.positions import position
from tests.server.client import begun
from tests.web.house import House
from tests.web.visitors import Visitors, take_seat
from tools.typescript import page_drawings

SOURCES = Path(__file__).parents[2] / "web/src"
# Which symbols are drawn in an element, by their names.
NAMES = """([what, paths]) => {
  const names = new Map(Object.entries(paths).map(([name, path]) => [path, name]));
  return [...document.querySelectorAll(what)].map(e => [
    ...[...e.querySelectorAll("path")].map(p => names.get(p.getAttribute("d"))).filter(Boolean),
    ...[...e.querySelectorAll("use")].map(u => u.getAttribute("href")).filter(h => h.startsWith("#s-"))
      .map(h => h.slice(3)),
  ]);
}"""
DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
"""Linear light as those see it who see no green (Machado, Oliveira and Fernandes, 2009)."""


def drawn(page: Page, what: str) -> list[list[str]]:
    """The symbols drawn in each element."""
    return page.evaluate(NAMES, [what, dict(symbols.SYMBOLS)])  # type: ignore[no-any-return]


def test_the_page_draws_with_the_same_symbols_pieces_and_tracks_as_the_pictures() -> None:
    assert json.loads((SOURCES / "cards/drawn.json").read_text()) == json.loads(page_drawings())


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.exhaustive if len(load(one).routes) < 20 else ()) for one in names()]
)
def test_every_space_bears_the_symbol_of_its_colour(visitors: Visitors, house: House, name: str) -> None:
    edition = load(name)
    page = visitors.come()
    take_seat(page, begun(house.base, name, ["person", "person"]))
    page.locator(".printed [data-track]").first.wait_for(state="attached")
    every = iter(drawn(page, ".printed [data-track] > g"))
    tracks = page.locator(".printed [data-track]").evaluate_all(
        "all => all.map(e => [e.dataset.track, e.querySelectorAll(':scope > g').length])"
    )
    by_track = {track: list(islice(every, spaces)) for track, spaces in tracks}
    for route in edition.routes:
        marks = by_track[route.id]
        assert len(marks) == route.length
        own = symbols.paint_of(route.colour).symbol
        for mark in marks:
            assert set(mark) & ({own, "locomotive"} if route.ferry else {own}), route.id


def test_cards_pieces_stations_and_players_bear_their_symbols(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    table = begun(house.base, "europe", ["person"] * 5)
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    five = "angora-erzurum,munchen-wien,frankfurt-munchen,athina-sofia,athina-sarajevo"
    own = ";".join(f"P{seat}:{route}" for seat, route in enumerate(five.split(",")))
    colours = [colour for colour in symbols.COLOURS if colour in load("europe").cards or colour == "wild"]
    hand = ",".join(f"{colour}*2" for colour in colours)
    text = f"europe seats=5 own={own} stations=P0:paris;P1:wien hand=P0:{hand} display=red,blue,green,white,black"
    house.put(table.code, position(text))
    page.locator("[data-owned]").nth(4).wait_for(state="attached")
    held = drawn(page, "footer.hand .over .card")
    assert len(held) == len(colours)
    by_colour = [{symbols.COLOURS[colour].symbol} for colour in load("europe").cards if colour in colours]
    assert [set(card) & one != set() for card, one in zip(held, by_colour, strict=True)] == [True] * len(colours)
    assert [set(card) for card in drawn(page, ".open .card")] == [
        {symbols.COLOURS[colour].symbol} for colour in ("red", "blue", "green", "white", "black")
    ]
    of_players = {paint.symbol for paint in symbols.PLAYERS}
    pieces_of = [drawn(page, f'[data-owned="{route}"] .drop') for route in five.split(",")]
    assert [len(some) for some in pieces_of] == [3, 3, 2, 3, 4]
    assert {symbol for some in pieces_of for piece in some for symbol in piece} == of_players
    assert all(len(piece) == 1 for some in pieces_of for piece in some)
    assert [len(mark) for mark in drawn(page, ".places .station")] == [1, 1]
    assert {symbol for mark in drawn(page, ".player .top") for symbol in mark} >= of_players


def test_no_two_colours_share_a_symbol() -> None:
    of_cards = [paint.symbol for paint in symbols.COLOURS.values()]
    of_players = [paint.symbol for paint in symbols.PLAYERS]
    assert len(set(of_cards + of_players)) == len(of_cards) + len(of_players)
    used = [symbols.SYMBOLS[name] for name in of_cards + of_players]
    assert all(a != b for a, b in combinations(used, 2))


@pytest.mark.parametrize("paint", [*symbols.COLOURS.values(), *symbols.PLAYERS], ids=lambda paint: paint.symbol)
def test_who_sees_no_green_still_sees_every_symbol(paint: Any) -> None:
    assert contrast(seen(paint.fill), seen(paint.ink)) >= 3.0


def seen(colour: str) -> tuple[float, ...]:
    """A colour's linear light under deuteranopia."""
    light = [_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5)]
    return tuple(min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in DEUTERANOPIA)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    """As WCAG measures it."""
    light = sorted(sum(part * by for part, by in zip(one, (0.2126, 0.7152, 0.0722), strict=True)) for one in (a, b))
    return (light[1] + 0.05) / (light[0] + 0.05)
