"""The longest continuous path, by walking every one (EU-P4)."""

from __future__ import annotations

from collections.abc import Iterable

from perron.editions import Edition


def longest_path(edition: Edition, routes: Iterable[int]) -> int:
    """Pieces on the longest path that uses no route twice; it may pass a city more than once. 0 without routes.

    From each city every route not yet walked is tried. What can still follow depends only on where one stands and on
    which routes are walked, so that is remembered.
    """
    tracks = [edition.routes[route] for route in routes]
    leaving: dict[str, list[tuple[int, str, int]]] = {}
    for i, track in enumerate(tracks):
        leaving.setdefault(track.a, []).append((1 << i, track.b, track.length))
        leaving.setdefault(track.b, []).append((1 << i, track.a, track.length))
    known: dict[tuple[str, int], int] = {}

    def furthest(city: str, walked: int) -> int:
        if (city, walked) not in known:
            ways = [
                length + furthest(there, walked | route) for route, there, length in leaving[city] if not walked & route
            ]
            known[city, walked] = max(ways, default=0)
        return known[city, walked]

    return max((furthest(city, 0) for city in leaving), default=0)


def longest_path_without_memory(edition: Edition, routes: Iterable[int]) -> int:
    """The same, remembering nothing: the definition itself, for small networks."""
    tracks = [edition.routes[route] for route in routes]

    def furthest(city: str, left: frozenset[int]) -> int:
        best = 0
        for i in left:
            for here, there in ((tracks[i].a, tracks[i].b), (tracks[i].b, tracks[i].a)):
                if here == city:
                    best = max(best, tracks[i].length + furthest(there, left - {i}))
        return best

    every_route = frozenset(range(len(tracks)))
    return max((furthest(city, every_route) for track in tracks for city in (track.a, track.b)), default=0)
