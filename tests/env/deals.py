"""All deals that fit a view, counted one by one: slow, from the view and the edition's data alone.

Single cards are dealt, so that a hand of counts has as many ways as there are cards to make it of. Tickets are dealt
place by place, setup first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from math import comb
from typing import TypeAlias

from perron import View
from perron.editions import Edition

Hand: TypeAlias = tuple[tuple[str, int], ...]
Hands: TypeAlias = tuple[Hand, ...]
Tickets: TypeAlias = tuple[object, ...]


def _others(view: View) -> list[int]:
    return [seat for seat in range(view.seats) if seat != view.seat]


# cards


def as_hand(cards: Counter[str]) -> Hand:
    """A hand that can be counted."""
    return tuple(sorted((kind, n) for kind, n in cards.items() if n))


def known_hand(view: View, seat: int) -> Counter[str]:
    """Cards that everybody knows a seat has, those laid for a tunnel included."""
    known = Counter(view.players[seat].seen)
    if view.tunnel is not None and view.to_move == seat:
        known[view.tunnel.colour] += view.tunnel.cards
        known["wild"] += view.tunnel.wilds
    return known


def unseen_cards(view: View, edition: Edition) -> Counter[str]:
    """Cards of which the viewer does not know where they are."""
    assert view.seat is not None
    unseen = Counter(edition.cards)
    unseen.subtract(view.discards)
    unseen.subtract(Counter(kind for kind in view.display if kind is not None))
    unseen.subtract(view.hand or {})
    if view.tunnel is not None:
        unseen.subtract(view.tunnel.shown)
        if view.to_move == view.seat:
            unseen.subtract({view.tunnel.colour: view.tunnel.cards})
            unseen.subtract({"wild": view.tunnel.wilds})
    for seat in _others(view):
        unseen.subtract(known_hand(view, seat))
    assert min(unseen.values()) >= 0
    return unseen


def _choices(cards: Counter[str], n: int) -> Iterator[tuple[Counter[str], int]]:
    """Every n of the cards, with the number of ways to take them."""
    kinds = sorted(cards)

    def choose(at: int, left: int) -> Iterator[tuple[list[int], int]]:
        if at == len(kinds):
            if left == 0:
                yield [], 1
            return
        there = cards[kinds[at]]
        for taken in range(min(there, left) + 1):
            for rest, ways in choose(at + 1, left - taken):
                yield [taken, *rest], ways * comb(there, taken)

    for numbers, ways in choose(0, n):
        yield Counter(dict(zip(kinds, numbers, strict=True))), ways


def _pile_may_be(view: View, edition: Edition, pile: Counter[str]) -> bool:
    """Too many wilds lie open only where pile, discards and display have not enough other cards (RU-1)."""
    wilds = view.display.count("wild")
    if not edition.draw.display or wilds < edition.draw.reset_at:
        return True
    others = sum(n for kind, n in (pile + Counter(view.discards)).items() if kind != "wild")
    others += sum(kind not in (None, "wild") for kind in view.display)
    others += sum(kind != "wild" for kind in view.tunnel.shown) if view.tunnel else 0
    return others <= edition.draw.display - edition.draw.reset_at


def hands(view: View, edition: Edition) -> Counter[Hands]:
    """Other seats' hands, each with the number of deals that give them."""
    found: Counter[Hands] = Counter()

    def deal(seats: list[int], cards: Counter[str], ways: int, dealt: tuple[Hand, ...]) -> None:
        if not seats:
            if _pile_may_be(view, edition, cards):
                found[dealt] += ways
            return
        seat, known = seats[0], known_hand(view, seats[0])
        laid = 0
        if view.tunnel is not None and view.to_move == seat:
            laid = view.tunnel.cards + view.tunnel.wilds
        for taken, more in _choices(cards, view.players[seat].cards + laid - known.total()):
            deal(seats[1:], cards - taken, ways * more, (*dealt, as_hand(known + taken)))

    deal(_others(view), unseen_cards(view, edition), 1, ())
    return found


# tickets


def unseen_tickets(view: View, edition: Edition) -> set[str]:
    """Tickets of which the viewer does not know where they are."""
    known = {*(view.tickets or ()), *(view.offered or ()), *(back.ticket for back in view.given_back or ())}
    for player in view.players:
        known.update(player.completed)
    return {ticket.id for ticket in edition.tickets} - known


def _piles(view: View, tickets: set[str]) -> Iterator[tuple[str, ...]]:
    """Every order in which these, with those that the viewer knows the places of, can be the pile."""
    known = {back.above: back.ticket for back in view.given_back or () if back.place == "pile"}
    assert len(known) + len(tickets) == view.ticket_pile
    for order in permutations(sorted(tickets)):
        rest = iter(order)
        yield tuple(known[i] if i in known else next(rest) for i in range(view.ticket_pile))


def _sets(tickets: set[str], n: int) -> Iterator[set[str]]:
    return (set(some) for some in combinations(sorted(tickets), n)) if n >= 0 else iter(())


def has_completed(view: View, edition: Edition, seat: int, ticket: str) -> bool:
    """Whether a seat's own routes join the ends of a ticket."""
    one = edition.tickets[edition.ticket_index[ticket]]
    there, size = {one.a}, 0
    while len(there) > size:
        size = len(there)
        for name in view.players[seat].routes:
            route = edition.routes[edition.route_index[name]]
            if {route.a, route.b} & there:
                there |= {route.a, route.b}
    return one.b in there


def _would_lie_open(view: View, edition: Edition, seat: int, held: Iterable[str]) -> bool:
    return edition.open_tickets and any(has_completed(view, edition, seat, ticket) for ticket in held)


def swapped_tickets(view: View, edition: Edition) -> Counter[Tickets]:
    """Where tickets are swapped: those of other seats, the older first, and the pile."""
    found: Counter[Tickets] = Counter()

    def deal(seats: list[int], tickets: set[str], dealt: tuple[object, ...]) -> None:
        if not seats:
            found.update((*dealt, pile) for pile in _piles(view, tickets))
            return
        seat = seats[0]
        for held in permutations(sorted(tickets), view.players[seat].tickets):
            if not _would_lie_open(view, edition, seat, held):
                deal(seats[1:], tickets - set(held), (*dealt, held))

    deal(_others(view), unseen_tickets(view, edition), ())
    return found


def open_tickets(view: View, edition: Edition) -> Counter[Tickets]:
    """After setup, where completed tickets lie open: what other seats hold, are offered, the pile; the rest is gone."""
    found: Counter[Tickets] = Counter()
    places = view.ticket_pile - sum(back.place == "pile" for back in view.given_back or ())

    def offer(seats: list[int], tickets: set[str], held: tuple[object, ...], offers: tuple[object, ...]) -> None:
        if not seats:
            found.update((*held, *offers, pile) for some in _sets(tickets, places) for pile in _piles(view, some))
            return
        for drawn in permutations(sorted(tickets), view.players[seats[0]].offered):
            offer(seats[1:], tickets - set(drawn), held, (*offers, drawn))

    def deal(seats: list[int], tickets: set[str], held: tuple[object, ...]) -> None:
        if not seats:
            offer(_others(view), tickets, held, ())
            return
        for some in _sets(tickets, view.players[seats[0]].tickets):
            if not _would_lie_open(view, edition, seats[0], some):
                deal(seats[1:], tickets - some, (*held, frozenset(some)))

    deal(_others(view), unseen_tickets(view, edition), ())
    return found


def setup_tickets(view: View, edition: Edition) -> Counter[Tickets]:
    """While tickets are chosen: other seats' offers, what those keep who have chosen, and the pile."""
    found: Counter[Tickets] = Counter()
    long = {ticket.id for ticket in edition.tickets if ticket.long}

    def deal(seats: list[int], longs: set[str], regular: set[str], dealt: tuple[object, ...]) -> None:
        if not seats:
            found.update((*dealt, pile) for pile in _piles(view, regular))
            return
        assert view.to_move is not None
        for first in permutations(sorted(longs), edition.setup.long_tickets):
            for more in permutations(sorted(regular), edition.setup.tickets):
                offer = first + more
                kept: list[object] = [None]
                if seats[0] < view.to_move:
                    sizes = range(edition.setup.keep, len(offer) + 1)
                    kept = [frozenset(some) for n in sizes for some in combinations(offer, n)]
                for choice in kept:
                    deal(seats[1:], longs - set(first), regular - set(more), (*dealt, offer, choice))

    unseen = unseen_tickets(view, edition)
    deal(_others(view), unseen & long, unseen - long, ())
    return found


def tickets_with_a_box(view: View, edition: Edition) -> Counter[Tickets]:
    """After setup, where tickets given back then have left the game: what other seats hold, are offered, the pile.

    Each seat in turn: long and regular tickets dealt at setup, those of them that it kept, those it has kept since.
    """
    found: Counter[Tickets] = Counter()
    long = {ticket.id for ticket in edition.tickets if ticket.long}
    setup = edition.setup
    places = view.ticket_pile - sum(back.place == "pile" for back in view.given_back or ())

    def offer(seats: list[int], regular: set[str], held: tuple[object, ...], offers: tuple[object, ...]) -> None:
        if not seats:
            if len(regular) == places:
                found.update((*held, *offers, pile) for pile in _piles(view, regular))
            return
        for drawn in permutations(sorted(regular), view.players[seats[0]].offered):
            offer(seats[1:], regular - set(drawn), held, (*offers, drawn))

    def deal(seats: list[int], longs: set[str], regular: set[str], held: tuple[object, ...]) -> None:
        if not seats:
            offer(_others(view), regular, held, ())
            return
        n = view.players[seats[0]].tickets
        for first in _sets(longs, setup.long_tickets):
            for more in _sets(regular, setup.tickets):
                for size in range(setup.keep, len(first | more) + 1):
                    for kept in _sets(first | more, size):
                        for later in _sets(regular - more, n - size):
                            deal(seats[1:], longs - first, regular - more - later, (*held, frozenset(kept | later)))

    unseen = unseen_tickets(view, edition)
    deal(_others(view), unseen & long, unseen - long, ())
    return found


def tickets_of(view: View, edition: Edition) -> Counter[Tickets]:
    """The deals of tickets that fit a view, each with the number of ways to come by it."""
    if edition.swap_tickets:
        return swapped_tickets(view, edition)
    if view.phase == "setup":
        return setup_tickets(view, edition)
    return open_tickets(view, edition) if edition.open_tickets else tickets_with_a_box(view, edition)
