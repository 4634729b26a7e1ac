"""How cards and routes are coloured. The name always stands beside the colour: not everybody sees it."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from perron.editions.edition import WILD

_STYLES = {
    "purple": "#b06fd0",
    "pink": "#f078b0",
    "blue": "#4a90f0",
    "orange": "#f0902e",
    "white": "#f4f4f4",
    "green": "#3fae49",
    "yellow": "#e8c51c",
    "black": "#6a6a6a",
    "red": "#e8483f",
    "gray": "#a8a8a8",
    WILD: "bold #d0a8ff",
}


def mark(colour: str) -> Text:
    """A small square in a colour, or a star for a wild."""
    return Text("★" if colour == WILD else "■", _STYLES.get(colour, ""))


def card(colour: str, n: int | None = None) -> Text:
    """A card, or a number of them."""
    return mark(colour).append(f" {colour}" if n is None else f" {n} {colour}", "default not bold")


def hand(counts: Mapping[str, int]) -> Text:
    """All cards of a hand."""
    return Text("  ").join(card(colour, n) for colour, n in counts.items()) if counts else Text("no cards", "dim")
