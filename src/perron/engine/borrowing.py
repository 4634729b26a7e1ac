"""Stations at the end: each may borrow one route of another player, the best for its tickets (RU-13)."""

import numpy as np

from perron.engine import bits
from perron.engine.compiled import Int, Record, kernel
from perron.engine.network import first_route, other_end, routes_at
from perron.engine.sizes import NONE


@kernel
def _others_at(t: Record, s: Record, seat: Int, city: Int) -> Int:
    """Routes of other seats that end in a city: two words."""
    h0, h1 = np.uint64(0), np.uint64(0)
    for q in range(s.seats):
        if q != seat:
            h0 |= s.owned[q, 0]
            h1 |= s.owned[q, 1]
    return routes_at(t, h0, h1, city)


@kernel
def _without(h0: Int, h1: Int) -> Int:
    if h0:
        return bits.without_lowest(h0), h1
    return h0, bits.without_lowest(h1)


@kernel
def _find_options(t: Record, s: Record, seat: Int, work: Record) -> Int:
    """For each station: the network it stands in and the networks it could be joined to; returns how many stations.

    A network is named by one of its cities (work.label); a set of networks is a set of cities.
    """
    n = 0
    cities = s.stations[seat]
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        here = bits.bit(work.label[city])
        options = np.uint64(0)
        h0, h1 = _others_at(t, s, seat, city)
        while h0 | h1:
            options |= bits.bit(work.label[other_end(t, first_route(h0, h1), city)])
            h0, h1 = _without(h0, h1)
        work.joins[n] = here
        work.options[n] = options & ~here
        n += 1
    return n


@kernel
def _grow(work: Record, n: Int, network: Int, borrowed: Int) -> Int:
    """The networks joined to one, if every station borrows all its options, or (borrowed) the one it has chosen."""
    grown = network
    before = np.uint64(0)
    while grown != before:
        before = grown
        for i in range(n):
            reach = work.joins[i]
            if borrowed:
                if work.option[i] != NONE:
                    reach |= bits.bit(work.option[i])
            else:
                reach |= work.options[i]
            if reach & grown:
                grown |= reach
    return grown


@kernel
def _find_wanted(t: Record, s: Record, seat: Int, work: Record, n: Int) -> Int:
    """Tickets not completed that some choice could complete; only networks that matter to them stay options."""
    wanted = 0
    for w in range(2):
        tickets = s.tickets[seat, w]
        while tickets:
            ticket = 64 * w + bits.lowest(tickets)
            tickets = bits.without_lowest(tickets)
            a = work.label[t.ticket_a[ticket]]
            b = work.label[t.ticket_b[ticket]]
            if a != b and _grow(work, n, bits.bit(a), False) & bits.bit(b):
                work.wanted[wanted] = bits.bit(a) | bits.bit(b)
                work.wanted_points[wanted] = t.ticket_points[ticket]
                wanted += 1
    matters = np.uint64(0)
    for i in range(wanted):
        matters |= work.wanted[i]
    for i in range(n):
        for j in range(n):
            if i != j:
                matters |= work.joins[j] | (work.options[i] & work.options[j])
    for i in range(n):
        work.options[i] &= matters
    return wanted


@kernel
def _value(work: Record, n: Int, wanted: Int) -> Int:
    """Points and number of the wanted tickets that the stations' present choices make, as one number to compare."""
    value = np.int64(0)
    for i in range(wanted):
        both = work.wanted[i]
        if _grow(work, n, bits.bit(bits.lowest(both)), True) & both == both:
            value += np.int64(work.wanted_points[i]) * 256 + 1
    return value


@kernel
def _next_choice(work: Record, n: Int) -> Int:
    """Step to the next combination of options, NONE included; false after the last."""
    for i in range(n):
        later = work.options[i]
        if work.option[i] != NONE:
            one = bits.bit(work.option[i])
            later &= ~(one | (one - np.uint64(1)))
        if later:
            work.option[i] = bits.lowest(later)
            return True
        work.option[i] = NONE
    return False


@kernel
def borrow(t: Record, s: Record, seat: Int, work: Record, borrowed: Record) -> None:
    """Let the seat's stations borrow the best routes: labels of the networks so joined become one.

    Most ticket points, then most tickets completed (RU-13); the first such choice in order, borrowing nothing first.
    `borrowed` is the row of the score sheet that names the routes.
    """
    n = _find_options(t, s, seat, work)
    if n == 0:
        return
    wanted = _find_wanted(t, s, seat, work, n)
    if wanted == 0:
        return
    for i in range(n):
        work.option[i] = NONE
    best, at, best_at = np.int64(0), np.int64(0), np.int64(0)
    while True:
        value = _value(work, n, wanted)
        if value > best:
            best = value
            best_at = at
        at += 1
        if not _next_choice(work, n):
            break
    if best == 0:
        return
    for _ in range(best_at):
        _next_choice(work, n)
    _write_choice(t, s, seat, work, n, borrowed)


@kernel
def _write_choice(t: Record, s: Record, seat: Int, work: Record, n: Int, borrowed: Record) -> None:
    """Name the borrowed routes and give the networks they join one label."""
    i = 0
    cities = s.stations[seat]
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        if work.option[i] != NONE:
            h0, h1 = _others_at(t, s, seat, city)
            while work.label[other_end(t, first_route(h0, h1), city)] != work.option[i]:
                h0, h1 = _without(h0, h1)
            borrowed[i] = first_route(h0, h1)
        i += 1
    for i in range(n):
        if work.option[i] != NONE:
            grown = _grow(work, n, work.joins[i], True)
            name = bits.lowest(grown)
            for city in range(t.cities):
                if grown & bits.bit(work.label[city]):
                    work.label[city] = name
