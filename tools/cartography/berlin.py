"""Berlin today: the Spree around its island, the Landwehrkanal, the Tiergarten, and blocks as far as one sees."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from perron.board.boxes import Point
from perron.board.free import Free
from perron.board.geometry import Geometry, geometry
from perron.board.shapes import inside, smooth, spread
from perron.editions.edition import Edition
from tools.cartography.town import Plan, stroke

_SPREE: tuple[tuple[Point, ...], ...] = (
    ((-0.08, 0.26), (0.03, 0.31), (0.08, 0.29), (0.13, 0.2), (0.2, 0.14), (0.27, 0.155), (0.33, 0.215),
     (0.38, 0.235), (0.42, 0.19),
     (0.46, 0.155), (0.52, 0.165), (0.555, 0.22), (0.61, 0.235), (0.67, 0.215), (0.72, 0.19), (0.77, 0.19),
      (0.81, 0.25), (0.835, 0.34),
     (0.87, 0.4), (0.92, 0.47), (0.98, 0.5), (1.08, 0.54)),
    ((0.72, 0.19), (0.72, 0.26), (0.745, 0.35), (0.79, 0.43), (0.85, 0.49), (0.9, 0.49), (0.95, 0.485)),
)  # fmt: skip
_CANAL: tuple[Point, ...] = (
    (0.02, 0.31), (0.05, 0.42), (0.1, 0.55), (0.16, 0.575), (0.22, 0.6), (0.3, 0.7), (0.4, 0.735), (0.48, 0.745),
     (0.53, 0.81), (0.6, 0.885),
    (0.68, 0.905), (0.77, 0.94), (0.86, 0.96), (1.08, 0.97),
)  # fmt: skip
_PARKS: tuple[tuple[Point, ...], ...] = (
    ((0.12, 0.41), (0.2, 0.33), (0.25, 0.29), (0.34, 0.27), (0.46, 0.28), (0.5, 0.33), (0.565, 0.36), (0.57, 0.45),
     (0.565, 0.55), (0.5, 0.56),
     (0.42, 0.65), (0.34, 0.66), (0.27, 0.59), (0.2, 0.545), (0.13, 0.5)),
    ((0.13, 0.6), (0.17, 0.6), (0.24, 0.65), (0.27, 0.7), (0.21, 0.73), (0.15, 0.69)),
    ((0.5, 0.9), (0.56, 0.87), (0.59, 0.94), (0.58, 1.1), (0.5, 1.1)),
    ((0.64, 0.99), (0.7, 0.97), (0.73, 1.02), (0.7, 1.1), (0.64, 1.1)),
    ((0.76, 1.03), (0.84, 1.0), (0.93, 1.02), (0.95, 1.1), (0.76, 1.1)),
    ((0.97, 0.02), (1.03, -0.04), (1.1, 0.0), (1.1, 0.14), (1.0, 0.13)),
    ((0.69, 0.1), (0.73, 0.11), (0.74, 0.16), (0.7, 0.17)),
    ((0.32, -0.1), (0.42, -0.1), (0.43, -0.02), (0.36, 0.01)),
    ((-0.1, 0.1), (0.0, 0.12), (0.03, 0.22), (-0.02, 0.27), (-0.1, 0.25)),
    ((0.97, 0.86), (1.1, 0.84), (1.1, 0.93), (0.98, 0.92)),
)  # fmt: skip
_AVENUES: tuple[tuple[Point, ...], ...] = (
    ((-0.08, 0.49), (0.083, 0.46), (0.318, 0.405), (0.45, 0.415), (0.586, 0.43), (0.69, 0.385), (0.78, 0.33),
     (0.93, 0.24), (1.08, 0.12)),
    ((-0.08, 0.9), (0.07, 0.82), (0.205, 0.665), (0.26, 0.74), (0.345, 0.89), (0.46, 0.93), (0.555, 0.93),
     (0.64, 0.86), (0.78, 0.84), (0.905, 0.79), (1.08, 0.85)),
    ((0.655, -0.1), (0.66, 0.2), (0.665, 0.38), (0.69, 0.6), (0.715, 0.75), (0.7, 1.1)),
    ((0.45, 1.1), (0.5, 0.8), (0.565, 0.62), (0.72, 0.62), (0.87, 0.6), (1.08, 0.62)),
    ((0.2, -0.1), (0.25, 0.05), (0.5, 0.08), (0.66, 0.09), (0.8, 0.1), (0.93, 0.235), (1.0, 0.4), (1.08, 0.45)),
    ((0.8, -0.1), (0.8, 0.1)), ((0.93, 0.24), (0.97, -0.1)), ((0.905, 0.79), (0.87, 0.6), (0.868, 0.45)),
     ((0.905, 0.79), (0.92, 1.1)),
    ((0.318, 0.4), (0.27, 0.24), (0.18, 0.02)), ((0.318, 0.41), (0.37, 0.58), (0.36, 0.75), (0.345, 0.9), (0.33, 1.1)),
    ((0.318, 0.4), (0.42, 0.34), (0.52, 0.285)), ((0.07, 0.82), (0.06, 0.62), (0.083, 0.46), (0.05, 0.2)),
)  # fmt: skip
_DISTRICTS: tuple[tuple[int, tuple[Point, ...]], ...] = (  # how blocks are turned, and where
    (14, ((-0.1, 0.3), (0.1, 0.55), (0.3, 0.72), (0.48, 0.76), (0.52, 1.1), (-0.1, 1.1))),
    (-4, ((0.5, 0.8), (0.6, 0.5), (0.72, 0.4), (0.8, 0.48), (0.85, 0.75), (0.75, 0.95), (0.5, 0.9))),
    (28, ((0.8, 0.52), (1.1, 0.56), (1.1, 1.1), (0.6, 1.1), (0.8, 0.85))),
    (-30, ((0.62, -0.1), (1.1, -0.1), (1.1, 0.5), (0.92, 0.46), (0.82, 0.2), (0.7, 0.17))),
)  # fmt: skip


def draw_berlin(edition: Edition) -> str:
    """The background as SVG."""
    board = geometry(edition)
    plan = Plan(edition, board)
    free = Free(board)
    spree, canal = plan.line(*_SPREE), plan.line(_CANAL)
    parks = plan.shape(*_PARKS)
    avenues = plan.line(*_AVENUES)
    return "\n".join(
        [
            *_blocks(plan),
            f'<path d="{parks}" fill="#f6edd6" stroke="#f6edd6" stroke-width="9"/>',
            f'<path d="{parks}" fill="#c6d3a0" stroke="#9fb277" stroke-width="2"/>',
            _paths_in_the_park(plan),
            stroke(canal, "#f6edd6", 22),
            stroke(canal, "#7fa4a8", 14),
            stroke(canal, "#aecdd1", 11),
            stroke(spree, "#f6edd6", 40),
            stroke(spree, "#7fa4a8", 31),
            stroke(spree, "#aecdd1", 27.5),
            stroke(spree, "#c8dfe0", 9, 'stroke-opacity=".6" stroke-dasharray="30 22"'),
            stroke(avenues, "#cdb88e", 15),
            stroke(avenues, "#faf3e2", 12),
            _trees(board, free, plan),
            *_star(plan),
            *_landmarks(plan),
        ]
    )


def _blocks(plan: Plan) -> Iterator[str]:
    """Blocks around courtyards, as a pattern that is turned for each district."""
    for i, turn in enumerate((-12, *(turn for turn, _ in _DISTRICTS))):
        yield (
            f'<pattern id="blocks{i}" width="92" height="68" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate({turn})">'
            '<rect width="92" height="68" fill="#f3e9d0"/><g fill="#e3cfa6" stroke="#cfb88a" stroke-width="1">'
            '<path d="M4 4h38v26H4zM48 4h40v26H48zM4 36h24v28H4zM34 36h26v28H34zM66 36h22v28H66z"/></g>'
            '<g fill="#efe3c6" stroke="#d8c498" stroke-width=".8">'
            '<path d="M11 11h10v12H11zM26 11h9v12h-9zM56 11h24v12H56zM10 43h12v14H10zM41 43h12v6H41zM41 '
            '53h12v5H41zM72 43h10v14H72z"/></g>'
            '<path d="M31 17h.1M59 40h.1M17 50h.1M77 50h.1" stroke="#a9bb82" stroke-width="6" '
            'stroke-linecap="round"/></pattern>'
        )
    yield '<rect width="100%" height="100%" fill="url(#blocks0)"/>'
    for i, (_, ring) in enumerate(_DISTRICTS, start=1):
        yield f'<path d="{plan.shape(ring)}" fill="url(#blocks{i})" stroke="#f3e9d0" stroke-width="8"/>'
    yield '<rect width="100%" height="100%" fill="#f1e4c6" fill-opacity=".32"/>'


def _paths_in_the_park(plan: Plan) -> str:
    ways = (
        ((0.15, 0.46), (0.25, 0.5), (0.4, 0.55), (0.55, 0.5)),
        ((0.2, 0.36), (0.318, 0.405), (0.4, 0.5), (0.5, 0.53)),
        ((0.25, 0.33), (0.36, 0.32), (0.46, 0.36), (0.56, 0.38)),
        ((0.22, 0.52), (0.318, 0.405), (0.4, 0.3)),
    )
    return stroke(plan.line(*ways), "#eee6c4", 3.2)


def _trees(board: Geometry, free: Free, plan: Plan) -> str:
    rings = [smooth(plan.at(ring), closed=True, times=2) for ring in _PARKS]
    way = plan.at([(0.083, 0.46), (0.318, 0.405), (0.586, 0.43)])

    def wooded(x: float, y: float) -> bool:
        on_axis = way[0][0] < x < way[2][0] and min(abs(y - v) for _, v in way) < 16
        return inside((x, y), rings) and free(x, y, 5) and not on_axis

    found: list[Point] = []
    for x, y in spread(9, 900, wooded, board.width, board.height):
        if all(hypot(x - a, y - b) > 13 for a, b in found):
            found.append((x, y))
    found.sort(key=lambda tree: tree[1])
    crowns = "".join(f"M{x - 5.5:.0f} {y:.0f}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z" for x, y in found)
    light = "".join(f"M{x - 3.5:.0f} {y - 2:.0f}a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z" for x, y in found)
    return f'<path d="{crowns}" fill="#9db36f" stroke="#748a4a" stroke-width="1"/><path d="{light}" fill="#bccd92"/>'


def _star(plan: Plan) -> Iterator[str]:
    """The great star around the column."""
    ((x, y),) = plan.at([(0.3184, 0.3963)])
    yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="34" fill="#faf3e2" stroke="#cdb88e" stroke-width="2"/>'
    yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="20" fill="#c6d3a0" stroke="#9fb277" stroke-width="1.5"/>'


def _landmarks(plan: Plan) -> Iterator[str]:
    """The tower by the Alex, and excursion boats."""
    ((x, y),) = plan.at([(0.985, 0.16)])
    yield (
        f'<g transform="translate({x:.0f} {y:.0f})" stroke="#6d6252" stroke-width="1.5" stroke-linejoin="round">'
        '<path d="M-5 46L-2-14h4L5 46z" fill="#d9d2c4"/><circle cy="-22" r="12" fill="#c3c9cc"/>'
        '<path d="M-11-26q11-5 22 0M-12-21q12 5 24 0" fill="none"/>'
        '<path d="M0-34v-22" stroke-width="2.5"/><path d="M0-40v-16" stroke="#c8443c" stroke-width="2.5"/></g>'
    )
    for (px, py), turn in zip(plan.at([(0.2, 0.145), (0.0, 0.295)]), (-8, 12), strict=True):
        yield (
            f'<g transform="translate({px:.0f} {py:.0f}) rotate({turn})">'
            '<path d="M-22 0q3-8 10-8h24q7 0 12 8-5 8-12 8h-24q-7 0-10-8z" fill="#fbf7ec" stroke="#6d6252" '
            'stroke-width="1.4"/>'
            '<path d="M-11-4h20v8h-20z" fill="#c8443c"/>'
            '<path d="M-7-4v8M-2-4v8M3-4v8" stroke="#fbf7ec" stroke-width="1.3"/></g>'
        )
