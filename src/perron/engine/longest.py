"""The longest continuous path: a trail that uses no route twice but may pass a city more than once (EU-P4)."""

import numpy as np

from perron.engine import bits, network
from perron.engine.compiled import Int, Record, kernel


@kernel
def _length(t: Record, m0: Int, m1: Int) -> Int:
    """Pieces on a set of routes."""
    n = np.int64(0)
    while m0:
        n += t.length[bits.lowest(m0)]
        m0 = bits.without_lowest(m0)
    while m1:
        n += t.length[64 + bits.lowest(m1)]
        m1 = bits.without_lowest(m1)
    return n


@kernel
def _at(t: Record, m0: Int, m1: Int, city: Int) -> Int:
    """Of a set of routes those that end in a city."""
    return m0 & t.at_city[city, 0], m1 & t.at_city[city, 1]


@kernel
def _routes_of(t: Record, own0: Int, own1: Int, cities: Int) -> Int:
    """The routes of a component, given its cities."""
    r0, r1 = np.uint64(0), np.uint64(0)
    while cities:
        h0, h1 = _at(t, own0, own1, bits.lowest(cities))
        cities = bits.without_lowest(cities)
        r0 |= h0
        r1 |= h1
    return r0, r1


@kernel
def _odd_cities(t: Record, r0: Int, r1: Int, cities: Int) -> Int:
    """The cities where an odd number of the routes end."""
    odd = np.uint64(0)
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        h0, h1 = _at(t, r0, r1, city)
        if (bits.count(h0) + bits.count(h1)) & 1:
            odd |= bits.bit(city)
    return odd


@kernel
def _still_possible(t: Record, left0: Int, left1: Int, city: Int) -> Int:
    """At most so many more pieces can follow from a city over routes not used yet.

    A trail over a connected set of routes leaves out at least one route for every two odd cities beyond its two ends.
    """
    cities = network.reached(t, left0, left1, city)
    r0, r1 = _routes_of(t, left0, left1, cities)
    total = _length(t, r0, r1)
    odd = _odd_cities(t, r0, r1, cities) & ~bits.bit(city)
    surplus = bits.count(odd) - 1
    if surplus >= 2:
        total -= surplus // 2
    return total


@kernel
def _longest_from(t: Record, work: Record, start: Int, r0: Int, r1: Int, best: Int, bound: Int) -> Int:
    """The longest trail from a city over the routes r0, r1, or `best` if none is longer; stops at `bound`."""
    depth = 0
    length = np.int64(0)
    left0, left1 = r0, r1
    work.trail_at[0] = start
    h0, h1 = _at(t, left0, left1, start)
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
            city = t.route_b[r] if t.route_a[r] == city else t.route_a[r]
            length += t.length[r]
            if length > best:
                best = length
                if best >= bound:
                    return best
            depth += 1
            work.trail_by[depth] = r
            work.trail_at[depth] = city
            h0, h1 = _at(t, left0, left1, city)
            if (h0 | h1) and length + _still_possible(t, left0, left1, city) <= best:
                h0, h1 = np.uint64(0), np.uint64(0)
            work.trail_left[depth, 0] = h0
            work.trail_left[depth, 1] = h1
        elif depth == 0:
            return best
        else:
            r = np.int64(work.trail_by[depth])
            length -= t.length[r]
            if r < 64:
                left0 |= bits.bit(r)
            else:
                left1 |= bits.bit(r)
            depth -= 1


@kernel
def longest_path(t: Record, own0: Int, own1: Int, work: Record) -> Int:
    """Length of the longest trail in a set of routes; 0 without routes (RU-16)."""
    best = np.int64(0)
    todo0, todo1 = own0, own1
    while todo0 | todo1:
        first = bits.lowest(todo0) if todo0 else 64 + bits.lowest(todo1)
        cities = network.reached(t, own0, own1, t.route_a[first])
        r0, r1 = _routes_of(t, own0, own1, cities)
        todo0 &= ~r0
        todo1 &= ~r1
        total = _length(t, r0, r1)
        if total <= best:
            continue
        odd = _odd_cities(t, r0, r1, cities)
        surplus = bits.count(odd) - 2
        if surplus <= 0:
            best = total  # Euler: with two odd cities or none a trail uses every route
            continue
        bound = total - surplus // 2
        # A longest trail that is not closed begins and ends in odd cities, or it could be made longer.
        while odd and best < bound:
            best = _longest_from(t, work, bits.lowest(odd), r0, r1, best, bound)
            odd = bits.without_lowest(odd)
    return best
