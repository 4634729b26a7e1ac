"""An edition compiled into one read-only record: numbers, and sets of routes that turn a rule into a few ANDs."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from perron.editions import known_edition
from perron.editions.edition import TIE_BREAKS, Edition
from perron.engine.lines import LINE_AT
from perron.engine.sizes import (
    CITIES,
    COLOURS,
    KINDS,
    LINES,
    NONE,
    PIECE_KINDS,
    PRICE,
    ROUTES,
    SEATS,
    STATIONS,
    TICKETS,
    WILD,
    WORDS,
)

TABLES = np.dtype(
    [
        # sets of routes
        ("all_routes", "u8", (WORDS,)),
        ("payable", "u8", (COLOURS, WORDS)),  # with at least one card of the colour; gray routes in every colour
        ("price_at_most", "u8", (PRICE + 1, WORDS)),
        ("symbols_at_most", "u8", (PRICE + 1, WORDS)),  # ferries: locomotive symbols
        ("fits", "u8", (PIECE_KINDS, PRICE + 1, WORDS)),  # needs that many pieces of the kind or fewer
        ("tunnels", "u8", (WORDS,)),
        ("carts", "u8", (WORDS,)),
        ("at_city", "u8", (CITIES, WORDS)),
        # sets of cities
        ("all_cities", "u8"),
        ("east", "u8"),
        ("west", "u8"),
        # sets of tickets
        ("long_tickets", "u8", (WORDS,)),
        # routes
        ("route_a", "i1", (ROUTES,)),
        ("route_b", "i1", (ROUTES,)),
        ("price", "i1", (ROUTES,)),  # cards
        ("length", "i1", (ROUTES,)),  # pieces
        ("piece", "i1", (ROUTES,)),
        ("colour", "i1", (ROUTES,)),  # NONE: gray
        ("symbols", "i1", (ROUTES,)),
        ("twin", "i1", (ROUTES,)),  # the other track of a double route, or NONE
        ("points", "i1", (ROUTES,)),
        # tickets
        ("ticket_a", "i1", (TICKETS,)),
        ("ticket_b", "i1", (TICKETS,)),
        ("ticket_points", "i1", (TICKETS,)),
        # numbers
        ("deck", "i1", (KINDS,)),
        ("pieces", "i1", (PIECE_KINDS,)),
        ("colours", "i1"),
        ("routes", "i2"),
        ("cities", "i1"),
        ("tickets", "i1"),
        ("setup_cards", "i1"),
        ("setup_tickets", "i1"),
        ("setup_long", "i1"),
        ("setup_keep", "i1"),
        ("setup_under", "i1"),  # 1: tickets given back at setup go under the pile, 0: they leave the game
        ("draw_cards", "i1"),
        ("draw_tickets", "i1"),
        ("draw_keep", "i1"),
        ("display", "i1"),
        ("reset_at", "i1"),
        ("last_round_at", "i1"),
        ("closed_up_to", "i1"),
        ("stations", "i1"),
        ("station_cost", "i1", (STATIONS,)),
        ("line_points", "i1", (LINES,)),  # of the score sheet: points for each, or 1; 0 where a line is not counted
        ("trade_points", "i1", (SEATS + 1, SEATS)),
        ("bonus_cards", "i1"),
        ("goal", "i1"),
        ("open_tickets", "i1"),
        ("swap_tickets", "i1"),
        ("has_points", "i1"),
        ("tie_breaks", "i1", (3,)),  # index into TIE_BREAKS, or NONE
        ("ident", "u1", (32,)),  # the edition's id, for those who keep something an edition
        ("version", "i4"),  # of its rules
    ],
    align=True,
)


def _add(words: NDArray[np.uint64], i: int) -> None:
    words[i // 64] |= np.uint64(1 << (i % 64))


_REMEMBERED = 1000
_compiled: dict[int, Edition] = {}
"""What tables were compiled from, by where they lie in memory: an address is used again only by later tables."""


def _address(tables: np.ndarray) -> int:
    return int(tables.ctypes.data)


def edition_of(tables: np.ndarray) -> Edition:
    """The edition that tables were compiled from; of a copy of tables, the one that is known by its id and version."""
    found = _compiled.get(_address(tables))
    if found is not None:
        return found
    t = tables[0]
    return known_edition(bytes(t["ident"]).rstrip(b"\0").decode(), version=int(t["version"]))


@lru_cache(maxsize=64)
def tables_of(edition: Edition) -> np.ndarray:
    """The tables of an edition, compiled once."""
    return compile_tables(edition)


def compile_tables(edition: Edition) -> np.ndarray:
    """One read-only record (an array of length 1) for an edition that has passed its check."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    _compile_board(edition, t)
    _compile_tickets(edition, t)
    _compile_numbers(edition, t)
    tables.flags.writeable = False
    _compiled[_address(tables)] = edition
    while len(_compiled) > _REMEMBERED:
        del _compiled[next(iter(_compiled))]
    return tables


def _compile_board(edition: Edition, t: np.void) -> None:
    kinds = {kind.id: index for index, kind in enumerate(edition.pieces)}
    colours = {colour: index for index, colour in enumerate(edition.colours)}
    city = edition.city_index
    t["colours"], t["routes"], t["cities"] = len(colours), len(edition.routes), len(city)
    t["all_cities"] = (1 << len(city)) - 1
    t["colour"], t["twin"] = NONE, NONE
    for i, route in enumerate(edition.routes):
        kind = kinds[route.piece]
        _add(t["all_routes"], i)
        t["route_a"][i], t["route_b"][i] = city[route.a], city[route.b]
        t["price"][i], t["length"][i], t["piece"][i], t["symbols"][i] = route.cards, route.length, kind, route.ferry
        t["points"][i] = edition.pieces[kind].points.get(route.cards, 0)
        if route.twin is not None:
            t["twin"][i] = route.twin
        if route.colour != "gray":
            t["colour"][i] = colours[route.colour]
        for colour, c in colours.items():
            # A ferry of symbols alone takes no coloured card at all.
            if route.colour in ("gray", colour) and route.ferry < route.cards:
                _add(t["payable"][c], i)
        for n in range(PRICE + 1):
            if route.cards <= n:
                _add(t["price_at_most"][n], i)
            if route.ferry <= n:
                _add(t["symbols_at_most"][n], i)
            if route.length <= n:
                _add(t["fits"][kind][n], i)
        if route.tunnel:
            _add(t["tunnels"], i)
        if route.carts:
            _add(t["carts"], i)
        for end in (route.a, route.b):
            _add(t["at_city"][city[end]], i)


def _compile_tickets(edition: Edition, t: np.void) -> None:
    city = edition.city_index
    t["tickets"] = len(edition.tickets)
    for i, ticket in enumerate(edition.tickets):
        t["ticket_a"][i], t["ticket_b"][i], t["ticket_points"][i] = city[ticket.a], city[ticket.b], ticket.points
        if ticket.long:
            _add(t["long_tickets"], i)


def _compile_numbers(edition: Edition, t: np.void) -> None:
    for c, colour in enumerate(edition.colours):
        t["deck"][c] = edition.cards[colour]
    t["deck"][WILD] = edition.cards["wild"]
    for i, kind in enumerate(edition.pieces):
        t["pieces"][i] = kind.count
    setup, draw = edition.setup, edition.draw
    t["setup_cards"], t["setup_tickets"], t["setup_long"] = setup.cards, setup.tickets, setup.long_tickets
    t["setup_keep"], t["setup_under"] = setup.keep, setup.returned == "under"
    t["draw_cards"], t["draw_tickets"], t["draw_keep"] = draw.cards, draw.tickets, draw.keep
    t["display"], t["reset_at"] = draw.display, draw.reset_at
    t["last_round_at"], t["closed_up_to"] = edition.last_round_at, edition.double_closed_up_to
    t["goal"], t["open_tickets"], t["swap_tickets"] = edition.goal, edition.open_tickets, edition.swap_tickets
    t["has_points"], t["bonus_cards"] = edition.points, edition.bonus_cards
    if edition.stations is not None:
        t["stations"] = len(edition.stations.cost)
        t["station_cost"][: len(edition.stations.cost)] = edition.stations.cost
    if edition.east_west is not None:
        t["east"] = sum(1 << city for city in {edition.city_index[name] for name in edition.east_west.east})
        t["west"] = sum(1 << city for city in {edition.city_index[name] for name in edition.east_west.west})
    for line in edition.score:
        t["line_points"][LINE_AT[line.id]] = line.points
        for seats, points in line.by_rank.items():
            t["trade_points"][seats][: len(points)] = points
    ident = edition.id.encode()[:32]
    t["ident"][: len(ident)] = list(ident)
    t["version"] = edition.version
    t["tie_breaks"] = NONE
    for i, name in enumerate(edition.tie_breaks):
        t["tie_breaks"][i] = TIE_BREAKS.index(name)
