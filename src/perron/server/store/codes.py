"""Codes of tables: easy to read aloud, impossible to guess."""

from __future__ import annotations

import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without i, l, o, 0 and 1."""
LENGTH = 10


def new_code() -> str:
    """A random code for a table, of about 49 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_code(text: str) -> bool:
    """Whether a text can be a code at all."""
    return len(text) == LENGTH and all(letter in ALPHABET for letter in text)
