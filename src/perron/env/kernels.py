"""Actions by their numbers, in compiled code: which are legal, and what a number stands for in a state.

`nb` is the one record of a `Numbering`.
"""

import numpy as np

from perron.engine import bits, cards, claim, draw, payments, stations, tickets, tunnels
from perron.engine import refusals as no
from perron.engine.actions import (
    CLAIM,
    DECLINE,
    DRAW_BLIND,
    DRAW_CARDS,
    DRAW_FACE_UP,
    KEEP_TICKETS,
    ONE,
    PASS,
    PAY_TUNNEL,
    STATION,
    colour_of,
    index_of,
    kind_of,
    wilds_of,
)
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.legal import refuse
from perron.engine.routes import claimable
from perron.engine.sizes import NONE, PRICE, WILD, WORDS
from perron.engine.state import OVER, SECOND, TUNNEL_ANSWER, TURN


@kernel
def _mask_draws(t: Record, nb: Record, s: Record, out: Array) -> Int:
    kinds = draw.face_up(s)
    n = bits.count(kinds)
    while kinds:
        kind = bits.lowest(kinds)
        kinds = bits.without_lowest(kinds)
        out[nb.draw_at + (t.colours if kind == WILD else kind)] = 1
    if cards.available(s) > 0:
        out[nb.blind_at] = 1
        n += 1
    return n


@kernel
def _mask_routes(nb: Record, wilds: Int, colour: Int, m0: Int, m1: Int, out: Array) -> Int:
    """Allow the routes of two words in one payment; how many."""
    for w in range(WORDS):
        routes = m0 if w == 0 else m1
        while routes:
            out[nb.claim_at[wilds, colour, 64 * w + bits.lowest(routes)]] = 1
            routes = bits.without_lowest(routes)
    return bits.count(m0) + bits.count(m1)


@kernel
def _mask_claims(t: Record, nb: Record, s: Record, out: Array) -> Int:
    seat = s.to_move
    m0, m1 = claimable(t, s, seat)
    if not m0 | m1:
        return np.int64(0)
    wilds = s.hand[seat, WILD]
    y0, y1 = claim.with_symbols(t, m0, m1, wilds)
    n = np.int64(0)
    for c in range(t.colours):
        in_hand = s.hand[seat, c]
        if in_hand > 0:
            if nb.mode == ONE:
                c0, c1 = claim.in_colour(t, y0, y1, c, in_hand, wilds)
                n += _mask_routes(nb, 0, c, c0, c1, out)
            else:
                for w in range(min(wilds, PRICE - 1) + 1):
                    c0, c1 = claim.with_wilds(t, m0, m1, c, in_hand, w)
                    n += _mask_routes(nb, w, c, c0, c1, out)
    w0, w1 = claim.in_wilds(t, m0, m1, wilds)
    return n + _mask_routes(nb, 0, WILD, w0, w1, out)


@kernel
def _paying_colours(t: Record, s: Record, price: Int) -> Int:
    """The colours in which the seat to move can pay a price, as bits; wilds alone come after them."""
    seat = np.int64(s.to_move)
    wilds = np.int64(s.hand[seat, WILD])
    colours = np.uint64(0)
    for c in range(t.colours):
        if s.hand[seat, c] > 0 and s.hand[seat, c] + wilds >= price:
            colours |= bits.bit(c)
    if wilds >= price:
        colours |= bits.bit(t.colours)
    return colours


@kernel
def _mask_one_payment(t: Record, nb: Record, s: Record, price: Int, out: Array) -> Int:
    """Stations with one payment a colour: only what is allowed is written."""
    colours = _paying_colours(t, s, price)
    cities = stations.free_cities(t, s) if colours else np.uint64(0)
    n = bits.count(colours) * bits.count(cities)
    while cities:
        at = nb.station_at + bits.lowest(cities) * nb.station_payments
        cities = bits.without_lowest(cities)
        left = colours
        while left:
            out[np.uint64(at + bits.lowest(left))] = 1
            left = bits.without_lowest(left)
    return n


@kernel
def _mask_every_payment(t: Record, nb: Record, s: Record, price: Int, out: Array) -> Int:
    seat = s.to_move
    wilds = s.hand[seat, WILD]
    n = np.int64(0)
    cities = stations.free_cities(t, s)
    while cities:
        at = nb.station_at + bits.lowest(cities) * nb.station_payments
        cities = bits.without_lowest(cities)
        for c in range(t.colours):
            fewest = max(0, price - s.hand[seat, c])
            for w in range(fewest, min(wilds, price - 1) + 1):
                out[at + c * nb.station_most + w] = 1
                n += 1
        if wilds >= price:
            out[at + t.colours * nb.station_most + price - 1] = 1
            n += 1
    return n


@kernel
def _mask_stations(t: Record, nb: Record, s: Record, out: Array) -> Int:
    if t.stations == 0:
        return np.int64(0)
    price = stations.cost(t, s, s.to_move)
    if price == 0:
        return np.int64(0)
    if nb.mode == ONE:
        return _mask_one_payment(t, nb, s, price, out)
    return _mask_every_payment(t, nb, s, price, out)


@kernel
def _mask_answers(t: Record, nb: Record, s: Record, out: Array) -> None:
    fewest, most = tunnels.wild_range(t, s)
    if fewest <= most:
        if nb.mode == ONE:
            out[nb.pay_at] = 1
        else:
            for w in range(fewest, most + 1):
                out[nb.pay_at + w] = 1
    out[nb.decline_at] = 1


@kernel
def _mask_keeps(t: Record, nb: Record, s: Record, out: Array) -> None:
    choices = tickets.keeps(t, s)
    while choices:
        out[nb.keep_at + bits.lowest(choices) - nb.keep_first] = 1
        choices = bits.without_lowest(choices)


@kernel
def fill_mask(t: Record, nb: Record, s: Record, out: Array) -> None:
    """`write_mask` into a row that is 0 everywhere."""
    if s.phase == TURN:
        n = _mask_draws(t, nb, s, out)
        if s.tickets_left > 0:
            out[nb.tickets_at] = 1
            n += 1
        n += _mask_claims(t, nb, s, out)
        n += _mask_stations(t, nb, s, out)
        if n == 0:
            out[nb.pass_at] = 1
    elif s.phase == SECOND:
        _mask_draws(t, nb, s, out)
    elif s.phase == TUNNEL_ANSWER:
        _mask_answers(t, nb, s, out)
    elif s.phase != OVER:
        _mask_keeps(t, nb, s, out)


@kernel
def write_mask(t: Record, nb: Record, s: Record, out: Array) -> None:
    """Write 1 for every action that is legal for the seat to move and 0 for the others; all 0 when the game is over."""
    for i in range(out.size):
        out[i] = 0
    fill_mask(t, nb, s, out)


@kernel
def _open_wilds(t: Record, s: Record, a: Int) -> Int:
    """The wilds that payments "one" leave open: the fewest, or as many as there is to pay."""
    kind, colour = kind_of(a), colour_of(a)
    if kind == PAY_TUNNEL:
        if s.tunnel_route == NONE:
            return np.int64(0)
        fewest, _ = tunnels.wild_range(t, s)
        return np.int64(fewest)
    if kind == CLAIM:
        price, symbols = np.int64(t.price[index_of(a)]), np.int64(t.symbols[index_of(a)])
    elif kind == STATION:
        price, symbols = np.int64(stations.cost(t, s, s.to_move)), np.int64(0)
    else:
        return np.int64(0)
    if colour == WILD:
        return price
    return np.int64(payments.fewest_wilds(price, symbols, s.hand[s.to_move, colour]))


@kernel
def action_of(t: Record, nb: Record, s: Record, number: Int) -> Int:
    """The engine's int that a number stands for now, or -1 if that is not legal; any whole number may be asked."""
    if number < 0 or number >= nb.size:
        return np.int64(-1)
    a = np.int64(nb.actions[number])
    if nb.mode == ONE:
        a |= _open_wilds(t, s, a)
    return a if refuse(t, s, a) == no.LEGAL else np.int64(-1)


@kernel
def number_of(t: Record, nb: Record, a: Int) -> Int:
    """The number of an engine's int, which must be an action of the edition."""
    kind, colour, wilds = kind_of(a), colour_of(a), wilds_of(a)
    if kind == CLAIM:
        return np.int64(nb.claim_at[wilds if nb.mode != ONE and colour != WILD else 0, colour, index_of(a)])
    if kind == DRAW_FACE_UP:
        return np.int64(nb.draw_at + (t.colours if colour == WILD else colour))
    if kind == DRAW_BLIND or kind == DRAW_CARDS:
        return np.int64(nb.blind_at)
    if kind == STATION:
        payment = np.int64(t.colours if colour == WILD else colour)
        if nb.mode != ONE:
            payment = payment * nb.station_most + (wilds - 1 if colour == WILD else wilds)
        return np.int64(nb.station_at + index_of(a) * nb.station_payments + payment)
    if kind == KEEP_TICKETS:
        return np.int64(nb.keep_at + index_of(a) - nb.keep_first)
    if kind == PAY_TUNNEL:
        return np.int64(nb.pay_at + (0 if nb.mode == ONE else wilds))
    if kind == DECLINE:
        return np.int64(nb.decline_at)
    return np.int64(nb.pass_at if kind == PASS else nb.tickets_at)


@kernel
def decode_into(tables: Array, numbering: Array, states: Array, i: Int, number: Int) -> Int:
    """`action_of` in game i."""
    return action_of(tables[0], numbering[0], states[i], number)


@kernel
def encode_in(tables: Array, numbering: Array, action: Int) -> Int:
    """`number_of` in an edition."""
    return number_of(tables[0], numbering[0], action)


@kernel
def mask_into(tables: Array, numbering: Array, states: Array, i: Int, out: Array) -> None:
    """`write_mask` for game i."""
    write_mask(tables[0], numbering[0], states[i], out)
