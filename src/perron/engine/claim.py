"""Claiming a route: which, paid how, and what it brings."""

import numpy as np

from perron.engine import bits, cards, payments, swapping, tunnels, turns
from perron.engine import refusals as no
from perron.engine.actions import CLAIM, ONE, action
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.routes import claimable, place_pieces
from perron.engine.sizes import PRICE, WILD


@kernel
def in_colour(t: Record, m0: Int, m1: Int, colour: Int, in_hand: Int, wilds: Int) -> Int:
    """Of the routes m0, m1 those that can be paid with the hand's cards of a colour, at least one, and its wilds."""
    price = min(in_hand + wilds, PRICE)
    w = min(wilds, PRICE)
    return (
        m0 & t.payable[colour, 0] & t.price_at_most[price, 0] & t.symbols_at_most[w, 0],
        m1 & t.payable[colour, 1] & t.price_at_most[price, 1] & t.symbols_at_most[w, 1],
    )


@kernel
def with_wilds(t: Record, m0: Int, m1: Int, colour: Int, in_hand: Int, wilds: Int) -> Int:
    """Of the routes m0, m1 those that can be paid with exactly so many wilds and one or more cards of a colour."""
    c0, c1 = in_colour(t, m0, m1, colour, in_hand, wilds)
    return c0 & ~t.price_at_most[wilds, 0], c1 & ~t.price_at_most[wilds, 1]


@kernel
def count_claims(t: Record, s: Record, mode: Int) -> Int:
    """How many claims are legal now."""
    seat = s.to_move
    m0, m1 = claimable(t, s, seat)
    wilds = s.hand[seat, WILD]
    n = np.int64(0)
    for c in range(t.colours):
        in_hand = s.hand[seat, c]
        if in_hand > 0:
            if mode == ONE:
                c0, c1 = in_colour(t, m0, m1, c, in_hand, wilds)
                n += bits.count(c0) + bits.count(c1)
            else:
                for w in range(min(wilds, PRICE - 1) + 1):
                    c0, c1 = with_wilds(t, m0, m1, c, in_hand, w)
                    n += bits.count(c0) + bits.count(c1)
    w = min(wilds, PRICE)
    return n + bits.count(m0 & t.price_at_most[w, 0]) + bits.count(m1 & t.price_at_most[w, 1])


@kernel
def _nth_route(m0: Int, m1: Int, k: Int) -> Int:
    n = bits.count(m0)
    if k < n:
        return bits.nth(m0, k)
    return 64 + bits.nth(m1, k - n)


@kernel
def nth_claim(t: Record, s: Record, mode: Int, k: Int) -> Int:
    """The k-th of them: by colour, (every payment: by wilds,) by route; wilds alone last."""
    seat = s.to_move
    m0, m1 = claimable(t, s, seat)
    wilds = s.hand[seat, WILD]
    for c in range(t.colours):
        in_hand = s.hand[seat, c]
        if in_hand > 0:
            if mode == ONE:
                c0, c1 = in_colour(t, m0, m1, c, in_hand, wilds)
                n = bits.count(c0) + bits.count(c1)
                if k < n:
                    r = _nth_route(c0, c1, k)
                    return action(CLAIM, r, c, payments.fewest_wilds(t.price[r], t.symbols[r], in_hand))
                k -= n
            else:
                for w in range(min(wilds, PRICE - 1) + 1):
                    c0, c1 = with_wilds(t, m0, m1, c, in_hand, w)
                    n = bits.count(c0) + bits.count(c1)
                    if k < n:
                        return action(CLAIM, _nth_route(c0, c1, k), c, w)
                    k -= n
    w = min(wilds, PRICE)
    r = _nth_route(m0 & t.price_at_most[w, 0], m1 & t.price_at_most[w, 1], k)
    return action(CLAIM, r, WILD, t.price[r])


@kernel
def refuse_claim(t: Record, s: Record, route: Int, colour: Int, wilds: Int) -> Int:
    """Why this claim is not legal; 0 if it is."""
    seat = s.to_move
    if route >= t.routes:
        return no.NO_SUCH_ACTION
    word, one = route >> 6, bits.bit(route)
    for q in range(s.seats):
        if s.owned[q, word] & one:
            return no.ROUTE_TAKEN
    if not s.may_claim[seat, word] & one:
        twin = t.twin[route]
        return no.DOUBLE_OWN if s.owned[seat, twin >> 6] & bits.bit(twin) else no.DOUBLE_CLOSED
    if t.length[route] > s.pieces[seat, t.piece[route]]:
        return no.TOO_FEW_PIECES
    if colour != WILD and t.colour[route] >= 0 and colour != t.colour[route]:
        return no.WRONG_COLOUR
    if wilds < t.symbols[route]:
        return no.TOO_FEW_SYMBOLS
    return payments.refuse_payment(t, s, seat, t.price[route], colour, wilds)


@kernel
def _take(t: Record, s: Record, route: Int, tape: Array) -> None:
    """The price is paid: the route is the seat's, and its turn ends."""
    place_pieces(t, s, route)
    cards.settle_display(t, s, tape)
    if t.open_tickets:
        swapping.settle_claim(t, s, route)
    turns.end_turn(t, s)


@kernel
def claim(t: Record, s: Record, route: Int, colour: Int, wilds: Int, tape: Array) -> None:
    """Claim a route, or try a tunnel."""
    if t.tunnels[route >> 6] & bits.bit(route):
        if tunnels.attempt(t, s, route, colour, wilds, tape):
            return
        tunnels.discard_shown(s)
    cards.pay(s, s.to_move, colour, t.price[route] - wilds, wilds)
    _take(t, s, route, tape)


@kernel
def pay_tunnel(t: Record, s: Record, wilds: Int, tape: Array) -> None:
    """Pay what the tunnel asks on top; it is claimed. Extra cards need no pieces and score nothing (RU-25)."""
    route = s.tunnel_route
    coloured = tunnels.laid(t, s) + s.tunnel_extra - wilds
    cards.pay(s, s.to_move, s.tunnel_colour, coloured, s.tunnel_wilds + wilds)
    tunnels.discard_shown(s)
    tunnels.clear(s)
    _take(t, s, route, tape)


@kernel
def let_tunnel_go(t: Record, s: Record, tape: Array) -> None:
    """Take the laid cards back; the turn ends (EU-U2)."""
    tunnels.show_laid(t, s)
    tunnels.discard_shown(s)
    tunnels.clear(s)
    cards.settle_display(t, s, tape)
    turns.end_turn(t, s)
