"""Game keys: 256 bits that all chance in a game follows from."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perron.engine.rng import game_key
from perron.errors import PerronError

KEY_BYTES = 32
NO_WORD = "-"
"""In place of a word, for a seat that adds none: a bot's."""
_WORD = re.compile(r"[0-9a-f]{32}|-")


def new_key() -> bytes:
    """A key from the system's own randomness."""
    return secrets.token_bytes(KEY_BYTES)


def seed_key(seed: int | str) -> bytes:
    """The key of a seed: the same for the same number or text, everywhere."""
    try:
        return hashlib.sha256(f"perron seed {seed}".encode()).digest()
    except ValueError:  # half a letter, or a number too long to write down
        raise PerronError("a seed is a text in UTF-8 or a number of at most 4,000 digits") from None


def simulation_key(seed: int | str, index: int) -> bytes:
    """The key of game number `index` of a simulation with this seed."""
    words = np.zeros(8, np.uint32)
    game_key(key_words(seed_key(seed)), index, words, np.zeros(16, np.uint32))
    return words.astype("<u4").tobytes()


def key_words(key: bytes) -> NDArray[np.uint32]:
    """A key as eight words."""
    return np.frombuffer(key, "<u4").astype(np.uint32)


def commitment(key: bytes) -> str:
    """What may be published of a key before a game: its SHA-256."""
    return hashlib.sha256(key).hexdigest()


def is_word(text: str) -> bool:
    """Whether a seat may add this to a deal: 32 hex digits, or `-` for nothing."""
    return _WORD.fullmatch(text) is not None


def mix(key: bytes, words: Sequence[str], listed: str | None = None) -> bytes:
    """The key of a game whose seats each add a word after the key was committed to, so that nobody chooses the deal.

    `listed` is the hash of what the seats had committed to before; without it, the older way.
    """
    if not all(map(is_word, words)):
        raise PerronError("a seat's word is 32 hex digits, or - for none")
    text = b"perron deal " + key if listed is None else b"perron deal 2 " + key + bytes.fromhex(listed)
    return hashlib.sha256(text + " ".join(words).encode()).digest()
