"""Gentle curves between two places, tracks side by side on them, and spaces along a track."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import atan, atan2, cos, degrees, hypot, pi, radians, sin, tan

from perron.board.boxes import Box, Point

_STEPS = 40


@dataclass(frozen=True)
class Curve:
    """A chain of points so dense that it looks round."""

    points: tuple[Point, ...]

    @cached_property
    def _marks(self) -> tuple[float, ...]:
        """How far along each point lies."""
        marks = [0.0]
        for (x0, y0), (x1, y1) in pairwise(self.points):
            marks.append(marks[-1] + hypot(x1 - x0, y1 - y0))
        return tuple(marks)

    @property
    def length(self) -> float:
        """From end to end."""
        return self._marks[-1]

    def at(self, along: float) -> Point:
        """The point so far from the start."""
        marks = self._marks
        i = min(max(bisect_right(marks, along) - 1, 0), len(marks) - 2)
        part = (along - marks[i]) / ((marks[i + 1] - marks[i]) or 1.0)
        (x0, y0), (x1, y1) = self.points[i], self.points[i + 1]
        return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part

    def heading(self, start: float, end: float) -> float:
        """The direction from one point on it to another, in degrees."""
        (x0, y0), (x1, y1) = self.at(start), self.at(end)
        return degrees(atan2(y1 - y0, x1 - x0))

    def cut(self, start: float, end: float) -> Curve:
        """The part between two marks."""
        inside = [point for point, mark in zip(self.points, self._marks, strict=True) if start < mark < end]
        return Curve((self.at(start), *inside, self.at(end)))

    def beside(self, aside: float, taper: float = 0.0) -> Curve:
        """The curve that runs so far to its right; with a taper it leaves and comes back over such a length."""
        if not aside:
            return self
        found = []
        last = len(self.points) - 1
        for i, (x, y) in enumerate(self.points):
            (x0, y0), (x1, y1) = self.points[max(i - 1, 0)], self.points[min(i + 1, last)]
            length = hypot(x1 - x0, y1 - y0) or 1.0
            to_end = min(self._marks[i], self.length - self._marks[i])
            part = min(to_end / taper, 1.0) if taper else 1.0
            far = aside * part * part * (3 - 2 * part)
            found.append((x - far * (y1 - y0) / length, y + far * (x1 - x0) / length))
        return Curve(tuple(found))


def bow(a: Point, b: Point, bend: float) -> Curve:
    """An arc from a to b that swings out to the right by `bend` of the distance."""
    (x0, y0), (x1, y1) = a, b
    parts = [i / _STEPS for i in range(_STEPS + 1)]
    if abs(bend) < 1e-6:
        return Curve(tuple((x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in parts))
    half = 2 * atan(2 * bend)  # of the angle that the arc spans
    radius = 0.5 / sin(half)
    found = []
    for t in parts:
        turn = half * (2 * t - 1)
        along, out = 0.5 + radius * sin(turn), radius * (cos(turn) - cos(half))
        found.append((x0 + along * (x1 - x0) - out * (y1 - y0), y0 + along * (y1 - y0) + out * (x1 - x0)))
    return Curve(tuple(found))


@dataclass(frozen=True, slots=True)
class Run:
    """The spaces of one track and the part of its curve that they take."""

    spaces: tuple[Box, ...]
    start: float
    end: float


def run_of_spaces(
    curve: Curve, count: int, ends: tuple[float, float], *, longest: float, width: float, gap: float
) -> Run:
    """That many spaces along a curve, between the gaps at its ends; what room is left over goes to both ends."""
    usable = curve.length - ends[0] - ends[1]
    first, last = curve.heading(0, curve.length * 0.1), curve.heading(curve.length * 0.9, curve.length)
    turn = radians(abs((last - first + 180) % 360 - 180))
    # Where the track bends, corners on the inside come together: spaces are a little shorter there.
    lost = gap + width * tan(min(turn / max(count, 1), pi / 3) / 2) * 1.1
    pitch = min(usable / count, longest + lost)
    slack = max(usable - pitch * count, 0.0)
    start = ends[0] + slack / 2
    spaces = []
    for i in range(count):
        middle = start + pitch * (i + 0.5)
        long = max(min(pitch - lost, longest), 1.0)
        x, y = curve.at(middle)
        spaces.append(Box(x, y, long, width, curve.heading(middle - long / 2, middle + long / 2)))
    return Run(tuple(spaces), start, start + pitch * count)


def chain(curve: Curve, width: float, step: float) -> list[Box]:
    """A line of some width as boxes end to end."""
    pieces = max(1, round(curve.length / step))
    found = []
    for i in range(pieces):
        start, end = curve.length * i / pieces, curve.length * (i + 1) / pieces
        (x0, y0), (x1, y1) = curve.at(start), curve.at(end)
        found.append(
            Box((x0 + x1) / 2, (y0 + y1) / 2, hypot(x1 - x0, y1 - y0), width, degrees(atan2(y1 - y0, x1 - x0)))
        )
    return found
