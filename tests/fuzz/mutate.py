"""Ways to spoil a text: a letter, a word, a number, a line, the end of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

_LETTERS = "abcxyz019_-/*:;,.=+ \t\n\r\v\x00\x7f\x85 #>|[]{}\"'\\éßİǅ²٣ａ漢😀\u2028\u202e\ufeff\ud800\udfff"
_NUMBERS = ("0", "-1", "1", "2", "3", "7", "15", "16", "99", "100", "127", "128", "255", "256", "32768", "65536")
_ODD_NUMBERS = ("1e9", "1.5", "nan", "inf", "0x10", "1_000", "９", "99999999999999999999", "9" * 5000)


def _letter(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(_LETTERS) + text[at + rng.randrange(2) :]


def _hole(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.choice((1, 1, 1, 2, 5, 40)) :]


def _cut(text: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _case(text: str, rng: Random) -> str:
    return rng.choice((text.upper(), text.title(), text.swapcase()))


def _number(text: str, rng: Random) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return _letter(text, rng)
    match = rng.choice(found)
    number = rng.choice(_NUMBERS if rng.random() < 0.9 else _ODD_NUMBERS)
    return text[: match.start()] + number + text[match.end() :]


def _words(text: str, rng: Random) -> str:
    words = re.split(r"(\s+)", text)
    i, j = rng.randrange(len(words)), rng.randrange(len(words))
    kind = rng.randrange(3)
    if kind == 0:
        words[i], words[j] = words[j], words[i]
    elif kind == 1:
        words[i] = words[j]
    else:
        words.insert(i, words[j])
    return "".join(words)


def _lines(text: str, rng: Random) -> str:
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        lines[i], lines[j] = lines[j], lines[i]
    elif kind == 1:
        lines.insert(i, lines[j])
    elif kind == 2:
        del lines[i]
    else:
        lines[i] = lines[j]
    return "\n".join(lines)


def _grown(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at : at + rng.randrange(1, 30)] * rng.choice((2, 3, 10, 100)) + text[at:]


IN_A_LINE: Sequence[Callable[[str, Random], str]] = (_letter, _letter, _hole, _cut, _case, _number, _number, _words)
"""What can happen to one line."""
IN_A_FILE: Sequence[Callable[[str, Random], str]] = (*IN_A_LINE, _lines, _lines, _lines, _grown)
"""What can happen to a whole file."""


def spoiled(text: str, ways: Sequence[Callable[[str, Random], str]], rng: Random) -> str:
    """The text with one thing, sometimes a few things, wrong with it; by chance it may still be right."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(ways)(text, rng)
    return text


def noise(rng: Random, longest: int = 60) -> str:
    """Letters without sense."""
    if rng.random() < 0.3:
        return rng.randbytes(rng.randrange(longest)).decode("latin-1")
    return "".join(rng.choice(_LETTERS) for _ in range(rng.randrange(longest)))
