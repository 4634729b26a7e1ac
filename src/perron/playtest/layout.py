"""The layout of a heat map: tracks side by side and around other places, names beside their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TypeAlias

from perron.editions.edition import Edition

Point: TypeAlias = tuple[float, float]

WIDTH = 1200
TOP = 96
"""Room for the heading above the board."""
GAP = 15.0
"""Between the middles of tracks that run side by side."""
NAME_SIZE = 15
SHARE_SIZE = 11
_CLEARANCE = 20.0
_BENDS = (0.0, 28.0, -28.0, 48.0, -48.0, 70.0, -70.0, 95.0, -95.0, 125.0, -125.0)
_LETTER = 0.64  # mean width of a letter, of the size of the type, in a wide font
_STAGGER = 18.0  # between numbers on tracks that run side by side, along the track
_PASSES = 4


@dataclass(frozen=True, slots=True)
class Track:
    """A track as a curve from one place over a bend to the other."""

    start: Point
    bend: Point
    end: Point

    def at(self, t: float) -> Point:
        """The point at a fraction of its length, 0 to 1."""
        (x0, y0), (x1, y1), (x2, y2) = self.start, self.bend, self.end
        u = 1 - t
        return u * u * x0 + 2 * u * t * x1 + t * t * x2, u * u * y0 + 2 * u * t * y1 + t * t * y2

    def points(self) -> list[Point]:
        """Points along it, about eight units apart."""
        steps = max(4, int(hypot(*_minus(self.end, self.start)) / 8))
        return [self.at(i / steps) for i in range(steps + 1)]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle that a text fills."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The area that two boxes share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


@dataclass(frozen=True, slots=True)
class Layout:
    """The map: one entry per city or route, in the edition's order."""

    height: int
    cities: tuple[Point, ...]
    tracks: tuple[Track, ...]
    shares: tuple[Point, ...]
    """Middles of the numbers on the tracks."""
    names: tuple[Box, ...]


def lay_out(edition: Edition) -> Layout:
    """Lay out a board from the x and y of its cities."""
    height = round(TOP + WIDTH / edition.aspect)
    cities = tuple((WIDTH * city.x, TOP + (height - TOP) * city.y) for city in edition.cities)
    tracks, shares = _tracks(edition, cities)
    names = _names([city.name for city in edition.cities], cities, tracks, shares, height)
    return Layout(height, cities, tracks, shares, names)


def _tracks(edition: Edition, cities: Sequence[Point]) -> tuple[tuple[Track, ...], tuple[Point, ...]]:
    """Tracks between the same two places run side by side; their numbers are staggered."""
    joined: dict[tuple[int, int], list[int]] = defaultdict(list)
    for r, route in enumerate(edition.routes):
        a, b = sorted((edition.city_index[route.a], edition.city_index[route.b]))
        joined[a, b].append(r)
    tracks: dict[int, Track] = {}
    shares: dict[int, Point] = {}
    for (a, b), routes in joined.items():
        others = [city for i, city in enumerate(cities) if i not in (a, b)]
        bend = _bend(cities[a], cities[b], others, _CLEARANCE + GAP * (len(routes) - 1) / 2)
        for i, r in enumerate(routes):
            aside = i - (len(routes) - 1) / 2
            tracks[r] = _track(cities[a], cities[b], bend, GAP * aside)
            shares[r] = tracks[r].at(0.5 + _STAGGER * aside / (hypot(*_minus(cities[a], cities[b])) or 1.0))
    order = range(len(edition.routes))
    return tuple(tracks[r] for r in order), tuple(shares[r] for r in order)


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def _across(a: Point, b: Point) -> Point:
    """The unit vector at a right angle to the line from a to b."""
    length = hypot(*_minus(a, b)) or 1.0
    return (a[1] - b[1]) / length, (b[0] - a[0]) / length


def _track(a: Point, b: Point, bend: float, aside: float) -> Track:
    """A track, offset half as far at its ends as in its middle, so that three parallel ones all end under the place."""
    x, y = _across(a, b)
    out, ends = 2 * bend + 1.5 * aside, 0.5 * aside
    middle = (a[0] + b[0]) / 2 + x * out, (a[1] + b[1]) / 2 + y * out
    return Track((a[0] + x * ends, a[1] + y * ends), middle, (b[0] + x * ends, b[1] + y * ends))


def _bend(a: Point, b: Point, others: Iterable[Point], clearance: float) -> float:
    """How far the middle of a track swings out so that it passes no other place closely; the least that is enough."""
    others = list(others)

    def room(bend: float) -> float:
        points = _track(a, b, bend, 0.0).points()
        return min((hypot(x - u, y - v) for x, y in points for u, v in others), default=clearance)

    return next((bend for bend in _BENDS if room(bend) >= clearance), max(_BENDS, key=room))


def _names(
    names: Sequence[str], cities: Sequence[Point], tracks: Sequence[Track], shares: Sequence[Point], height: int
) -> tuple[Box, ...]:
    """A position for every name, improved in several passes, each with the other names fixed."""
    drawn = [point for track in tracks for point in track.points()]
    numbers = [Box(x - 9, y - 7, x + 9, y + 7) for x, y in shares]
    circles = [Box(x - 12, y - 12, x + 12, y + 12) for x, y in cities]
    choices = [_places(name, city) for name, city in zip(names, cities, strict=True)]
    page = Box(4, TOP, WIDTH - 4, height - 4)
    alone = [[_cost(box, drawn, numbers, circles, page) + 3 * i for i, box in enumerate(some)] for some in choices]
    chosen = [min(range(len(some)), key=costs.__getitem__) for some, costs in zip(choices, alone, strict=True)]
    for _ in range(_PASSES):
        for i, some in enumerate(choices):
            rest = [choices[j][chosen[j]] for j in range(len(choices)) if j != i]
            costs = [alone[i][k] + 4 * sum(box.overlap(other) for other in rest) for k, box in enumerate(some)]
            chosen[i] = min(range(len(some)), key=costs.__getitem__)
    return tuple(some[k] for some, k in zip(choices, chosen, strict=True))


def _places(name: str, city: Point) -> list[Box]:
    """Candidate positions of a name: all around its place, the better ones first."""
    wide, high = _LETTER * NAME_SIZE * len(name), float(NAME_SIZE)
    x, y = city
    found = []
    for away in (14.0, 22.0, 32.0):
        near = away * 0.75
        corners = [
            (x + away, y - high / 2),
            (x - away - wide, y - high / 2),
            (x - wide / 2, y - away - high),
            (x - wide / 2, y + away),
            (x + near, y - near - high),
            (x - near - wide, y - near - high),
            (x + near, y + near),
            (x - near - wide, y + near),
            (x - wide / 4, y - away - high),
            (x - 3 * wide / 4, y - away - high),
            (x - wide / 4, y + away),
            (x - 3 * wide / 4, y + away),
        ]
        found += [Box(left, top, left + wide, top + high) for left, top in corners]
    return found


def _cost(box: Box, track_points: Iterable[Point], numbers: Iterable[Box], circles: Iterable[Box], page: Box) -> float:
    outside = (box.right - box.left) * (box.bottom - box.top) - box.overlap(page)
    covered = sum(box.overlap(other) for other in numbers)
    hidden = sum(box.overlap(other) for other in circles)
    return 20 * outside + 2 * covered + 4 * hidden + 15 * sum(box.holds(point) for point in track_points)
