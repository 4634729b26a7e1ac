"""Chance that is the same whenever a test runs: what it meets on one machine it meets on every other.

Keys, codes and words of this process are drawn by the test's name, and words of its browsers are counted.
"""

from __future__ import annotations

import secrets
from random import Random

_drawn = Random()
WORDS = """{
  const random = crypto.getRandomValues.bind(crypto);
  let words = 0;
  crypto.getRandomValues = (array) => (array.length === 16 ? array.fill(++words) : random(array));
}"""
"""For a browser: only words have 16 bytes."""


def draw_the_same() -> None:
    """Draw what would be secret from what can be drawn again."""
    secrets.token_bytes = lambda nbytes=None: _drawn.randbytes(nbytes or secrets.DEFAULT_ENTROPY)
    secrets.choice = _drawn.choice


def begin(test: str) -> None:
    """What follows belongs to this test, or is made for it."""
    _drawn.seed(test)
