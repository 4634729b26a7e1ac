"""Why a ticket was missed: could it still have been completed when the game ended?"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TypeAlias

from perron.game import Game
from perron.view import members

BLOCKED = "blocked"
"""Every path that is left is taken by others, or closed."""
SHORT = "short"
"""A path is open on the board, but the seat has too few pieces left for it."""
OPEN = "open"
"""It could still have been completed: the game ended too early, or the seat gave it up."""

Link: TypeAlias = tuple[int, tuple[int, int], int]
"""A neighbouring city, the pieces of each kind that it takes to get there, and the stations."""


def why_missed(game: Game, seat: int, ticket: int) -> str:
    """One of the three reasons. Stations are judged generously, so that a ticket called blocked surely is."""
    edition = game.edition
    a, b = (edition.city_index[city] for city in (edition.tickets[ticket].a, edition.tickets[ticket].b))
    links = _links(game, seat)
    pieces: list[int] = game.state["pieces"][seat].tolist()
    stations = _stations_left(game, seat)
    if not _reaches(_for_nothing(links), a, b, (0, 0), stations):
        return BLOCKED
    return OPEN if _reaches(links, a, b, (pieces[0], pieces[1]), stations) else SHORT


def _stations_left(game: Game, seat: int) -> int:
    stations = game.edition.stations
    return len(stations.cost) - int(game.state["stations"][seat]).bit_count() if stations else 0


def _links(game: Game, seat: int) -> list[list[Link]]:
    """The links of every city: own routes, routes that may still be claimed, and routes that may be borrowed."""
    edition, s = game.edition, game.state
    links: list[list[Link]] = [[] for _ in edition.cities]
    own = set(members(s["owned"][seat].tolist()))
    open_to_seat = set(members(s["may_claim"][seat].tolist()))
    taken = {r for q in range(game.seats) if q != seat for r in members(s["owned"][q].tolist())}
    for r, route in enumerate(edition.routes):
        a, b = edition.city_index[route.a], edition.city_index[route.b]
        for take in _prices(game, seat, r, (a, b), own, open_to_seat, taken):
            links[a].append((b, *take))
            links[b].append((a, *take))
    return links


def _prices(
    game: Game, seat: int, r: int, ends: tuple[int, int], own: set[int], open_to_seat: set[int], taken: set[int]
) -> Iterator[tuple[tuple[int, int], int]]:
    route = game.edition.routes[r]
    if r in own:
        yield (0, 0), 0
    elif r in open_to_seat:
        yield (route.length, 0) if route.piece == game.edition.pieces[0].id else (0, route.length), 0
    if r in taken and game.edition.stations:
        built = int(game.state["stations"][seat])
        yield (0, 0), 0 if any(built >> city & 1 for city in ends) else 1


def _for_nothing(links: list[list[Link]]) -> list[list[Link]]:
    """The same links without the cost in pieces."""
    return [[(there, (0, 0), station) for there, _, station in some] for some in links]


def _reaches(links: list[list[Link]], start: int, goal: int, pieces: tuple[int, int], stations: int) -> bool:
    """Whether a path joins two cities within these pieces of each kind and stations: Dijkstra over the first kind."""
    todo = [(0, start, 0, 0)]
    done = set()
    while todo:
        first, city, second, borrowed = heappop(todo)
        if city == goal:
            return True
        if (city, second, borrowed) in done:
            continue
        done.add((city, second, borrowed))
        for there, take, station in links[city]:
            step = (first + take[0], there, second + take[1], borrowed + station)
            if step[0] <= pieces[0] and step[2] <= pieces[1] and step[3] <= stations and step[1:] not in done:
                heappush(todo, step)
    return False
