"""The geometry of every board: all there, nothing on anything else, and the same every time."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from math import atan2, degrees, dist, hypot

import pytest

from perron.board.geometry import PLACED, fingerprint, forget, geometry, search, to_json
from perron.editions import load
from perron.editions.folder import text_of
from tests.board.outlines import (
    apart,
    board,
    cross,
    disc,
    holds,
    names,
    of_box,
    of_space,
    on_its_side,
    shapes,
    stretches,
    touching,
)
from tests.every_version import EVERY

BOARDS = EVERY


@pytest.mark.parametrize("name", BOARDS)
def test_every_route_has_exactly_its_spaces_and_every_city_its_place(name: str) -> None:
    edition, drawn = load(name), board(name)
    assert [place["id"] for place in drawn["places"]] == [city.id for city in edition.cities]
    assert [(track["id"], len(track["spaces"])) for track in drawn["tracks"]] == [
        (route.id, route.length) for route in edition.routes
    ]


@pytest.mark.parametrize("name", BOARDS)
def test_no_name_place_or_space_lies_on_another(name: str) -> None:
    drawn = board(name)
    assert touching([*names(drawn), *shapes(drawn)]) == []


@pytest.mark.parametrize("name", BOARDS)
def test_on_the_turned_board_no_name_lies_on_anything_or_is_cut_off(name: str) -> None:
    drawn = board(name)
    wide, high = drawn["height"], drawn["width"]
    labels = names(drawn, "turned")
    lines = [
        (f"the line {track['id']}", strip)
        for track in drawn["tracks"]
        if track["line"]
        for strip in stretches(track, drawn["line"])
    ]
    turned = on_its_side(drawn, [*shapes(drawn), *lines])
    under = [(a, b) for a, first in labels for b, second in turned if not apart(first, second)]
    assert under + touching(labels) == []
    # Long words are hyphenated rather than printed in type that nobody can read.
    small = [place["id"] for place in drawn["places"] if place["turned"]["size"] < 0.7 * place["label"]["size"]]
    assert small == []
    corners = [corner for _, box in labels for corner in box]
    assert all(
        drawn["margin"] <= x <= wide - drawn["margin"] and drawn["margin"] <= y <= high - drawn["margin"]
        for x, y in corners
    )


@pytest.mark.parametrize("name", BOARDS)
def test_the_line_of_a_metro_passes_under_no_name_and_no_space_of_another_track(name: str) -> None:
    drawn = board(name)
    names_of = [(place["id"], of_box(place["label"]["box"])) for place in drawn["places"]]
    for line in (track for track in drawn["tracks"] if track["line"]):
        strips = stretches(line, drawn["line"])
        under = [place for place, box in names_of if not all(apart(strip, box) for strip in strips)]
        assert under == [], line["id"]
        for track in drawn["tracks"]:
            if track["id"] in (line["id"], line["twin"]):
                continue
            spaces = [of_space(track, space, drawn["rim"]) for space in track["spaces"]]
            # At a place they share, lines come together under the disc of the place.
            free = [strip for strip in strips if _far_from_ends(line, strip, 2.2 * drawn["radius"])]
            assert all(apart(strip, space) for strip in free for space in spaces), (line["id"], track["id"])


def _far_from_ends(line: dict[str, object], strip: list[tuple[float, float]], room: float) -> bool:
    path: list[tuple[float, float]] = line["path"]  # type: ignore[assignment]
    return all(dist(corner, end) > room for corner in strip for end in (path[0], path[-1]))


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_is_cut_off_at_the_edge(name: str) -> None:
    drawn = board(name)
    for x, y in (corner for _, shape in [*names(drawn), *shapes(drawn)] for corner in shape):
        assert drawn["margin"] <= x <= drawn["width"] - drawn["margin"]
        assert drawn["margin"] <= y <= drawn["height"] - drawn["margin"]


@pytest.mark.parametrize("name", BOARDS)
def test_the_tracks_of_a_double_route_run_side_by_side(name: str) -> None:
    drawn = board(name)
    tracks = {track["id"]: track for track in drawn["tracks"]}
    for track in (track for track in drawn["tracks"] if track["twin"]):
        twin = tracks[track["twin"]]
        for space, other in zip(track["spaces"], twin["spaces"], strict=True):
            turn = abs((space["angle"] - other["angle"] + 90) % 180 - 90)
            away = hypot(space["x"] - other["x"], space["y"] - other["y"])
            assert turn < 4, track["id"]
            assert space["height"] <= away < 1.6 * space["height"], track["id"]


@pytest.mark.parametrize("name", BOARDS)
def test_spaces_run_from_the_first_place_to_the_second_in_order(name: str) -> None:
    drawn = board(name)
    places = {place["id"]: (place["x"], place["y"]) for place in drawn["places"]}
    for track in drawn["tracks"]:
        start, end = places[track["a"]], places[track["b"]]
        spots = [(space["x"], space["y"]) for space in track["spaces"]]
        assert dist(track["path"][0], start) < 1, track["id"]
        assert dist(track["path"][-1], end) < 1, track["id"]
        along = [dist(spot, start) - dist(spot, end) for spot in spots]
        assert along == sorted(along), track["id"]


@pytest.mark.parametrize("name", BOARDS)
def test_a_space_lies_along_its_way_and_is_never_upside_down(name: str) -> None:
    for track in board(name)["tracks"]:
        for space in track["spaces"]:
            assert -90 <= space["angle"] <= 90
            near = min(
                pairwise(track["path"]),
                key=lambda step: hypot(
                    (step[0][0] + step[1][0]) / 2 - space["x"], (step[0][1] + step[1][1]) / 2 - space["y"]
                ),
            )
            way = degrees(atan2(near[1][1] - near[0][1], near[1][0] - near[0][0]))
            assert abs((way - space["angle"] + 90) % 180 - 90) < 12, track["id"]


@pytest.mark.parametrize("name", BOARDS)
def test_ways_cross_nowhere_but_at_places(name: str) -> None:
    drawn = board(name)
    discs = [disc(place["x"], place["y"], 2.2 * drawn["radius"]) for place in drawn["places"]]
    found = []
    for first, second in combinations(drawn["tracks"], 2):
        if {first["a"], first["b"]} == {second["a"], second["b"]}:
            continue
        for p, q in pairwise(first["path"]):
            for r, s in pairwise(second["path"]):
                if cross(p, q, r, s) and not any(holds(one, p) or holds(one, q) for one in discs):
                    found.append((first["id"], second["id"]))
    assert found == []


@pytest.mark.parametrize("name", BOARDS)
def test_spaces_are_long_enough_to_be_seen_and_tapped(name: str) -> None:
    drawn = board(name)
    for track in drawn["tracks"]:
        assert min(space["width"] for space in track["spaces"]) >= 24 * drawn["unit"], track["id"]
        for space in track["spaces"]:
            assert holds(track["hit"], (space["x"], space["y"])), track["id"]
        xs, ys = [x for x, _ in track["hit"]], [y for _, y in track["hit"]]
        assert min(max(xs) - min(xs), max(ys) - min(ys)) >= 28 * drawn["unit"], track["id"]


@pytest.mark.parametrize("name", BOARDS)
def test_symbols_lie_on_spaces_of_the_routes_that_have_them(name: str) -> None:
    edition, drawn = load(name), board(name)
    for route, track in zip(edition.routes, drawn["tracks"], strict=True):
        assert sum(space["locomotive"] for space in track["spaces"]) == route.ferry
        assert sum(space["cart"] for space in track["spaces"]) == int(route.carts)
        assert track["line"] == (route.cards > route.length)
        assert (track["tunnel"], track["cards"], track["colour"]) == (route.tunnel, route.cards, route.colour)


def test_the_board_shows_printed_names_and_knows_the_readers_own() -> None:
    place = next(place for place in board("europe")["places"] if place["id"] == "wien")
    assert place["label"]["lines"] == {one: ["Wien"] for one in ("printed", "en", "nl", "sv")}
    assert place["names"] == {"en": "Vienna", "nl": "Wenen", "sv": "Wien"}


def test_first_journey_is_shown_in_the_readers_language() -> None:
    place = next(place for place in board("first_journey")["places"] if place["id"] == "vienna")
    assert place["label"]["lines"] == {"printed": ["Vienna"], "en": ["Vienna"], "nl": ["Wenen"], "sv": ["Wien"]}


@pytest.mark.parametrize("name", BOARDS)
def test_the_geometry_is_the_same_every_time_and_fits_into_json(name: str) -> None:
    before = json.dumps(geometry(load(name)).to_dict())
    forget()
    assert json.dumps(geometry(load(name)).to_dict()) == before


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_stored_belongs_to_the_board_as_it_is(name: str) -> None:
    """If this fails, a city was moved or renamed: run tools.cartography."""
    edition = load(name)
    assert json.loads(text_of(edition, PLACED))["fingerprint"] == fingerprint(edition)


def test_a_search_finds_what_is_stored() -> None:
    edition = load("tiny_race")
    stored = json.loads(text_of(edition, PLACED))
    assert json.loads(json.dumps(to_json(edition, search(edition)))) == stored


def test_another_version_with_another_board_has_a_drawing_of_its_own() -> None:
    old, new = board("amsterdam@1"), board("amsterdam")
    assert (old["edition"], old["rules"], new["rules"]) == ("amsterdam", 1, 2)
    assert old["width"] < old["height"]
    assert new["width"] > new["height"]
    assert geometry(load("amsterdam@1")).drawing != geometry(load("amsterdam")).drawing


def test_another_version_of_the_same_board_is_drawn_the_same() -> None:
    old, new = board("first_journey@1"), board("first_journey")
    assert {**old, "rules": 2} == new
    assert geometry(load("first_journey@1")).drawing == geometry(load("first_journey")).drawing != ""
