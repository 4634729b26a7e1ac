"""Amsterdam around 1650: the canal belt inside its wall, the Amstel, and the harbour in the IJ with its ships."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from random import Random

from perron.board.boxes import Point
from perron.board.free import Free
from perron.board.geometry import Geometry, geometry
from perron.board.ornaments import compass
from perron.board.shapes import dense, inside, spread
from perron.editions.edition import Edition
from tools.cartography.pen import church, rowing_boat, sailing_ship, windmill
from tools.cartography.town import Plan, stroke

_SHORE: tuple[Point, ...] = (
    (-0.1, 0.215), (0.02, 0.243), (0.12, 0.262), (0.22, 0.258), (0.31, 0.232), (0.385, 0.198), (0.45, 0.203),
    (0.53, 0.232), (0.62, 0.268), (0.71, 0.3), (0.79, 0.335), (0.86, 0.37), (0.93, 0.392), (0.985, 0.43),
    (1.03, 0.447), (1.1, 0.45),
)  # fmt: skip
_QUAY: tuple[Point, ...] = tuple((x, y + 0.021) for x, y in ((0.065, 0.253), *_SHORE[2:]))
"""Where the houses stand that look out on the harbour."""
# Canals begin at the harbour.
_BELT: tuple[tuple[Point, ...], ...] = (
    ((0.38, 0.2), (0.362, 0.31), (0.345, 0.45), (0.336, 0.59), (0.344, 0.73), (0.376, 0.86), (0.44, 0.965),
     (0.53, 1.012), (0.65, 1.01), (0.74, 0.985), (0.775, 0.93), (0.77, 0.84)),
    ((0.339, 0.219), (0.313, 0.33), (0.292, 0.47), (0.283, 0.61), (0.292, 0.75), (0.324, 0.88), (0.38, 0.98),
     (0.48, 1.08)),
    ((0.297, 0.236), (0.266, 0.35), (0.243, 0.49), (0.235, 0.63), (0.245, 0.76), (0.274, 0.89), (0.325, 0.99),
     (0.41, 1.09)),
    ((0.256, 0.248), (0.22, 0.37), (0.197, 0.51), (0.188, 0.64), (0.192, 0.77), (0.215, 0.9), (0.262, 1.0),
     (0.33, 1.09)),
)  # fmt: skip
_OLD: tuple[tuple[Point, ...], ...] = (
    ((0.44, 0.203), (0.422, 0.34), (0.407, 0.48), (0.402, 0.62), (0.413, 0.75), (0.445, 0.87), (0.5, 0.975),
     (0.53, 1.01)),
    ((0.655, 0.282), (0.642, 0.4), (0.625, 0.52), (0.612, 0.64), (0.612, 0.76), (0.628, 0.87)),
    ((0.7, 0.297), (0.689, 0.4), (0.67, 0.52), (0.659, 0.64), (0.66, 0.76), (0.672, 0.88)),
    ((0.778, 0.33), (0.762, 0.41), (0.735, 0.5), (0.716, 0.62), (0.714, 0.74), (0.728, 0.86)),
    ((0.865, 0.373), (0.85, 0.46), (0.835, 0.56), (0.822, 0.66), (0.815, 0.74), (0.82, 0.805)),
    ((0.97, 0.42), (0.955, 0.53), (0.925, 0.63), (0.895, 0.71), (0.885, 0.79)),
)  # fmt: skip
_JORDAAN: tuple[tuple[Point, Point], ...] = (
    ((0.236, 0.32), (0.01, 0.282)), ((0.211, 0.43), (-0.05, 0.402)), ((0.202, 0.488), (-0.05, 0.472)),
    ((0.194, 0.545), (-0.05, 0.541)), ((0.19, 0.66), (-0.05, 0.673)), ((0.19, 0.72), (-0.05, 0.745)),
    ((0.194, 0.78), (-0.05, 0.817)), ((0.228, 0.945), (0.06, 0.99)),
)  # fmt: skip
_AMSTEL: tuple[tuple[Point, ...], ...] = (
    ((1.1, 0.92), (1.03, 0.845), (0.975, 0.805), (0.92, 0.79), (0.86, 0.792), (0.8, 0.815), (0.75, 0.855),
     (0.7, 0.878), (0.64, 0.87), (0.59, 0.835), (0.55, 0.78), (0.525, 0.73), (0.51, 0.69)),
    ((0.565, 0.23), (0.55, 0.3), (0.535, 0.4), (0.52, 0.5), (0.508, 0.61)),
)  # fmt: skip
_STREETS: tuple[tuple[Point, ...], ...] = (
    ((0.5, 0.24), (0.484, 0.33), (0.474, 0.44), (0.468, 0.54), (0.47, 0.6)),
    ((0.475, 0.715), (0.49, 0.79), (0.52, 0.86), (0.565, 0.905), (0.65, 0.935)),
    ((0.6, 0.275), (0.587, 0.38), (0.572, 0.48), (0.56, 0.57), (0.562, 0.66), (0.575, 0.76), (0.6, 0.82)),
    ((0.775, 0.66), (0.77, 0.72), (0.772, 0.81)),
)  # fmt: skip
"""With houses on both sides, and no water in between."""
_WALL_WEST: tuple[Point, ...] = (
    (0.05, 0.235), (0.03, 0.27), (-0.03, 0.33), (-0.06, 0.5), (-0.06, 0.8), (-0.03, 0.94), (0.03, 0.99), (0.1, 1.06),
)  # fmt: skip
_WALL_EAST: tuple[Point, ...] = ((0.79, 1.08), (0.84, 1.0), (0.905, 0.95), (0.98, 0.93), (1.06, 0.92))
_PALISADE: tuple[tuple[Point, ...], ...] = (
    ((-0.05, 0.05), (0.05, 0.055), (0.15, 0.06), (0.24, 0.07)),
    ((0.83, 0.1), (0.88, 0.15), (0.93, 0.22), (0.97, 0.27), (1.05, 0.3)),
)
_SHIPS: tuple[tuple[float, float, float], ...] = (
    (0.3, 0.055, 1.2), (0.45, 0.065, 1.5), (0.56, 0.035, 1.0), (0.66, 0.08, -1.4), (0.78, 0.065, 1.7),
    (0.1, 0.03, 0.9),
)  # fmt: skip
_BOATS: tuple[tuple[float, float, float, float], ...] = (
    (0.09, 0.21, 1.1, 12), (0.505, 0.203, 1.0, 18), (0.655, 0.243, 1.1, 22), (0.985, 0.385, 1.1, 35),
    (0.79, 0.825, 1.0, -25), (0.62, 0.858, 1.0, 30), (0.543, 0.35, 1.0, -80), (1.0, 0.82, 1.0, 35),
)  # fmt: skip
_CHURCHES: tuple[tuple[float, float, float], ...] = ((0.468, 0.53, 1.5), (0.883, 0.535, 1.4), (0.1, 0.338, 1.2))


def draw_amsterdam(edition: Edition) -> str:
    """The background as SVG."""
    board = geometry(edition)
    plan = Plan(edition, board)
    free = Free(board)
    city = [*_SHORE, *_WALL_EAST[::-1], *_WALL_WEST[::-1]]
    land = plan.shape([(-0.1, 1.1), (1.1, 1.1), *_SHORE[::-1]], corners=True)
    # Every line is drawn several times, one over the other: it is written once.
    lines = {
        "shore": plan.line(_SHORE),
        "quay": plan.line(_QUAY),
        "belt": plan.line(*_BELT),
        "old": plan.line(*_OLD),
        "jordaan": plan.line(*_JORDAAN),
        "streets": plan.line(*_STREETS),
        "amstel": plan.line(*_AMSTEL),
        "walls": plan.line(_WALL_WEST, _WALL_EAST),
    }
    houses = 'stroke-dasharray="9 2.2"'
    behind = 'stroke-dasharray="6 3"'
    return "\n".join(
        [
            "<defs>",
            *(f'<path id="{name}" d="{data}" fill="none" stroke-linejoin="round"/>' for name, data in lines.items()),
            "</defs>",
            '<rect width="100%" height="100%" fill="url(#sea)"/>',
            _along("shore", "#d8e6e4", 70, 'stroke-opacity=".35"'),
            _along("shore", "#e3efec", 34, 'stroke-opacity=".45"'),
            _waves(board, plan, free),
            f'<path d="{land}" fill="#ccd3a0"/>',
            _fields(plan),
            f'<path d="{plan.shape(city, corners=True)}" fill="#efe0bd"/>',
            '<g stroke-opacity=".55">',
            *(_along(name, "#d9a983", 62, houses) for name in ("belt", "old")),
            _along("jordaan", "#d9a983", 40, houses),
            _along("streets", "#d9a983", 34, houses),
            "</g>",
            *(_along(name, "#c58a64", 44, f'stroke-opacity=".5" {behind}') for name in ("belt", "old")),
            _along("amstel", "#c58a64", 70, f'stroke-opacity=".5" {houses}'),
            _along("quay", "#c58a64", 15, f'stroke-opacity=".5" {houses}'),
            _along("shore", "#a98f63", 22.5),
            *(
                _along(name, "#f4e8cb", width)
                for name, width in (
                    *(("streets", 11), ("belt", 29), ("old", 25), ("jordaan", 19), ("amstel", 46), ("shore", 20)),
                )
            ),
            _trees(free, plan),
            *(
                _along(name, "#7fa4a8", width)
                for name, width in (("belt", 17), ("old", 13.5), ("jordaan", 10), ("amstel", 34))
            ),
            *(
                _along(name, "#a9c9cd", width)
                for name, width in (("belt", 14), ("old", 10.5), ("jordaan", 7.5), ("amstel", 30))
            ),
            _mouths(plan),
            _dam(plan),
            _blue_bridge(plan),
            _along("walls", "#8fb3b8", 40),
            _along("walls", "#b9d3d4", 33),
            *_bastions(plan),
            _along("walls", "#8a5a44", 11),
            _along("walls", "#c08a6a", 6.5),
            stroke(plan.line(*_PALISADE), "#6b4a2b", 5, 'stroke-dasharray="1.5 11" stroke-linecap="round"'),
            *_things(plan),
        ]
    )


def _along(name: str, colour: str, width: float, more: str = "") -> str:
    return f'<use href="#{name}" stroke="{colour}" stroke-width="{width:g}" {more}/>'


def _mouths(plan: Plan) -> str:
    """Mouths of canals reach into the harbour: a stroke of water over the quay there."""
    parts = []
    for canals, width in ((_BELT, 14.0), (_OLD, 10.5), (_AMSTEL[1:], 30.0)):
        ends = [_beyond(plan.at(canal[:2]), 15) for canal in canals]
        d = "".join(f"M{x0:.0f} {y0:.0f}L{x1:.0f} {y1:.0f}" for (x0, y0), (x1, y1) in ends)
        parts.append(stroke(d, "#a9c9cd", width, 'stroke-linecap="round"'))
    return "".join(parts)


def _beyond(line: Sequence[Point], far: float) -> tuple[Point, Point]:
    """A stretch around the beginning of a line, as far inwards as outwards."""
    (x0, y0), (x1, y1) = line
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = far * (x1 - x0) / length, far * (y1 - y0) / length
    return (x0 + dx, y0 + dy), (x0 - dx, y0 - dy)


def _dam(plan: Plan) -> str:
    """The square on the dam in the river, paved."""
    square = plan.shape([(0.462, 0.63), (0.543, 0.622), (0.55, 0.7), (0.468, 0.708)], corners=True)
    return f'<path d="{square}" fill="#f6ecd0" stroke="#b7996a" stroke-width="2"/>'


def _blue_bridge(plan: Plan) -> str:
    """The bridge over the Amstel that has its name from its rails."""
    ((x, y),) = plan.at([(0.938, 0.797)])
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) rotate(6)"><path d="M-27-29h54v58h-54z" fill="#efe0bd" '
        'stroke="#8a7350" stroke-width="1.5"/><path d="M-27-29v58M27-29v58" stroke="#5f86a8" stroke-width="4.5"/></g>'
    )


def _waves(board: Geometry, plan: Plan, free: Free) -> str:
    water = plan.at([*_SHORE, (1.2, -0.2), (-0.2, -0.2)])
    found = spread(
        5,
        60,
        lambda x, y: inside((x, y + 30), [water]) and inside((x, y), [water]) and free(x + 15, y, 16),
        board.width,
        board.height,
    )
    d = "".join(f"M{x:.0f} {y:.0f}q5-6 10 0t10 0" + ("t10 0" if i % 3 else "") for i, (x, y) in enumerate(found))
    return stroke(d, "#7fa3ab", 2, 'stroke-opacity=".6" stroke-linecap="round"')


def _fields(plan: Plan) -> str:
    """Polders beyond the wall: strips between ditches."""
    ditches = [((x, 0.9), (x + 0.05, 1.1)) for x in (0.8, 0.83, 0.86, 0.89, 0.92, 0.95, 0.98, 1.01)]
    ditches += [((-0.05, y), (0.12, y + 0.04)) for y in (0.225, 0.255, 0.285, 0.95, 0.98, 1.01)]
    return stroke(plan.line(*ditches), "#a9c4a4", 3)


def _trees(free: Free, plan: Plan) -> str:
    """Elms along the canals of the belt."""
    random = Random(3)
    found = []
    for canal in _BELT:
        line = dense(plan.way(canal), 21)
        for (x0, y0), (x1, y1) in pairwise(line):
            length = hypot(x1 - x0, y1 - y0) or 1.0
            side = random.choice((-1, 1)) * 12.5
            x, y = x0 - side * (y1 - y0) / length, y0 + side * (x1 - x0) / length
            if free(x, y, 4) and length > 6:
                found.append((x, y))
    d = "".join(f"M{x - 3.6:.1f} {y:.1f}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z" for x, y in found)
    return f'<path d="{d}" fill="#93a868" fill-opacity=".85" stroke="#6d7f45" stroke-width=".8"/>'


def _bastions(plan: Plan) -> Iterator[str]:
    """Arrowheads on the outside of the wall, which is on the right of its line."""
    for wall in (_WALL_WEST, _WALL_EAST):
        line = plan.way(wall)
        last = -1e9
        gone = 0.0
        for (x0, y0), (x1, y1) in pairwise(dense(line, 6)):
            step = hypot(x1 - x0, y1 - y0) or 1.0
            gone += step
            if gone - last < 130:
                continue
            last = gone
            dx, dy = (x1 - x0) / step, (y1 - y0) / step
            nx, ny = -dy, dx
            spots = [(-22, -4), (-25, 13), (0, 25), (25, 13), (22, -4)]
            d = "L".join(f"{x0 + a * dx + b * nx:.1f} {y0 + a * dy + b * ny:.1f}" for a, b in spots)
            yield f'<path d="M{d}z" fill="#d8c190" stroke="#8a5a44" stroke-width="3.5" stroke-linejoin="round"/>'


def _things(plan: Plan) -> Iterator[str]:
    for x, y, size in _SHIPS:
        ((px, py),) = plan.at([(x, y)])
        yield sailing_ship(px, py, size)
    for x, y, size, turn in _BOATS:
        ((px, py),) = plan.at([(x, y)])
        yield rowing_boat(px, py, size, turn)
    for x, y, size in _CHURCHES:
        ((px, py),) = plan.at([(x, y)])
        yield church(px, py, size)
    for x, y in ((0.905, 1.008), (0.965, 1.0)):
        ((px, py),) = plan.at([(x, y)])
        yield windmill(px, py, 1.5)
    ((px, py),) = plan.at([(0.945, 0.12)])
    yield compass(px, py, 66)
