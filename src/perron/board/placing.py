"""Where tracks swing and names stand, so that nothing lies on anything else: a search among many small choices.

Every link chooses a course and every name a spot beside its place. The boards that come with Perron were searched
thoroughly when the package was made; any other is searched quickly, in the same way among fewer choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf

import numpy as np

from perron.board.boxes import Point, Rows
from perron.board.choices import Costs, Item, Outlines, link_item, name_item
from perron.board.links import Course, Link
from perron.board.settling import Tries, search
from perron.board.sizes import WIDTH, Sizes
from perron.board.spots import Lettered, Reach, spots
from perron.editions.edition import Edition

_FARTHER = (3.0, 8.0, 14.0, 21.0, 28.0, 36.0, 46.0, 58.0, 1.5)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried."""

    bends: tuple[float, ...]
    away: tuple[float, ...]
    """How far spaces keep from either end of a link, in units."""
    nearer: tuple[float, ...]
    """Bends that are tried around the one found first."""
    nearer_away: tuple[float, ...]
    tries: Tries
    exact: bool
    """Whether what is near is found by outlines or, sooner, by frames around all choices."""
    most: float
    """Pairs of outlines that a search looks at: usual boards need a third of it, and no file may take minutes."""
    reaches: tuple[Reach, ...]
    """Where tracks do not make way: how far names look for a spot, and then those that touch something."""


THOROUGH = Effort(
    bends=(0.0, 0.04, -0.04, 0.08, -0.08, 0.13, -0.13, 0.18, -0.18, 0.24, -0.24, 0.32, -0.32),
    away=(0.0, 12.0, 26.0),
    nearer=(0.0, 0.02, -0.02, 0.05, -0.05),
    nearer_away=(0.0, 6.0, 13.0, 21.0, 30.0),
    tries=Tries(favours=0, kicks=1500, patience=400),
    exact=True,
    most=inf,
    reaches=(Reach(_FARTHER, (1.0, 0.85, 0.72, 0.6, 0.5)),),
)
QUICK = Effort(
    bends=(0.0, 0.06, -0.06, 0.13, -0.13, 0.22, -0.22, 0.32, -0.32),
    away=(0.0, 16.0),
    nearer=(0.0, 0.03, -0.03),
    nearer_away=(0.0, 8.0, 18.0),
    tries=Tries(favours=60, kicks=30, patience=12),
    exact=False,
    most=60e6,
    reaches=(Reach(), Reach(_FARTHER, (1.0, 0.85, 0.72)), Reach(_FARTHER, (0.6, 0.5, 0.42))),
)


@dataclass(frozen=True, slots=True)
class Placing:
    """What was chosen: a course for each link, a spot for each name."""

    courses: tuple[Course, ...]
    names: tuple[Lettered, ...]
    turned: tuple[Lettered, ...]
    """A spot for each name on the board turned to the left."""
    cost: float
    """Over `TOUCH` where something touches."""


def place_all(
    edition: Edition,
    links: Sequence[Link],
    places: tuple[Point, ...],
    names: Sequence[Sequence[str]],
    sizes: Sizes,
    effort: Effort,
) -> Placing:
    """Find a course for every link and a spot for every name; `names` are all that may stand at each place."""
    discs = np.array([(x, y, sizes.radius) for x, y in places])
    lettered = [spots(some, place, sizes, Reach()) for some, place in zip(names, places, strict=True)]
    name_items = [name_item(i, some, discs, (WIDTH, sizes.height), sizes) for i, some in enumerate(lettered)]
    chosen: list[int] = []
    courses = [_courses(effort.bends, effort.away, sizes)] * len(links)
    # First roughly, then finely around what was found.
    for finer in (False, True):
        if finer:
            courses = [
                _courses([some[k].bend + more for more in effort.nearer], effort.nearer_away, sizes)
                for some, k in zip(courses, chosen, strict=False)
            ]
        items = [
            link_item(edition, link, some, places, discs, sizes) for link, some in zip(links, courses, strict=True)
        ]
        start = [0] * len(links) + chosen[len(links) :] if finer else None
        costs = Costs([*items, *name_items], sizes, exact=effort.exact, most=effort.most)
        chosen, cost = search(costs, start, effort.tries)
    found = tuple(some[k] for some, k in zip(courses, chosen, strict=False))
    laid = [link_item(edition, link, [course], places, discs, sizes) for link, course in zip(links, found, strict=True)]
    level = tuple(some[k] for some, k in zip(lettered, chosen[len(links) :], strict=True))
    if any(costs.touches(i, chosen) for i in range(len(links), len(chosen))) and len(effort.reaches) > 1:
        level = _place_names(laid, places, names, (WIDTH, sizes.height), sizes, effort, hyphens=False)
    on_their_side = [_turned_item(item) for item in laid]
    level_turned = _place_names(
        on_their_side, tuple(map(turned, places)), names, (sizes.height, WIDTH), sizes, effort, hyphens=True
    )
    return Placing(found, level, level_turned, cost)


def _place_names(
    laid: Sequence[Item],
    places: tuple[Point, ...],
    names: Sequence[Sequence[str]],
    frame: tuple[float, float],
    sizes: Sizes,
    effort: Effort,
    *,
    hyphens: bool,
) -> tuple[Lettered, ...]:
    """Find a level spot for every name among tracks that stay as they are."""
    discs = np.array([(*place, sizes.radius) for place in places])
    lettered: list[list[Lettered]] = [[] for _ in names]
    chosen: list[int] | None = None
    wanting = list(range(len(names)))
    for reach in effort.reaches:
        for i in wanting:
            lettered[i] += spots(names[i], places[i], sizes, reach, hyphens=hyphens)
        items = [name_item(i, some, discs, frame, sizes) for i, some in enumerate(lettered)]
        costs = Costs([*laid, *items], sizes, exact=effort.exact, most=effort.most)
        chosen, _ = search(costs, chosen, effort.tries)
        wanting = [i for i in range(len(names)) if costs.touches(len(laid) + i, chosen)]
        if not wanting:
            break
    assert chosen is not None
    return tuple(some[k] for some, k in zip(lettered, chosen[len(laid) :], strict=True))


def turned(point: Point) -> Point:
    """Where a point of the board lies when the board is turned to the left: its top is then at the left."""
    return point[1], WIDTH - point[0]


def _turned_item(item: Item) -> Item:
    """A link as it lies on the turned board, where nothing is left to choose."""
    lying = item.outlines
    return Item(Outlines(_turned_rows(lying.boxes), lying.first, lying.is_bed), np.zeros(1), is_name=False)


def _turned_rows(boxes: Rows) -> Rows:
    x, y, wide, high, c, s = boxes.T
    return np.stack([y, WIDTH - x, wide, high, s, -c], axis=1)


def _courses(bends: Iterable[float], away: Sequence[float], sizes: Sizes) -> list[Course]:
    ends = [(a * sizes.unit, b * sizes.unit) for a, b in product(away, repeat=2)]
    return [Course(round(bend, 3), *end) for bend in bends for end in ends]
