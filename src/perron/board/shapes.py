"""Shapes of backgrounds: cutting, thinning, smoothing, and writing them down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import ceil, hypot

from perron.board.boxes import Point

Window = tuple[float, float, float, float]
"""Left, lower, right and upper edge."""


def clip(ring: Sequence[Point], window: Window) -> list[Point]:
    """The part of a closed shape inside a window."""
    left, low, right, high = window
    for axis, limit, above in ((0, left, True), (0, right, False), (1, low, True), (1, high, False)):
        kept: list[Point] = []
        for p, q in zip(ring, [*ring[1:], *ring[:1]], strict=True):
            inside_p, inside_q = ((v[axis] >= limit) is above for v in (p, q))
            if inside_p:
                kept.append(p)
            if inside_p is not inside_q:
                part = (limit - p[axis]) / ((q[axis] - p[axis]) or 1e-12)
                kept.append((p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part))
        ring = kept
        if not ring:
            break
    return list(ring)


def dense(line: Sequence[Point], step: float) -> list[Point]:
    """The same line with points no further apart than `step`: long straight parts must bend too."""
    found = list(line[:1])
    for (x0, y0), (x1, y1) in pairwise(line):
        pieces = max(1, ceil(hypot(x1 - x0, y1 - y0) / step))
        found += [(x0 + (x1 - x0) * i / pieces, y0 + (y1 - y0) * i / pieces) for i in range(1, pieces + 1)]
    return found


def thin(line: Sequence[Point], off: float) -> list[Point]:
    """Fewer points, none of those left out further than `off` from the line."""
    if len(line) < 3:
        return list(line)
    kept = {0, len(line) - 1}
    stack = [(0, len(line) - 1)]
    while stack:
        i, j = stack.pop()
        (x0, y0), (x1, y1) = line[i], line[j]
        length = hypot(x1 - x0, y1 - y0)
        worst, at = off, 0
        for k in range(i + 1, j):
            x, y = line[k]
            far = abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length if length > 1e-9 else hypot(x - x0, y - y0)
            if far > worst:
                worst, at = far, k
        if at:
            kept.add(at)
            stack += [(i, at), (at, j)]
    return [line[k] for k in sorted(kept)]


def smooth(line: Sequence[Point], *, closed: bool = False, times: int = 2) -> list[Point]:
    """Corners cut off, again and again."""
    points = list(line)
    for _ in range(times):
        pairs = list(pairwise([*points, points[0]] if closed else points))
        cut = [((1 - t) * x0 + t * x1, (1 - t) * y0 + t * y1) for (x0, y0), (x1, y1) in pairs for t in (0.25, 0.75)]
        points = cut if closed else [points[0], *cut, points[-1]]
    return points


def area(ring: Sequence[Point]) -> float:
    """Of a closed shape, whatever its direction."""
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], *ring[:1]], strict=True))) / 2


def inside(point: Point, rings: Iterable[Sequence[Point]]) -> bool:
    """Whether a point lies in shapes; a ring in a ring is a hole."""
    x, y = point
    odd = False
    for ring in rings:
        for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], *ring[:1]], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
                odd = not odd
    return odd


def path(lines: Iterable[Sequence[Point]], *, closed: bool = False, digits: int = 1) -> str:
    """SVG path data, in steps from point to point to keep it short."""
    scale = 10**digits

    def number(value: int) -> str:
        text = f"{value / scale:.{digits}f}".rstrip("0").rstrip(".") if digits else str(value)
        return text.replace("-0.", "-.").removeprefix("0") if text.startswith(("0.", "-0.")) else text

    parts = []
    for line in lines:
        steps = [(round(x * scale), round(y * scale)) for x, y in line]
        if len(steps) < 2:
            continue
        text = f"M{number(steps[0][0])} {number(steps[0][1])}l"
        moves = [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(steps) if (x0, y0) != (x1, y1)]
        text += " ".join(f"{number(dx)} {number(dy)}" for dx, dy in moves).replace(" -", "-")
        if moves:
            parts.append(text + ("z" if closed else ""))
    return "".join(parts)


def spread(seed: int, count: int, keep: Callable[[float, float], bool], width: float, height: float) -> list[Point]:
    """Points strewn evenly over a board, those not wanted left out: each far from all the others."""
    found: list[Point] = []
    for i in range(1, 40 * count):
        # Steps of the plastic number fill a square evenly and without chance.
        x = (0.5 + seed * 0.137 + 0.7548776662466927 * i) % 1 * width
        y = (0.5 + seed * 0.291 + 0.5698402909980532 * i) % 1 * height
        if keep(x, y):
            found.append((x, y))
            if len(found) == count:
                break
    return found
