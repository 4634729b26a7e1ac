"""The heat map: everything is on it, drawn by use, and can be read."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from xml.etree import ElementTree as ET

import pytest

from perron.editions import load, names
from perron.playtest import playtest
from perron.playtest.heat_map import colour_of, heat_map, width_of
from perron.playtest.layout import TOP, WIDTH, lay_out

SVG = "{http://www.w3.org/2000/svg}"


def brightness(colour: str) -> int:
    return sum(int(colour[i : i + 2], 16) for i in (1, 3, 5))


@pytest.mark.parametrize("edition", names())
def test_every_place_and_track_is_on_the_map(edition: str) -> None:
    board = load(edition)
    report = playtest(board, "last", 2, 2, jobs=1)
    root = ET.fromstring(heat_map(board, report))
    assert root.get("width") == str(WIDTH) == "1200"
    told = [title.text or "" for title in root.iter(f"{SVG}title")]
    for use in report.routes:
        assert sum(text.startswith(f"{use.id} (") for text in told) == 1
    written = [text.text for text in root.iter(f"{SVG}text")]
    assert all(city.name in written for city in board.cities)
    assert len(list(root.iter(f"{SVG}circle"))) == len(board.cities)
    assert "seed 0" in told[0]


def test_more_use_is_darker_and_wider() -> None:
    shares = [i / 20 for i in range(21)]
    assert [brightness(colour_of(share)) for share in shares] == sorted(
        (brightness(colour_of(share)) for share in shares), reverse=True
    )
    assert [width_of(share) for share in shares] == sorted(width_of(share) for share in shares)
    assert width_of(0.0) < width_of(1.0)


def test_a_track_that_is_hardly_used_is_dashed() -> None:
    board = load("europe")
    report = playtest(board, "random", 2, 3, jobs=1)
    root = ET.fromstring(heat_map(board, report))
    dashed = set()
    for group in root.iter(f"{SVG}g"):
        title, path = group.find(f"{SVG}title"), group.find(f"{SVG}path")
        if title is not None and path is not None and path.get("stroke-dasharray"):
            dashed.add((title.text or "").partition(" ")[0])
    assert dashed == set(report.dead.routes)
    assert dashed


@pytest.mark.parametrize("edition", names())
def test_names_lie_on_the_page_and_not_on_each_other(edition: str) -> None:
    layout = lay_out(load(edition))
    for one, other in combinations(layout.names, 2):
        assert one.overlap(other) == 0
    for box in layout.names:
        assert box.left >= 0
        assert box.right <= WIDTH
        assert box.top >= TOP
        assert box.bottom <= layout.height


@pytest.mark.parametrize("edition", names())
def test_no_name_lies_on_a_place(edition: str) -> None:
    layout = lay_out(load(edition))
    assert not [box for box in layout.names for city in layout.cities if box.holds(city)]


@pytest.mark.parametrize("edition", names())
def test_tracks_between_two_places_run_side_by_side(edition: str) -> None:
    board = load(edition)
    layout = lay_out(board)
    for one, other in combinations(range(len(board.routes)), 2):
        if {board.routes[one].a, board.routes[one].b} == {board.routes[other].a, board.routes[other].b}:
            (x, y), (u, v) = layout.tracks[one].at(0.5), layout.tracks[other].at(0.5)
            assert hypot(x - u, y - v) >= width_of(1.0)


@pytest.mark.parametrize("edition", names())
def test_a_track_passes_no_place_but_its_own(edition: str) -> None:
    board = load(edition)
    layout = lay_out(board)
    for track, route in zip(layout.tracks, board.routes, strict=True):
        for city, (x, y) in zip(board.cities, layout.cities, strict=True):
            if city.id not in (route.a, route.b):
                assert min(hypot(x - u, y - v) for u, v in track.points()) > 11
