"""The longest path: the slow reference's length in any network, and room for the largest."""

from collections.abc import Iterable
from itertools import combinations
from random import Random

import numpy as np
import pytest

from perron.editions import Edition
from perron.engine.longest import longest_path
from perron.engine.sizes import CITIES
from perron.engine.state import SCRATCH
from perron.engine.tables import TABLES
from tests.properties.tables import edition_of, tables_of
from tests.reference import longest as reference


def _length(tables: np.ndarray, routes: set[int]) -> int:
    low, high = (np.uint64(sum(1 << route % 64 for route in routes if route // 64 == word)) for word in range(2))
    return int(longest_path(tables[0], low, high, np.zeros(1, SCRATCH)[0]))


def _network(edition: Edition, routes: int, dense: bool, rng: Random) -> set[int]:
    """That many routes that hang together; dense: those come first that join cities reached already."""
    first = rng.randrange(len(edition.routes))
    found, cities = {first}, {edition.routes[first].a, edition.routes[first].b}
    while len(found) < routes:
        ends = {i: len({route.a, route.b} & cities) for i, route in enumerate(edition.routes) if i not in found}
        most = max(ends.values())
        found.add(rng.choice([i for i, n in ends.items() if n == most or (n > 0 and not dense)]))
        cities |= {city for i in found for city in (edition.routes[i].a, edition.routes[i].b)}
    return found


@pytest.mark.rule("EU-P4")
@pytest.mark.parametrize("name", ["europe", "amsterdam", "berlin", "tiny"])
@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("routes", [1, 4, 8, 12])
def test_networks_have_the_length_of_the_reference(name: str, routes: int, dense: bool) -> None:
    edition, rng = edition_of(name), Random(f"{name} {routes}")
    for _ in range(40):
        own = _network(edition, min(routes, len(edition.routes)), dense, rng)
        assert _length(tables_of(name), own) == reference.longest_path(edition, own)


@pytest.mark.rule("EU-P4")
@pytest.mark.parametrize("name", ["europe", "amsterdam", "berlin", "tiny"])
@pytest.mark.parametrize("routes", [2, 6, 12])
def test_routes_anywhere_have_the_length_of_the_reference(name: str, routes: int) -> None:
    edition, rng = edition_of(name), Random(f"{name} {routes}")
    for _ in range(40):
        own = set(rng.sample(range(len(edition.routes)), min(routes, len(edition.routes))))
        assert _length(tables_of(name), own) == reference.longest_path(edition, own)


def _board(routes: Iterable[tuple[int, int, int]]) -> np.ndarray:
    """A board of routes between two cities each, with their lengths."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    for route, (a, b, length) in enumerate(routes):
        t["route_a"][route], t["route_b"][route], t["length"][route] = a, b, length
        for city in (a, b):
            t["at_city"][city, route // 64] |= np.uint64(1 << route % 64)
    return tables


def _chain(lengths: list[int], back_to: int | None) -> np.ndarray:
    """Cities one after the other, joined by routes of these lengths; the last route may lead back to one of them."""
    ends = [*range(1, len(lengths)), len(lengths) if back_to is None else back_to]
    return _board((a, b, length) for a, (b, length) in enumerate(zip(ends, lengths, strict=True)))


@pytest.mark.parametrize("lengths", [[15] * 13 + [5], [4] * 50, [3] * (CITIES - 1)])
def test_a_path_of_all_the_pieces_that_a_player_can_have(lengths: list[int]) -> None:
    every = set(range(len(lengths)))
    assert _length(_chain(lengths, None), every) == sum(lengths)
    # All of it in a path that hangs on at a circle of three routes.
    assert _length(_chain(lengths, len(lengths) - 3), every) == sum(lengths)


@pytest.mark.parametrize("cities", [8, 10, 12, 16])
def test_a_player_may_own_all_tracks_of_the_densest_board(cities: int) -> None:
    # An odd number of tracks end in every city: all but two of them must lose one, and two cities share it. There are
    # more trails than could ever be walked.
    tracks = list(combinations(range(cities), 2))
    tables = _board((a, b, 1) for a, b in tracks)
    assert _length(tables, set(range(len(tracks)))) == len(tracks) - (cities - 2) // 2
    # Where every link is double, an even number end in every city: a round trip uses them all.
    doubled = _board((a, b, 3) for a, b in tracks[:60] for _ in range(2))
    assert _length(doubled, set(range(2 * len(tracks[:60])))) == 6 * len(tracks[:60])


@pytest.mark.parametrize(("width", "height", "left_out"), [(4, 4, 3), (5, 5, 6), (6, 6, 7), (8, 8, 11)])
def test_a_player_may_own_a_whole_grid(width: int, height: int, left_out: int) -> None:
    # At the border, but for its corners, three tracks end in a city; neighbours there share the track that is left out.
    along = [(y * width + x, y * width + x + 1, 1) for y in range(height) for x in range(width - 1)]
    across = [(y * width + x, (y + 1) * width + x, 1) for y in range(height - 1) for x in range(width)]
    routes = [*along, *across]
    assert _length(_board(routes), set(range(len(routes)))) == len(routes) - left_out
