"""The longest continuous path: a trail that uses no route twice but may pass a city more than once (EU-P4).

What needs no search is cut off first. Where routes form a tree, or hang on as one, a trail can only begin or end; how
long such a path can be is found by peeling off the tree from its tips. What is left are circles and what joins them,
and of these there are few. On a GPU a thread that searches long keeps a whole launch waiting.
"""

import numpy as np

from perron.engine import bits
from perron.engine.compiled import Int, Record, kernel
from perron.engine.network import first_route, length_of, other_end, reached, routes_at, routes_of


@kernel
def _hang_on(work: Record, city: Int, length: Int, best: Int) -> Int:
    """A path of that many pieces hangs on at a city; the longest known trail may be one that passes there."""
    best = max(best, work.hanging[city, 0] + length)
    if length > work.hanging[city, 0]:
        work.hanging[city, 1] = work.hanging[city, 0]
        work.hanging[city, 0] = length
    elif length > work.hanging[city, 1]:
        work.hanging[city, 1] = length
    return best


@kernel
def _peel(t: Record, work: Record, cities: Int, r0: Int, r1: Int, best: Int) -> Int:
    """Take tips off a connected set of routes until none is left: what stays, and the longest trail seen so far."""
    tips = np.uint64(0)
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        work.hanging[city, 0] = 0
        work.hanging[city, 1] = 0
        h0, h1 = routes_at(t, r0, r1, city)
        if bits.count(h0) + bits.count(h1) == 1:
            tips |= bits.bit(city)
    while tips:
        city = bits.lowest(tips)
        tips = bits.without_lowest(tips)
        h0, h1 = routes_at(t, r0, r1, city)
        if h0 | h1:
            r0 &= ~h0
            r1 &= ~h1
            route = first_route(h0, h1)
            far = other_end(t, route, city)
            best = _hang_on(work, far, np.int64(t.length[route]) + work.hanging[city, 0], best)
            h0, h1 = routes_at(t, r0, r1, far)
            if bits.count(h0) + bits.count(h1) == 1:
                tips |= bits.bit(far)
    return r0, r1, best


@kernel
def _longest_from(t: Record, work: Record, start: Int, r0: Int, r1: Int, total: Int, hang: Int, best: Int) -> Int:
    """The longest trail that begins in, or in a path that hangs on at, a city; `hang` is the most that an end adds."""
    depth, length = 0, np.int64(0)
    left0, left1 = r0, r1
    begun = np.int64(work.hanging[start, 0])
    work.trail_at[0] = start
    work.trail_left[0, 0], work.trail_left[0, 1] = routes_at(t, r0, r1, start)
    while True:
        h0, h1 = work.trail_left[depth, 0], work.trail_left[depth, 1]
        if h0 | h1:
            if h0:
                work.trail_left[depth, 0] = bits.without_lowest(h0)
            else:
                work.trail_left[depth, 1] = bits.without_lowest(h1)
            route = first_route(h0, h1)
            if route < 64:
                left0 &= ~bits.bit(route)
            else:
                left1 &= ~bits.bit(route)
            city = other_end(t, route, work.trail_at[depth])
            length += t.length[route]
            best = max(best, begun + length + (work.hanging[city, 1] if city == start else work.hanging[city, 0]))
            depth += 1
            work.trail_by[depth] = route
            work.trail_at[depth] = city
            h0, h1 = routes_at(t, left0, left1, city)
            if begun + total + hang <= best:
                return best
            work.trail_left[depth, 0] = h0
            work.trail_left[depth, 1] = h1
        elif depth == 0:
            return best
        else:
            route = np.int64(work.trail_by[depth])
            length -= t.length[route]
            if route < 64:
                left0 |= bits.bit(route)
            else:
                left1 |= bits.bit(route)
            depth -= 1


@kernel
def _longest_in_core(t: Record, work: Record, r0: Int, r1: Int, cities: Int, best: Int) -> Int:
    """The longest trail over routes without tips. It begins where a path hangs on, or an odd number of routes end."""
    total, hang, starts = length_of(t, r0, r1), np.int64(0), np.uint64(0)
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        h0, h1 = routes_at(t, r0, r1, city)
        if h0 | h1:
            hang = max(hang, np.int64(work.hanging[city, 0]))
            if work.hanging[city, 0] > 0 or (bits.count(h0) + bits.count(h1)) & 1:
                starts |= bits.bit(city)
    if not starts:
        return max(best, total)  # Euler: a round trip over every route
    while starts:
        best = _longest_from(t, work, bits.lowest(starts), r0, r1, total, hang, best)
        starts = bits.without_lowest(starts)
    return best


@kernel
def longest_path(t: Record, own0: Int, own1: Int, work: Record) -> Int:
    """Length of the longest trail in a set of routes; 0 without routes (RU-16)."""
    best = np.int64(0)
    todo0, todo1 = own0, own1
    while todo0 | todo1:
        cities = reached(t, own0, own1, t.route_a[first_route(todo0, todo1)])
        r0, r1 = routes_of(t, own0, own1, cities)
        todo0 &= ~r0
        todo1 &= ~r1
        if length_of(t, r0, r1) > best:
            r0, r1, best = _peel(t, work, cities, r0, r1, best)
            if r0 | r1:
                best = _longest_in_core(t, work, r0, r1, cities, best)
    return best
