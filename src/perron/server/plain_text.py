"""Text that people write for others: without invisible characters and changes of direction."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
_EMPTY = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters in the categories of letters and symbols that show nothing: fillers, and blank Braille."""
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Control, formatting and direction characters, unassigned ones, and line and paragraph separators."""
_UNSEEN = _HIDDEN | {"Me", "Zs"}
_LOOKS_LIKE = str.maketrans("аеорсухіјѕԁһӏқгαοερικνυτχ", "aeopcyxijsdhlkraoepiknutx") | dict.fromkeys(
    range(0xFE00, 0xFE10)
)
"""Cyrillic and Greek letters that look like Latin ones; variation selectors are dropped."""
_SIGN = frozenset({"So", "Sk", "Mn"})
_SHOWN = "\ufffd"


def plain_name(text: str) -> str:
    """The name, if all of it is visible; raises ValueError."""
    if any(_is_hidden(text, i) for i in range(len(text))):
        raise ValueError("there are invisible characters in it, or some that change the direction of writing")
    return text


def visible(text: str) -> str:
    """A text with every invisible character replaced by a mark."""
    spaced = " ".join(text.split())
    return "".join(_SHOWN if _is_hidden(spaced, i) else letter for i, letter in enumerate(spaced))


def alike(name: str) -> str:
    """A key that is equal for names that people would confuse: it ignores case, width, spaces and alphabets."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_LOOKS_LIKE)
    shown = (one for one in plain if one not in _EMPTY and unicodedata.category(one) not in _UNSEEN)
    return unicodedata.normalize("NFKC", "".join(shown))


def _is_hidden(text: str, i: int) -> bool:
    letter = text[i]
    if letter == _JOINER:  # between two symbols it joins them into one: 👩‍🚀
        around = (text[i - 1 : i], text[i + 1 : i + 2])
        return not all(one and unicodedata.category(one) in _SIGN for one in around)
    return letter in _EMPTY or unicodedata.category(letter) in _HIDDEN
