"""What a track looks like, told once: the pictures are drawn from it here, and the page draws from the same data.

All lengths are for unit 1. A space lies around the origin, its length along x; symbols on it stand upright, whichever
way the track runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from perron.board.geometry import Geometry, Space, Track
from perron.board.lettering import FONT
from perron.board.symbols import COLOURS, paint_of
from perron.editions.edition import GRAY

INK, PAPER = "#3b2412", "#f6ecd6"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line along a track."""

    colour: str
    """`route`: that of the route."""
    width: float
    opacity: float = 1.0
    dash: tuple[float, ...] = ()
    is_round: bool = False
    """Whether its ends are."""
    on_line: bool = False
    """Whether the width is on top of that of a metro's line."""


RAIL, FERRY, LINE = "rail", "ferry", "line"
BEDS: Mapping[str, tuple[Stroke, ...]] = {
    RAIL: (
        Stroke("#5d4a33", 8, opacity=0.5, dash=(1.7, 4)),
        Stroke("#5d4a33", 3.6, opacity=0.75),
        Stroke(PAPER, 1.6),
    ),
    FERRY: (
        Stroke("#8fb6be", 26, opacity=0.55, is_round=True),
        Stroke("#e9f4f2", 2, opacity=0.8, dash=(5, 4)),
    ),
    LINE: (
        Stroke(INK, 2.2, is_round=True, on_line=True),
        Stroke("route", 0, is_round=True, on_line=True),
        Stroke("#fff", 1.4, opacity=0.5, dash=(5, 5)),
    ),
}
"""What the spaces lie on: rails and sleepers, water under a ferry, the line of a metro."""

SPACE: Mapping[str, Any] = {
    "radius": 2.4,
    "gleam": {"inset": 2.6, "radius": 1.6, "width": 0.9, "opacity": 0.38},
    "tunnel": {"fill": "#4b3826", "radius": 3.4, "colour": "#d9c49a", "inner": 2.6, "part": 0.72, "dash": [4.2, 1.5]},
}
"""A space: its corners, the light on its edge, and the rim of a tunnel."""

MARKS: Mapping[str, Any] = {
    "colour": {"scale": 0.4},
    "locomotive": {"scale": 0.44, "disc": 7.2},
    "cart": {"scale": 0.42, "disc": 7.0, "aside": 9.0},
    "price": {"size": 11.0, "drop": 3.9, "disc": 7.2, "aside": 11.0},
    "edge": 0.9,
}
"""What a space bears: its colour's symbol, or what else it says, on a disc."""

TONES: Mapping[str, float] = {"light": 0.16, "dark": 0.1}
"""How much white and black the colour of a space has at its top and at its bottom."""
BALLAST: Mapping[str, Any] = {
    "size": 8,
    "turn": 35,
    "fill": "#a8a094",
    "stripes": [[2, 1.7, "#8a8276"], [6, 1.3, "#bdb6aa"]],
}
"""The texture of gray spaces: stripes with their height, width and colour."""
SWELL: Mapping[str, Any] = {
    "width": 12,
    "height": 7,
    "fill": "#9fb3b6",
    "wave": [3.5, 3, 3.4, 6],
    "colour": "#dfeeed",
    "stroke": 1.3,
}
"""The texture of ferries: one wave after the other."""


def to_dict() -> dict[str, Any]:
    """All of it, ready for JSON."""
    return {
        "ink": INK,
        "paper": PAPER,
        "beds": {kind: [asdict(stroke) for stroke in strokes] for kind, strokes in BEDS.items()},
        "space": dict(SPACE),
        "marks": dict(MARKS),
        "tones": dict(TONES),
        "ballast": dict(BALLAST),
        "swell": dict(SWELL),
    }


def bed_of(track: Track) -> str:
    """What a track's spaces lie on."""
    return LINE if track.line else FERRY if track.ferry else RAIL


def mixed(colour: str, other: str, part: float) -> str:
    """One colour with some of another in it."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def definitions(u: float) -> str:
    """Tones and textures as SVG definitions, for a board's unit."""
    tones = "".join(
        f'<linearGradient id="c-{name}" x2="0" y2="1">'
        f'<stop stop-color="{mixed(paint.fill, "#ffffff", TONES["light"])}"/>'
        f'<stop offset="1" stop-color="{mixed(paint.fill, "#000000", TONES["dark"])}"/></linearGradient>'
        for name, paint in COLOURS.items()
    )
    size = f'width="{BALLAST["size"] * u:g}" height="{BALLAST["size"] * u:g}"'
    stripes = "".join(
        f'<path d="M0 {y * u:g}h{BALLAST["size"] * u:g}" stroke="{colour}" stroke-width="{width * u:g}"/>'
        for y, width, colour in BALLAST["stripes"]
    )
    ballast = (
        f'<pattern id="ballast" {size} patternUnits="userSpaceOnUse" patternTransform="rotate({BALLAST["turn"]})">'
        f'<rect {size} fill="{BALLAST["fill"]}"/>{stripes}</pattern>'
    )
    size = f'width="{SWELL["width"] * u:g}" height="{SWELL["height"] * u:g}"'
    at, half, high, wide = (value * u for value in SWELL["wave"])
    swell = (
        f'<pattern id="swell" {size} patternUnits="userSpaceOnUse"><rect {size} fill="{SWELL["fill"]}"/>'
        f'<path d="M0 {at:g}q{half:g}-{high:g} {wide:g} 0t{wide:g} 0" fill="none" stroke="{SWELL["colour"]}" '
        f'stroke-width="{SWELL["stroke"] * u:g}"/></pattern>'
    )
    return tones + ballast + swell


def draw_bed(board: Geometry, track: Track) -> Iterator[str]:
    """The lines under a track's spaces."""
    points = " ".join(f"{x:g},{y:g}" for x, y in track.path)
    for stroke in BEDS[bed_of(track)]:
        colour = paint_of(track.colour).fill if stroke.colour == "route" else stroke.colour
        width = stroke.width * board.unit + (board.line if stroke.on_line else 0)
        more = _dashes(stroke.dash, board.unit)
        more += f' stroke-opacity="{stroke.opacity:g}"' if stroke.opacity < 1 else ""
        more += ' stroke-linecap="round"' if stroke.is_round else ""
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width:g}"{more}/>'


def _dashes(dash: Sequence[float], u: float) -> str:
    return f' stroke-dasharray="{" ".join(f"{part * u:g}" for part in dash)}"' if dash else ""


def draw_space(board: Geometry, track: Track, space: Space) -> str:
    """One space with all that is printed on it, around the origin."""
    u, w, h = board.unit, space.width, space.height
    gleam = SPACE["gleam"]
    inset = gleam["inset"] * u
    parts = [
        *(_rim(board, w, h) if track.tunnel else ()),
        rounded(w, h, SPACE["radius"] * u, f'fill="{_fill(track)}" stroke="{INK}" stroke-width="{u:.2f}"'),
        rounded(
            w - inset,
            h - inset,
            gleam["radius"] * u,
            f'fill="none" stroke="#fff" stroke-opacity="{gleam["opacity"]}" stroke-width="{gleam["width"] * u:.2f}"',
        ),
        *_marks(board, track, space),
    ]
    return "".join(parts)


def _rim(board: Geometry, w: float, h: float) -> Iterator[str]:
    u, rim, look = board.unit, board.rim, SPACE["tunnel"]
    yield rounded(w + 2 * rim, h + 2 * rim, look["radius"] * u, f'fill="{look["fill"]}"')
    more = f'fill="none" stroke="{look["colour"]}" stroke-width="{rim * look["part"]:.2f}"{_dashes(look["dash"], u)}'
    yield rounded(w + rim, h + rim, look["inner"] * u, more)


def _fill(track: Track) -> str:
    if track.ferry:
        return "url(#swell)"
    if track.colour == GRAY:
        return "url(#ballast)"
    return f"url(#c-{track.colour if track.colour in COLOURS else GRAY})"


def _marks(board: Geometry, track: Track, space: Space) -> Iterator[str]:
    """The colour's symbol, and what else is printed on a space: locomotive, cart, price."""
    u, paint, turn = board.unit, paint_of(track.colour), -space.angle

    def disc(mark: Mapping[str, float], x: float = 0.0) -> str:
        at = f'cx="{x * u:g}" ' if x else ""
        return (
            f'<circle {at}r="{mark["disc"] * u:g}" fill="{PAPER}" stroke="{INK}" stroke-width="{MARKS["edge"] * u:g}"/>'
        )

    def of_colour(x: float = 0.0) -> str:
        return use(paint.symbol, x * u, 0, MARKS["colour"]["scale"] * u, paint.ink, turn)

    if space.locomotive:
        mark = MARKS["locomotive"]
        yield disc(mark)
        yield use("locomotive", 0, 0, mark["scale"] * u, INK, turn)
    elif space.cart:
        mark = MARKS["cart"]
        x = mark["aside"]
        yield of_colour(-x)
        yield disc(mark, x)
        yield use("cart", x * u, 0, mark["scale"] * u, INK, turn)
    elif track.line:
        mark = MARKS["price"]
        x = mark["aside"]
        yield of_colour(-x)
        yield disc(mark, x)
        yield (
            f'<text transform="translate({x * u:g} 0) rotate({turn:g})" y="{mark["drop"] * u:g}" font-family="{FONT}" '
            f'font-weight="bold" font-size="{mark["size"] * u:g}" text-anchor="middle" fill="{INK}">'
            f"{track.cards}</text>"
        )
    else:
        yield of_colour()


def rounded(w: float, h: float, r: float, more: str) -> str:
    """A rectangle with round corners around the origin."""
    return f'<rect x="{-w / 2:.2f}" y="{-h / 2:.2f}" width="{w:.2f}" height="{h:.2f}" rx="{r:.1f}" {more}/>'


def use(symbol: str, x: float, y: float, size: float, fill: str, turn: float = 0.0) -> str:
    """A symbol in its place."""
    at = f"translate({x:.2f} {y:.2f}) " if x or y else ""
    around = f"rotate({turn:g}) " if turn else ""
    return f'<use href="#s-{symbol}" transform="{at}{around}scale({size:.3f})" fill="{fill}"/>'
