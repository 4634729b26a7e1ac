"""Colours and their symbols, players and theirs, and other small signs: one place for Python, page and README.

A symbol is SVG path data that fills a box from -12 to 12 both ways. No colour is ever shown without its symbol.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import cos, pi, sin
from typing import Any

from perron.editions.edition import GRAY, WILD


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour, the ink that reads well on it, and its symbol."""

    fill: str
    ink: str
    symbol: str


def _star(points: int, outer: float, inner: float) -> str:
    spots = []
    for i in range(2 * points):
        r, turn = (outer, inner)[i % 2], pi * i / points
        spots.append(f"{r * sin(turn):.1f} {-r * cos(turn):.1f}")
    return f"M{'L'.join(spots)}z"


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x - r:.1f} {y:.1f}a{r} {r} 0 1 0 {2 * r:.1f} 0a{r} {r} 0 1 0 {-2 * r:.1f} 0z"


SYMBOLS: Mapping[str, str] = {
    "diamond": "M0-11 8 0 0 11-8 0z",
    "waves": "M-11-5q5.5-7 11 0t11 0v5q-5.5 7-11 0t-11 0zM-11 4.5q5.5-7 11 0t11 0v5q-5.5 7-11 0t-11 0z",
    "triangle": "M0-10 11 9-11 9z",
    "ring": "M0-10a10 10 0 1 0 0 20 10 10 0 1 0 0-20zm0 4.6a5.4 5.4 0 1 1 0 10.8 5.4 5.4 0 1 1 0-10.8z",
    "clover": _disc(0, -5.2, 5) + _disc(-5.6, 2.6, 5) + _disc(5.6, 2.6, 5) + "M-1.6 0h3.2q0 7 3 11h-9.2q3-4 3-11z",
    "star": _star(5, 11.5, 4.8),
    "square": "M-8.5-8.5h17v17h-17z",
    "heart": "M0 10.5C-13 1-12-10-5.6-10-2.6-10-.6-8 0-5.6.6-8 2.6-10 5.6-10 12-10 13 1 0 10.5z",
    "tulip": "M-9.5-9l4.7 4.5L0-11l4.8 6.5L9.5-9v9.5C9.5 7 5 10.5 0 10.5S-9.5 7-9.5.5z",
    "burst": _star(8, 11.5, 5.4),
    "any": _disc(-5, -5, 2.9) + _disc(5, -5, 2.9) + _disc(-5, 5, 2.9) + _disc(5, 5, 2.9),
    "plus": "M-3.6-10.5h7.2v6.9h6.9v7.2h-6.9v6.9h-7.2v-6.9h-6.9v-7.2h6.9z",
    "moon": "M4.5-10.5A11 11 0 1 0 9.8 6.6 9 9 0 1 1 4.5-10.5z",
    "bolt": "M3.5-11.5l-11 13h6l-2.5 10 11-13.5h-6.2z",
    "drop": "M0-11.5C5-4.5 8.6-.6 8.6 3.6a8.6 8 0 0 1-17.2 0C-8.6-.6-5-4.5 0-11.5z",
    "gate": "M-10-10h20v4.2h-3v16.3h-4.6V2a2.4 2.8 0 0 0-4.8 0v8.5H-7V-5.8h-3z",
    "locomotive": "M-11 3.5V-8.5h6.5v3.5H4v-5h4v5h2.5q1.5 3.4 1 8.5zM-8.6-6.2v3.4h2.4v-3.4z"
    + _disc(-7, 6.4, 3.4)
    + _disc(1, 6.4, 3.4)
    + _disc(8.2, 6.9, 2.8),
    "cart": "M-11.5-4.5h17l6-3.4v2.6l-4 2.4-2.4 4.6H-9.4zM-8-10.2h5v4.6h-5zm6 0h5v4.6h-5z"
    + _disc(-5.4, 6.2, 4.6)
    + _disc(4.6, 6.2, 4.6),
    "station": "M0-11.5l9.5 7V-2H-9.5v-2.5zM-8-.5h16v8.5h2v3h-20v-3h2zm5.5 2.5v6h5v-6z",
}
"""Path data by name."""

COLOURS: Mapping[str, Paint] = {
    "purple": Paint("#a46cc1", "#ffffff", "diamond"),
    "blue": Paint("#3f7fc1", "#ffffff", "waves"),
    "orange": Paint("#e08a2e", "#2b1703", "triangle"),
    "white": Paint("#f4f1ea", "#4a4238", "ring"),
    "green": Paint("#4f8f40", "#ffffff", "clover"),
    "yellow": Paint("#e9c93f", "#3b2e02", "star"),
    "black": Paint("#3a3a40", "#ffffff", "square"),
    "red": Paint("#c8443c", "#ffffff", "heart"),
    "pink": Paint("#e68fb4", "#4a1230", "tulip"),
    WILD: Paint("#f6ecd6", "#3b2412", "burst"),
    GRAY: Paint("#a39c90", "#3d362c", "any"),
}
"""Cards and routes; gray takes any one colour."""

PLAYERS: tuple[Paint, ...] = (
    Paint("#c03a34", "#ffffff", "plus"),
    Paint("#2b66b1", "#ffffff", "moon"),
    Paint("#2f7f45", "#ffffff", "bolt"),
    Paint("#f2c230", "#3b2e02", "drop"),
    Paint("#35313b", "#ffffff", "gate"),
)
"""By seat. Their symbols are not those of the cards: a claimed route is never taken for a free one."""


def paint_of(colour: str) -> Paint:
    """The paint of a card or route; of a colour we do not know, that of gray with a star."""
    return COLOURS.get(colour, Paint("#8f8a99", "#ffffff", "burst"))


def to_dict() -> dict[str, Any]:
    """All of it, ready for JSON."""
    return {
        "symbols": dict(SYMBOLS),
        "colours": {name: asdict(paint) for name, paint in COLOURS.items()},
        "players": [asdict(paint) for paint in PLAYERS],
    }


def definitions() -> str:
    """The symbols as SVG definitions, to be used as `#s-star` and so on."""
    return "".join(f'<path id="s-{name}" d="{data}"/>' for name, data in SYMBOLS.items())
