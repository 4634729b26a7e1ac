"""Where tracks swing and names stand, so that nothing lies on anything else: a search among many small choices.

Every link chooses a course and every name a place beside its own. A choice costs more the further it is from plain, and
two choices cost more the closer their outlines come; the search takes the cheapest together. It is the same every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

import numpy as np

from perron.board.boxes import Box, Point, Rows, apart, beyond, from_discs, rows
from perron.board.lettering import in_lines, text_height, text_width
from perron.board.links import Course, LaidTrack, Link, lay
from perron.board.sizes import WIDTH, Sizes
from perron.editions.edition import Edition

_BENDS = (0.0, 0.04, -0.04, 0.08, -0.08, 0.13, -0.13, 0.18, -0.18, 0.24, -0.24, 0.32, -0.32)
_NEARER = (0.0, 0.02, -0.02, 0.05, -0.05)
"""Bends that are tried around the one found first."""
_DISTANCES = (3.0, 8.0, 14.0, 21.0)
"""How far from its place a name may stand, in units."""
_FARTHER, _SMALLER = (*_DISTANCES, 28.0, 36.0, 46.0, 58.0, 1.5), (1.0, 0.85, 0.72, 0.6, 0.5)
"""On a turned board, whose tracks do not make way, a name may also stand farther off, be smaller, or hyphenated."""
_KICKS, _PATIENCE = 1500, 400
"""How often the search is disturbed, and how often in vain before it stops."""
_TOUCH = 60.0
"""What it costs that two outlines touch at all, beside how deeply they do."""


@dataclass(frozen=True, slots=True)
class Lettered:
    """A name where it stands: the room it takes, and the end of the text that is nearest its place."""

    box: Box
    anchor: str
    """start, middle or end."""
    lines: int
    size: float
    """Of the type."""


@dataclass(frozen=True, slots=True)
class Placing:
    """What was chosen: a course for each link, a place for each name."""

    courses: tuple[Course, ...]
    names: tuple[Lettered, ...]
    turned: tuple[Lettered, ...]
    """A place for each name on the board turned to the left."""
    cost: float
    """Over `_TOUCH` where something touches."""


@dataclass(slots=True)
class _Item:
    """Something to choose for, with the outlines of every choice."""

    boxes: list[Rows]
    """Spaces and lines, or the name."""
    beds: list[Rows]
    cost: Rows
    """Of each choice alone."""
    places: tuple[int, ...]
    """Its own: a link's two, a name's one."""


def place_all(
    edition: Edition, links: Sequence[Link], places: tuple[Point, ...], names: Sequence[Sequence[str]], sizes: Sizes
) -> Placing:
    """Find a course for every link and a spot for every name; `names` are all that may stand at each place."""
    discs = np.array([(x, y, sizes.radius) for x, y in places])
    lettered = [_spots(some, place, sizes) for some, place in zip(names, places, strict=True)]
    name_items = [_name_item(i, some, discs, (WIDTH, sizes.height), sizes) for i, some in enumerate(lettered)]
    chosen: list[int] = []
    courses = [_courses(_BENDS, (0.0, 12.0, 26.0), sizes)] * len(links)
    # First roughly, then finely around what was found.
    for finer in (False, True):
        if finer:
            courses = [
                _courses([some[k].bend + more for more in _NEARER], (0.0, 6.0, 13.0, 21.0, 30.0), sizes)
                for some, k in zip(courses, chosen, strict=False)
            ]
        items = [
            _link_item(edition, link, some, places, discs, sizes) for link, some in zip(links, courses, strict=True)
        ]
        start = [0] * len(links) + chosen[len(links) :] if finer else None
        chosen, cost = _search([*items, *name_items], _pair_costs([*items, *name_items], len(links), sizes), start)
    found = tuple(some[k] for some, k in zip(courses, chosen, strict=False))
    return Placing(
        found,
        tuple(some[k] for some, k in zip(lettered, chosen[len(links) :], strict=True)),
        place_turned(edition, links, found, places, names, sizes),
        cost,
    )


def place_turned(
    edition: Edition,
    links: Sequence[Link],
    courses: Sequence[Course],
    places: tuple[Point, ...],
    names: Sequence[Sequence[str]],
    sizes: Sizes,
) -> tuple[Lettered, ...]:
    """Find a level spot for every name on the board turned to the left, whose tracks stay as they are."""
    discs = np.array([(*turned((x, y)), sizes.radius) for x, y in places])
    items = []
    for link, course in zip(links, courses, strict=True):
        laid = lay(edition, link, course, places, sizes)
        taken = _stack(outlines(track, sizes, tunnel=edition.routes[track.route].tunnel) for track in laid)
        bed = _stack(track.bed for track in laid)
        items.append(_Item([_turned_rows(taken)], [_turned_rows(bed)], np.zeros(1), (link.a, link.b)))
    lettered = [
        _spots(some, turned(place), sizes, _FARTHER, _SMALLER, hyphens=True)
        for some, place in zip(names, places, strict=True)
    ]
    items += [_name_item(i, some, discs, (sizes.height, WIDTH), sizes) for i, some in enumerate(lettered)]
    chosen, _ = _search(items, _pair_costs(items, len(links), sizes), None)
    return tuple(some[k] for some, k in zip(lettered, chosen[len(links) :], strict=True))


def turned(point: Point) -> Point:
    """Where a point of the board lies when the board is turned to the left: its top is then at the left."""
    return point[1], WIDTH - point[0]


def _turned_rows(boxes: Rows) -> Rows:
    x, y, wide, high, c, s = boxes.T
    return np.stack([y, WIDTH - x, wide, high, s, -c], axis=1)


def _courses(bends: Iterable[float], away: Sequence[float], sizes: Sizes) -> list[Course]:
    ends = [(a * sizes.unit, b * sizes.unit) for a, b in product(away, repeat=2)]
    return [Course(round(bend, 3), *end) for bend in bends for end in ends]


def _spots(
    names: Sequence[str],
    place: Point,
    sizes: Sizes,
    distances: Sequence[float] = _DISTANCES,
    types: Sequence[float] = (1.0,),
    *,
    hyphens: bool = False,
) -> list[Lettered]:
    """Where a name may stand, the better places first: around the disc, at some distances, in one line or more."""
    x, y = place
    u = sizes.unit
    found = []
    for size, (wide, high, lines) in (
        (size, form) for part in types for size, form in _forms(names, part * sizes.type_size, hyphens=hyphens)
    ):
        for away in distances:
            r = sizes.radius + away * u
            for part in (0.0, 0.25, -0.25, 0.38, -0.38):
                anchor = "middle" if abs(part) < 0.1 else "start" if part > 0 else "end"
                found += [
                    Lettered(Box(x + part * wide, y + side * (r + high / 2), wide, high), anchor, lines, size)
                    for side in (-1, 1)
                ]
            for part in (0.0, -0.5, 0.5, -0.9, 0.9):
                near = r - sizes.radius * max(abs(part) - 0.5, 0)
                found.append(Lettered(Box(x + near + wide / 2, y + part * high, wide, high), "start", lines, size))
                found.append(Lettered(Box(x - near - wide / 2, y + part * high, wide, high), "end", lines, size))
            near = 0.72 * r
            for left, up in product((1, -1), repeat=2):
                box = Box(x + left * (near + wide / 2), y + up * (near + high / 2), wide, high)
                found.append(Lettered(box, "start" if left > 0 else "end", lines, size))
    return found


def _forms(names: Sequence[str], size: float, *, hyphens: bool) -> list[tuple[float, tuple[float, float, int]]]:
    """The type size with the room that a name takes in one line, and in more if it can be broken."""
    forms = []
    for lines in range(1, 4 if hyphens else 3):
        broken = [in_lines(name, lines, hyphens=hyphens) for name in names]
        if max(map(len, broken)) < lines:
            break
        width = max(text_width(line, size) for some in broken for line in some)
        forms.append((size, (width, text_height(lines, size), lines)))
    return forms


def _stack(parts: Iterable[Sequence[Box]]) -> Rows:
    return rows(box for part in parts for box in part)


def outlines(track: LaidTrack, sizes: Sizes, *, tunnel: bool) -> list[Box]:
    """Spaces, with their rims, and lines of a track."""
    rim = 2 * sizes.rim if tunnel else 0.0
    spaces = [Box(box.x, box.y, box.width + rim, box.height + rim, box.angle) for box in track.run.spaces]
    return [*spaces, *track.line]


def _link_item(
    edition: Edition, link: Link, courses: Sequence[Course], places: tuple[Point, ...], discs: Rows, sizes: Sizes
) -> _Item:
    boxes, beds, costs = [], [], []
    others = np.delete(discs, (link.a, link.b), axis=0)
    ends = discs[[link.a, link.b]]
    for course in courses:
        laid = lay(edition, link, course, places, sizes)
        taken = _stack(outlines(track, sizes, tunnel=edition.routes[track.route].tunnel) for track in laid)
        shortest = min(box.width for track in laid for box in track.run.spaces)
        cost = 330 * course.bend**2 + 0.02 * (course.from_a + course.from_b) / sizes.unit
        cost += 130 * max(0.0, 1 - shortest / (46 * sizes.unit)) ** 2
        cost += _TOUCH * 2 * max(0.0, 1 - shortest / sizes.shortest)
        cost += _closeness(from_discs(taken, others), 5 * sizes.unit, sizes) if len(others) else 0.0
        cost += _closeness(from_discs(taken[: sum(len(t.run.spaces) for t in laid)], ends), sizes.unit, sizes)
        cost += _TOUCH * float(np.any(over := beyond(taken, WIDTH, sizes.height, 10))) + float(over.sum())
        boxes.append(taken)
        beds.append(_stack(track.bed for track in laid))
        costs.append(cost)
    return _Item(boxes, beds, np.array(costs), (link.a, link.b))


def _name_item(own: int, spots: Sequence[Lettered], discs: Rows, frame: tuple[float, float], sizes: Sizes) -> _Item:
    boxes = [rows([spot.box]) for spot in spots]
    taken = np.concatenate(boxes)
    far = from_discs(taken, discs)
    order = np.arange(len(spots))
    cost = 0.012 * order + 0.25 * np.maximum(far[:, own] / sizes.unit - 3, 0)
    cost += 45 * (1 - np.array([spot.size for spot in spots]) / sizes.type_size)
    rest = np.delete(far, own, axis=1)
    if rest.size:
        cost += _closeness_of(rest, 4 * sizes.unit, sizes).sum(axis=1)
        # A name nearer to another place than to its own would be read as that one's.
        cost += 3 * np.maximum(0.0, 1.5 - rest.min(axis=1) / np.maximum(far[:, own], 1.0))
    over = beyond(taken, *frame, 12)
    cost += _TOUCH * (over > 0) + over
    return _Item(boxes, [rows([]) for _ in spots], cost, (own,))


def _closeness_of(far: Rows, clear: float, sizes: Sizes) -> Rows:
    """What distances cost: nothing where they are clear, much where they are negative."""
    short = np.maximum(clear - far, 0.0) / sizes.unit
    found: Rows = 0.35 * short + np.where(far < 0.6 * sizes.unit, _TOUCH + 6 * short, 0.0)
    return found


def _closeness(far: Rows, clear: float, sizes: Sizes) -> float:
    return float(_closeness_of(far, clear, sizes).sum())


def _pair_costs(items: Sequence[_Item], links: int, sizes: Sizes) -> list[dict[int, Rows]]:
    """For each item, what every choice of it costs with every choice of each item near it."""
    costs: list[dict[int, Rows]] = [{} for _ in items]
    frames = [_frame(np.concatenate([*item.boxes, *item.beds])) for item in items]
    for i, first in enumerate(items):
        for j in range(i + 1, len(items)):
            if not _near(frames[i], frames[j], 6 * sizes.unit):
                continue
            # Two names on top of each other would be read as one.
            clear = (3.5 if i < links else 15.0) * sizes.unit
            cost = _between(first.boxes, items[j].boxes, clear, sizes)
            # A space or a name on the thin line of another track is not forbidden, but not pretty.
            if i < links:
                cost += 0.12 * np.minimum(_between(first.beds, items[j].boxes, sizes.unit, sizes), 120.0)
            if j < links:
                cost += 0.12 * np.minimum(_between(first.boxes, items[j].beds, sizes.unit, sizes), 120.0)
            if cost.any():
                costs[i][j], costs[j][i] = cost, cost.T
    return costs


def _frame(boxes: Rows) -> Rows:
    reach = np.hypot(boxes[:, 2], boxes[:, 3])
    low, high = boxes[:, :2] - reach[:, None], boxes[:, :2] + reach[:, None]
    return np.concatenate([low.min(axis=0), high.max(axis=0)])


def _near(a: Rows, b: Rows, room: float) -> bool:
    return bool(np.all(a[:2] < b[2:] + room) and np.all(b[:2] < a[2:] + room))


def _between(a: Sequence[Rows], b: Sequence[Rows], clear: float, sizes: Sizes) -> Rows:
    """A table of costs: choices of one item down, of the other across."""
    first, second = np.concatenate(a), np.concatenate(b)
    if not first.size or not second.size:
        return np.zeros((len(a), len(b)))
    cost = _closeness_of(apart(first, second), clear, sizes)
    down = np.cumsum([0, *(len(part) for part in a)])
    across = np.cumsum([0, *(len(part) for part in b)])
    summed = np.zeros((len(first) + 1, len(second) + 1))
    summed[1:, 1:] = cost.cumsum(axis=0).cumsum(axis=1)
    grid = summed[np.ix_(down, across)]
    found: Rows = np.maximum(grid[1:, 1:] - grid[:-1, 1:] - grid[1:, :-1] + grid[:-1, :-1], 0.0)
    found[found < 1e-6] = 0.0
    return found


def _search(
    items: Sequence[_Item], pairs: Sequence[dict[int, Rows]], start: list[int] | None
) -> tuple[list[int], float]:
    """Settle, then kick one part after another out of its place and settle again; keep what is better."""
    random = Random(7)
    chosen = start or [int(item.cost.argmin()) for item in items]
    _settle(items, pairs, chosen, range(len(items)))
    best, cost = list(chosen), _total(items, pairs, chosen)
    idle = 0
    for _ in range(_KICKS):
        if idle > _PATIENCE:
            break
        idle += 1
        trial = list(best)
        pains = [_pain(items, pairs, trial, i) for i in range(len(items))]
        i = random.choices(range(len(items)), [pain + 0.05 for pain in pains])[0]
        some = [i, *random.sample(sorted(pairs[i]), min(3, len(pairs[i])))]
        for k in some:
            trial[k] = random.randrange(len(items[k].cost))
        _settle(items, pairs, trial, sorted({k for s in some[1:] for k in pairs[s]} | set(pairs[i])) + some)
        found = _total(items, pairs, trial)
        if found < cost - 1e-9:
            best, cost, idle = trial, found, 0
    return best, cost


def _pain(items: Sequence[_Item], pairs: Sequence[dict[int, Rows]], chosen: Sequence[int], i: int) -> float:
    return float(items[i].cost[chosen[i]] + sum(table[chosen[i], chosen[j]] for j, table in pairs[i].items()))


def _total(items: Sequence[_Item], pairs: Sequence[dict[int, Rows]], chosen: Sequence[int]) -> float:
    alone = sum(float(item.cost[k]) for item, k in zip(items, chosen, strict=True))
    together = sum(float(table[chosen[i], chosen[j]]) for i, near in enumerate(pairs) for j, table in near.items())
    return alone + together / 2


def _settle(items: Sequence[_Item], pairs: Sequence[dict[int, Rows]], chosen: list[int], order: Iterable[int]) -> None:
    """Let each take what is cheapest for it, and then those that are touched by that, until all are content."""
    waiting = list(dict.fromkeys(order))
    for _ in range(40 * len(items)):
        if not waiting:
            return
        i = waiting.pop(0)
        cost = items[i].cost.copy()
        for j, table in pairs[i].items():
            cost += table[:, chosen[j]]
        k = int(cost.argmin())
        if k != chosen[i] and cost[k] < cost[chosen[i]] - 1e-9:
            chosen[i] = k
            waiting += [j for j in pairs[i] if j not in waiting]
