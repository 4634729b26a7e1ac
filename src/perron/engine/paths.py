"""What a seat's own routes join, told route by route for those who show it: the score itself needs only lengths."""

import numpy as np

from perron.engine import bits
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.network import first_route, length_of, other_end, reached, routes_at, routes_of


@kernel
def joined_into(tables: Array, owned: Array, tickets: Array, out: Array) -> None:
    """Write for each of some tickets whether a set of routes joins its two cities (EU-K5, FJ-K1)."""
    t = tables[0]
    for i in range(tickets.size):
        a, b = t.ticket_a[tickets[i]], t.ticket_b[tickets[i]]
        out[i] = reached(t, owned[0], owned[1], a) & bits.bit(b) != np.uint64(0)


@kernel
def _odd_cities(t: Record, r0: Int, r1: Int, cities: Int) -> Int:
    """The cities where an odd number of the routes end."""
    odd = np.uint64(0)
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        h0, h1 = routes_at(t, r0, r1, city)
        if (bits.count(h0) + bits.count(h1)) & 1:
            odd |= bits.bit(city)
    return odd


@kernel
def _still_possible(t: Record, left0: Int, left1: Int, city: Int) -> Int:
    """The most pieces that can follow from a city over routes not used yet.

    A trail over a connected set of routes leaves out at least one route for every two odd cities beyond its two ends.
    """
    cities = reached(t, left0, left1, city)
    r0, r1 = routes_of(t, left0, left1, cities)
    total = length_of(t, r0, r1)
    odd = _odd_cities(t, r0, r1, cities) & ~bits.bit(city)
    surplus = bits.count(odd) - 1
    if surplus >= 2:
        total -= surplus // 2
    return total


@kernel
def _trail_from(t: Record, work: Record, start: Int, r0: Int, r1: Int, length: Int, out: Array) -> Int:
    """Write the routes of a trail of this length from a city, in order; returns how many, 0 if there is no such trail.

    Since the length is known, whatever cannot reach it is given up at once.
    """
    depth = 0
    walked = np.int64(0)
    left0, left1 = r0, r1
    work.trail_at[0] = start
    h0, h1 = routes_at(t, left0, left1, start)
    work.trail_left[0, 0] = h0
    work.trail_left[0, 1] = h1
    while True:
        city = work.trail_at[depth]
        h0, h1 = work.trail_left[depth, 0], work.trail_left[depth, 1]
        if h0 | h1:
            if h0:
                r = bits.lowest(h0)
                work.trail_left[depth, 0] = bits.without_lowest(h0)
                left0 &= ~bits.bit(r)
            else:
                r = 64 + bits.lowest(h1)
                work.trail_left[depth, 1] = bits.without_lowest(h1)
                left1 &= ~bits.bit(r)
            city = other_end(t, r, city)
            walked += t.length[r]
            depth += 1
            work.trail_by[depth] = r
            work.trail_at[depth] = city
            if walked == length:
                for i in range(depth):
                    out[i] = work.trail_by[i + 1]
                return np.int64(depth)
            h0, h1 = routes_at(t, left0, left1, city)
            if (h0 | h1) and walked + _still_possible(t, left0, left1, city) < length:
                h0, h1 = np.uint64(0), np.uint64(0)
            work.trail_left[depth, 0] = h0
            work.trail_left[depth, 1] = h1
        elif depth == 0:
            return np.int64(0)
        else:
            r = np.int64(work.trail_by[depth])
            walked -= t.length[r]
            if r < 64:
                left0 |= bits.bit(r)
            else:
                left1 |= bits.bit(r)
            depth -= 1


@kernel
def longest_into(tables: Array, owned: Array, length: Int, works: Array, out: Array) -> Int:
    """Write the routes of a longest path whose length `longest` has found; returns how many there are (EU-P4)."""
    t, work = tables[0], works[0]
    todo0, todo1 = owned[0], owned[1]
    while length > 0 and todo0 | todo1:
        cities = reached(t, owned[0], owned[1], t.route_a[first_route(todo0, todo1)])
        r0, r1 = routes_of(t, owned[0], owned[1], cities)
        todo0 &= ~r0
        todo1 &= ~r1
        # A longest trail that is not closed begins in an odd city; a closed one, over all routes, anywhere.
        starts = _odd_cities(t, r0, r1, cities)
        if not starts:
            starts = cities
        while starts:
            routes = _trail_from(t, work, bits.lowest(starts), r0, r1, length, out)
            if routes > 0:
                return routes
            starts = bits.without_lowest(starts)
    return np.int64(0)
