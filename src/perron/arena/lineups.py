"""Line-ups: which bots sit at a table together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement
from math import comb

from perron.errors import PerronError

MOST_LINE_UPS = 10_000


def line_ups(bots: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """Every line-up that these bots can form, in a fixed order.

    A bot that is named twice can sit twice. With fewer bots than seats, every bot sits once and the seats that are left
    are filled in every possible way.
    """
    if not bots:
        raise PerronError("an arena needs at least one bot")
    left = seats - len(bots)
    count = comb(len(bots), seats) if left <= 0 else comb(len(bots) + left - 1, left)
    if count > MOST_LINE_UPS:
        raise PerronError(f"{len(bots)} bots on {seats} seats make more than {MOST_LINE_UPS:,} line-ups")
    distinct = tuple(dict.fromkeys(bots))
    found: Iterable[tuple[str, ...]]
    if left > 0:
        found = ((*bots, *more) for more in combinations_with_replacement(distinct, left))
    else:
        found = combinations(bots, seats)
    return tuple(dict.fromkeys(tuple(sorted(one, key=distinct.index)) for one in found))


def with_both(found: tuple[tuple[str, ...], ...], pair: tuple[str, str]) -> tuple[tuple[str, ...], ...]:
    """The line-ups in which both bots sit; raises PerronError if there is none."""
    wanted = Counter(pair)
    chosen = tuple(one for one in found if wanted <= Counter(one))
    if not chosen:
        raise PerronError(f"{pair[0]} and {pair[1]} sit in no line-up together: name both among the bots")
    return chosen


def rotations(order: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """A seating and all its rotations, without duplicates."""
    return tuple(dict.fromkeys(order[i:] + order[:i] for i in range(len(order))))
