"""ChaCha in plain Python, written from RFC 8439 alone, to hold the engine's against."""

from collections.abc import Sequence

MASK = 0xFFFFFFFF
CONSTANTS = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]


def quarter_round(x: list[int], a: int, b: int, c: int, d: int) -> None:
    """Section 2.1, in place on four of the words."""
    for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[p] = (x[p] + x[q]) & MASK
        mixed = x[r] ^ x[p]
        x[r] = (mixed << turn | mixed >> (32 - turn)) & MASK


def block(key: Sequence[int], counter: int, nonce: Sequence[int], rounds: int) -> list[int]:
    """Section 2.3: sixteen words for a key of eight, a counter and a nonce of three."""
    start = [*CONSTANTS, *key, counter, *nonce]
    x = list(start)
    for _ in range(rounds // 2):
        for i in range(4):
            quarter_round(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(word + first) & MASK for word, first in zip(x, start, strict=True)]


def words(text: str) -> list[int]:
    """Bytes in hexadecimal as little-endian words."""
    data = bytes.fromhex(text)
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]
