"""Europe from the Atlantic to the Caucasus, as both of its boards have it."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin
from random import Random

from perron.board.boxes import Point
from perron.board.free import Free
from perron.board.geometry import Geometry, geometry
from perron.board.ornaments import compass, mountains, pines, steamer, waves
from perron.board.shapes import area, clip, dense, inside, path, smooth, spread, thin
from perron.editions.edition import Edition
from tools.cartography.atlas import Atlas
from tools.cartography.spline import Bend

_WINDOW = (-32.0, 27.0, 62.0, 69.0)

# Rivers, ranges and lakes by hand: longitude, latitude.
_RIVERS: tuple[tuple[Point, ...], ...] = (
    ((8.6, 46.6), (9.5, 47.1), (9.2, 47.6), (7.6, 47.6), (7.8, 48.6), (8.4, 49.5), (8.2, 50.0), (7.5, 50.4),
     (6.9, 51.0), (6.6, 51.7), (5.9, 51.9), (4.3, 51.9)),
    ((8.2, 48.1), (10.0, 48.4), (12.1, 49.0), (13.5, 48.6), (14.3, 48.3), (16.4, 48.2), (17.1, 48.1), (18.8, 47.8),
     (19.05, 47.4), (18.9, 46.0), (19.4, 45.2), (20.5, 44.8), (22.4, 44.6), (23.5, 43.8), (26.0, 43.9), (27.9, 44.6),
     (28.1, 45.4), (29.6, 45.2)),
    ((15.6, 50.7), (15.2, 50.1), (14.4, 50.4), (13.7, 51.05), (12.7, 51.8), (11.7, 52.3), (11.6, 53.0), (10.0, 53.5),
     (8.9, 53.9)),
    ((18.0, 50.0), (17.0, 51.1), (15.7, 52.0), (14.6, 52.4), (14.4, 53.4), (14.3, 53.8)),
    ((19.0, 49.7), (19.9, 50.05), (21.6, 50.7), (21.0, 52.2), (19.5, 52.6), (18.1, 53.1), (18.9, 54.2)),
    ((4.0, 45.0), (4.0, 46.5), (3.0, 47.4), (1.9, 47.9), (0.0, 47.3), (-1.6, 47.2), (-2.1, 47.3)),
    ((4.7, 47.7), (3.6, 48.5), (2.35, 48.86), (1.1, 49.3), (0.2, 49.45)),
    ((6.2, 46.3), (4.85, 45.75), (4.8, 44.3), (4.6, 43.5)),
    ((1.0, 43.0), (1.4, 43.7), (0.2, 44.3), (-0.6, 44.9), (-1.0, 45.5)),
    ((7.2, 44.7), (8.9, 45.1), (11.0, 45.0), (12.4, 44.95)),
    ((-3.9, 42.9), (-1.6, 42.2), (-0.9, 41.65), (0.4, 41.0), (0.8, 40.7)),
    ((-1.8, 40.4), (-4.0, 39.9), (-6.8, 39.7), (-8.5, 39.2), (-9.1, 38.7)),
    ((-2.9, 38.1), (-4.8, 37.9), (-6.0, 37.4), (-6.35, 36.8)),
    ((32.9, 55.8), (34.3, 56.3), (35.9, 56.9), (38.8, 58.0), (40.4, 57.6), (44.0, 56.3), (49.0, 55.7), (48.5, 53.2),
     (46.0, 51.5), (44.5, 48.7), (47.9, 46.3)),
    ((33.0, 55.2), (32.0, 54.6), (30.3, 53.9), (30.9, 51.7), (30.6, 50.4), (32.1, 49.2), (35.0, 48.4), (34.6, 47.5),
     (32.6, 46.6)),
    ((38.9, 53.9), (39.2, 51.6), (41.5, 50.0), (43.8, 48.7), (41.0, 47.5), (39.3, 47.1)),
    ((23.0, 49.2), (25.6, 48.7), (28.8, 47.5), (29.6, 46.8), (30.4, 46.2)),
    ((32.0, 56.0), (28.8, 55.5), (26.5, 55.9), (24.2, 56.9)),
    ((27.4, 53.4), (24.0, 53.7), (23.9, 54.9), (21.3, 55.3)),
    ((23.4, 42.4), (24.8, 42.1), (26.5, 41.7), (26.1, 40.8)),
    ((37.5, 39.7), (35.2, 38.9), (33.3, 39.6), (34.0, 40.7), (35.9, 41.7)),
)  # fmt: skip
_RANGES: tuple[tuple[float, float, tuple[Point, ...]], ...] = (  # how big, how wide, along which line
    (1.25, 0.55, ((6.6, 44.2), (6.9, 45.4), (8.0, 46.2), (9.6, 46.6), (11.4, 46.9), (13.2, 47.1), (14.9, 47.4))),
    (1.0, 0.25, ((-1.4, 43.1), (0.6, 42.7), (2.3, 42.5))),
    (0.85, 0.3, ((-6.8, 43.0), (-4.6, 43.1))),
    (0.75, 0.25, ((-5.6, 40.4), (-4.0, 41.0))),
    (0.85, 0.3, ((-4.0, 37.1), (-2.6, 37.3))),
    (0.9, 0.35, ((8.9, 44.5), (10.8, 44.1), (12.9, 42.9), (14.2, 41.7), (15.9, 40.3), (16.4, 39.1))),
    (1.0, 0.4, ((18.0, 49.3), (20.2, 49.2), (22.6, 48.9), (24.6, 48.2), (25.4, 47.1), (25.7, 45.6), (23.5, 45.5),
     (22.6, 45.2))),
    (0.9, 0.45, ((15.3, 44.6), (17.2, 43.8), (19.2, 42.9), (20.4, 41.8), (21.3, 40.2), (21.9, 38.8))),
    (0.85, 0.2, ((22.8, 43.2), (24.8, 42.8), (26.8, 42.8))),
    (1.2, 0.45, ((39.8, 43.9), (41.8, 43.4), (43.8, 42.9), (46.0, 42.3))),
    (0.95, 0.4, ((36.0, 40.9), (38.5, 40.8), (41.0, 40.9))),
    (0.95, 0.4, ((29.8, 37.0), (31.6, 37.3), (34.2, 37.1), (37.0, 38.2), (39.5, 39.1))),
    (0.7, 0.35, ((12.6, 50.5), (13.9, 50.7), (15.7, 50.8), (17.1, 50.2))),
    (0.7, 0.3, ((2.6, 45.2), (3.2, 44.6))),
    (0.65, 0.2, ((-4.9, 57.0), (-3.9, 57.0))),
    (0.6, 0.15, ((-2.2, 54.6), (-1.9, 53.5))),
    (0.6, 0.2, ((-3.8, 52.9), (-3.5, 52.0))),
    (1.05, 0.6, ((7.4, 60.0), (8.6, 61.6), (12.4, 63.4))),
    (0.8, 0.3, ((-5.2, 33.0), (-2.8, 34.0), (3.0, 35.8), (6.5, 35.6))),
    (0.6, 0.2, ((9.0, 42.4), (9.1, 41.9))),
    (0.6, 0.2, ((9.2, 40.4), (9.3, 39.8))),
    (0.6, 0.15, ((13.6, 37.8), (14.6, 37.8))),
    (0.6, 0.12, ((24.0, 35.25), (25.2, 35.15))),
)  # fmt: skip
_LAKES: tuple[tuple[float, float, float, float], ...] = (  # middle and half the breadth and height, in degrees
    (31.4, 60.8, 0.9, 0.75), (35.5, 61.7, 0.6, 0.9), (13.3, 58.9, 0.55, 0.5), (14.5, 58.3, 0.14, 0.5),
     (27.5, 58.6, 0.3, 0.45),
    (6.5, 46.42, 0.35, 0.08), (9.4, 47.6, 0.3, 0.08), (17.8, 46.85, 0.4, 0.08), (42.9, 38.6, 0.4, 0.22),
     (33.4, 38.7, 0.28, 0.3),
)  # fmt: skip
_WOODS: tuple[tuple[float, float, float, float, int], ...] = (  # middle, half the breadth and height, how many trees
    (15.0, 58.6, 1.6, 1.4, 22), (33.0, 58.2, 3.2, 1.6, 30), (26.2, 58.0, 1.2, 0.7, 8), (36.5, 53.6, 2.4, 0.8, 12),
     (23.6, 52.8, 0.8, 0.5, 7), (29.0, 52.0, 1.8, 0.5, 9),
    (8.2, 48.2, 0.3, 0.6, 5), (22.6, 54.0, 1.4, 0.4, 7), (40.2, 57.4, 2.2, 2.0, 16), (10.0, 51.0, 0.9, 0.4, 5),
)  # fmt: skip


def draw_continent(edition: Edition, atlas: Atlas) -> str:
    """The background as SVG: sea, land, rivers, mountains, woods, ships and a compass."""
    board = geometry(edition)
    bend = Bend(edition, reach=1.6)
    rings = [bent for ring in atlas.land() if (bent := _bent_ring(ring, bend, board))]
    land = path(rings, closed=True)
    borders = path(_on_board([thin(bend(dense(line, 0.5)), 0.8) for line in atlas.borders()], board))
    rivers = path(_on_board([thin(smooth(bend(river)), 0.5) for river in _RIVERS], board))
    lakes = path([thin(smooth(bend(_round_lake(*lake)), closed=True, times=1), 0.4) for lake in _LAKES], closed=True)
    free = Free(board)
    u = 0.7 + 0.3 * board.unit
    return "\n".join(
        [
            '<rect width="100%" height="100%" fill="url(#sea)"/>',
            f'<defs><path id="land" d="{land}"/></defs>',
            '<g fill="none" stroke-linejoin="round">',
            '<use href="#land" stroke="#d8e6e4" stroke-opacity=".35" stroke-width="26"/>',
            '<use href="#land" stroke="#dcebe8" stroke-opacity=".4" stroke-width="15"/>',
            '<use href="#land" stroke="#e6f1ed" stroke-opacity=".5" stroke-width="7"/></g>',
            _waves(board, rings),
            '<use href="#land" fill="url(#soil)" stroke="#8d7750" stroke-width="1.3" stroke-linejoin="round"/>',
            '<clipPath id="ashore"><use href="#land"/></clipPath>',
            '<g clip-path="url(#ashore)">',
            '<use href="#land" fill="none" stroke="#b79a63" stroke-opacity=".28" stroke-width="11"/>',
            (
                '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/>'
                "</filter>"
            ),
            '<g filter="url(#soft)">',
            *_soft_hills(bend, u),
            "</g>",
            (
                f'<path d="{borders}" fill="none" stroke="#8a6a45" stroke-opacity=".3" stroke-width="1.1" '
                'stroke-dasharray="4 2.5 1 2.5"/>'
            ),
            (
                f'<path d="{rivers}" fill="none" stroke="#7fb0b8" stroke-opacity=".75" '
                f'stroke-width="{1.7 * u:.1f}" stroke-linecap="round"/>'
            ),
            f'<path d="{lakes}" fill="#b4d0d3" stroke="#7fa5a8" stroke-width=".8"/>',
            *_mountains(bend, free, u),
            _woods(bend, free, rings, u),
            "</g>",
            *_decorations(edition, u, bend),
        ]
    )


def _bent_ring(ring: list[Point], bend: Bend, board: Geometry) -> list[Point]:
    inner = clip(ring, _WINDOW)
    if len(inner) < 3:
        return []
    far = 60.0
    bent = clip(bend(dense([*inner, inner[0]], 0.7)), (-far, -far, board.width + far, board.height + far))
    if len(bent) < 3 or area(bent) < 14:
        return []
    return thin(bent, 0.75)


def _on_board(lines: list[list[Point]], board: Geometry) -> Iterator[list[Point]]:
    """Parts of lines that are on the board."""
    for line in lines:
        part: list[Point] = []
        for x, y in line:
            if -20 < x < board.width + 20 and -20 < y < board.height + 20:
                part.append((x, y))
            elif part:
                yield part
                part = []
        if part:
            yield part


def _round_lake(lon: float, lat: float, wide: float, high: float) -> list[Point]:
    random = Random(int(lon * 100))
    return [
        (lon + wide * r * cos(2 * pi * i / 14), lat + high * r * sin(2 * pi * i / 14))
        for i in range(14)
        for r in (random.uniform(0.72, 1.12),)
    ]


def _waves(board: Geometry, rings: list[list[Point]]) -> str:
    """Small strokes on open water."""

    def open_water(x: float, y: float) -> bool:
        return not any(inside((x + dx, y + dy), rings) for dx, dy in ((0, 0), (-16, 0), (16, 0), (0, -9), (0, 9)))

    return waves(spread(3, 150, open_water, board.width, board.height))


def _soft_hills(bend: Bend, u: float) -> Iterator[str]:
    """Shades under the mountains."""
    for size, _, line in _RANGES:
        d = path([smooth(bend(list(line)))], digits=0)
        yield (
            f'<path d="{d}" fill="none" stroke="#b48e56" stroke-opacity=".2" stroke-width="{44 * size * u:.0f}" '
            'stroke-linecap="round"/>'
        )
        yield (
            f'<path d="{d}" fill="none" stroke="#a37b45" stroke-opacity=".16" stroke-width="{22 * size * u:.0f}" '
            'stroke-linecap="round"/>'
        )


def _mountains(bend: Bend, free: Free, u: float) -> Iterator[str]:
    """Peaks along each range, with a lit and a shaded side, those in front drawn last."""
    random = Random(11)
    peaks: list[tuple[float, float, float]] = []
    for size, wide, line in _RANGES:
        for lon, lat in dense(line, 0.34):
            for _ in range(2 if wide > 0.3 else 1):
                spot = (lon + random.uniform(-0.3, 0.3), lat + random.uniform(-wide, wide))
                ((x, y),) = bend([spot])
                high = size * random.uniform(0.75, 1.2) * u
                near = any(hypot(x - a, (y - b) * 1.6) < 11 * high for a, b, _ in peaks)
                if free(x, y - 4) and not near and 12 < y < 4000:
                    peaks.append((x, y, high))
    yield from mountains(peaks)


def _woods(bend: Bend, free: Free, rings: list[list[Point]], u: float) -> str:
    random = Random(5)
    trees: list[Point] = []
    for lon, lat, wide, high, count in _WOODS:
        for _ in range(count * 3):
            ((x, y),) = bend([(lon + random.uniform(-wide, wide), lat + random.uniform(-high, high))])
            near = any(hypot(x - a, y - b) < 9 * u for a, b in trees)
            if free(x, y) and not near and inside((x, y), rings):
                trees.append((x, y))
    return pines(trees, u)


def _decorations(edition: Edition, u: float, bend: Bend) -> Iterator[str]:
    rose, ships = {
        "europe": ((58.0, 560.0, 40.0), ((70, 350, 1.0), (705, 905, -0.9), (470, 130, 0.8))),
        "first_journey": ((95.0, 130.0, 62.0), ((62, 705, 1.0), (800, 1085, -1.1), (330, 190, 1.0))),
    }[edition.id]
    yield compass(*rose)
    for x, y, size in ships:
        yield steamer(x, y, size * u)
