"""Amsterdam around 1650: the canal belt inside its wall, the Amstel, and the harbour in the IJ with its ships."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from random import Random

from perron.board.boxes import Point
from perron.board.cartography.free import Free
from perron.board.cartography.pen import compass, rowing_boat, sailing_ship, windmill
from perron.board.cartography.shapes import dense, inside, spread
from perron.board.cartography.town import Plan, stroke
from perron.board.geometry import Geometry, geometry
from perron.editions.edition import Edition

_SHORE: tuple[Point, ...] = (
    (-0.1, -0.03), (0.08, 0.02), (0.2, 0.07), (0.33, 0.125), (0.45, 0.185), (0.54, 0.23), (0.65, 0.28),
     (0.765, 0.325), (0.85, 0.375),
    (0.9, 0.43), (0.965, 0.455), (1.03, 0.44), (1.1, 0.43),
)  # fmt: skip
_BELT: tuple[tuple[Point, ...], ...] = (
    ((0.47, 0.2), (0.42, 0.33), (0.385, 0.45), (0.372, 0.57), (0.38, 0.68), (0.41, 0.77), (0.47, 0.815), (0.61, 0.8)),
    ((0.4, 0.165), (0.345, 0.32), (0.315, 0.46), (0.305, 0.6), (0.32, 0.72), (0.365, 0.82), (0.46, 0.875),
     (0.58, 0.885), (0.78, 0.835)),
    ((0.345, 0.135), (0.285, 0.3), (0.262, 0.46), (0.248, 0.62), (0.262, 0.76), (0.315, 0.875), (0.44, 0.94),
     (0.6, 0.95), (0.84, 0.89)),
    ((0.28, 0.105), (0.225, 0.28), (0.2, 0.46), (0.185, 0.63), (0.2, 0.79), (0.25, 0.915), (0.36, 1.0), (0.6, 1.03),
     (0.87, 0.955)),
)  # fmt: skip
_OLD: tuple[tuple[Point, ...], ...] = (
    ((0.47, 0.24), (0.38, 0.203), (0.28, 0.165), (0.18, 0.125), (0.05, 0.09)),
    ((0.7, 0.3), (0.645, 0.42), (0.605, 0.52), (0.585, 0.63), (0.575, 0.74), (0.6, 0.82)),
    ((0.735, 0.32), (0.69, 0.45), (0.655, 0.54), (0.64, 0.65), (0.63, 0.74), (0.645, 0.82)),
    ((0.765, 0.33), (0.748, 0.46), (0.725, 0.55), (0.7, 0.64), (0.685, 0.74), (0.69, 0.82)),
    ((0.9, 0.44), (0.885, 0.55), (0.87, 0.63), (0.83, 0.7), (0.785, 0.75), (0.765, 0.835)),
    ((0.52, 0.24), (0.475, 0.36), (0.447, 0.47), (0.437, 0.58), (0.447, 0.69), (0.48, 0.82)),
    ((0.985, 0.46), (0.975, 0.6), (0.945, 0.72), (0.88, 0.785), (0.79, 0.86)),
)  # fmt: skip
_JORDAAN: tuple[tuple[Point, Point], ...] = (
    ((0.222, 0.285), (0.035, 0.235)), ((0.21, 0.37), (0.03, 0.335)), ((0.2, 0.455), (0.03, 0.43)), ((0.192, 0.54),
     (0.03, 0.53)),
    ((0.186, 0.62), (0.03, 0.63)), ((0.188, 0.7), (0.035, 0.725)), ((0.197, 0.78), (0.045, 0.825)),
)  # fmt: skip
_AMSTEL: tuple[tuple[Point, ...], ...] = (
    ((0.9, 1.1), (0.84, 0.96), (0.8, 0.85), (0.73, 0.805), (0.64, 0.8), (0.56, 0.79), (0.535, 0.71), (0.522, 0.63),
     (0.515, 0.585)),
    ((0.525, 0.5), (0.555, 0.42), (0.585, 0.33), (0.61, 0.24)),
)  # fmt: skip
_WALL_WEST: tuple[Point, ...] = (
    (0.05, -0.02),
    (0.02, 0.12),
    (0.008, 0.3),
    (0.005, 0.5),
    (0.012, 0.7),
    (0.035, 0.86),
    (0.085, 0.985),
    (0.16, 1.06),
)
_WALL_EAST: tuple[Point, ...] = ((0.86, 1.06), (0.9, 0.955), (0.955, 0.88), (1.03, 0.82), (1.08, 0.79))
_PALISADE: tuple[Point, ...] = ((0.3, 0.055), (0.46, 0.125), (0.62, 0.2), (0.78, 0.27), (0.9, 0.345), (1.04, 0.37))
_SHIPS: tuple[tuple[float, float, float], ...] = (
    (0.6, 0.07, 1.5), (0.76, 0.14, -1.3), (0.84, 0.06, 1.7), (0.52, 0.02, 0.9), (0.7, 0.02, 1.0), (0.82, 0.235, 0.8),
)  # fmt: skip
_BOATS: tuple[tuple[float, float, float, float], ...] = (
    (0.575, 0.21, 1.0, 20), (0.69, 0.26, 1.0, 30), (0.835, 0.34, 1.0, 40), (0.44, 0.15, 1.0, 25),
     (0.82, 0.9, 1.1, 60), (0.6, 0.795, 1.0, 5),
    (0.96, 0.42, 1.0, 10), (0.2, 0.03, 0.9, 20),
)  # fmt: skip


def draw_amsterdam(edition: Edition) -> str:
    """The background as SVG."""
    board = geometry(edition)
    plan = Plan(edition, board)
    free = Free(board)
    city = [*_SHORE, *_WALL_EAST[::-1], *_WALL_WEST[::-1]]
    land = plan.shape([(-0.1, 1.1), (1.1, 1.1), *_SHORE[::-1]], corners=True)
    shore = plan.line(_SHORE)
    belt, old = plan.line(*_BELT), plan.line(*_OLD)
    jordaan = plan.line(*_JORDAAN)
    amstel = plan.line(*_AMSTEL)
    walls = plan.line(_WALL_WEST, _WALL_EAST)
    houses = 'stroke-dasharray="9 2.2"'
    behind = 'stroke-dasharray="6 3"'
    return "\n".join(
        [
            '<rect width="100%" height="100%" fill="url(#sea)"/>',
            stroke(shore, "#d8e6e4", 70, 'stroke-opacity=".35"'),
            stroke(shore, "#e3efec", 34, 'stroke-opacity=".45"'),
            _waves(board, plan),
            f'<path d="{land}" fill="#ccd3a0"/>',
            _fields(plan),
            f'<path d="{plan.shape(city, corners=True)}" fill="#efe0bd"/>',
            '<g stroke-opacity=".55">',
            *(stroke(data, "#d9a983", 62, houses) for data in (belt, old)),
            stroke(jordaan, "#d9a983", 40, houses),
            "</g>",
            *(stroke(data, "#c58a64", 44, f'stroke-opacity=".5" {behind}') for data in (belt, old)),
            stroke(amstel, "#c58a64", 70, f'stroke-opacity=".5" {houses}'),
            stroke(shore, "#c58a64", 46, f'stroke-opacity=".45" {houses}'),
            *(
                stroke(data, "#f4e8cb", width)
                for data, width in ((belt, 29), (old, 25), (jordaan, 19), (amstel, 46), (shore, 20))
            ),
            _trees(free, plan),
            *(stroke(data, "#7fa4a8", width) for data, width in ((belt, 17), (old, 13.5), (jordaan, 10), (amstel, 34))),
            *(
                stroke(data, "#a9c9cd", width)
                for data, width in ((belt, 14), (old, 10.5), (jordaan, 7.5), (amstel, 30))
            ),
            _water_over_shore(plan),
            _dam(plan),
            stroke(walls, "#8fb3b8", 40),
            stroke(walls, "#b9d3d4", 33),
            *_bastions(plan),
            stroke(walls, "#8a5a44", 11),
            stroke(walls, "#c08a6a", 6.5),
            stroke(plan.line(_PALISADE), "#6b4a2b", 5, 'stroke-dasharray="1.5 11" stroke-linecap="round"'),
            *_things(plan),
        ]
    )


def _water_over_shore(plan: Plan) -> str:
    """Mouths of canals reach into the harbour: a stroke of water over the quay there."""
    mouths = (
        *(((0.47, 0.21), (0.475, 0.17)), ((0.61, 0.26), (0.62, 0.22)), ((0.9, 0.47), (0.9, 0.4))),
        *(((0.985, 0.48), (0.985, 0.42)), ((0.765, 0.345), (0.77, 0.3)), ((0.28, 0.115), (0.285, 0.08))),
    )
    return stroke(plan.line(*mouths), "#adc9cf", 15, 'stroke-linecap="round"')


def _dam(plan: Plan) -> str:
    """The square on the dam in the river, paved."""
    square = plan.shape([(0.46, 0.515), (0.55, 0.5), (0.56, 0.575), (0.465, 0.59)], corners=True)
    return f'<path d="{square}" fill="#f6ecd0" stroke="#b7996a" stroke-width="2"/>'


def _waves(board: Geometry, plan: Plan) -> str:
    water = plan.at([*_SHORE, (1.2, -0.2), (-0.2, -0.2)])
    found = spread(
        5, 70, lambda x, y: inside((x, y + 26), [water]) and inside((x, y), [water]), board.width, board.height
    )
    d = "".join(f"M{x:.0f} {y:.0f}q5-6 10 0t10 0" + ("t10 0" if i % 3 else "") for i, (x, y) in enumerate(found))
    return stroke(d, "#7fa3ab", 2, 'stroke-opacity=".6" stroke-linecap="round"')


def _fields(plan: Plan) -> str:
    """Polders beyond the wall: strips between ditches."""
    ditches = [((x, 0.7), (x + 0.12, 1.1)) for x in (0.76, 0.8, 0.84, 0.88, 0.92, 0.96, 1.0, 1.04)]
    ditches += [
        ((-0.05, y), (0.04, y + 0.02))
        for y in (0.1, 0.16, 0.22, 0.28, 0.34, 0.4, 0.46, 0.52, 0.58, 0.64, 0.7, 0.76, 0.82, 0.88, 0.94, 1.0)
    ]
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
    """Arrowheads on the outside of the wall."""
    for wall in (_WALL_WEST, _WALL_EAST):
        line = plan.way(wall)
        last = -1e9
        gone = 0.0
        for (x0, y0), (x1, y1) in pairwise(dense(line, 6)):
            step = hypot(x1 - x0, y1 - y0) or 1.0
            gone += step
            if gone - last < 150:
                continue
            last = gone
            dx, dy = (x1 - x0) / step, (y1 - y0) / step
            side = 1 if wall is _WALL_WEST else -1
            nx, ny = -dy * side, dx * side
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
    for x, y in ((0.975, 0.965), (0.93, 1.0)):
        ((px, py),) = plan.at([(x, y)])
        yield windmill(px, py, 1.6)
    ((px, py),) = plan.at([(0.955, 0.19)])
    yield compass(px, py, 66)
