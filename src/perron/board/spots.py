"""Where a name may stand beside its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from perron.board.boxes import Box, Point
from perron.board.lettering import in_lines, text_height, text_width
from perron.board.sizes import Sizes


@dataclass(frozen=True, slots=True)
class Lettered:
    """A name where it stands: the room it takes, and the end of the text that is nearest its place."""

    box: Box
    anchor: str
    """start, middle or end."""
    lines: int
    size: float
    """Of the type."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a search for a name's spot goes."""

    distances: tuple[float, ...] = (3.0, 8.0, 14.0, 21.0)
    """From its place, in units."""
    types: tuple[float, ...] = (1.0,)
    """In parts of the usual type."""


def spots(names: Sequence[str], place: Point, sizes: Sizes, reach: Reach, *, hyphens: bool = False) -> list[Lettered]:
    """Where a name may stand, the better places first: around the disc, at some distances, in one line or more.

    With hyphens, long words may be broken.
    """
    return [
        spot
        for part in reach.types
        for size, form in _forms(names, part * sizes.type_size, hyphens=hyphens)
        for away in reach.distances
        for spot in _around(place, form, size, away, sizes)
    ]


def _around(place: Point, form: tuple[float, float, int], size: float, away: float, sizes: Sizes) -> Iterator[Lettered]:
    (x, y), (wide, high, lines) = place, form
    r = sizes.radius + away * sizes.unit
    for part in (0.0, 0.25, -0.25, 0.38, -0.38):
        anchor = "middle" if abs(part) < 0.1 else "start" if part > 0 else "end"
        for side in (-1, 1):
            yield Lettered(Box(x + part * wide, y + side * (r + high / 2), wide, high), anchor, lines, size)
    for part in (0.0, -0.5, 0.5, -0.9, 0.9):
        near = r - sizes.radius * max(abs(part) - 0.5, 0)
        yield Lettered(Box(x + near + wide / 2, y + part * high, wide, high), "start", lines, size)
        yield Lettered(Box(x - near - wide / 2, y + part * high, wide, high), "end", lines, size)
    near = 0.72 * r
    for left, up in product((1, -1), repeat=2):
        box = Box(x + left * (near + wide / 2), y + up * (near + high / 2), wide, high)
        yield Lettered(box, "start" if left > 0 else "end", lines, size)


def _forms(names: Sequence[str], size: float, *, hyphens: bool) -> list[tuple[float, tuple[float, float, int]]]:
    """The type size with the room that a name takes in one line, and in more if it can be broken."""
    forms = []
    for lines in range(1, 4 if hyphens else 3):
        broken = [in_lines(name, lines, hyphens=hyphens) for name in names]
        if max(map(len, broken)) < lines:
            break
        width = max(text_width(line, size) for some in broken for line in some)
        forms.append((size, (width, text_height(lines, size), lines)))
    return forms
