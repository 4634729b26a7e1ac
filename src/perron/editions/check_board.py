"""Faults of the board: its cities, routes and tickets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perron.editions import limits
from perron.editions.draft import Draft
from perron.editions.edition import GRAY, WILD
from perron.editions.faults import shown
from perron.editions.lines import Path
from perron.editions.section import Section


@dataclass(frozen=True, slots=True)
class _Track:
    """What could be read of one entry under routes."""

    section: Section
    ends: frozenset[str]
    length: int | None
    cards: int | None
    piece: str | None
    double: bool

    @property
    def line(self) -> int:
        return self.section.faults.line(self.section.path)


def check_board(board: Section, draft: Draft) -> None:
    """Note every fault of the [board] table; `draft` learns its cities and how many tickets it has."""
    cities = board.tables("cities", 2, limits.CITIES)
    _check_cities(cities, draft)
    tracks = [_check_route(route, draft) for route in board.tables("routes", 1, limits.ROUTES)]
    _check_doubles(tracks)
    _check_reach(cities, tracks)
    if draft.has_trade_bonus and not any(track.section.data.get("carts") for track in tracks):
        board.faults.warning(
            ("trade_bonus",), "trade_bonus/no_carts", "no route has carts, so nobody gets a trade bonus"
        )
    _check_tickets(board.tables("tickets", 1, limits.TICKETS), draft)
    _check_water(board)
    board.close()


def _check_cities(cities: list[Section], draft: Draft) -> None:
    spots: dict[tuple[float | None, float | None], int] = {}
    for city in cities:
        line = city.faults.line(city.path)
        ident = city.ident("id")
        city.text("name")
        if "names" in city:  # else readers of every language know it by the name on the board
            city.texts("names")
        x, y = city.number("x", 0, 1), city.number("y", 0, 1)
        city.number("lat", -90, 90, required=False)
        city.number("lon", -180, 180, required=False)
        city.close()
        if ("lat" in city) != ("lon" in city):
            city.error("city/half_placed", "'lat' and 'lon' come together or not at all")
        if ident in draft.cities:
            first = draft.cities[ident]
            city.error("city/duplicate", f"there is a city {shown(ident)} already, in line {first}", "id")
        elif ident is not None:
            draft.cities[ident] = line
        if (x, y) in spots:
            city.error("city/same_place", f"the city in line {spots[x, y]} is in the same place", "x")
        elif x is not None and y is not None:
            spots[x, y] = line


def _ends(section: Section, draft: Draft, what: str) -> frozenset[str]:
    """The two cities of a route or a ticket; fewer where one is not known."""
    a = section.reference("a", draft.cities, "city/unknown", "city")
    b = section.reference("b", draft.cities, "city/unknown", "city")
    if a is not None and a == b:
        section.error(f"{what}/to_itself", f"this {what} goes from {shown(a)} to itself", "b")
    return frozenset(end for end in (a, b) if end is not None)


def _check_route(route: Section, draft: Draft) -> _Track:
    ends = _ends(route, draft, "route")
    length = route.integer("length", 1, limits.ROUTE_CARDS)
    cards = route.integer("cards", 1, limits.ROUTE_CARDS, required=False) if "cards" in route else length
    colour = _check_colour(route, draft)
    piece = _check_piece(route, draft)
    ferry = route.integer("ferry", 0, limits.ROUTE_CARDS, required=False) or 0
    tunnel, double, carts = route.boolean("tunnel"), route.boolean("double"), route.boolean("carts")
    for key in ("cards", "piece"):  # may be left out, and are known keys all the same
        route.raw(key, required=False)
    route.close()
    if carts and not draft.has_trade_bonus:
        route.error("route/carts", "carts on a route need a [trade_bonus]", "carts")
    if ferry:
        _check_ferry(route, ferry, cards, tunnel)
    if piece is not None:
        _check_stock(route, draft, piece, length, cards)
    if colour is not None and cards is not None:
        _check_payable(route, draft, colour, cards, ferry)
    return _Track(route, ends, length, cards, piece, double)


def _check_colour(route: Section, draft: Draft) -> str | None:
    colours = [colour for colour in draft.deck if colour != WILD]
    return route.reference("colour", [*colours, GRAY], "colour/unknown", "colour in the deck called")


def _check_piece(route: Section, draft: Draft) -> str | None:
    if "piece" in route:
        return route.reference("piece", draft.pieces, "route/unknown_piece", "kind of piece")
    return next(iter(draft.pieces), None)


def _check_ferry(route: Section, ferry: int, cards: int | None, tunnel: bool) -> None:
    if cards is not None and ferry > cards:
        route.error("route/ferry", f"{ferry} ferry symbols, but only {cards} cards to pay", "ferry")
    if route.data.get("colour") != GRAY:
        route.error("route/ferry", "a ferry must be gray", "colour")
    if tunnel:
        route.error("route/ferry", "a ferry cannot be a tunnel", "tunnel")


def _check_stock(route: Section, draft: Draft, piece: str, length: int | None, cards: int | None) -> None:
    """Whether a player has the pieces for a route, and its kind the points."""
    count, points = draft.pieces[piece], draft.points[piece]
    if length is not None and count is not None and length > count:
        route.error(
            "route/too_long", f"a route of {length}, but a player has only {count} pieces of that kind", "length"
        )
    if points is not None and cards is not None and cards not in points:
        key = "cards" if "cards" in route else "length"
        route.error("route/no_points", f"the points table of {shown(piece)} says nothing of {cards} cards", key)


def _check_payable(route: Section, draft: Draft, colour: str, cards: int, ferry: int) -> None:
    """Whether the deck holds the cards that the route costs."""
    of_colour = [count for name, count in draft.deck.items() if name != WILD and colour in (name, GRAY)]
    wilds = draft.deck.get(WILD)
    known = [count for count in of_colour if count is not None]
    if wilds is None or len(known) < len(of_colour) or not known:
        return
    if cards > max(known) + wilds or ferry > wilds:
        route.error("route/unpayable", f"the deck does not have the {cards} cards for this route", "length")


def _check_doubles(tracks: list[_Track]) -> None:
    """Two tracks of one kind between two cities are a double route, and both are marked (RU-20)."""
    groups: dict[tuple[frozenset[str], str], list[_Track]] = {}
    for track in tracks:
        if len(track.ends) == 2 and track.piece is not None:
            groups.setdefault((track.ends, track.piece), []).append(track)
    for group in groups.values():
        first = group[0]
        for track in group[2:]:
            message = f"a third track of its kind between these two cities; the first is in line {first.line}"
            track.section.error("route/duplicate", message)
        marked = [track for track in group if track.double]
        if len(group) == 2 and not marked:
            message = f"the same two cities as line {first.line}; if it is a double route, mark both with double = true"
            group[1].section.error("route/duplicate", message)
        elif len(marked) == 1:
            others = [track for track in group if not track.double]
            message = f"the other track, in line {others[0].line}, is not marked" if others else "it has no other track"
            marked[0].section.error("double/one_sided", f"marked as a double route, but {message}", "double")
        elif len(marked) == 2 and (marked[0].length, marked[0].cards) != (marked[1].length, marked[1].cards):
            message = f"its length or price differs from its other track in line {marked[0].line}"
            marked[1].section.error("double/unequal", message, "length")


def _check_reach(cities: list[Section], tracks: list[_Track]) -> None:
    """Every city must be joined to the rest, or tickets to it could never be completed."""
    idents = [city.data["id"] for city in cities if isinstance(city.data.get("id"), str)]
    neighbours: dict[str, set[str]] = {ident: set() for ident in idents}
    for track in tracks:
        for end in track.ends:
            neighbours[end] |= track.ends - {end}
    unseen = dict.fromkeys(idents)
    parts: list[set[str]] = []
    while unseen:
        part = {next(iter(unseen))}
        waiting = list(part)
        while waiting:
            more = neighbours[waiting.pop()] - part
            part |= more
            waiting.extend(more)
        for ident in part:
            unseen.pop(ident, None)
        parts.append(part)
    rest = max(parts, key=len, default=set())
    for city in cities:
        ident = city.data.get("id")
        if isinstance(ident, str) and ident not in rest:
            city.error("city/unreachable", f"no routes join {shown(ident)} to the rest of the board")


def _check_tickets(tickets: list[Section], draft: Draft) -> None:
    seen: dict[tuple[frozenset[str], int | None], int] = {}
    for ticket in tickets:
        ends = _ends(ticket, draft, "ticket")
        points = None
        if draft.has_points:
            points = ticket.integer("points", 0, limits.POINTS)
        else:
            draft.refuse_points(ticket, "points")
        long = ticket.boolean("long")
        ticket.close()
        draft.tickets += 1
        draft.long_tickets += long
        if long and draft.setup_long == 0:
            ticket.error("ticket/long", "a long ticket, but [setup] deals none of them", "long")
        if (ends, points) in seen:
            ticket.error("ticket/duplicate", f"the same ticket as in line {seen[ends, points]}")
        elif len(ends) == 2:
            seen[ends, points] = ticket.faults.line(ticket.path)


def _check_water(board: Section) -> None:
    """Shapes of water: arrays of corners, each an x and a y."""
    corners = 0
    for path, shape in board.arrays("water", limits.WATERS):
        points = [_check_point(board, (*path, i), corner) for i, corner in enumerate(shape[: limits.WATER_POINTS])]
        corners += len(shape)
        if len(shape) < 3:
            board.faults.error(path, "size/limit", f"a shape of water must have 3 corners or more, not {len(shape)}")
        elif corners - len(shape) <= limits.WATER_POINTS < corners:
            message = f"all shapes of water must have {limits.WATER_POINTS} corners at most, and are at {corners} here"
            board.faults.error(path, "size/limit", message)
        elif None not in points and _area([point for point in points if point is not None]) < 1e-6:
            board.faults.error(path, "water/flat", "a shape of water must have an area: its corners lie on one line")


def _check_point(board: Section, path: Path, corner: Any) -> tuple[float, float] | None:
    if (
        isinstance(corner, list)
        and len(corner) == 2
        and all(isinstance(value, int | float) and not isinstance(value, bool) for value in corner)
        and all(0 <= value <= 1 for value in corner)
    ):
        return float(corner[0]), float(corner[1])
    told = f"[{', '.join(map(shown, corner))}]" if isinstance(corner, list) and len(corner) < 4 else shown(corner)
    message = f"a corner of water must be [x, y], both from 0 to 1, not {told}"
    board.faults.error(path, "water/point", message)
    return None


def _area(points: list[tuple[float, float]]) -> float:
    ring = zip(points, [*points[1:], *points[:1]], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in ring)) / 2
