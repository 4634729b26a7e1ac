"""Chance: ChaCha8 for everything in a game, and a cheap generator for bots and play-outs.

The block function is that of RFC 8439 with the number of rounds as a parameter, so that its test vectors (20 rounds)
check the very code that runs with 8.
"""

import numpy as np

from perron.engine.compiled import Array, Int, Record, kernel

ROUNDS = 8
_U32 = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


@kernel
def _rotated(x: Int, by: Int) -> Int:
    return np.uint32((x << np.uint32(by)) | (x >> np.uint32(32 - by)))


@kernel
def _quarter(a: Int, b: Int, c: Int, d: Int) -> Int:
    a = np.uint32(a + b)
    d = _rotated(np.uint32(d ^ a), 16)
    c = np.uint32(c + d)
    b = _rotated(np.uint32(b ^ c), 12)
    a = np.uint32(a + b)
    d = _rotated(np.uint32(d ^ a), 8)
    c = np.uint32(c + d)
    b = _rotated(np.uint32(b ^ c), 7)
    return a, b, c, d


@kernel
def chacha_block(key: Array, counter: Int, n0: Int, n1: Int, n2: Int, rounds: Int, out: Array) -> None:
    """Write one block of sixteen words for a key of eight words, a block counter and a nonce of three words."""
    i0, i1, i2, i3 = np.uint32(0x61707865), np.uint32(0x3320646E), np.uint32(0x79622D32), np.uint32(0x6B206574)
    i4, i5, i6, i7 = np.uint32(key[0]), np.uint32(key[1]), np.uint32(key[2]), np.uint32(key[3])
    i8, i9, i10, i11 = np.uint32(key[4]), np.uint32(key[5]), np.uint32(key[6]), np.uint32(key[7])
    i12, i13, i14, i15 = np.uint32(counter), np.uint32(n0), np.uint32(n1), np.uint32(n2)
    x0, x1, x2, x3, x4, x5, x6, x7 = i0, i1, i2, i3, i4, i5, i6, i7
    x8, x9, x10, x11, x12, x13, x14, x15 = i8, i9, i10, i11, i12, i13, i14, i15
    for _ in range(rounds // 2):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    out[0] = np.uint32(x0 + i0)
    out[1] = np.uint32(x1 + i1)
    out[2] = np.uint32(x2 + i2)
    out[3] = np.uint32(x3 + i3)
    out[4] = np.uint32(x4 + i4)
    out[5] = np.uint32(x5 + i5)
    out[6] = np.uint32(x6 + i6)
    out[7] = np.uint32(x7 + i7)
    out[8] = np.uint32(x8 + i8)
    out[9] = np.uint32(x9 + i9)
    out[10] = np.uint32(x10 + i10)
    out[11] = np.uint32(x11 + i11)
    out[12] = np.uint32(x12 + i12)
    out[13] = np.uint32(x13 + i13)
    out[14] = np.uint32(x14 + i14)
    out[15] = np.uint32(x15 + i15)


@kernel
def next_word(s: Record) -> Int:
    """The next 32 bits of the game's stream, as uint64. A record with room for several blocks uses the last of them."""
    if s.word == s.block.size:
        last = s.block.size - 16
        chacha_block(s.key, s.counter, np.uint32(0), np.uint32(0), np.uint32(0), ROUNDS, s.block[last:])
        s.counter = np.uint32(s.counter + np.uint32(1))
        s.word = last
    x = np.uint64(s.block[s.word])
    s.word += 1
    return x


@kernel
def below(s: Record, n: Int) -> Int:
    """A uniform number in 0..n-1 from the game's stream; biased words are rejected (Lemire's method)."""
    bound = np.uint64(n)
    product = next_word(s) * bound
    if (product & _U32) < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while (product & _U32) < threshold:
            product = next_word(s) * bound
    return np.int64(product >> _32)


@kernel
def game_key(root: Array, index: Int, key: Array, block: Array) -> None:
    """Write the key of game number `index` of a simulation whose root key is given; `block` is scratch of 16 words."""
    low = np.uint32(np.uint64(index) & _U32)
    high = np.uint32(np.uint64(index) >> _32)
    chacha_block(root, low, high, np.uint32(0x67616D65), np.uint32(0), 20, block)
    for i in range(8):
        key[i] = block[i]


@kernel
def cheap_seed(key: Array) -> Int:
    """A seed for the cheap generator that has no part in the game's own stream."""
    x = np.uint64(0x9E3779B97F4A7C15)
    for i in range(8):
        x = (x ^ np.uint64(key[i])) * np.uint64(0xBF58476D1CE4E5B9)
        x ^= x >> np.uint64(29)
    return x


@kernel
def cheap_word(rng: Array) -> Int:
    """The next 64 bits of SplitMix64; `rng` is one uint64 and moves on."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    x = rng[0]
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@kernel
def cheap_below(rng: Array, n: Int) -> Int:
    """A uniform number in 0..n-1 for bots and play-outs, unbiased, never from the game's stream."""
    bound = np.uint64(n)
    product = (cheap_word(rng) >> _32) * bound
    if (product & _U32) < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while (product & _U32) < threshold:
            product = (cheap_word(rng) >> _32) * bound
    return np.int64(product >> _32)
