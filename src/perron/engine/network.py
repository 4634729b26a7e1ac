"""What a seat's own routes join."""

import numpy as np

from perron.engine import bits
from perron.engine.compiled import Int, Record, kernel


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
def joined(t: Record, s: Record, seat: Int, a: Int, b: Int) -> Int:
    """Whether an unbroken chain of the seat's own routes joins two cities (EU-K5, FJ-K1)."""
    return reached(t, s.owned[seat, 0], s.owned[seat, 1], a) & bits.bit(b) != np.uint64(0)
