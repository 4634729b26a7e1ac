"""A plain measure of outlines, in the words of the geometry's JSON alone: polygons, and whether two of them meet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from math import cos, hypot, pi, radians, sin
from typing import Any

from perron.board import geometry
from perron.editions import load

Point = tuple[float, float]


@cache
def board(name: str) -> dict[str, Any]:
    """The geometry of an edition as programs get it."""
    return geometry(load(name)).to_dict()


def rectangle(x: float, y: float, width: float, height: float, angle: float = 0.0) -> list[Point]:
    c, s = cos(radians(angle)), sin(radians(angle))
    corners = [(-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2)]
    return [(x + u * c - v * s, y + u * s + v * c) for u, v in corners]


def disc(x: float, y: float, r: float) -> list[Point]:
    """A polygon with 24 corners that lies around the disc."""
    out = r / cos(pi / 24)
    return [(x + out * cos(pi * i / 12), y + out * sin(pi * i / 12)) for i in range(24)]


def of_box(box: dict[str, float]) -> list[Point]:
    return rectangle(box["x"], box["y"], box["width"], box["height"], box["angle"])


def of_space(track: dict[str, Any], space: dict[str, Any], rim: float) -> list[Point]:
    """A space with the rim that a tunnel has around it."""
    more = 2 * rim if track["tunnel"] else 0.0
    return rectangle(space["x"], space["y"], space["width"] + more, space["height"] + more, space["angle"])


def apart(a: Sequence[Point], b: Sequence[Point]) -> bool:
    """Whether a straight line lies between them that is upright, level, or parallel to a side (separating axes)."""
    for axis in (0, 1):
        first, second = [point[axis] for point in a], [point[axis] for point in b]
        if max(first) <= min(second) or max(second) <= min(first):
            return True
    for shape in (a, b):
        for (x0, y0), (x1, y1) in pairwise([*shape, shape[0]]):
            nx, ny = y0 - y1, x1 - x0
            first, second = [nx * x + ny * y for x, y in a], [nx * x + ny * y for x, y in b]
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False


def holds(shape: Sequence[Point], point: Point) -> bool:
    """Whether a point lies inside a polygon."""
    x, y = point
    odd = False
    for (x0, y0), (x1, y1) in pairwise([*shape, shape[0]]):
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            odd = not odd
    return odd


def stretches(track: dict[str, Any], width: float) -> list[list[Point]]:
    """The way of a track as strips of such a width, from point to point."""
    return [
        [(x0 - nx, y0 - ny), (x1 - nx, y1 - ny), (x1 + nx, y1 + ny), (x0 + nx, y0 + ny)]
        for (x0, y0), (x1, y1) in pairwise(track["path"])
        for length in (hypot(x1 - x0, y1 - y0) or 1.0,)
        for nx, ny in ((-(y1 - y0) / length * width / 2, (x1 - x0) / length * width / 2),)
    ]


def cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether two stretches of line cross."""

    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


def shapes(drawn: dict[str, Any]) -> list[tuple[str, list[Point]]]:
    """Every place and every space of a board, with what it is."""
    found = [(f"the place {p['id']}", disc(p["x"], p["y"], drawn["radius"])) for p in drawn["places"]]
    return found + [
        (f"space {i} of {track['id']}", of_space(track, space, drawn["rim"]))
        for track in drawn["tracks"]
        for i, space in enumerate(track["spaces"])
    ]


def names(drawn: dict[str, Any], label: str = "label") -> list[tuple[str, list[Point]]]:
    """The room of every name; `turned` for the turned board."""
    return [(f"the name {place['id']}", of_box(place[label]["box"])) for place in drawn["places"]]


def on_its_side(drawn: dict[str, Any], some: list[tuple[str, list[Point]]]) -> list[tuple[str, list[Point]]]:
    """The same shapes on the board turned to the left."""
    return [(what, [(y, drawn["width"] - x) for x, y in shape]) for what, shape in some]


def touching(some: Sequence[tuple[str, Sequence[Point]]]) -> list[tuple[str, str]]:
    """Every two shapes that meet, among all pairs of them."""
    return [(a, b) for (a, first), (b, second) in combinations(some, 2) if not apart(first, second)]
