"""What people write for others to read: nothing in it is invisible, and nothing turns the words around."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
_EMPTY = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by their kind that show nothing: fillers, and Braille without a dot."""
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Control characters, marks of formatting and direction, what is not assigned, and ends of lines and paragraphs."""
_UNSEEN = _HIDDEN | {"Me", "Zs"}
_LOOKS_LIKE = str.maketrans("аеорсухіјѕԁһӏқгαοερικνυτχ", "aeopcyxijsdhlkraoepiknutx") | dict.fromkeys(
    range(0xFE00, 0xFE10)
)
"""Small Cyrillic and Greek letters that cannot be told from Latin ones; marks that only choose between pictures."""
_SIGN = frozenset({"So", "Sk", "Mn"})
_SHOWN = "\ufffd"


def plain_name(text: str) -> str:
    """A name, if it can be seen whole; raises ValueError."""
    if any(_is_hidden(text, i) for i in range(len(text))):
        raise ValueError("there are invisible characters in it, or some that change the direction of writing")
    return text


def visible(text: str) -> str:
    """A text with a mark in place of everything in it that could not be seen."""
    spaced = " ".join(text.split())
    return "".join(_SHOWN if _is_hidden(spaced, i) else letter for i, letter in enumerate(spaced))


def alike(name: str) -> str:
    """What two names have in common that people would take for one: case, width, spaces and alphabets aside."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_LOOKS_LIKE)
    shown = (one for one in plain if one not in _EMPTY and unicodedata.category(one) not in _UNSEEN)
    return unicodedata.normalize("NFKC", "".join(shown))


def _is_hidden(text: str, i: int) -> bool:
    letter = text[i]
    if letter == _JOINER:  # between two signs it makes one of them: 👩‍🚀
        around = (text[i - 1 : i], text[i + 1 : i + 2])
        return not all(one and unicodedata.category(one) in _SIGN for one in around)
    return letter in _EMPTY or unicodedata.category(letter) in _HIDDEN
