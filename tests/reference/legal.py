"""Every legal action of a position, by trying everything."""

from __future__ import annotations

from itertools import chain, combinations

from perron.editions import Edition
from tests.reference.board import routes_with_pieces
from tests.reference.plain_actions import Plain
from tests.reference.snapshot import KEEP, OVER, SECOND, SETUP, TUNNEL, WILD, Kind, Snapshot

Payment = tuple[Kind, int]
"""Colour and wilds; the colour is wild if nothing else is paid."""


def colours(edition: Edition) -> list[Kind]:
    """The colours of the deck."""
    return [colour for colour in edition.cards if colour != WILD]


def payments(hand: dict[Kind, int], allowed: list[Kind], price: int, symbols: int = 0) -> set[Payment]:
    """Every set of cards of one allowed colour, wilds standing in, one wild at least for each symbol (EU-R1, EU-F1)."""
    found = set()
    for colour in allowed:
        for coloured in range(1, price + 1):
            wilds = price - coloured
            if coloured <= hand[colour] and symbols <= wilds <= hand[WILD]:
                found.add((colour, wilds))
    if hand[WILD] >= price:
        found.add((WILD, price))  # one action, not one a colour (RU-26)
    return found


def with_fewest_wilds(found: set[Payment]) -> set[Payment]:
    """Of each colour only the payment that spends the fewest wilds."""
    return {(colour, wilds) for colour, wilds in found if wilds == min(w for c, w in found if c == colour)}


def _draws(edition: Edition, s: Snapshot) -> set[Plain]:
    in_pile = sum(s.pile.values()) + sum(s.discards.values())
    if edition.draw.display == 0:
        return {("cards",)} if in_pile else set()
    found: set[Plain] = {("face up", kind) for kind in s.display if kind is not None}
    if s.phase == SECOND:
        found.discard(("face up", WILD))  # EU-D3, AM-D2, BE-D2
    if in_pile:
        found.add(("blind",))
    return found


def _claims(edition: Edition, s: Snapshot, seat: int, every_payment: bool) -> set[Plain]:
    found: set[Plain] = set()
    for i in routes_with_pieces(edition, s, seat):
        route = edition.routes[i]
        allowed = colours(edition) if route.colour == "gray" else [route.colour]
        ways = payments(s.hands[seat], allowed, route.cards, route.ferry)
        found |= {("claim", i, *way) for way in (ways if every_payment else with_fewest_wilds(ways))}
    return found


def _stations(edition: Edition, s: Snapshot, seat: int, every_payment: bool) -> set[Plain]:
    if edition.stations is None or len(s.stations[seat]) == len(edition.stations.cost):
        return set()
    price = edition.stations.cost[len(s.stations[seat])]  # EU-B2
    ways = payments(s.hands[seat], colours(edition), price)
    if not every_payment:
        ways = with_fewest_wilds(ways)
    taken = set().union(*s.stations)
    return {("station", city.id, *way) for city in edition.cities if city.id not in taken for way in ways}  # EU-B1


def _keeps(edition: Edition, s: Snapshot, seat: int) -> set[Plain]:
    offer = range(len(s.dealt[seat]))
    least = edition.setup.keep if s.phase == SETUP else edition.draw.keep
    every_subset = chain.from_iterable(combinations(offer, n) for n in range(len(offer) + 1))
    return {("keep", frozenset(kept)) for kept in every_subset if len(kept) >= min(least, len(offer))}  # RU-15


def _answers(s: Snapshot, seat: int, every_payment: bool, edition: Edition) -> set[Plain]:
    assert s.attempt is not None
    left = dict(s.hands[seat])
    left[WILD] -= s.attempt.wilds
    if s.attempt.colour != WILD:
        left[s.attempt.colour] -= edition.routes[s.attempt.route].cards - s.attempt.wilds
    allowed = [] if s.attempt.colour == WILD else [s.attempt.colour]  # EU-U5
    wilds = {wilds for _, wilds in payments(left, allowed, s.attempt.extra)}
    if wilds and not every_payment:
        wilds = {min(wilds)}
    return {("let go",)} | {("pay", n) for n in wilds}  # EU-U2, RU-21, RU-25


def legal_actions(edition: Edition, s: Snapshot, every_payment: bool) -> set[Plain]:
    """What the seat to move may do; with every payment, or with the fewest wilds in each colour."""
    if s.phase == OVER:
        return set()
    seat = s.to_move
    assert seat is not None
    if s.phase in (SETUP, KEEP):
        return _keeps(edition, s, seat)
    if s.phase == SECOND:
        return _draws(edition, s)
    if s.phase == TUNNEL:
        return _answers(s, seat, every_payment, edition)
    found = _draws(edition, s) | _claims(edition, s, seat, every_payment) | _stations(edition, s, seat, every_payment)
    if s.ticket_pile:  # RU-8
        found.add(("swap",) if edition.swap_tickets else ("tickets",))
    return found or {("pass",)}  # RU-4, RU-27
