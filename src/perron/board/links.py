"""Links: all tracks between the same two places, which run side by side along one curve."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from perron.board.boxes import Box, Point
from perron.board.curves import Curve, Run, bow, chain, run_of_spaces
from perron.board.sizes import WIDTH, Sizes
from perron.editions.edition import Edition


@dataclass(frozen=True, slots=True)
class Link:
    """The tracks between two places, from left to right as seen from the first."""

    a: int
    b: int
    routes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """How a link runs: how far it swings out, and how much its spaces keep away from either end."""

    bend: float
    from_a: float
    from_b: float


@dataclass(frozen=True, slots=True)
class LaidTrack:
    """One track where it lies."""

    route: int
    curve: Curve
    """From place to place."""
    run: Run
    line: tuple[Box, ...]
    """The drawn line of a metro, in pieces; of other tracks, nothing."""
    bed: tuple[Box, ...]
    """The thin line that joins the spaces to the places."""


def is_line(edition: Edition, route: int) -> bool:
    """Whether a track is drawn as a line with one space on it: one piece for several cards."""
    return edition.routes[route].cards > edition.routes[route].length


def links_of(edition: Edition, places: tuple[Point, ...], sizes: Sizes) -> tuple[Link, ...]:
    """The links of a board. Lines with one piece lie on the side that looks away from its middle."""
    joined: dict[tuple[int, int], list[int]] = defaultdict(list)
    for r, route in enumerate(edition.routes):
        a, b = sorted((edition.city_index[route.a], edition.city_index[route.b]))
        joined[a, b].append(r)
    links = []
    for (a, b), routes in joined.items():
        (x0, y0), (x1, y1) = places[a], places[b]
        outward = (x1 - x0) * ((y0 + y1 - sizes.height) / 2) - (y1 - y0) * ((x0 + x1 - WIDTH) / 2)
        order = sorted(routes, key=lambda r: (is_line(edition, r), r))
        links.append(Link(a, b, tuple(order if outward >= 0 else reversed(order))))
    return tuple(links)


@dataclass(frozen=True, slots=True)
class Way:
    """The curve of one track before its spaces are laid on it."""

    route: int
    curve: Curve
    aside: float
    """How far it runs from the middle of its link."""


def ways(edition: Edition, link: Link, bend: float, places: tuple[Point, ...], sizes: Sizes) -> tuple[Way, ...]:
    """The curves of a link's tracks, side by side."""
    middle = bow(places[link.a], places[link.b], bend)
    pitch = sizes.space_width + sizes.gap
    if any(edition.routes[r].tunnel for r in link.routes):
        pitch += 2 * sizes.rim
    if any(is_line(edition, r) for r in link.routes):
        pitch += 1.6 * sizes.unit  # their spaces are not quite parallel to those of a tram
    found = []
    for i, r in enumerate(link.routes):
        aside = (i - (len(link.routes) - 1) / 2) * pitch
        taper = min(58 * sizes.unit, 0.28 * middle.length) if is_line(edition, r) else 0.0
        found.append(Way(r, middle.beside(aside, taper=taper), aside))
    return tuple(found)


def lay(edition: Edition, link: Link, course: Course, places: tuple[Point, ...], sizes: Sizes) -> tuple[LaidTrack, ...]:
    """The tracks of a link on a course."""
    bent = ways(edition, link, course.bend, places, sizes)
    return tuple(lay_spaces(edition, link, way, course, places, sizes) for way in bent)


def lay_spaces(
    edition: Edition, link: Link, way: Way, course: Course, places: tuple[Point, ...], sizes: Sizes
) -> LaidTrack:
    """A track with its spaces as far from either end as the course says; its bend is that of the way."""
    route, curve = edition.routes[way.route], way.curve
    alone = is_line(edition, way.route)
    near = sizes.radius + 4 * sizes.unit + (sizes.rim if route.tunnel else 0.0)
    # Tracks far aside pass the disc of the place rather than end at it: they may begin sooner.
    near = max(near - 0.18 * abs(way.aside), sizes.radius * 0.6)
    run = run_of_spaces(
        curve,
        route.length,
        (near + course.from_a, near + course.from_b),
        longest=sizes.space_length * (1.12 if alone else 1.0),
        width=sizes.space_width,
        gap=sizes.gap + (2 * sizes.rim if route.tunnel else 0.0),
    )
    if alone:
        ends = (sizes.radius + 1.5 * sizes.unit, curve.length - sizes.radius - 1.5 * sizes.unit)
        return LaidTrack(way.route, curve, run, tuple(chain(curve.cut(*ends), sizes.line, 40 * sizes.unit)), ())
    bed = [
        box
        for place, end in ((places[link.a], run.start), (places[link.b], run.end))
        for box in chain(Curve((place, curve.at(end))), 2 * sizes.unit, 24 * sizes.unit)
    ]
    return LaidTrack(way.route, curve, run, (), tuple(bed))


def drawn_way(track: LaidTrack, a: Point, b: Point) -> tuple[Point, ...]:
    """The drawn way from place to place: along the spaces, and straight from their ends to the places."""
    if track.line:
        return track.curve.points
    return (a, *track.curve.cut(track.run.start, track.run.end).points, b)
