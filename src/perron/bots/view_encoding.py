"""Encode a view as the record that compiled bots read: it holds what the view tells, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from perron.codec import kind_number
from perron.editions.edition import Edition
from perron.engine.knowledge import KNOWLEDGE
from perron.engine.sizes import KINDS, NONE, WILD
from perron.view import PHASES, View

_PHASE_NUMBERS = {name: number for number, name in PHASES.items()}


def _words(members: Iterable[int]) -> list[int]:
    bits = 0
    for i in members:
        bits |= 1 << i
    return [bits & (1 << 64) - 1, bits >> 64]


def _counts(edition: Edition, cards: Mapping[str, int]) -> list[int]:
    counts = [0] * KINDS
    for kind, n in cards.items():
        counts[kind_number(edition, kind)] = n
    return counts


def _open_routes(edition: Edition, view: View) -> set[int]:
    """Routes that somebody may claim: neither taken nor closed."""
    index = edition.route_index
    taken = {index[route] for player in view.players for route in player.routes}
    return set(range(len(edition.routes))) - taken - {index[route] for route in view.closed}


def knowledge_of(view: View, edition: Edition) -> np.ndarray:
    """A seat's view as the record that compiled bots read, in an array of one."""
    knowledge = np.zeros(1, KNOWLEDGE)
    v = knowledge[0]
    s = v["s"]
    seat = view.seat
    assert seat is not None
    v["seat"], s["word"] = seat, 16
    s["dealt"], s["ticket_pile"], s["display"], s["tunnel_shown"] = NONE, NONE, NONE, NONE
    s["tunnel_route"] = s["tunnel_colour"] = NONE
    routes, cities, tickets = edition.route_index, edition.city_index, edition.ticket_index
    open_routes = _open_routes(edition, view)
    for q, player in enumerate(view.players):
        s["owned"][q] = _words(routes[route] for route in player.routes)
        twins = {edition.routes[routes[route]].twin for route in player.routes}
        s["may_claim"][q] = _words(open_routes - twins)  # nobody has both tracks
        s["completed"][q] = _words(tickets[ticket] for ticket in player.completed)
        s["stations"][q] = _words(cities[city] for city in player.stations)[0]
        s["score"][q] = player.score if edition.points else 0
        s["seen"][q] = _counts(edition, player.seen)
        s["pieces"][q][: len(edition.pieces)] = [player.pieces[kind.id] for kind in edition.pieces]
        s["bonus"][q] = player.bonus
        v["hand_size"][q], v["ticket_count"][q], v["offer_count"][q] = player.cards, player.tickets, player.offered
    _read_own(view, edition, s, seat)
    _read_table(view, edition, s)
    if view.tunnel is not None and view.to_move is not None:
        _read_tunnel(view, edition, v, s)
    return knowledge


def _read_own(view: View, edition: Edition, s: np.void, seat: int) -> None:
    index = edition.ticket_index
    held = [index[ticket] for ticket in view.tickets or ()]
    s["hand"][seat] = _counts(edition, view.hand or {})
    s["tickets"][seat] = _words(held)
    offer = held if edition.swap_tickets else [index[ticket] for ticket in view.offered or ()]
    s["dealt"][seat][: len(offer)] = offer
    if view.chosen:
        s["chosen"][seat] = sum(1 << offer.index(index[ticket]) for ticket in view.chosen)
    for back in view.given_back or ():
        ticket = index[back.ticket]
        s["known_to"][ticket] = 1 << seat
        if back.place == "pile":
            s["ticket_pile"][back.above] = ticket


def _read_table(view: View, edition: Edition, s: np.void) -> None:
    display = [NONE if kind is None else kind_number(edition, kind) for kind in view.display]
    s["display"][: len(display)] = display
    s["display_size"] = sum(kind != NONE for kind in display)
    s["display_wilds"] = sum(kind == WILD for kind in display)
    s["discards"] = _counts(edition, view.discards)
    s["pile_size"], s["discards_size"] = view.pile, sum(view.discards.values())
    s["tickets_left"], s["bonus_pile"] = view.ticket_pile, view.bonus_pile
    s["seats"], s["turn"], s["phase"] = view.seats, view.turn, _PHASE_NUMBERS[view.phase]
    s["last_round"] = view.last_round or 0
    if view.to_move is not None:
        s["to_move"] = view.to_move


def _read_tunnel(view: View, edition: Edition, v: np.void, s: np.void) -> None:
    """Cards laid count as in hand until the answer, as the functions of the engine expect."""
    tunnel, q = view.tunnel, view.to_move
    assert tunnel is not None
    s["tunnel_route"] = edition.route_index[tunnel.route]
    s["tunnel_colour"], s["tunnel_wilds"] = kind_number(edition, tunnel.colour), tunnel.wilds
    s["tunnel_extra"] = tunnel.extra
    s["tunnel_shown"][: len(tunnel.shown)] = [kind_number(edition, kind) for kind in tunnel.shown]
    v["hand_size"][q] += tunnel.cards + tunnel.wilds
    if view.seat == q:
        s["hand"][q][kind_number(edition, tunnel.colour)] += tunnel.cards
        s["hand"][q][WILD] += tunnel.wilds
