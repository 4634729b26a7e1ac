"""Boards made from a number: places strewn over a board of any aspect, and joined without crossings."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources
from itertools import combinations
from math import dist, hypot
from random import Random

from perron.editions import Edition, load
from perron.editions.edition import City, FrozenDict, Route, Ticket
from tests.board.outlines import Point, cross

_SYLLABLES = ("al", "ber", "cor", "dal", "en", "fort", "gra", "holm", "ing", "ka", "lund", "mar", "no", "os", "ryd")
_WORDS = ("Upon", "Old", "am", "Nieuw", "Sankt", "Port")
_COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "gray", "gray")


def made_board(seed: int, places: int, tracks: int, aspect: float) -> Edition:
    """A board with these numbers of places and of tracks; fewer tracks where no more fit without crossing."""
    random = Random(f"{seed} {places} {tracks} {aspect}")
    spots = strewn(random, places, aspect)
    pairs = joined(spots, random, aspect)
    names = place_names(random, places)
    cities = tuple(
        City(f"p{i}", name, FrozenDict(dict.fromkeys(("en", "nl", "sv"), name)), x, y)
        for i, ((x, y), name) in enumerate(zip(spots, names, strict=True))
    )
    typical = sum(far_apart(spots[a], spots[b], aspect) for a, b in pairs) / len(pairs)
    # Room for spaces is what a printed board has: about three to a route of the usual length.
    lengths = {(a, b): _length(far_apart(spots[a], spots[b], aspect) / typical * 3.1) for a, b in pairs}
    doubles = set(random.sample(pairs, max(0, min(tracks - len(pairs), len(pairs) // 3))))
    routes: list[Route] = []
    for a, b in pairs[:tracks]:
        double = (a, b) in doubles and len(routes) + 2 <= tracks
        tunnel, length = random.random() < 0.2, lengths[a, b]
        for number in range(1 + double):
            routes.append(
                Route(
                    id=f"p{a}-p{b}/{number + 1}" if double else f"p{a}-p{b}",
                    a=f"p{a}",
                    b=f"p{b}",
                    length=length,
                    cards=length,
                    colour=random.choice(_COLOURS),
                    piece="train",
                    double=double,
                    tunnel=tunnel,
                    twin=len(routes) + 1 - 2 * number if double else None,
                )
            )
    pairs_of_places = list(combinations(range(places), 2))
    tickets = tuple(
        Ticket(f"p{a}-p{b}", f"p{a}", f"p{b}", 5, long=i < 6) for i, (a, b) in enumerate(pairs_of_places[:36])
    )
    return replace(
        load("europe"), id=f"made_{seed}", aspect=aspect, cities=cities, routes=tuple(routes), tickets=tickets
    )


def _length(room: float) -> int:
    """The most spaces for which there is room, among the lengths that have points."""
    return max((length for length in load("europe").pieces[0].points if length <= room), default=1)


def text_of(edition: Edition) -> str:
    """The file of a made board: Europe's, with another board."""
    europe = resources.files("perron.editions").joinpath("europe/edition.toml").read_text("utf-8")
    top = re.sub("^id = .*$", f'id = "{edition.id}"', europe.partition("\n[board]")[0], count=1, flags=re.MULTILINE)
    top = re.sub("^aspect = .*$", f"aspect = {edition.aspect}", top, flags=re.MULTILINE)
    cities = [{"id": c.id, "name": c.name, "names": dict(c.names), "x": c.x, "y": c.y} for c in edition.cities]
    routes = [
        {key: getattr(route, key) for key in ("a", "b", "length", "colour", "double", "tunnel", "ferry")}
        for route in edition.routes
    ]
    tickets = [{"a": t.a, "b": t.b, "points": t.points, "long": t.long} for t in edition.tickets]
    board: dict[str, Sequence[object]] = {
        "cities": cities,
        "routes": routes,
        "tickets": tickets,
        "water": edition.water,
    }
    return f"{top}\n[board]\n" + "".join(f"{key} = [\n{_lines(some)}]\n" for key, some in board.items())


def _lines(some: Sequence[object]) -> str:
    return "".join(f"  {toml(one)},\n" for one in some)


def toml(value: object) -> str:
    """A value as it is written in an edition file."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)  # texts, numbers and arrays are written as in JSON


def far_apart(a: Point, b: Point, aspect: float) -> float:
    """On a board that is 1 wide."""
    return hypot(a[0] - b[0], (a[1] - b[1]) / aspect)


def strewn(random: Random, count: int, aspect: float) -> list[Point]:
    """Each the best of some tries: the one farthest from those that are there."""
    found: list[Point] = []
    for _ in range(count):
        tries = [(random.random(), random.random()) for _ in range(12)]
        best = max(tries, key=lambda one: min((far_apart(one, other, aspect) for other in found), default=0.0))
        found.append((round(best[0], 4), round(best[1], 4)))
    return found


def joined(spots: Sequence[Point], random: Random, aspect: float) -> list[tuple[int, int]]:
    """Near places, the nearest first; ways never cross, pass close by a third place, or part at a sharp angle."""
    at = [(x, y / aspect) for x, y in spots]
    order = sorted(combinations(range(len(at)), 2), key=lambda pair: dist(at[pair[0]], at[pair[1]]))
    least = 0.55 * (1 / aspect / len(at)) ** 0.5
    kept: list[tuple[int, int]] = []
    for a, b in order:
        if any({a, b}.isdisjoint(other) and cross(at[a], at[b], at[other[0]], at[other[1]]) for other in kept):
            continue
        if any(_from_line(at[k], at[a], at[b]) < least for k in range(len(at)) if k not in (a, b)):
            continue
        if any(_sharp(at, (a, b), other) for other in kept):
            continue
        kept.append((a, b))
    clear = [
        (a, b)
        for a, b in order
        if not any({a, b}.isdisjoint(other) and cross(at[a], at[b], at[other[0]], at[other[1]]) for other in kept)
    ]
    return _all_reached(kept, clear, len(at))


def _all_reached(pairs: list[tuple[int, int]], others: Sequence[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """Those that join the places come first, so that leaving out the last ones cuts nothing off.

    Where they do not join all, some others do too, the nearest first.
    """
    part = list(range(count))
    first = []
    for a, b in [*pairs, *others]:
        if part[a] != part[b]:
            first.append((a, b))
            old, new = part[a], part[b]
            part = [new if one == old else one for one in part]
    return [*first, *(pair for pair in pairs if pair not in first)]


def _from_line(p: Point, a: Point, b: Point) -> float:
    along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / (dist(a, b) ** 2 or 1.0)
    along = min(max(along, 0.0), 1.0)
    return dist(p, (a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])))


def _sharp(at: Sequence[Point], pair: tuple[int, int], other: tuple[int, int]) -> bool:
    shared = set(pair) & set(other)
    if len(shared) != 1:
        return False
    (k,) = shared
    (p, q) = (next(iter(set(one) - {k})) for one in (pair, other))
    u, v = ((at[one][0] - at[k][0], at[one][1] - at[k][1]) for one in (p, q))
    return (u[0] * v[0] + u[1] * v[1]) / (hypot(*u) * hypot(*v)) > 0.88


def place_names(random: Random, count: int) -> list[str]:
    """Names that sound like those of places, all different."""
    found: list[str] = []
    while len(found) < count:
        name = "".join(random.choice(_SYLLABLES) for _ in range(random.choice((1, 2, 2, 3, 3, 4)))).capitalize()
        if random.random() < 0.15:
            name = f"{random.choice(_WORDS).capitalize()} {name}"
        if len(name) > 3 and name not in found:
            found.append(name)
    return found
