"""The geometry of a board: where every place, name, space and line lies. Computed once, drawn by everybody."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from perron.board.boxes import Box, Point
from perron.board.curves import Curve
from perron.board.lettering import ASCENT, LEADING, SIDE, in_lines
from perron.board.links import Course, LaidTrack, drawn_way, is_line, lay, links_of
from perron.board.placing import QUICK, THOROUGH, Effort, Placing, place_all
from perron.board.sizes import WIDTH, Sizes, sizes_of
from perron.board.spots import Lettered
from perron.editions.edition import Edition
from perron.editions.folder import EditionFolder, text_of
from perron.editions.naming import place_name
from perron.locales import LANGUAGES

PRINTED = "printed"
"""The name as the printed board has it, beside those of the languages."""
MARGIN = 10.0
"""No name, space or place comes nearer to the edge than this."""
PLACED = "placed.json"
"""In the folder of an edition: where its tracks and names lie."""
BACKGROUND = "background.svg"
"""In the folder of an edition: the picture under the tracks."""
_BEYOND = 120.0
"""How far water at an edge reaches over it: its shore is round, and is so out of sight."""
_learned: OrderedDict[str, Placing] = OrderedDict()
"""Placings that were found elsewhere, by the fingerprints of their boards."""
_MOST_LEARNED = 200
FORMAT = 1
"""Of the JSON; raised when a field changes its meaning."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name beside its place."""

    x: float
    """Where the text is anchored, and the baseline of its first line."""
    y: float
    anchor: str
    """start, middle or end, as SVG's text-anchor."""
    rotation: float
    """In degrees; so far every name is level."""
    size: float
    leading: float
    """From one baseline to the next."""
    lines: Mapping[str, tuple[str, ...]]
    """The text, by `printed` and by language; where a board shows printed names, that is the same for all."""
    box: Box
    """The room that the text takes in any of these, at most."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the board."""

    id: str
    x: float
    y: float
    name: str
    """As printed."""
    names: Mapping[str, str]
    """As a reader of each language knows it."""
    label: Label
    turned: Label
    """Where the name stands when the board is turned to the left, in the units and directions of the turned board."""


@dataclass(frozen=True, slots=True)
class Space:
    """One space of a track: a rectangle around x and y, turned by the angle."""

    x: float
    y: float
    angle: float
    """In degrees, from -90 to 90: never upside down."""
    width: float
    """Along the track."""
    height: float
    """Across it."""
    locomotive: bool = False
    """A ferry's symbol: one card for this space must be a wild."""
    cart: bool = False
    """The cart symbol of the route lies on this space."""


@dataclass(frozen=True, slots=True)
class Track:
    """A track: its spaces from the first place to the second, as the route names them."""

    id: str
    a: str
    b: str
    colour: str
    piece: str
    length: int
    cards: int
    tunnel: bool
    ferry: int
    carts: bool
    line: bool
    """Drawn as a line with one space on it: a metro."""
    twin: str | None
    """The other track of a double route."""
    spaces: tuple[Space, ...]
    path: tuple[Point, ...]
    """The curve from place to place, as points."""
    hit: tuple[Point, ...]
    """An outline around all of it, for taps and clicks: wider than the spaces."""
    middle: Point
    """A point on it for a mark or a tooltip."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """One board. Units: the board is 1600 wide."""

    format: int
    edition: str
    """Its id."""
    rules: int
    """The version of its rules: another version may have another board."""
    width: float
    height: float
    unit: float
    """Drawings of pieces and symbols are made for unit 1 and scaled by this."""
    radius: float
    """Of a place."""
    rim: float
    """What a tunnel's rim adds to a space on each side."""
    line: float
    """Width of a metro line."""
    margin: float
    """No name, space or place comes nearer to the edge than this."""
    places: tuple[Place, ...]
    tracks: tuple[Track, ...]
    water: tuple[tuple[Point, ...], ...] = ()
    """Corners of the shapes of water that the edition names; one at the edge of the board lies beyond it."""
    drawing: str = field(default="", repr=False)
    """The background that was drawn for this board; empty: one is made from what is here."""

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts, lists and values, ready for JSON."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return {**plain, "drawing": bool(self.drawing)}


def geometry(edition: Edition) -> Geometry:
    """The geometry of an edition's board; the same object for the same edition."""
    return _geometry(edition, edition.folder)


def forget() -> None:
    """Work every board out again from now on."""
    _geometry.cache_clear()


@lru_cache(maxsize=32)
def _geometry(edition: Edition, _: EditionFolder | None) -> Geometry:
    sizes = sizes_of(edition)
    places = place_points(edition, sizes)
    links = links_of(edition, places, sizes)
    stored = _stored(edition)
    placing = stored or search(edition, QUICK)
    laid = [
        track
        for link, course in zip(links, placing.courses, strict=True)
        for track in lay(edition, link, course, places, sizes)
    ]
    return Geometry(
        format=FORMAT,
        edition=edition.id,
        rules=edition.version,
        width=WIDTH,
        height=sizes.height,
        unit=sizes.unit,
        radius=_round(sizes.radius),
        rim=_round(sizes.rim),
        line=_round(sizes.line),
        margin=MARGIN,
        places=tuple(_place(edition, i, places[i], (placing.names[i], placing.turned[i])) for i in range(len(places))),
        tracks=tuple(_track(edition, track, places, sizes) for track in sorted(laid, key=lambda track: track.route)),
        water=tuple(_shape_of_water(shape, sizes) for shape in edition.water),
        drawing=_drawing(edition),
    )


def place_points(edition: Edition, sizes: Sizes) -> tuple[Point, ...]:
    """The middle of each place in board units."""
    wide, high = WIDTH - 2 * sizes.margin, sizes.height - 2 * sizes.margin
    return tuple((sizes.margin + city.x * wide, sizes.margin + city.y * high) for city in edition.cities)


def _shape_of_water(shape: Sequence[Point], sizes: Sizes) -> tuple[Point, ...]:
    """Corners in board units; those at an edge are moved beyond it, so that no shore is seen along the edge."""

    def along(value: float, long: float) -> float:
        if value in (0.0, 1.0):
            return value * long + (2 * value - 1) * _BEYOND
        return sizes.margin + value * (long - 2 * sizes.margin)

    return tuple((_round(along(x, WIDTH)), _round(along(y, sizes.height))) for x, y in shape)


def _drawing(edition: Edition) -> str:
    """The background in the edition's folder; one that was drawn for another board than the placing is not used."""
    is_other = text_of(edition, PLACED) != "" and _in_folder(edition) is None
    return "" if is_other else text_of(edition, BACKGROUND).strip()


def shown_names(edition: Edition) -> list[dict[str, str]]:
    """What stands at each place, printed and by language."""
    return [
        {PRINTED: city.name, **{one: place_name(edition, city.id, one) for one in LANGUAGES}} for city in edition.cities
    ]


def search(edition: Edition, effort: Effort = THOROUGH) -> Placing:
    """Look for a placing, whether one is stored or not."""
    sizes = sizes_of(edition)
    places = place_points(edition, sizes)
    names = [sorted(set(some.values())) for some in shown_names(edition)]
    return place_all(edition, links_of(edition, places, sizes), places, names, sizes, effort)


def fingerprint(edition: Edition) -> str:
    """Of all that a placing depends on: a stored one for another board is of no use."""
    told = [
        repr(sizes_of(edition)),
        [(city.id, city.x, city.y) for city in edition.cities],
        shown_names(edition),
        [(r.a, r.b, r.length, r.cards, r.tunnel, r.piece) for r in edition.routes],
    ]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()[:16]


def is_placed(edition: Edition) -> bool:
    """Whether it is known where names and tracks of this board lie, so that it need not be searched for."""
    return _stored(edition) is not None


def learn_placing(edition: Edition, placing: Placing) -> None:
    """Take over a placing that was found elsewhere, by another process for one."""
    _learned[fingerprint(edition)] = placing
    while len(_learned) > _MOST_LEARNED:
        _learned.popitem(last=False)


def _stored(edition: Edition) -> Placing | None:
    """The placing in the edition's folder, for which a thorough search takes up to some minutes, or a learned one."""
    return _in_folder(edition) or _learned.get(fingerprint(edition))


def _in_folder(edition: Edition) -> Placing | None:
    text = text_of(edition, PLACED)
    if not text:
        return None
    found = json.loads(text)
    return from_json(found) if found["fingerprint"] == fingerprint(edition) else None


def to_json(edition: Edition, placing: Placing) -> dict[str, Any]:
    """A placing as it is stored."""
    return {
        "fingerprint": fingerprint(edition),
        "cost": round(placing.cost, 2),
        "courses": [[c.bend, c.from_a, c.from_b] for c in placing.courses],
        "names": [_lettered_to_json(name) for name in placing.names],
        "turned": [_lettered_to_json(name) for name in placing.turned],
    }


def _lettered_to_json(name: Lettered) -> list[float | str]:
    return [name.box.x, name.box.y, name.box.width, name.box.height, name.anchor, name.lines, name.size]


def _lettered_from_json(found: Sequence[Any]) -> Lettered:
    x, y, width, height, anchor, lines, size = found
    return Lettered(Box(x, y, width, height), anchor, lines, size)


def from_json(found: Mapping[str, Any]) -> Placing:
    """A stored placing."""
    return Placing(
        tuple(Course(*course) for course in found["courses"]),
        tuple(_lettered_from_json(name) for name in found["names"]),
        tuple(_lettered_from_json(name) for name in found["turned"]),
        found["cost"],
    )


def _round(value: float) -> float:
    return round(value, 2) + 0.0


def _place(edition: Edition, i: int, place: Point, spots: tuple[Lettered, Lettered]) -> Place:
    city = edition.cities[i]
    names = {language: edition.name(city.id, language) for language in LANGUAGES}
    shown = shown_names(edition)[i]
    label, turned = _label(shown, spots[0]), _label(shown, spots[1], hyphens=True)
    return Place(city.id, _round(place[0]), _round(place[1]), city.name, names, label, turned)


def _label(names: Mapping[str, str], spot: Lettered, *, hyphens: bool = False) -> Label:
    box, size = spot.box, spot.size
    half = box.width / 2 - SIDE * size
    x = {"start": box.x - half, "middle": box.x, "end": box.x + half}[spot.anchor]
    lines = {language: in_lines(name, spot.lines, hyphens=hyphens) for language, name in names.items()}
    return Label(
        x=_round(x),
        y=_round(box.y - box.height / 2 + ASCENT * size),
        anchor=spot.anchor,
        rotation=0.0,
        size=_round(size),
        leading=_round(LEADING * size),
        lines=lines,
        box=Box(_round(box.x), _round(box.y), _round(box.width), _round(box.height)),
    )


def _level(angle: float) -> float:
    """The same line of direction, not upside down."""
    return (angle + 90) % 180 - 90


def _track(edition: Edition, laid: LaidTrack, places: tuple[Point, ...], sizes: Sizes) -> Track:
    route = edition.routes[laid.route]
    # A link runs from the place that comes first in the file; the route may name them the other way round.
    back = edition.city_index[route.a] > edition.city_index[route.b]
    boxes = laid.run.spaces[::-1] if back else laid.run.spaces
    a, b = sorted((edition.city_index[route.a], edition.city_index[route.b]))
    points = drawn_way(laid, places[a], places[b])
    points = points[::-1] if back else points
    first = (route.length - route.ferry) // 2
    symbols = range(first, first + route.ferry)
    spaces = tuple(
        Space(
            x=_round(box.x),
            y=_round(box.y),
            angle=_round(_level(box.angle)),
            width=_round(box.width),
            height=_round(box.height),
            locomotive=i in symbols,
            cart=route.carts and i == (route.length - 1) // 2,
        )
        for i, box in enumerate(boxes)
    )
    return Track(
        id=route.id,
        a=route.a,
        b=route.b,
        colour=route.colour,
        piece=route.piece,
        length=route.length,
        cards=route.cards,
        tunnel=route.tunnel,
        ferry=route.ferry,
        carts=route.carts,
        line=is_line(edition, laid.route),
        twin=None if route.twin is None else edition.routes[route.twin].id,
        spaces=spaces,
        path=tuple(_rounded(point) for point in points) if laid.line else _thinned(points),
        hit=_hit(laid, sizes),
        middle=_rounded(laid.curve.at((laid.run.start + laid.run.end) / 2)),
    )


def _rounded(point: Point) -> Point:
    return _round(point[0]), _round(point[1])


def _thinned(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple(_rounded(point) for point in (points[0], *points[1:-2:2], points[-2], points[-1]))


def _hit(laid: LaidTrack, sizes: Sizes) -> tuple[Point, ...]:
    """Around the spaces, or all along a line: half a space wider than they are, so that a thumb meets it."""
    wide = sizes.space_width * 0.95
    start, end = laid.run.start - 4 * sizes.unit, laid.run.end + 4 * sizes.unit
    if laid.line:
        start, end = sizes.radius, laid.curve.length - sizes.radius
    part = laid.curve.cut(max(start, 0.0), min(end, laid.curve.length))
    part = Curve(tuple(part.at(part.length * i / 8) for i in range(9)))
    left, right = part.beside(-wide), part.beside(wide)
    return tuple(_rounded(point) for point in (*left.points, *reversed(right.points)))
