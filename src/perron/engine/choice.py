"""A uniform choice of the legal actions. `legal` has their order; a test compares the two.

With one payment a colour (mode ONE) everything is counted once, all colours together, and without branches that part
the threads of a GPU's warp; every payment is counted and found by the functions of `legal`.
"""

import numpy as np

from perron.engine import bits, draw, stations, tickets, tunnels
from perron.engine.actions import CLAIM, DRAW_TICKETS, KEEP_TICKETS, ONE, PASS, STATION, SWAP_TICKETS, action
from perron.engine.claim import count_claims, in_colour, in_wilds, nth_route, with_symbols
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.legal import can_get_tickets, nth_of_turn
from perron.engine.payments import fewest_wilds
from perron.engine.rng import cheap_below
from perron.engine.routes import claimable
from perron.engine.sizes import COLOURS, WILD
from perron.engine.state import SECOND, TUNNEL_ANSWER, TURN

_EIGHT, _BYTE = np.uint64(8), np.uint64(255)


@kernel
def _claim_of(t: Record, s: Record, counts: Int, k: Int, y0: Int, y1: Int, w0: Int, w1: Int) -> Int:
    """The k-th claim: `counts` has how many there are in each colour, a byte each."""
    colour = np.int64(0)
    for _ in range(COLOURS):
        n = np.int64(counts & _BYTE)
        if k >= n:
            # Once k is smaller, what is left of the counts is no longer looked at.
            k -= n
            colour += 1
            counts >>= _EIGHT
        else:
            counts = _BYTE
    wilds = np.int64(s.hand[s.to_move, WILD])
    if colour == COLOURS:
        route = nth_route(w0, w1, k)
        return action(CLAIM, route, WILD, np.int64(t.price[route]))
    in_hand = np.int64(s.hand[s.to_move, colour])
    p0, p1 = in_colour(t, y0, y1, colour, in_hand, wilds)
    route = nth_route(p0, p1, k)
    return action(CLAIM, route, colour, np.int64(fewest_wilds(t.price[route], t.symbols[route], in_hand)))


@kernel
def _station_of(s: Record, cities: Int, colours: Int, price: Int, k: Int) -> Int:
    """The k-th station: by city, then by payment; `colours` are those that pay, as bits."""
    each = np.uint32(bits.count(colours))
    city = np.int64(np.uint32(k) // each)
    colour = bits.nth(colours, k - city * np.int64(each))
    wilds = price if colour == WILD else max(np.int64(0), price - s.hand[s.to_move, colour])
    return action(STATION, bits.nth(cities, city), colour, wilds)


@kernel
def _random_of_turn(t: Record, s: Record, rng: Array) -> Int:
    """A uniform choice of what a turn can begin with; all colours are looked at together, once."""
    seat = np.int64(s.to_move)
    draws = draw.count_draws(s)
    ticket = np.int64(can_get_tickets(s))
    wilds = np.int64(s.hand[seat, WILD])
    m0, m1 = claimable(t, s, seat)
    y0, y1 = with_symbols(t, m0, m1, wilds)
    w0, w1 = in_wilds(t, m0, m1, wilds)
    price = np.int64(stations.cost(t, s, seat)) if t.stations > 0 else np.int64(0)
    cities = stations.free_cities(t, s) if price > 0 else np.uint64(0)
    colours = bits.bit(WILD) if wilds >= price else np.uint64(0)
    counts, claims = np.uint64(0), bits.count(w0) + bits.count(w1)
    for c in range(COLOURS):
        in_hand = np.int64(s.hand[seat, c])
        p0, p1 = in_colour(t, y0, y1, c, in_hand, wilds)
        n = bits.count(p0) + bits.count(p1)
        claims += n
        counts |= np.uint64(n) << np.uint64(8 * c)
        if in_hand > 0 and in_hand + wilds >= price:
            colours |= bits.bit(c)
    n = draws + ticket + claims + bits.count(cities) * bits.count(colours)
    k = cheap_below(rng, n) if n > 1 else np.int64(0)
    if k < draws:
        return np.int64(draw.nth_draw(t, s, k))
    k -= draws
    if k < ticket:
        return np.int64(action(SWAP_TICKETS if t.swap_tickets else DRAW_TICKETS, 0, 0, 0))
    k -= ticket
    if k < claims:
        return np.int64(_claim_of(t, s, counts, k, y0, y1, w0, w1))
    if n > 0:
        return np.int64(_station_of(s, cities, colours, price, k - claims))
    return np.int64(action(PASS, 0, 0, 0))


@kernel
def _random_answer(t: Record, s: Record, mode: Int, rng: Array) -> Int:
    if s.phase == SECOND:
        return np.int64(draw.nth_draw(t, s, cheap_below(rng, draw.count_draws(s))))
    if s.phase == TUNNEL_ANSWER:
        return np.int64(tunnels.nth_answer(t, s, mode, cheap_below(rng, tunnels.count_answers(t, s, mode))))
    choices = tickets.keeps(t, s)
    return np.int64(action(KEEP_TICKETS, bits.nth(choices, cheap_below(rng, bits.count(choices))), 0, 0))


@kernel
def random_legal(t: Record, s: Record, mode: Int, rng: Array) -> Int:
    """A uniform choice of the legal actions for the seat to move; mode is ONE or ALL payments."""
    if s.phase != TURN:
        return _random_answer(t, s, mode, rng)
    if mode == ONE:
        return _random_of_turn(t, s, rng)
    draws, claims = draw.count_draws(s), count_claims(t, s, mode)
    n = draws + can_get_tickets(s) + claims + stations.count_stations(t, s, mode)
    return np.int64(nth_of_turn(t, s, mode, cheap_below(rng, n) if n > 1 else 0, draws, claims))
