"""The score sheet, line by line: every station tries every route, every path is walked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product

import networkx as nx

from perron.editions import Edition
from tests.reference.board import network
from tests.reference.longest import longest_path
from tests.reference.snapshot import Snapshot


@dataclass
class Sheet:
    """What one seat scores."""

    lines: dict[str, int] = field(default_factory=dict)
    total: int = 0
    longest: int = 0
    tickets_completed: int = 0
    rank: int = 0


def completed_with(edition: Edition, routes: Iterable[int], tickets: Iterable[int]) -> set[int]:
    """The tickets whose cities these routes join."""
    part = {city: n for n, cities in enumerate(nx.connected_components(network(edition, routes))) for city in cities}
    return {i for i in tickets if part[edition.tickets[i].a] == part[edition.tickets[i].b]}


def ticket_value(edition: Edition, tickets: Iterable[int], completed: set[int]) -> int:
    """Made tickets are added, the others subtracted (EU-K5, EU-P2, AM-K3, BE-K3)."""
    return sum(edition.tickets[i].points if i in completed else -edition.tickets[i].points for i in tickets)


def may_borrow(edition: Edition, s: Snapshot, seat: int, city: str) -> list[int | None]:
    """What a station may borrow: one route of another player that ends in its city, or none (EU-B4, RU-34)."""
    others = set().union(*(s.owned[q] for q in range(s.seats) if q != seat))
    return [None, *(i for i in sorted(others) if city in (edition.routes[i].a, edition.routes[i].b))]


def best_borrowing(edition: Edition, s: Snapshot, seat: int) -> tuple[int, int]:
    """Ticket points and tickets completed under the best choice of all stations together (RU-13).

    Every combination is tried. Cities that the seat's own routes join are one place, so a combination only has to join
    places with one another.
    """
    own = network(edition, s.owned[seat])
    place = {city: n for n, cities in enumerate(nx.connected_components(own)) for city in cities}
    wanted = [
        (place[edition.tickets[i].a], place[edition.tickets[i].b], edition.tickets[i].points) for i in s.tickets[seat]
    ]
    joins = []
    for city in sorted(s.stations[seat]):
        routes = [edition.routes[i] for i in may_borrow(edition, s, seat, city) if i is not None]
        joins.append({None} | {(place[route.a], place[route.b]) for route in routes})
    ends = {n for options in joins for join in options if join is not None for n in join}
    every_place = ends | {n for a, b, _ in wanted for n in (a, b)}
    best = (-10_000, 0)
    for choice in product(*joins):
        names = {n: n for n in every_place}
        for join in choice:
            if join is not None:
                old, new = names[join[0]], names[join[1]]
                names = {n: new if named == old else named for n, named in names.items()}
        completed = [points for a, b, points in wanted if names[a] == names[b]]
        missed = [points for a, b, points in wanted if names[a] != names[b]]
        best = max(best, (sum(completed) - sum(missed), len(completed)))
    return best


def trade_bonus(edition: Edition, s: Snapshot) -> list[int]:
    """Points by rank in number of trade bonus cards (AM-P2, AM-P3, AM-P4, RU-37)."""
    line = edition.line("trade_bonus")
    if line is None:
        return [0] * s.seats
    table = line.by_rank[s.seats]
    places = sorted((cards for cards in s.bonus if cards > 0), reverse=True)
    # The first place with as many cards: the tied all get it, and the places after it lapse.
    return [table[places.index(cards)] if cards > 0 else 0 for cards in s.bonus]


def route_points(edition: Edition, routes: Iterable[int]) -> int:
    """Points of routes by the number of cards paid, each kind of piece by its own table (EU-P1, AM-R4, BE-R6)."""
    tables = {kind.id: kind.points for kind in edition.pieces}
    return sum(tables[edition.routes[i].piece][edition.routes[i].cards] for i in routes)


def _rank(edition: Edition, s: Snapshot, sheets: list[Sheet]) -> None:
    """Points, then the edition's tie-breaks one by one; after a tie the next rank is skipped (EU-P5, RU-12, RU-35)."""

    def standing(seat: int) -> tuple[int, ...]:
        sheet = sheets[seat]
        steps = {
            "tickets_made": sheet.tickets_completed,
            "fewest_stations": -len(s.stations[seat]),  # RU-19
            "longest_path": sheet.longest,
        }
        return (sheet.total, *(steps[step] for step in edition.tie_breaks))

    order = sorted((standing(seat) for seat in range(s.seats)), reverse=True)
    for seat, sheet in enumerate(sheets):
        sheet.rank = order.index(standing(seat)) + 1


def _each(edition: Edition, ident: str) -> int:
    line = edition.line(ident)
    return 0 if line is None else line.points


def score(edition: Edition, s: Snapshot) -> list[Sheet]:
    """The sheet of a position, as if the game ended there."""
    sheets = [Sheet() for _ in range(s.seats)]
    trade = trade_bonus(edition, s)
    for seat, sheet in enumerate(sheets):
        value, completed = best_borrowing(edition, s, seat)
        of_all = sum(edition.tickets[i].points for i in s.tickets[seat])
        laid_open = sum(edition.tickets[i].points for i in s.completed[seat])
        joined = s.bonus[seat] if edition.east_west else 0
        unused = len(edition.stations.cost) - len(s.stations[seat]) if edition.stations else 0
        sheet.tickets_completed = completed + len(s.completed[seat]) + joined  # FJ-K2
        if edition.line("longest_path"):
            sheet.longest = longest_path(edition, s.owned[seat])
        sheet.lines = {
            "routes": route_points(edition, s.owned[seat]) if edition.points else 0,
            "tickets_won": (of_all + value) // 2 + laid_open,
            "tickets_lost": (value - of_all) // 2,
            "stations": _each(edition, "stations") * unused,  # EU-P3
            "longest_path": 0,
            "trade_bonus": trade[seat],
            "tickets": _each(edition, "tickets") * (completed + len(s.completed[seat])),  # FJ-E2, RU-30
            "east_west": _each(edition, "east_west") * joined,
        }
    longest = max(sheet.longest for sheet in sheets)
    most = max(sheet.tickets_completed for sheet in sheets)
    for sheet in sheets:
        if sheet.longest == longest > 0:  # RU-16
            sheet.lines["longest_path"] = _each(edition, "longest_path")
        sheet.lines["most_tickets"] = (
            _each(edition, "most_tickets") if sheet.tickets_completed == most > 0 else 0
        )  # RU-43
        sheet.lines = {line.id: sheet.lines[line.id] for line in edition.score}
        sheet.total = sum(sheet.lines.values())
    _rank(edition, s, sheets)
    return sheets
