"""Paths: what each route costs a seat, and the cheapest path between two cities."""

import numpy as np

from perron.bots.weights import CARD, CART_WAY, CLAIM_TURN, HELD, POINT, SYMBOL, TUNNEL_RISK, weight
from perron.engine import bits
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.network import other_end
from perron.engine.routes import claimable
from perron.engine.sizes import NONE

FAR = 1 << 20


@kernel
def _fullest(t: Record, s: Record, p: Int) -> Int:
    """The colour that the hand holds most of."""
    best = np.int64(0)
    for c in range(1, t.colours):
        if s.hand[p, c] > s.hand[p, best]:
            best = np.int64(c)
    return best


@kernel
def best_colour(t: Record, s: Record, p: Int, r: Int) -> Int:
    """The colour to pay a route with: its own, or for a gray one the colour that the hand holds most of."""
    return np.int64(t.colour[r]) if t.colour[r] >= 0 else _fullest(t, s, p)


@kernel
def price_routes(t: Record, s: Record, p: Int, m: Record, w: Array) -> None:
    """What each route would cost the seat: a turn, cards, risk, less what its points are worth."""
    fullest = _fullest(t, s, p)
    turn, of_held, of_card = weight(s, w, CLAIM_TURN), weight(s, w, HELD), weight(s, w, CARD)
    of_symbol, of_point, of_tunnel = weight(s, w, SYMBOL), weight(s, w, POINT), weight(s, w, TUNNEL_RISK)
    of_cart = weight(s, w, CART_WAY) if s.bonus_pile > 0 else np.int64(0)
    for r in range(t.routes):
        price = np.int64(t.price[r])
        colour = np.int64(t.colour[r]) if t.colour[r] >= 0 else fullest
        held = min(np.int64(s.hand[p, colour]), price - t.symbols[r])
        cost = turn + held * of_held + (price - held) * of_card
        cost += t.symbols[r] * of_symbol - t.points[r] * of_point
        if t.tunnels[r >> 6] & bits.bit(r):
            cost += of_tunnel
        if t.carts[r >> 6] & bits.bit(r):
            cost -= of_cart
        m.cost[r] = max(cost, 2)


@kernel
def usable(t: Record, s: Record, p: Int) -> Int:
    """Routes that a path of the seat may use: its own and those it may claim."""
    c0, c1 = claimable(t, s, p)
    return c0 | s.owned[p, 0], c1 | s.owned[p, 1]


@kernel
def _nearest(m: Record, todo: Int) -> Int:
    best, near = np.int64(-1), np.int64(FAR + 1)
    while todo:
        city = bits.lowest(todo)
        todo = bits.without_lowest(todo)
        if m.distance[city] < near:
            near = np.int64(m.distance[city])
            best = city
    return best


@kernel
def find_path(t: Record, m: Record, u0: Int, u1: Int, free0: Int, free1: Int, start: Int, goal: Int) -> Int:
    """Cost of the cheapest path over the routes u0, u1, of which those in free0, free1 cost nothing; FAR if none.

    `m.by` then holds the path, backwards from the goal. Dijkstra's algorithm with a set of bits instead of a heap: the
    boards are small.
    """
    for city in range(t.cities):
        m.distance[city] = FAR
    m.distance[start] = 0
    m.by[start] = NONE
    todo = bits.bit(start)
    while todo:
        city = _nearest(m, todo)
        near = np.int64(m.distance[city])
        if city == goal:
            return near
        todo &= ~bits.bit(city)
        for word in range(2):
            here = (u0 if word == 0 else u1) & t.at_city[city, word]
            free = free0 if word == 0 else free1
            while here:
                one = bits.lowest(here)
                here = bits.without_lowest(here)
                r = one + 64 * word
                far = near if free & bits.bit(one) else near + m.cost[r]
                other = other_end(t, r, city)
                if far < m.distance[other]:
                    m.distance[other] = far
                    m.by[other] = r
                    todo |= bits.bit(other)
    return np.int64(FAR)


@kernel
def add_path(t: Record, m: Record, start: Int, goal: Int) -> None:
    """Add the path that was found to m.trial."""
    city = goal
    while city != start:
        r = np.int64(m.by[city])
        m.trial[r >> 6] |= bits.bit(r)
        city = np.int64(other_end(t, r, city))
