"""The board: who may still claim what, and which cities are joined."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

from perron.editions import Edition
from tests.reference.snapshot import Snapshot

_twins: dict[int, tuple[Edition, dict[int, int]]] = {}


def other_track(edition: Edition) -> dict[int, int]:
    """The other track of each double route: marked so, the same two places, the same pieces and price (RU-20)."""
    if id(edition) not in _twins:
        _twins[id(edition)] = (edition, _find_twins(edition))
    return _twins[id(edition)][1]


def _find_twins(edition: Edition) -> dict[int, int]:
    twins: dict[int, int] = {}
    for i, one in enumerate(edition.routes):
        for j, other in enumerate(edition.routes):
            same_places = {one.a, one.b} == {other.a, other.b}
            alike = (one.piece, one.length, one.cards) == (other.piece, other.length, other.cards)
            if i != j and one.double and other.double and same_places and alike:
                assert i not in twins, "three tracks of one double route"
                twins[i] = j
    return twins


def open_routes(edition: Edition, s: Snapshot, seat: int) -> set[int]:
    """The routes that the seat may still claim, whatever its cards and pieces."""
    taken = set().union(*s.owned)
    twin = other_track(edition)
    free = {i for i in range(len(edition.routes)) if i not in taken}
    free = {i for i in free if twin.get(i) not in s.owned[seat]}  # EU-X1, AM-X1, BE-X1, FJ-X1
    if s.seats <= edition.double_closed_up_to:
        free = {i for i in free if twin.get(i) not in taken}  # EU-X3, AM-X2, BE-X2
    return free


def routes_with_pieces(edition: Edition, s: Snapshot, seat: int) -> set[int]:
    """Those of them that the seat has the pieces for (EU-R3, AM-R2, BE-R5, RU-29)."""
    tracks = edition.routes
    return {i for i in open_routes(edition, s, seat) if s.pieces[seat][tracks[i].piece] >= tracks[i].length}


def network(edition: Edition, routes: Iterable[int]) -> nx.MultiGraph[str]:
    """The cities of the board, joined by some routes."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(city.id for city in edition.cities)
    for route in routes:
        graph.add_edge(edition.routes[route].a, edition.routes[route].b, key=route)
    return graph


def are_joined(edition: Edition, routes: Iterable[int], a: str, b: str) -> bool:
    """Whether an unbroken chain of these routes joins two cities."""
    return bool(nx.has_path(network(edition, routes), a, b))
