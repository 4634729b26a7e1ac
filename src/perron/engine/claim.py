"""Claiming a route: which, and paid how."""

import numpy as np

from perron.engine import bits, payments
from perron.engine import refusals as no
from perron.engine.actions import CLAIM, ONE, action
from perron.engine.compiled import Int, Record, kernel
from perron.engine.routes import claimable
from perron.engine.sizes import PRICE, WILD


@kernel
def with_symbols(t: Record, m0: Int, m1: Int, wilds: Int) -> Int:
    """Of the routes m0, m1 those for whose symbols there are wilds enough."""
    w = min(wilds, PRICE)
    return m0 & t.symbols_at_most[w, 0], m1 & t.symbols_at_most[w, 1]


@kernel
def in_wilds(t: Record, m0: Int, m1: Int, wilds: Int) -> Int:
    """Of the routes m0, m1 those that that many wilds pay alone."""
    w = min(wilds, PRICE)
    return m0 & t.price_at_most[w, 0], m1 & t.price_at_most[w, 1]


@kernel
def in_colour(t: Record, y0: Int, y1: Int, colour: Int, in_hand: Int, wilds: Int) -> Int:
    """Of routes `with_symbols` those that can be paid with cards of a colour in hand, at least one, and the wilds."""
    price = min(in_hand + wilds, PRICE)
    c0 = y0 & t.payable[colour, 0] & t.price_at_most[price, 0]
    c1 = y1 & t.payable[colour, 1] & t.price_at_most[price, 1]
    return c0 if in_hand > 0 else np.uint64(0), c1 if in_hand > 0 else np.uint64(0)


@kernel
def with_wilds(t: Record, m0: Int, m1: Int, colour: Int, in_hand: Int, wilds: Int) -> Int:
    """Of the routes m0, m1 those that can be paid with exactly that many wilds and one or more cards of a colour."""
    y0, y1 = with_symbols(t, m0, m1, wilds)
    c0, c1 = in_colour(t, y0, y1, colour, in_hand, wilds)
    return c0 & ~t.price_at_most[wilds, 0], c1 & ~t.price_at_most[wilds, 1]


@kernel
def count_claims(t: Record, s: Record, mode: Int) -> Int:
    """How many claims are legal now."""
    seat = s.to_move
    m0, m1 = claimable(t, s, seat)
    wilds = s.hand[seat, WILD]
    y0, y1 = with_symbols(t, m0, m1, wilds)
    n = np.int64(0)
    for c in range(t.colours):
        in_hand = s.hand[seat, c]
        if in_hand > 0:
            if mode == ONE:
                c0, c1 = in_colour(t, y0, y1, c, in_hand, wilds)
                n += bits.count(c0) + bits.count(c1)
            else:
                for w in range(min(wilds, PRICE - 1) + 1):
                    c0, c1 = with_wilds(t, m0, m1, c, in_hand, w)
                    n += bits.count(c0) + bits.count(c1)
    w0, w1 = in_wilds(t, m0, m1, wilds)
    return n + bits.count(w0) + bits.count(w1)


@kernel
def nth_route(m0: Int, m1: Int, k: Int) -> Int:
    """The k-th route of two words."""
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
    y0, y1 = with_symbols(t, m0, m1, wilds)
    for c in range(t.colours):
        in_hand = s.hand[seat, c]
        if in_hand > 0:
            if mode == ONE:
                c0, c1 = in_colour(t, y0, y1, c, in_hand, wilds)
                n = bits.count(c0) + bits.count(c1)
                if k < n:
                    r = nth_route(c0, c1, k)
                    return action(CLAIM, r, c, payments.fewest_wilds(t.price[r], t.symbols[r], in_hand))
                k -= n
            else:
                for w in range(min(wilds, PRICE - 1) + 1):
                    c0, c1 = with_wilds(t, m0, m1, c, in_hand, w)
                    n = bits.count(c0) + bits.count(c1)
                    if k < n:
                        return action(CLAIM, nth_route(c0, c1, k), c, w)
                    k -= n
    w0, w1 = in_wilds(t, m0, m1, wilds)
    r = nth_route(w0, w1, k)
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
