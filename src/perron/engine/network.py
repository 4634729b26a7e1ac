"""Sets of routes as a network: where they lead, and what they join."""

import numpy as np

from perron.engine import bits
from perron.engine.compiled import Int, Record, kernel


@kernel
def routes_at(t: Record, m0: Int, m1: Int, city: Int) -> Int:
    """Of a set of routes those that end in a city: two words."""
    return m0 & t.at_city[city, 0], m1 & t.at_city[city, 1]


@kernel
def first_route(m0: Int, m1: Int) -> Int:
    """The lowest route of a set that is not empty."""
    return bits.lowest(m0) if m0 else 64 + bits.lowest(m1)


@kernel
def other_end(t: Record, route: Int, city: Int) -> Int:
    """Where a route that ends in a city leads to."""
    return np.int64(t.route_b[route] if t.route_a[route] == city else t.route_a[route])


@kernel
def reached(t: Record, own0: Int, own1: Int, start: Int) -> Int:
    """The cities that a set of routes joins to a city, itself included."""
    cities = bits.bit(start)
    todo = cities
    while todo:
        city = bits.lowest(todo)
        todo = bits.without_lowest(todo)
        found = np.uint64(0)
        here = own0 & t.at_city[city, 0]
        while here:
            r = bits.lowest(here)
            here = bits.without_lowest(here)
            found |= bits.bit(t.route_a[r]) | bits.bit(t.route_b[r])
        here = own1 & t.at_city[city, 1]
        while here:
            r = 64 + bits.lowest(here)
            here = bits.without_lowest(here)
            found |= bits.bit(t.route_a[r]) | bits.bit(t.route_b[r])
        todo |= found & ~cities
        cities |= found
    return cities


@kernel
def routes_of(t: Record, own0: Int, own1: Int, cities: Int) -> Int:
    """The routes of a network, given its cities: two words."""
    r0, r1 = np.uint64(0), np.uint64(0)
    while cities:
        h0, h1 = routes_at(t, own0, own1, bits.lowest(cities))
        cities = bits.without_lowest(cities)
        r0 |= h0
        r1 |= h1
    return r0, r1


@kernel
def odd_cities(t: Record, m0: Int, m1: Int, cities: Int) -> Int:
    """Of some cities those in which an odd number of the routes of a set end."""
    odd = np.uint64(0)
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        h0, h1 = routes_at(t, m0, m1, city)
        if (bits.count(h0) + bits.count(h1)) & 1:
            odd |= bits.bit(city)
    return odd


@kernel
def length_of(t: Record, m0: Int, m1: Int) -> Int:
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
def joined(t: Record, s: Record, seat: Int, a: Int, b: Int) -> Int:
    """Whether an unbroken chain of the seat's own routes joins two cities."""
    return reached(t, s.owned[seat, 0], s.owned[seat, 1], a) & bits.bit(b) != np.uint64(0)
