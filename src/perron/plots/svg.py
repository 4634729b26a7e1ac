"""What plots are drawn with, as SVG. Colours come from the page's style, so that they follow light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10

WIDTH = 400
_RIGHT = 62  # room for the numbers
_LETTER = 7.6  # a letter of a name is about this wide
_LETTERS = 16


def svg(height: float, body: Sequence[str], title: str, width: float = WIDTH) -> str:
    """A picture, with its title for screen readers."""
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words at a place; `kind` is their class."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x0: float, y0: float, x1: float, y1: float, kind: str) -> str:
    """A straight line of a class."""
    return f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" class="{kind}"/>'


def short(bot: str) -> str:
    """A bot's name in the room there is for it; the whole one is in the table."""
    return bot if len(bot) <= _LETTERS else f"{bot[: _LETTERS - 1]}…"


def signed(number: str) -> str:
    """A number with a proper minus."""
    return number.replace("-", "−")


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers that cover a range, at most that many inside it."""
    if high <= low:
        high = low + 1
    raw = (high - low) / most
    power = 10 ** floor(log10(raw))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= raw * 0.999)
    return [i * step for i in range(floor(low / step), ceil(high / step) + 1)]


class Scale:
    """From values to places between the names and the numbers."""

    def __init__(self, marks: list[float], names: Iterable[str]) -> None:
        self.marks = marks
        self.label = 4 + _LETTER * max(len(short(name)) for name in names)
        """Where names end."""

    def __call__(self, value: float) -> float:
        """The place of a value."""
        low, high = self.marks[0], self.marks[-1]
        return self.label + 14 + (value - low) / (high - low) * (WIDTH - self.label - _RIGHT - 22)

    def grid(self, bottom: float, form: str = "{:g}") -> list[str]:
        """A line and its number for every mark."""
        found = []
        for mark in self.marks:
            found.append(line(self(mark), 4, self(mark), bottom, "grid"))
            found.append(text(self(mark), bottom + 16, signed(form.format(mark)), "axis", "middle"))
        return found
