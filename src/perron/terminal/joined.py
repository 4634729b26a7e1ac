"""Whether a ticket's places are joined, as far as a view can tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from perron.editions import Edition
from perron.view import View

BY_OWN = "joined"
BY_STATION = "joined through a station"
NOT = "not joined yet"


def _with(networks: Mapping[str, str], edition: Edition, routes: Iterable[str]) -> dict[str, str]:
    """Every city on some routes with a name for the network it is part of, when these routes are added."""
    network = dict(networks)
    for ident in routes:
        route = edition.routes[edition.route_index[ident]]
        a, b = network.setdefault(route.a, route.a), network.setdefault(route.b, route.b)
        for city, name in network.items():
            if name == b:
                network[city] = a
    return network


def _are_joined(edition: Edition, ticket: str, networks: dict[str, str]) -> bool:
    found = edition.tickets[edition.ticket_index[ticket]]
    return found.a in networks and networks[found.a] == networks.get(found.b)


def joined(edition: Edition, view: View) -> dict[str, str]:
    """How each ticket of the viewer stands now: one of the words above. Each ticket is looked at by itself."""
    assert view.seat is not None
    me = view.players[view.seat]
    own = _with({}, edition, me.routes)
    found = {ticket: BY_OWN for ticket in view.tickets or () if _are_joined(edition, ticket, own)}
    others = [route for seat, player in enumerate(view.players) if seat != view.seat for route in player.routes]
    lendable = [[route for route in others if city in _ends(edition, route)] for city in me.stations]
    for borrowed in product(*([*routes, None] for routes in lendable)):
        networks = _with(own, edition, [route for route in borrowed if route is not None])
        for ticket in view.tickets or ():
            if ticket not in found and _are_joined(edition, ticket, networks):
                found[ticket] = BY_STATION
    return {ticket: found.get(ticket, NOT) for ticket in view.tickets or ()}


def _ends(edition: Edition, ident: str) -> tuple[str, str]:
    route = edition.routes[edition.route_index[ident]]
    return route.a, route.b
