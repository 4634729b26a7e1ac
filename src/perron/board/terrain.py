"""A background for a board that has none of its own: paper with hills and woods, and water where the edition says so.

Everything is drawn from numbers, none of it from texts or pictures of the edition; the same board always looks the
same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from random import Random

import numpy as np

from perron.board.boxes import Point
from perron.board.free import Free
from perron.board.geometry import Geometry
from perron.board.ornaments import compass, mountains, pines, steamer, waves
from perron.board.shapes import dense, path, smooth, spread, thin

_CELL = 8.0
"""Water is looked up in squares so wide."""
_COMMON = 1_600_000.0
"""The area of a board of the usual aspect: a larger one has more hills and woods."""


def draw_terrain(board: Geometry) -> str:
    """The background as SVG."""
    random = Random(_seed(board))
    u = 0.7 + 0.3 * board.unit
    free, water = Free(board), _Water(board, [_shore(shape, random, u) for shape in board.water])
    rose = _rose(board, free, u)
    ranges = list(_ranges(board, water, random, u))
    woods = list(_woods(board, water, ranges, random, u))
    return "\n".join(
        [
            '<rect width="100%" height="100%" fill="url(#soil)"/>',
            _blur("mist", 20),
            '<g filter="url(#mist)">',
            *(_meadow(wood, u) for wood in woods),
            "</g>",
            _blur("soft", 9),
            '<g filter="url(#soft)">',
            *(part for one in ranges for part in _shade(one, u)),
            "</g>",
            *(_contours(one, random, u) for one in ranges),
            *_water(board, water, free, rose, random, u),
            *mountains(peak for peak in _peaks(ranges, water, free, random, u) if not _under(rose, peak[:2])),
            pines((tree for tree in _trees(woods, water, free, random, u) if not _under(rose, tree)), u),
            "" if rose is None else compass(*rose),
        ]
    )


def _blur(name: str, far: int) -> str:
    room = 'x="-20%" y="-20%" width="140%" height="140%"'
    return f'<filter id="{name}" {room}><feGaussianBlur stdDeviation="{far}"/></filter>'


def _seed(board: Geometry) -> str:
    """Chance comes from what lies on the board: a place that is moved changes the drawing, its name does not."""
    told = [board.width, board.height, [(place.x, place.y) for place in board.places], board.water]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


# water


def _shore(shape: Sequence[Point], random: Random, u: float) -> list[Point]:
    """The outline of a water, its straight sides a little uneven and its corners round; always the same way round."""
    turn = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(shape, [*shape[1:], shape[0]], strict=True))
    ring = list(shape if turn > 0 else reversed(shape))
    line = dense(smooth(ring, closed=True, times=2), 30 * u)
    uneven = [(x + random.uniform(-5, 5) * u, y + random.uniform(-5, 5) * u) for x, y in line]
    return thin(smooth(uneven, closed=True, times=2), 0.5)


class _Water:
    """Where there is water, square by square."""

    def __init__(self, board: Geometry, shores: list[list[Point]]) -> None:
        self.shores = shores
        self._wet = np.zeros((int(board.height / _CELL) + 1, int(board.width / _CELL) + 1), dtype=np.bool_)
        rows, columns = self._wet.shape
        x = (np.arange(columns) + 0.5) * _CELL
        for shore in shores:
            for row in range(rows):
                y = (row + 0.5) * _CELL
                sides = zip(shore, [*shore[1:], shore[0]], strict=True)
                cuts = [x0 + (x1 - x0) * (y - y0) / (y1 - y0) for (x0, y0), (x1, y1) in sides if (y0 > y) != (y1 > y)]
                if cuts:
                    self._wet[row] |= (np.array(cuts)[:, None] > x).sum(axis=0) % 2 == 1

    def share(self) -> float:
        """The part of the board that it covers."""
        return float(self._wet.mean())

    def covers(self, x: float, y: float, room: float = 0.0) -> bool:
        """Whether there is water at a point and all around it."""
        return all(self._at(*spot) for spot in _around(x, y, room))

    def spares(self, x: float, y: float, room: float = 0.0) -> bool:
        """Whether a point and all around it is dry."""
        return not any(self._at(*spot) for spot in _around(x, y, room))

    def _at(self, x: float, y: float) -> bool:
        rows, columns = self._wet.shape
        row, column = (min(max(int(value / _CELL), 0), most - 1) for value, most in ((y, rows), (x, columns)))
        return bool(self._wet[row, column])


def _around(x: float, y: float, room: float) -> Iterator[Point]:
    yield x, y
    if room:
        yield from ((x + room * cos(pi * i / 4), y + room * sin(pi * i / 4)) for i in range(8))


def _water(
    board: Geometry,
    water: _Water,
    free: Free,
    rose: tuple[float, float, float] | None,
    random: Random,
    u: float,
) -> Iterator[str]:
    """The water with its shores, waves and ships; a place in it has an island."""
    if not water.shores:
        return
    shores = path(water.shores, closed=True)
    islands = path(
        [_island(place.x, place.y, random, u) for place in board.places if water.covers(place.x, place.y)], closed=True
    )
    yield f'<defs><path id="shores" d="{shores}"/><path id="islands" d="{islands}"/></defs>'
    yield '<clipPath id="water"><use href="#shores"/></clipPath>'
    yield '<g fill="none" stroke-linejoin="round">'
    yield '<use href="#shores" stroke="#b79a63" stroke-opacity=".28" stroke-width="11"/></g>'
    yield '<g clip-path="url(#water)"><rect width="100%" height="100%" fill="url(#sea)"/>'
    yield '<g fill="none" stroke-linejoin="round">'
    for colour, opacity, wide in (("#d8e6e4", ".35", 26), ("#dcebe8", ".4", 15), ("#e6f1ed", ".5", 7)):
        for name in ("shores", "islands"):
            yield f'<use href="#{name}" stroke="{colour}" stroke-opacity="{opacity}" stroke-width="{wide}"/>'
    yield "</g>"
    yield waves(
        spread(
            3,
            round(260 * water.share() * board.width * board.height / _COMMON),
            lambda x, y: water.covers(x + 8, y, 20),
            board.width,
            board.height,
        )
    )
    yield '<use href="#shores" fill="none" stroke="#8d7750" stroke-width="2.6" stroke-linejoin="round"/>'
    yield '<use href="#islands" fill="#efe2c4" stroke="#8d7750" stroke-width="1.3" stroke-linejoin="round"/></g>'
    harbours = spread(
        5,
        1 + round(4 * water.share()),
        lambda x, y: (
            50 * u < x < board.width - 50 * u
            and 50 * u < y < board.height - 20 * u
            and water.covers(x, y - 8 * u, 34 * u)
            and free.off_tracks(x, y - 10 * u, 32 * u)
            and not _under(rose, (x, y))
        ),
        board.width,
        board.height,
    )
    for i, (x, y) in enumerate(_apart(harbours, 260 * u)):
        yield steamer(x, y, 0.9 * u * (-1) ** i)


def _apart(spots: Sequence[Point], far: float) -> Iterator[Point]:
    """Those that are not close to one that came before."""
    kept: list[Point] = []
    for x, y in spots:
        if all(hypot(x - a, y - b) > far for a, b in kept):
            kept.append((x, y))
            yield x, y


def _island(x: float, y: float, random: Random, u: float) -> list[Point]:
    ring = [
        (x + r * cos(2 * pi * i / 14), y + 0.85 * r * sin(2 * pi * i / 14))
        for i in range(14)
        for r in (random.uniform(26, 38) * u,)
    ]
    return thin(smooth(ring, closed=True), 0.4)


# hills


@dataclass(frozen=True, slots=True)
class _Range:
    """A range of hills: the line along which it lies, and how high it is."""

    line: list[Point]
    size: float


def _ranges(board: Geometry, water: _Water, random: Random, u: float) -> Iterator[_Range]:
    count = max(2, round(5 * board.width * board.height / _COMMON))
    spots = spread(
        random.randrange(1000), 4 * count, lambda x, y: water.spares(x, y, 60 * u), board.width, board.height
    )
    for start in list(_apart(spots, 300.0))[:count]:
        x, y = start
        heading, turn = random.uniform(-0.9, 0.9), random.uniform(-0.25, 0.25)
        line = [start]
        for _ in range(random.randrange(3, 7)):
            x, y = x + 46 * u * cos(heading), y + 46 * u * sin(heading)
            heading += turn
            if not water.spares(x, y, 40 * u):
                break
            line.append((x, y))
        if len(line) > 1:
            yield _Range(smooth(line), random.uniform(0.75, 1.1))


def _shade(hills: _Range, u: float) -> Iterator[str]:
    d = path([hills.line], digits=0)
    for colour, opacity, wide in (("#b48e56", ".2", 44), ("#a37b45", ".16", 22)):
        yield (
            f'<path d="{d}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" '
            f'stroke-width="{wide * hills.size * u:.0f}" stroke-linecap="round"/>'
        )


def _contours(hills: _Range, random: Random, u: float) -> str:
    """Lines of equal height around a range."""
    rings = []
    for far in (34.0, 54.0):
        (x0, y0), (x1, y1) = hills.line[0], hills.line[-1]
        middle, long = ((x0 + x1) / 2, (y0 + y1) / 2), hypot(x1 - x0, y1 - y0) or 1.0
        along = ((x1 - x0) / long, (y1 - y0) / long)
        wide, high = (long / 2 + far * u), far * hills.size * u
        ring = []
        for i in range(18):
            out = random.uniform(0.93, 1.07)
            p, q = wide * out * cos(2 * pi * i / 18), high * out * sin(2 * pi * i / 18)
            ring.append((middle[0] + p * along[0] - q * along[1], middle[1] + p * along[1] + q * along[0]))
        rings.append(thin(smooth(ring, closed=True), 0.5))
    return (
        f'<path d="{path(rings, closed=True)}" fill="none" stroke="#b79a63" stroke-opacity=".4" stroke-width="1.2" '
        'stroke-dasharray="9 6"/>'
    )


def _peaks(
    ranges: Sequence[_Range], water: _Water, free: Free, random: Random, u: float
) -> list[tuple[float, float, float]]:
    peaks: list[tuple[float, float, float]] = []
    for hills in ranges:
        for a, b in dense(hills.line, 13 * u):
            x, y = a + random.uniform(-9, 9) * u, b + random.uniform(-17, 17) * u
            high = hills.size * random.uniform(0.75, 1.2) * u
            near = any(hypot(x - p, (y - q) * 1.6) < 11 * high for p, q, _ in peaks)
            if not near and water.spares(x, y, 12 * u) and free(x, y - 4 * u, 9 * u):
                peaks.append((x, y, high))
    return peaks


# woods


@dataclass(frozen=True, slots=True)
class _Wood:
    x: float
    y: float
    wide: float
    high: float


def _woods(board: Geometry, water: _Water, ranges: Sequence[_Range], random: Random, u: float) -> Iterator[_Wood]:
    def open_land(x: float, y: float) -> bool:
        return water.spares(x, y, 40 * u) and all(
            hypot(x - a, y - b) > 130 * u for hills in ranges for a, b in hills.line
        )

    count = max(2, round(7 * board.width * board.height / _COMMON))
    for x, y in spread(random.randrange(1000), count, open_land, board.width, board.height):
        yield _Wood(x, y, random.uniform(60, 130) * u, random.uniform(34, 60) * u)


def _meadow(wood: _Wood, u: float) -> str:
    return (
        f'<ellipse cx="{wood.x:.0f}" cy="{wood.y:.0f}" rx="{wood.wide + 20 * u:.0f}" ry="{wood.high + 16 * u:.0f}" '
        'fill="#a9b072" fill-opacity=".2"/>'
    )


def _trees(woods: Sequence[_Wood], water: _Water, free: Free, random: Random, u: float) -> list[Point]:
    trees: list[Point] = []
    for wood in woods:
        for _ in range(random.randrange(24, 48)):
            turn, out = random.uniform(0, 2 * pi), random.random() ** 0.5
            x, y = wood.x + wood.wide * out * cos(turn), wood.y + wood.high * out * sin(turn)
            near = any(hypot(x - a, y - b) < 11 * u for a, b in trees)
            if not near and water.spares(x, y, 10 * u) and free(x, y - 4 * u):
                trees.append((x, y))
    return trees


def _rose(board: Geometry, free: Free, u: float) -> tuple[float, float, float] | None:
    """Middle and radius of a compass rose where there is room for one, the nearer to a corner the better."""
    for r in (46 * u, 36 * u, 28 * u):
        edge = r + 26
        xs = np.linspace(edge, board.width - edge, 24)
        ys = np.linspace(edge, board.height - edge, 24)
        spots = [(float(x), float(y)) for x in xs for y in ys]
        spots.sort(key=lambda spot: hypot(min(spot[0], board.width - spot[0]), min(spot[1], board.height - spot[1])))
        for x, y in spots:
            if free.off_tracks(x, y, r + 10 * u):
                return x, y, r
    return None


def _under(rose: tuple[float, float, float] | None, spot: Point) -> bool:
    return rose is not None and hypot(spot[0] - rose[0], spot[1] - rose[1]) < rose[2] + 8
