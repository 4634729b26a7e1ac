"""Faults of an edition file: what each code means, and a list that knows the lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from perron.editions.lines import Path, line_numbers

Severity = Literal["error", "warning"]

CODES = {
    "toml/syntax": "the text is not TOML",
    "toml/too_large": "the file is larger than any edition needs",
    "key/unknown": "a key that the format does not have",
    "key/missing": "a key that must be there",
    "value/type": "a value of the wrong type",
    "value/range": "a number that is too small, too large or not a number",
    "value/choice": "a word that is not one of those allowed",
    "value/id": "an id that is not snake_case",
    "value/text": "a text that is empty, too long or not printable",
    "size/limit": "more or fewer of something than the engine has room for",
    "format/unknown": "a format of edition file that this version cannot read",
    "translation/missing": "a text without one of the languages",
    "translation/unknown": "a text in a language that Perron does not speak",
    "players/order": "more players at least than at most",
    "cards/no_wild": "a deck without wilds, or where they do not come last",
    "cards/reserved": "a colour with a name that means something else",
    "cards/too_many_wilds": "more wilds than coloured cards",
    "cards/too_few": "too few cards to deal to the most players",
    "pieces/duplicate": "two kinds of pieces with one id",
    "pieces/last_round": "the last round would start with the first turn",
    "draw/reset": "a display that is never replaced, or a reset without a display",
    "tickets/keep": "more tickets to keep than are dealt or drawn",
    "tickets/too_few": "too few tickets to deal to the most players",
    "tie_break/unknown": "a tie-break that the engine does not know",
    "tie_break/duplicate": "a tie-break named twice",
    "tie_break/idle": "a tie-break that can never decide",
    "trade_bonus/players": "a trade bonus table without a number of players, or with one too many",
    "trade_bonus/places": "a trade bonus row with more or fewer places than players",
    "trade_bonus/no_carts": "a trade bonus that no route gives",
    "goal/secret": "a goal where completed tickets are not laid open",
    "goal/tickets": "a goal of more tickets than there are",
    "points/none": "something with points in an edition without points",
    "tickets/swapped": "something that goes with choosing tickets where they are swapped",
    "tickets/open_long": "long tickets where completed tickets are laid open, or are swapped",
    "score/unknown": "a line of the score sheet that the engine does not know",
    "score/duplicate": "a line of the score sheet that comes twice",
    "score/idle": "a line of the score sheet whose table is not there",
    "score/missing": "a table whose line of the score sheet is not there",
    "score/printed": "points for a line whose points stand on routes and tickets",
    "east_west/secret": "an East-West bonus where completed tickets are not laid open",
    "east_west/both_sides": "a city both in the east and in the west",
    "east_west/two_bonuses": "an East-West bonus beside a trade bonus",
    "race/no_points": "format 1: something of a points edition in a race edition",
    "race/goal": "format 1: more tickets to make than there are",
    "race/both_sides": "format 1: a city both in the east and in the west",
    "city/duplicate": "two cities with one id",
    "city/unknown": "a city that is not on the board",
    "city/unreachable": "a city that no routes join to the rest",
    "city/same_place": "two cities in one place",
    "city/half_placed": "a latitude without a longitude, or the other way round",
    "water/point": "a corner of a shape of water that is not an x and a y",
    "water/flat": "a shape of water that has no area",
    "colour/unknown": "a colour that is not in the deck",
    "route/to_itself": "a route from a city to itself",
    "route/duplicate": "one track too many between two cities",
    "route/unknown_piece": "a kind of piece that the edition does not have",
    "route/no_points": "a number of cards that the points table does not have",
    "route/too_long": "more spaces than a player has pieces",
    "route/unpayable": "more cards than the deck has of its colour and wilds",
    "route/ferry": "a ferry with too many symbols, with a colour, or in a tunnel",
    "route/carts": "carts without a trade bonus",
    "double/one_sided": "a double route with only one track marked",
    "double/unequal": "a double route with two different lengths or prices",
    "ticket/to_itself": "a ticket from a city to itself",
    "ticket/duplicate": "the same ticket twice",
    "ticket/long": "a long ticket where none are dealt",
    "folder/id": "a folder that is not called like the edition in it, or an earlier version that is none",
    "svg/too_large": "a picture that is larger than any needs to be",
    "svg/syntax": "a picture that is not SVG",
    "svg/forbidden": "something in a picture that is more than a shape",
    "json/too_large": "a placing that is larger than any board needs",
    "json/syntax": "a placing that is none",
    "puzzle/unusable": "a puzzle that cannot be read, or does not fit the edition and the version of its rules",
}
"""Every code with what it means, in the order of the file; codes never change their meaning."""

_ENOUGH = 200  # faults after which no more likely spellings are looked up, so that no file takes long to check


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an edition file."""

    line: int | None
    """Counted from 1; None where the fault has no place."""
    severity: Severity
    """An error keeps the edition from loading, a warning does not."""
    code: str
    """Stable; one of CODES."""
    message: str

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}: "
        return f"{place}{self.severity}: {self.message} [{self.code}]"


class Faults:
    """The faults of one file as they are found."""

    def __init__(self, text: str) -> None:
        self._lines = line_numbers(text)
        self._found: list[Fault] = []

    def line(self, path: Path) -> int:
        """Where a path stands, or the nearest thing around it that stands somewhere."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def error(self, path: Path, code: str, message: str) -> None:
        """Note a fault that keeps the edition from loading."""
        self._found.append(Fault(self.line(path), "error", code, message))

    def warning(self, path: Path, code: str, message: str) -> None:
        """Note a fault that the edition can be played with."""
        self._found.append(Fault(self.line(path), "warning", code, message))

    def meant(self, word: str, known: Iterable[str]) -> str:
        """A likely spelling as the end of a message, if there is one."""
        if len(self._found) > _ENOUGH or len(word) > 80:
            return ""
        close = get_close_matches(word, list(known), 1)
        return f"; did you mean {close[0]!r}?" if close else ""

    def in_order(self) -> list[Fault]:
        """All of them, by line."""
        return sorted(self._found, key=lambda fault: fault.line or 0)


def shown(value: Any) -> str:
    """A value as a message may show it: never long, whatever is in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 64:
        return "an absurdly large number"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "an array"
    text = repr(value) if isinstance(value, str | int | float) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
