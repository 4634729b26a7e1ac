"""Observations and masks, written in a way that suits threads: the same bytes as `observing` and `kernels` write.

The threads of a warp write the rows of their games at the same time, and each waits for the one that has most to write.
A set with many members is written faster byte by byte than member by member, and what is 0 already is not written.
"""

import numpy as np

from perron.engine import bits, stations
from perron.engine.compiled import Array, Int, Record, kernel
from perron.env.gpu.choice import keeps
from perron.env.kernels import ways_to_pay

_1, _8 = np.uint64(1), np.uint64(8)


@kernel
def _write_word(word: Int, n: Int, out: Array, at: Int) -> None:
    """The lowest n bits of a word as bytes; eight at a time, so that they are written without waiting."""
    for i in range(0, n & -8, 8):
        for k in range(8):
            out[at + np.uint64(i + k)] = np.uint8((word >> np.uint64(k)) & _1)
        word >>= _8
    for i in range(n & -8, n):
        out[at + np.uint64(i)] = np.uint8(word & _1)
        word >>= _1


@kernel
def write_set(m0: Int, m1: Int, n: Int, out: Array, at: Int) -> Int:
    """A set as so many bytes of 0 and 1."""
    _write_word(m0, min(n, 64), out, np.uint64(at))
    if n > 64:
        _write_word(m1, n - 64, out, np.uint64(at + 64))
    return at + n


@kernel
def mask_one_payment(t: Record, nb: Record, s: Record, price: Int, out: Array) -> Int:
    """Stations with one payment a colour: only what is allowed is written."""
    ways = ways_to_pay(t, s, price)
    cities = stations.free_cities(t, s) if ways else np.uint64(0)
    n = bits.count(ways) * bits.count(cities)
    while cities:
        at = nb.station_at + bits.lowest(cities) * nb.station_ways
        cities = bits.without_lowest(cities)
        left = ways
        while left:
            out[np.uint64(at + bits.lowest(left))] = 1
            left = bits.without_lowest(left)
    return n


@kernel
def mask_keeps(t: Record, nb: Record, s: Record, out: Array) -> None:
    """Which tickets may be kept."""
    choices = keeps(t, s)
    while choices:
        out[nb.keep_at + bits.lowest(choices) - nb.keep_first] = 1
        choices = bits.without_lowest(choices)
