"""The longest continuous path: a trail that uses no route twice but may pass a city more than once.

What needs no search is cut off first. Where routes form a tree, or hang on as one, a trail can only begin or end; how
long such a path can be is found by peeling off the tree from its tips. What is left, the core, are circles and what
joins them.

In the core the search is not for the trail but for the routes that it leaves out. Where routes hang together, a trail
uses them all if an odd number of them end in no city but the trail's two ends (Euler). So routes are left out until
that is so, short ones first. There are few ways to do that well, however many trails there are: the densest board that
an edition can have takes a tenth of a millisecond, of whose trails a search would never see the last. On a GPU a thread
that searches long keeps a whole launch waiting.
"""

import numpy as np

from perron.engine import bits
from perron.engine.compiled import Int, Record, kernel
from perron.engine.network import first_route, length_of, odd_cities, other_end, reached, routes_at, routes_of
from perron.engine.sizes import NONE

_TOO_MUCH = 1 << 16
"""More than all pieces on a board."""

_UNTRIED, _END = -3, -2
"""What a level of the search has chosen, where that is no route: nothing yet, or that its city is an end."""


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
def _cheapest(t: Record, h0: Int, h1: Int, city: Int, wrong: Int, never: Int) -> Int:
    """Of the routes at a city, but for those to cities in `never`, the one that costs least to leave out, and the cost.

    The cost is twice what this city has to pay in pieces. Two wrong cities share a route between them; from any other
    city more routes must be left out, and the last of them is paid by another wrong city.
    """
    best, least = np.int64(NONE), np.int64(_TOO_MUCH)
    while h0 | h1:
        route = first_route(h0, h1)
        if h0:
            h0 = bits.without_lowest(h0)
        else:
            h1 = bits.without_lowest(h1)
        far = bits.bit(other_end(t, route, city))
        cost = np.int64(t.length[route]) * (1 if wrong & far else 2)
        if cost < least and not never & far:
            best, least = np.int64(route), cost
    return best, least


@kernel
def least_loss(t: Record, r0: Int, r1: Int, wrong: Int, ends: Int) -> Int:
    """At least that many pieces must be left out until no city is wrong; as many as `ends` of them may stay so."""
    twice, first, second = np.int64(0), np.int64(0), np.int64(0)
    todo = wrong
    while todo:
        city = bits.lowest(todo)
        todo = bits.without_lowest(todo)
        h0, h1 = routes_at(t, r0, r1, city)
        _, cost = _cheapest(t, h0, h1, city, wrong, np.uint64(0))
        twice += cost
        if cost > first:
            first, second = cost, first
        elif cost > second:
            second = cost
    if ends > 0:
        twice -= first
    if ends > 1:
        twice -= second
    return (twice + 1) >> 1


@kernel
def _round_trip(work: Record, cities: Int) -> Int:
    """The most that hangs on at the ends of a round trip, which are one city."""
    most = np.int64(0)
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        most = max(most, np.int64(work.hanging[city, 0]) + work.hanging[city, 1])
    return most


@kernel
def _all_of_a_part(t: Record, work: Record, r0: Int, r1: Int, ends: Int, bonus: Int) -> Int:
    """The longest trail over all routes of a part that hangs together: the part with the ends, or a round trip."""
    if ends:
        p0, p1 = routes_of(t, r0, r1, reached(t, r0, r1, bits.lowest(ends)))
        return length_of(t, p0, p1) + bonus
    best = np.int64(0)
    while r0 | r1:
        cities = reached(t, r0, r1, t.route_a[first_route(r0, r1)])
        p0, p1 = routes_of(t, r0, r1, cities)
        r0 &= ~p0
        r1 &= ~p1
        best = max(best, length_of(t, p0, p1) + _round_trip(work, cities))
    return best


@kernel
def _leave_out(
    t: Record, work: Record, r0: Int, r1: Int, wrong: Int, ends: Int, more: Int, may_end: Int, bonus: Int, best: Int
) -> Int:
    """The longest trail with these ends, and as many `more` among the cities `may_end`, by leaving out routes.

    A city is wrong if an odd number of routes end there and it is no end of the trail, or an even number and it is one.
    Level by level the first wrong city becomes an end, or loses a route: that turns the route's other end as well.
    `bonus` is the most that hangs on at the ends. Routes left out form no circle: the trail could have gone round it.
    """
    most = length_of(t, r0, r1) + bonus
    left0, left1 = r0, r1  # not left out
    free0, free1 = r0, r1  # that is still open: what was tried on a level is not tried again below it
    level, down = -1, True
    while True:
        if down:
            if not wrong:
                if left0 != r0 or left1 != r1:
                    best = max(best, _all_of_a_part(t, work, left0, left1, ends, bonus))
                else:
                    best = max(best, most)
            elif most - least_loss(t, free0, free1, wrong, more) > best:
                level += 1
                work.trail_at[level] = bits.lowest(wrong)
                work.trail_by[level] = _UNTRIED
                work.tried_end[level] = False
                work.trail_left[level, 0], work.trail_left[level, 1] = free0, free1
        if level < 0:
            return best
        # What this level chose last is taken back.
        city, choice = np.int64(work.trail_at[level]), np.int64(work.trail_by[level])
        free0, free1 = work.trail_left[level, 0], work.trail_left[level, 1]
        if choice >= 0:
            wrong ^= bits.bit(city) ^ bits.bit(other_end(t, choice, city))
            most += t.length[choice]
            if choice < 64:
                left0 |= bits.bit(choice)
            else:
                left1 |= bits.bit(choice)
        elif choice == _END:
            wrong ^= bits.bit(city)
            ends ^= bits.bit(city)
            more += 1
        # Its next choice.
        down = True
        if choice == _UNTRIED and more > 0 and may_end & bits.bit(city):
            work.trail_by[level] = _END
            work.tried_end[level] = True
            wrong ^= bits.bit(city)
            ends ^= bits.bit(city)
            may_end ^= bits.bit(city)
            more -= 1
            continue
        h0, h1 = routes_at(t, free0, free1, city)
        route, _ = _cheapest(t, h0, h1, city, wrong, reached(t, r0 & ~left0, r1 & ~left1, city))
        if route == NONE:
            if work.tried_end[level]:
                may_end |= bits.bit(city)
            level -= 1
            down = False
            continue
        if route < 64:
            free0 &= ~bits.bit(route)
            left0 &= ~bits.bit(route)
        else:
            free1 &= ~bits.bit(route)
            left1 &= ~bits.bit(route)
        work.trail_left[level, 0], work.trail_left[level, 1] = free0, free1
        work.trail_by[level] = route
        wrong ^= bits.bit(city) ^ bits.bit(other_end(t, route, city))
        most -= t.length[route]


@kernel
def _longest_in_core(t: Record, work: Record, r0: Int, r1: Int, cities: Int, best: Int) -> Int:
    """The longest trail over routes without tips. It begins and ends where a path hangs on, or their number is odd.

    One search after the other: neither end where a path hangs on, both at one such city, one there, each at another.
    They are called from one place, since a GPU's compiler copies the search to every place that calls it.
    """
    odd, hung, most = np.uint64(0), np.uint64(0), np.int64(0)
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        h0, h1 = routes_at(t, r0, r1, city)
        if (bits.count(h0) + bits.count(h1)) & 1:
            odd |= bits.bit(city)
        if h0 | h1 and work.hanging[city, 0] > 0:
            hung |= bits.bit(city)
            most = max(most, np.int64(work.hanging[city, 0]) + work.hanging[city, 1])
    others, total = odd & ~hung, length_of(t, r0, r1)
    ends, more, bonus = np.uint64(0), np.int64(2), np.int64(0)
    one, at_one, left, round_trip = np.uint64(0), np.int64(0), np.uint64(0), bool(hung)
    open_ends = bool(others) or not hung
    while True:
        if total + bonus > best and (open_ends or more == 0):  # else there is no city for the other end
            best = _leave_out(t, work, r0, r1, odd ^ ends, ends, more, others, bonus, best)
        if round_trip:
            round_trip = False
            more, bonus = np.int64(0), most
        elif left:
            city = bits.lowest(left)
            left = bits.without_lowest(left)
            ends, more, bonus = one | bits.bit(city), np.int64(0), at_one + work.hanging[city, 0]
        elif hung:
            city = bits.lowest(hung)
            hung = bits.without_lowest(hung)
            left, one, at_one = hung, bits.bit(city), np.int64(work.hanging[city, 0])
            ends, more, bonus = one, np.int64(1), at_one
        else:
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


@kernel
def longest_from(t: Record, r0: Int, r1: Int, city: Int, work: Record) -> Int:
    """Length of the longest trail that begins in a city, over a set of routes."""
    cities, start = reached(t, r0, r1, city), bits.bit(city)
    r0, r1 = routes_of(t, r0, r1, cities)
    odd, nowhere, nothing = odd_cities(t, r0, r1, cities), np.uint64(0), np.int64(0)
    # It ends in a city with an odd number of routes, or it could go on; or where it began.
    best = _leave_out(t, work, r0, r1, odd ^ start, start, np.int64(1), odd & ~start, nothing, nothing)
    return _leave_out(t, work, r0, r1, odd, start, nothing, nowhere, nothing, best)
