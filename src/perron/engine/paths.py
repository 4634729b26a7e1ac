"""What a seat's own routes join, told route by route for those who show it: the score itself needs only lengths."""

import numpy as np

from perron.engine import bits
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.longest import longest_from
from perron.engine.network import first_route, odd_cities, other_end, reached, routes_at, routes_of


@kernel
def joined_into(tables: Array, owned: Array, tickets: Array, out: Array) -> None:
    """Write for each of some tickets whether a set of routes joins its two cities."""
    t = tables[0]
    for i in range(tickets.size):
        a, b = t.ticket_a[tickets[i]], t.ticket_b[tickets[i]]
        out[i] = reached(t, owned[0], owned[1], a) & bits.bit(b) != np.uint64(0)


@kernel
def _walk(t: Record, work: Record, city: Int, r0: Int, r1: Int, length: Int, out: Array) -> Int:
    """Write the routes of a trail of this length from a city, in order, if there is one; returns how many there are."""
    n = 0
    while longest_from(t, r0, r1, city, work) == length > 0:
        # The first route after which the rest of the length is still possible. There is one; a search that was wrong
        # about it would otherwise keep a table waiting for ever.
        h0, h1 = routes_at(t, r0, r1, city)
        left, far = np.int64(-1), city
        while left != length and h0 | h1:
            route = first_route(h0, h1)
            here0, here1 = (bits.bit(route), np.uint64(0)) if route < 64 else (np.uint64(0), bits.bit(route))
            h0 &= ~here0
            h1 &= ~here1
            far = other_end(t, route, city)
            left = longest_from(t, r0 & ~here0, r1 & ~here1, far, work) + t.length[route]
        out[n] = route
        n += 1
        r0 &= ~here0
        r1 &= ~here1
        city = far
        length -= t.length[route]
    return np.int64(n)


@kernel
def longest_into(tables: Array, owned: Array, length: Int, works: Array, out: Array) -> Int:
    """Write the routes of a longest path whose length `longest` has found; returns how many there are."""
    t, work = tables[0], works[0]
    todo0, todo1 = owned[0], owned[1]
    while length > 0 and todo0 | todo1:
        cities = reached(t, owned[0], owned[1], t.route_a[first_route(todo0, todo1)])
        r0, r1 = routes_of(t, owned[0], owned[1], cities)
        todo0 &= ~r0
        todo1 &= ~r1
        # A longest trail that is not closed begins in an odd city; a closed one, over all routes, anywhere.
        starts = odd_cities(t, r0, r1, cities)
        if not starts:
            starts = cities
        while starts:
            routes = _walk(t, work, bits.lowest(starts), r0, r1, length, out)
            if routes > 0:
                return routes
            starts = bits.without_lowest(starts)
    return np.int64(0)
