"""What there is to choose from on a board, and what a choice costs: alone, and with all that lies near it.

A choice costs more the further it is from plain, and two choices cost more the closer their outlines come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from perron.board.boxes import Box, Point, Rows, apart, beyond, from_discs, rows
from perron.board.links import Course, LaidTrack, Link, lay_spaces, ways
from perron.board.sizes import WIDTH, Sizes
from perron.board.spots import Lettered
from perron.editions.edition import Edition

TOUCH = 60.0
"""What it costs that two outlines touch at all, beside how deeply they do."""
_NAMES_APART = 15.0
"""Two names on top of each other would be read as one."""
_CLEAR = 3.5
_DEARER = 10
"""How many circles are looked at in the time of one outline."""
_BED, _BED_AT_MOST = 0.12, 120.0
"""A space or a name on the thin line of another track is not forbidden, but not pretty."""

Numbers: TypeAlias = NDArray[np.intp]


@dataclass(slots=True)
class Outlines:
    """The outlines of every choice for one thing, one choice after the other."""

    boxes: Rows
    first: Numbers
    """Where each choice begins; one more at the end."""
    is_bed: NDArray[np.bool_]
    """Whether each is part of the thin line that joins spaces to places; if not, a space, a line or a name."""
    of: Numbers = field(init=False)
    """Which choice each belongs to."""
    radius: Rows = field(init=False)
    """Of the circle around each."""

    def __post_init__(self) -> None:
        self.of = np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))
        self.radius = np.hypot(self.boxes[:, 2], self.boxes[:, 3])


@dataclass(slots=True)
class Item:
    """Something to choose for."""

    outlines: Outlines
    cost: Rows
    """Of each choice alone."""
    is_name: bool


def track_outlines(track: LaidTrack, sizes: Sizes, *, tunnel: bool) -> list[Box]:
    """Spaces, with their rims, and lines of a track."""
    rim = 2 * sizes.rim if tunnel else 0.0
    spaces = [Box(box.x, box.y, box.width + rim, box.height + rim, box.angle) for box in track.run.spaces]
    return [*spaces, *track.line]


def link_item(
    edition: Edition, link: Link, courses: Sequence[Course], places: tuple[Point, ...], discs: Rows, sizes: Sizes
) -> Item:
    """A link with the courses it may take."""
    taken: list[Box] = []
    first, is_bed, is_space, shortest = [0], [], [], []
    for bend, some in groupby(courses, key=lambda course: course.bend):
        bent = ways(edition, link, bend, places, sizes)
        for course in some:
            laid = [lay_spaces(edition, link, way, course, places, sizes) for way in bent]
            for track in laid:
                spaces = len(track.run.spaces)
                taken += [*track_outlines(track, sizes, tunnel=edition.routes[track.route].tunnel), *track.bed]
                is_space += [True] * spaces + [False] * (len(track.line) + len(track.bed))
                is_bed += [False] * (spaces + len(track.line)) + [True] * len(track.bed)
            first.append(len(taken))
            shortest.append(min(box.width for track in laid for box in track.run.spaces))
    outlines = Outlines(rows(taken), np.array(first), np.array(is_bed))
    u, least = sizes.unit, np.array(shortest)
    cost = np.array([330 * c.bend**2 + 0.02 * (c.from_a + c.from_b) / u for c in courses])
    cost += 130 * np.maximum(0.0, 1 - least / (46 * u)) ** 2 + TOUCH * 2 * np.maximum(0.0, 1 - least / sizes.shortest)
    ends = [link.a, link.b]
    over = np.where(is_bed, 0.0, beyond(outlines.boxes, WIDTH, sizes.height, 10))
    others = _closeness(from_discs(outlines.boxes, np.delete(discs, ends, axis=0)), 5 * u, sizes).sum(axis=1)
    own = _closeness(from_discs(outlines.boxes, discs[ends]), u, sizes).sum(axis=1)
    each = np.where(is_bed, 0.0, others) + np.where(is_space, own, 0.0) + over
    cost += np.add.reduceat(each, outlines.first[:-1])
    cost += TOUCH * np.logical_or.reduceat(over > 0, outlines.first[:-1])
    return Item(outlines, cost, is_name=False)


def name_item(own: int, spots: Sequence[Lettered], discs: Rows, frame: tuple[float, float], sizes: Sizes) -> Item:
    """A name with the spots it may take."""
    taken = rows(spot.box for spot in spots)
    far = from_discs(taken, discs)
    cost = 0.012 * np.arange(len(spots)) + 0.25 * np.maximum(far[:, own] / sizes.unit - 3, 0)
    cost += 45 * (1 - np.array([spot.size for spot in spots]) / sizes.type_size)
    cost += TOUCH * (far[:, own] < 0)  # small type fits beside a place so closely that it could lie on it
    rest = np.delete(far, own, axis=1)
    if rest.size:
        cost += _closeness(rest, 4 * sizes.unit, sizes).sum(axis=1)
        # A name nearer to another place than to its own would be read as that one's.
        cost += 3 * np.maximum(0.0, 1.5 - rest.min(axis=1) / np.maximum(far[:, own], 1.0))
    over = beyond(taken, *frame, 12)
    cost += TOUCH * (over > 0) + over
    outlines = Outlines(taken, np.arange(len(spots) + 1), np.zeros(len(spots), dtype=np.bool_))
    return Item(outlines, cost, is_name=True)


def _closeness(far: Rows, clear: float | Rows, sizes: Sizes) -> Rows:
    """What distances cost: nothing where they are clear, much where they are negative."""
    short = np.maximum(clear - far, 0.0) / sizes.unit
    found: Rows = 0.35 * short + np.where(far < 0.6 * sizes.unit, TOUCH + 6 * short, 0.0)
    return found


class Costs:
    """What choices cost together. Only what is asked for is worked out: most choices never meet."""

    def __init__(self, items: Sequence[Item], sizes: Sizes, *, exact: bool, most: float) -> None:
        """Exact: only items whose outlines come near each other count as near, and not all whose frames do.

        After the most pairs that may be looked at, no more costs are worked out: on a board where everything lies in
        one place there is nothing to be found.
        """
        self.items = items
        self.near = _near(items, sizes, exact=exact)
        """For each item, those that some choice of it can come near to."""
        self._sizes = sizes
        self._left = most
        self._known: list[dict[tuple[int, int], Rows]] = [{} for _ in items]

    @property
    def spent(self) -> bool:
        """Whether no more costs are worked out."""
        return self._left <= 0

    def around(self, i: int, chosen: Sequence[int]) -> Rows:
        """What every choice for an item costs, as the others stand."""
        cost = self.items[i].cost.copy()
        for column in self._columns(i, chosen):
            cost += column
        return cost

    def each(self, chosen: Sequence[int], before: Sequence[int] = (), costs: Sequence[float] = ()) -> list[float]:
        """What every item costs as all stand; quicker if it is known what each cost as they stood before."""
        moved = [i for i, (k, old) in enumerate(zip(chosen, before, strict=False)) if k != old]
        touched = {j for i in moved for j in (i, *self.near[i])} if before else range(len(chosen))
        found = list(costs) if before else [0.0] * len(chosen)
        for i in touched:
            k = chosen[i]
            found[i] = float(self.items[i].cost[k]) + sum(float(column[k]) for column in self._columns(i, chosen))
        return found

    def total(self, chosen: Sequence[int], each: Sequence[float]) -> float:
        """What all cost together, where each costs so much."""
        alone = sum(float(item.cost[k]) for item, k in zip(self.items, chosen, strict=True))
        return (alone + sum(each)) / 2  # what two cost together is in the costs of both

    def touches(self, i: int, chosen: Sequence[int]) -> bool:
        """Whether an item lies on something or over the edge, as all stand."""
        k = chosen[i]
        return bool(self.items[i].cost[k] >= TOUCH or any(column[k] >= TOUCH for column in self._columns(i, chosen)))

    def _columns(self, i: int, chosen: Sequence[int]) -> list[Rows]:
        """What every choice for an item costs with each of those near it, as they stand."""
        known = self._known[i]
        wanted = [(j, chosen[j]) for j in self.near[i]]
        missing = [one for one in wanted if one not in known]
        if missing and not self.spent:
            known |= zip(missing, self._work_out(i, missing), strict=True)
        return [known[one] for one in wanted if one in known]

    def _work_out(self, i: int, others: Sequence[tuple[int, int]]) -> Rows:
        """A row for each of some choices of other items: what every choice for this item costs with it."""
        mine, u = self.items[i].outlines, self._sizes.unit
        parts = [
            (theirs, slice(theirs.first[k], theirs.first[k + 1]))
            for j, k in others
            for theirs in (self.items[j].outlines,)
        ]
        which = np.repeat(np.arange(len(parts)), [at.stop - at.start for _, at in parts])
        boxes = np.concatenate([theirs.boxes[at] for theirs, at in parts])
        radius = np.concatenate([theirs.radius[at] for theirs, at in parts])
        is_bed = np.concatenate([theirs.is_bed[at] for theirs, at in parts])
        both = np.array([self.items[i].is_name and self.items[j].is_name for j, _ in others])
        room = np.where(both, _NAMES_APART * u, _CLEAR * u)
        p, q = _close_circles(boxes, radius + room[which], mine.boxes, mine.radius)
        self._left -= len(boxes) * len(mine.boxes) + _DEARER * len(p)
        kind = is_bed[p] + 2 * mine.is_bed[q]
        clear = np.where(kind > 0, u, room[which[p]])
        cost = np.where(kind < 3, _closeness(apart(boxes[p], mine.boxes[q]), clear, self._sizes), 0.0)
        size = (len(parts), len(mine.first) - 1, 4)
        table: Rows = np.zeros(size)
        if len(p):
            at = (which[p] * size[1] + mine.of[q]) * 4 + kind
            table = np.bincount(at, cost, size[0] * size[1] * 4).reshape(size).astype(np.float64, copy=False)
        lines = np.minimum(table[..., 1], _BED_AT_MOST) + np.minimum(table[..., 2], _BED_AT_MOST)
        found: Rows = table[..., 0] + _BED * lines
        return found


def _near(items: Sequence[Item], sizes: Sizes, *, exact: bool) -> list[list[int]]:
    """For each item, those that it can come so near to that it costs something."""
    found: list[list[int]] = [[] for _ in items]
    frames = np.array([_frame(item.outlines) for item in items])
    low, high = frames[:, :2], frames[:, 2:]
    room = 6 * sizes.unit
    meet = np.all((low[:, None] < high[None] + room) & (low[None] < high[:, None] + room), axis=2)
    for i, j in zip(*np.nonzero(np.triu(meet, 1)), strict=True):
        if not exact or _come_near(items[i], items[j], sizes):
            found[i].append(int(j))
            found[j].append(int(i))
    return [sorted(some) for some in found]


def _frame(outlines: Outlines) -> Rows:
    middles, reach = outlines.boxes[:, :2], outlines.radius[:, None]
    return np.concatenate([(middles - reach).min(axis=0), (middles + reach).max(axis=0)])


def _come_near(first: Item, second: Item, sizes: Sizes) -> bool:
    a, b = first.outlines, second.outlines
    room = (_NAMES_APART if first.is_name and second.is_name else _CLEAR) * sizes.unit
    p, q = _close_circles(a.boxes, a.radius + room, b.boxes, b.radius)
    beds = a.is_bed[p].astype(np.intp) + b.is_bed[q]
    clear = np.choose(beds, (room, sizes.unit, -np.inf))
    return bool((apart(a.boxes[p], b.boxes[q]) < clear).any())


def _close_circles(a: Rows, reach_a: Rows, b: Rows, reach_b: Rows) -> tuple[Numbers, Numbers]:
    """Pairs of boxes whose circles meet: most lie far from each other, and this tells sooner than their outlines."""
    dx, dy = a[:, 0, None] - b[:, 0], a[:, 1, None] - b[:, 1]
    dx *= dx
    dy *= dy
    dx += dy
    reach = reach_a[:, None] + reach_b
    reach *= reach
    p, q = np.nonzero(dx < reach)
    return p, q
