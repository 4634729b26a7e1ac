"""What people read, in English, Dutch and Swedish: one catalogue a language, for the server and the page alike.

A message is a text with `{names}` to fill in, or, where a number decides, an object of such texts by plural form
(`one`, `other`), chosen by the value called `n`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TypeAlias

LANGUAGES = ("en", "nl", "sv")
"""In the order in which one stands in for another that is missing."""
DEFAULT = "en"
Message: TypeAlias = str | dict[str, str]


@cache
def catalogue(language: str) -> dict[str, Message]:
    """Every message of a language, by its code."""
    text = files(__name__).joinpath(f"{language}.json").read_text("utf-8")
    messages: dict[str, Message] = json.loads(text)
    return messages


def say(language: str, code: str, **values: object) -> str:
    """A message in a language; in English, should the language not be one of ours."""
    message = catalogue(language if language in LANGUAGES else DEFAULT)[code]
    if isinstance(message, dict):
        message = message["one" if values.get("n") == 1 else "other"]
    return message.format_map(values)


def knows(code: str) -> bool:
    """Whether there is a message with this code."""
    return code in catalogue(DEFAULT)


def language_of(accept_language: str | None) -> str:
    """The first of our languages that a browser's Accept-Language asks for, the most wanted first."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate((accept_language or "")[:1000].split(",")):
        tag, _, parameter = part.strip().partition(";")
        try:
            quality = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        language = tag.strip().lower().partition("-")[0]
        if language in LANGUAGES and quality > 0:
            wanted.append((-quality, place, language))
    return min(wanted)[2] if wanted else DEFAULT
