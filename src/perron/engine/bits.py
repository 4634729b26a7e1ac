"""Sets of routes, cities and tickets as 64-bit words."""

import numpy as np

from perron.engine.compiled import Int, kernel

_1 = np.uint64(1)
_5555 = np.uint64(0x5555555555555555)
_3333 = np.uint64(0x3333333333333333)
_0F0F = np.uint64(0x0F0F0F0F0F0F0F0F)
_0101 = np.uint64(0x0101010101010101)
_2, _4, _56 = np.uint64(2), np.uint64(4), np.uint64(56)
_63 = np.uint64(63)


@kernel
def bit(i: Int) -> Int:
    """The word with only bit `i` set (i modulo 64, so that a route's number serves for its own word)."""
    return _1 << (np.uint64(i) & _63)


@kernel
def count(x: Int) -> Int:
    """How many bits are set; LLVM turns this form into one instruction."""
    x = x - ((x >> _1) & _5555)
    x = (x & _3333) + ((x >> _2) & _3333)
    x = (x + (x >> _4)) & _0F0F
    return np.int64((x * _0101) >> _56)


@kernel
def lowest(x: Int) -> Int:
    """The number of the lowest bit that is set; x is not zero."""
    return count((x & (~x + _1)) - _1)


@kernel
def without_lowest(x: Int) -> Int:
    """x without its lowest bit; x is not zero."""
    return x & (x - _1)


@kernel
def nth(x: Int, k: Int) -> Int:
    """The number of the k-th bit that is set, counted from 0; there are more than k."""
    at = np.int64(0)
    width = np.int64(32)
    while width > 0:
        low = count(x & ((_1 << np.uint64(width)) - _1))
        if k >= low:
            k -= low
            at += width
            x >>= np.uint64(width)
        width >>= 1
    return at
