"""Actions in plain words, and their numbers read and written without the engine.

("pass",) ("face up", kind) ("blind",) ("cards",) ("tickets",) ("keep", places) ("swap",)
("claim", route, colour, wilds) ("station", city, colour, wilds) ("pay", wilds) ("let go",)
"""

from __future__ import annotations

from typing import Any, TypeAlias

from perron.editions import Edition
from tests.reference.snapshot import kinds

Plain: TypeAlias = tuple[Any, ...]

WORDS = ("pass", "face up", "blind", "cards", "tickets", "keep", "swap", "claim", "station", "pay", "let go")


def decode(edition: Edition, number: int) -> Plain:
    """The action that a number stands for; the fields it does not use must be 0."""
    kind, index, colour, wilds = number // 65536, number // 256 % 256, number // 16 % 16, number % 16
    word = WORDS[kind]
    name = kinds(edition)[colour]
    plain: Plain = (word,)
    if word == "face up":
        plain = (word, name)
    elif word == "keep":
        plain = (word, frozenset(place for place in range(8) if index // 2**place % 2))
    elif word == "claim":
        plain = (word, index, name, wilds)
    elif word == "station":
        plain = (word, edition.cities[index].id, name, wilds)
    elif word == "pay":
        plain = (word, wilds)
    assert encode(edition, plain) == number, "a number with bits that mean nothing"
    return plain


def encode(edition: Edition, plain: Plain) -> int:
    """The number of an action."""
    index = colour = wilds = 0
    names = kinds(edition)
    if plain[0] == "face up":
        colour = names.index(plain[1])
    elif plain[0] == "keep":
        index = sum(2**place for place in plain[1])
    elif plain[0] == "claim":
        index, colour, wilds = plain[1], names.index(plain[2]), plain[3]
    elif plain[0] == "station":
        index = [city.id for city in edition.cities].index(plain[1])
        colour, wilds = names.index(plain[2]), plain[3]
    elif plain[0] == "pay":
        wilds = plain[1]
    return WORDS.index(plain[0]) * 65536 + index * 256 + colour * 16 + wilds
