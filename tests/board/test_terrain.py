"""A background for a board that has none: drawn from its numbers alone, the same every time, wet where it should be."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from importlib import resources
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

from perron.board import board_svg, geometry, picture_of, to_png
from perron.board.geometry import forget
from perron.board.svg import background, background_svg
from perron.editions import Edition, load, parse
from perron.env.pixels import pixels
from perron.game import Game
from tests.board.made_boards import made_board

pytestmark = pytest.mark.xdist_group("terrain")  # its boards are placed once then
SVG = "{http://www.w3.org/2000/svg}"
BAY = ((0.0, 0.0), (0.4, 0.0), (0.3, 0.4), (0.0, 0.5))
LAKE = ((0.6, 0.6), (0.85, 0.6), (0.85, 0.85), (0.6, 0.85))
MARKUP = (
    "<script>alert(1)</script>",
    '"><svg onload="x()">',
    "Q&A &amp; ]]> <!--",
    "url(#board) id=\"a\" href='#b'",
    "{@html name} ${name} </title>",
)


@cache
def tiny(*water: tuple[tuple[float, float], ...]) -> Edition:
    return replace(load("tiny"), id="own", water=water)


def seen(edition: Edition, width: int = 400) -> NDArray[np.uint8]:
    return pixels(to_png(background_svg(geometry(edition)), width, letters=False))


def blueness(edition: Edition, x: float, y: float) -> int:
    """How much bluer than red the background is around a point, given as the edition gives it."""
    shown = seen(edition)
    high, wide = shown.shape[:2]
    part = shown[int(y * (high - 1)) :, int(x * (wide - 1)) :][:3, :3].astype(int)
    return int((part[..., 2] - part[..., 0]).mean())


@pytest.mark.parametrize("aspect", [0.6, 1.0, 2.0])
def test_a_generated_background_is_whole_small_and_needs_nothing_from_outside(aspect: float) -> None:
    edition = replace(made_board(3, 24, 45, aspect), water=(BAY, LAKE))
    for text in (background_svg(geometry(edition)), board_svg(geometry(edition))):
        ElementTree.fromstring(text)
        assert text.count("http") == text.count("http://www.w3.org/2000/svg") == 1
        assert re.findall(r"<(?:image|script|foreignObject|style|a)\b", text) == []
        ids = re.findall(r'\bid="([^"]+)"', text)
        assert len(ids) == len(set(ids))
        used = set(re.findall(r'href="([^"]*)"', text)) | {f"#{one}" for one in re.findall(r"url\(#([^)]*)\)", text)}
        assert used - {f"#{one}" for one in ids} == set()
        assert "nan" not in text
        assert "inf" not in re.sub(r"<[^>]*\bid=", "", text)
    assert len(background_svg(geometry(edition)).encode()) <= 150 * 1024


def test_the_largest_water_that_an_edition_may_have_is_still_a_small_picture() -> None:
    def comb(top: float) -> tuple[tuple[float, float], ...]:
        teeth = [(0.02 + 0.96 * i / 22, top if i % 2 else top + 0.036) for i in range(23)]
        return (*teeth, (0.98, top + 0.04), (0.02, top + 0.04))

    edition = tiny(*(comb(i / 24) for i in range(24)))
    assert len(background_svg(geometry(edition)).encode()) <= 150 * 1024


def test_there_is_water_where_the_edition_says_so_and_nowhere_else() -> None:
    wet, dry = tiny(BAY, LAKE), tiny()
    for x, y in ((0.02, 0.02), (0.1, 0.3), (0.7, 0.8)):
        assert blueness(wet, x, y) > 0 > blueness(dry, x, y), (x, y)
    for x, y in ((0.98, 0.02), (0.4, 0.75), (0.02, 0.98)):
        assert blueness(wet, x, y) < 0, (x, y)


def test_water_at_the_edge_reaches_over_it() -> None:
    wet = tiny(((0.0, 0.0), (1.0, 0.0), (1.0, 0.3), (0.0, 0.3)))
    shown = seen(wet, 800).astype(int)
    row = shown[int(0.1 * len(shown)), 12:-12]
    assert ((row[:, 2] - row[:, 0]) > 0).mean() > 0.95


def test_overlapping_waters_are_one_whichever_way_round_their_corners_go() -> None:
    other = tuple((x - 0.1, y - 0.1) for x, y in reversed(LAKE))
    assert blueness(tiny(LAKE, other), 0.7, 0.7) > 0


def test_a_place_in_the_water_stands_on_an_island() -> None:
    edition = tiny(((0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7)))
    middle = next(city for city in edition.cities if city.id == "middle")
    assert blueness(edition, middle.x, middle.y) < 0 < blueness(edition, 0.6, 0.62)


def test_the_same_board_looks_the_same_every_time_and_another_one_different() -> None:
    first = background(geometry(tiny(BAY)))
    forget()
    assert background(geometry(tiny(BAY))) == first
    moved = replace(tiny(BAY), cities=tuple(replace(city, x=city.x * 0.9) for city in tiny().cities))
    assert background(geometry(moved)) != first


def test_a_drawn_background_is_only_laid_under_the_board_for_which_it_was_drawn() -> None:
    """A copy of a built-in file that keeps its id may have another board."""
    europe = load("europe")
    drawn = resources.files("perron.editions").joinpath("europe", "background.svg").read_text("utf-8").strip()
    assert background(geometry(europe)) == drawn
    cities = (replace(europe.cities[0], x=europe.cities[0].x + 0.01), *europe.cities[1:])
    assert background(geometry(replace(europe, cities=cities))) != drawn


def hostile() -> Edition:
    """Tiny with markup for names, through the checker: a name may have any letters that can be printed."""
    text = (
        resources.files("perron.editions")
        .joinpath("tiny/edition.toml")
        .read_text("utf-8")
        .replace('"tiny"', '"hostile"')
    )
    for plain, name in zip(("North", "East", "South", "West", "Middle"), MARKUP, strict=True):
        text = text.replace(f'name = "{plain}"', f"name = {json.dumps(name)}")
        text = text.replace(f'en = "{plain}"', f"en = {json.dumps(name)}")
    return parse(re.sub("^title = .*$", f"title = {{ en = {json.dumps(MARKUP[0])} }}", text, flags=re.MULTILINE))


def test_markup_in_names_is_text_in_every_picture() -> None:
    edition = hostile()
    game = Game(edition, 2, seed=1)
    for text in (board_svg(geometry(edition), title=edition.title["en"]), picture_of(game), game._repr_html_()):
        root = ElementTree.fromstring(text[text.index("<svg") : text.rindex("</svg>") + 6])
        assert {element.tag.removeprefix(SVG) for element in root.iter()} & {"script", "a", "foreignObject"} == set()
        assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
        assert len(list(root.iter(f"{SVG}svg"))) == 1
        texts = ["".join(name.itertext()) for name in root.iter(f"{SVG}text")]
        shown = [re.sub(r"[\s-]", "", name) for name in texts]
        assert [re.sub(r"[\s-]", "", name) for name in MARKUP] == [name for name in shown if len(name) > 1]
        titles = [title.text or "" for title in root.iter(f"{SVG}title")]
        assert titles[0] == MARKUP[0]
        assert all(any(name in title for title in titles) for name in MARKUP)
        assert "<script" not in text
    assert to_png(board_svg(geometry(edition)), 300).startswith(b"\x89PNG")


def test_the_geometry_tells_names_as_they_are_and_no_background_of_the_editions_own() -> None:
    drawn = geometry(hostile()).to_dict()
    assert [place["name"] for place in drawn["places"]] == list(MARKUP)
    assert drawn["drawing"] is False
    assert "script" not in background(geometry(hostile()))
