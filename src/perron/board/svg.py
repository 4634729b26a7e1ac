"""A board as one SVG that stands alone: background, tracks, names, and what a view says lies on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from math import cos, radians, sin

from perron.board import pieces, symbols, tracks
from perron.board.geometry import PRINTED, Geometry, Place, Space, Track
from perron.board.lettering import FONT
from perron.board.symbols import PLAYERS, Paint
from perron.board.terrain import draw_terrain
from perron.board.tracks import INK, PAPER, draw_bed, draw_space, mixed, rounded, use

BRASS = "#f0c05a"
SURROUNDINGS: Mapping[str, tuple[str, str]] = {"dark": ("#15323a", "#28505a"), "light": ("#e4ddcb", "#b9a67f")}
"""What lies around the board, and the line between: by day and at dusk."""
_FRAME = 14.0


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on a board: claimed routes and stations by the seat that has them, and what is lit."""

    routes: Mapping[str, int] = field(default_factory=dict)
    stations: Mapping[str, int] = field(default_factory=dict)
    lit_routes: frozenset[str] = frozenset()
    lit_places: frozenset[str] = frozenset()


def board_svg(
    board: Geometry,
    laid: Laid | None = None,
    *,
    language: str = PRINTED,
    surroundings: str = "dark",
    width: int | None = None,
    title: str = "",
) -> str:
    """The SVG. `language` is that of names and tooltips; `printed` shows the board as it was printed."""
    laid = laid or Laid()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {_viewport(board, width)} role="img">',
        f"<title>{_text(title or board.edition)}</title>",
        f"<defs>{_definitions(board)}{symbols.definitions()}{pieces.definitions()}</defs>",
        *_printed(board, laid, language, surroundings),
        *_layer("pieces", (part for track in board.tracks for part in _pieces(board, track, laid))),
        *_layer("stations", (part for place in board.places for part in _station(board, place, laid))),
        *_names(board, language),
        "</svg>",
    ]
    return _own_ids("\n".join(parts) + "\n", board)


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a picture, in its pixels."""

    left: int
    top: int
    width: int
    height: int


def size_of(board: Geometry, width: int) -> tuple[int, int]:
    """Width and height in pixels of a picture so wide."""
    return width, round(width * (board.height + 2 * _FRAME) / (board.width + 2 * _FRAME))


def _viewport(board: Geometry, width: int | None) -> str:
    wide, high = board.width + 2 * _FRAME, board.height + 2 * _FRAME
    shown, tall = size_of(board, width or round(wide))
    return f'viewBox="{-_FRAME:g} {-_FRAME:g} {wide:g} {high:g}" width="{shown}" height="{tall}"'


def window_around(board: Geometry, laid: Laid, width: int) -> Window:
    """The part of a picture so wide that holds all that is laid."""
    u = board.unit
    spaces = [
        (space.x, space.y, 0.55 * space.width)
        for track in board.tracks
        if track.id in laid.routes
        for space in track.spaces
    ]
    spaces += [(place.x, place.y, 0.0) for place in board.places if place.id in laid.stations]
    # Pieces and stations reach so far beyond the middle, and a little beyond the ends, of where they lie.
    ends = [(x - half - 20 * u, y - half - 20 * u, x + half + 20 * u, y + half + 20 * u) for x, y, half in spaces]
    shown, tall = size_of(board, width)
    scale = shown / (board.width + 2 * _FRAME)
    left, top = (max(0, int((min(end[k] for end in ends) + _FRAME) * scale) - 1) for k in (0, 1))
    right = min(shown, int((max(end[2] for end in ends) + _FRAME) * scale) + 2)
    bottom = min(tall, int((max(end[3] for end in ends) + _FRAME) * scale) + 2)
    return Window(left, top, right - left, bottom - top)


def printed_svg(board: Geometry, width: int) -> str:
    """What lies under the pieces: all of an empty board but its names."""
    definitions = f"{_definitions(board)}{symbols.definitions()}"
    return _part_of(board, width, definitions, _printed(board, Laid(), PRINTED, "dark"))


def names_svg(board: Geometry, width: int) -> str:
    """The names, which lie over the pieces, on nothing."""
    return _part_of(board, width, "", _names(board, PRINTED))


def laid_svg(board: Geometry, laid: Laid, width: int, window: Window) -> str:
    """What is laid, on nothing, as it lies in a part of the picture."""
    lying = [part for track in board.tracks for part in _pieces(board, track, laid)]
    lying += [part for place in board.places for part in _station(board, place, laid)]
    return _part_of(board, width, f"{symbols.definitions()}{pieces.definitions()}", lying, window)


def _part_of(board: Geometry, width: int, definitions: str, parts: Iterable[str], window: Window | None = None) -> str:
    """Some of a picture, in its place; a window shows a part of it, pixel for pixel."""
    seen = window or Window(0, 0, *size_of(board, width))
    drawn = "".join(parts)
    return _own_ids(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{seen.width}" height="{seen.height}"><defs>'
        f'{definitions}</defs><svg x="{-seen.left}" y="{-seen.top}" {_viewport(board, width)}>{drawn}</svg></svg>\n',
        board,
    )


def _printed(board: Geometry, laid: Laid, language: str, surroundings: str) -> Iterator[str]:
    """The board and what is printed on it, and what of it is lit; but for the names, which lie over the pieces."""
    around, line = SURROUNDINGS[surroundings]
    wide, high = board.width + 2 * _FRAME, board.height + 2 * _FRAME
    yield from (
        f'<rect x="{-_FRAME:g}" y="{-_FRAME:g}" width="{wide:g}" height="{high:g}" fill="{around}"/>',
        f'<g clip-path="url(#board)"><g class="background">{background(board)}</g>{_frame(board)}</g>',
        (
            f'<rect width="{board.width:g}" height="{board.height:g}" rx="12" fill="none" stroke="{line}" '
            'stroke-width="3"/>'
        ),
        *_layer("beds", (part for track in board.tracks for part in draw_bed(board, track))),
        *_layer("spaces", (part for track in board.tracks for part in _track(board, track, laid))),
        *_layer("places", (_place(board, place, laid, language) for place in board.places)),
    )


def _names(board: Geometry, language: str) -> Iterator[str]:
    yield (
        f'<g class="names" font-family="{FONT}" font-weight="bold" fill="{INK}" stroke="{PAPER}" '
        f'stroke-opacity=".85" stroke-width="{0.2 * board.places[0].label.size:.1f}" '
        'stroke-linejoin="round" paint-order="stroke">'
    )
    yield from (_name(place, language) for place in board.places)
    yield "</g>"


def background_svg(board: Geometry) -> str:
    """The background alone, as an SVG of its own for the page to lay under what it draws."""
    size = f'viewBox="0 0 {board.width:g} {board.height:g}" width="{board.width:g}" height="{board.height:g}"'
    inner = f'<g clip-path="url(#board)">{background(board)}{_frame(board)}</g>'
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><defs>{_paper(board)}</defs>{inner}</svg>\n'
    return _own_ids(whole, board)


def _text(words: str) -> str:
    """Words of an edition as text of an SVG; nothing in them is taken for an id."""
    return escape(words).replace("(#", "(&#35;")


def _own_ids(svg: str, board: Geometry) -> str:
    """Ids of this board alone: two boards on one page must not take each other's."""
    # The boundary is asked for last: at the front it would be tried at every letter of the picture.
    return re.sub(r'(id="(?<=\bid=")|href="#|url\(#)', rf"\g<1>{board.edition}-{board.rules}-", svg)


def background(board: Geometry) -> str:
    """The picture under the tracks: our own drawing for the boards we know, one made from the geometry for others."""
    return board.drawing or draw_terrain(board)


def _layer(name: str, parts: Iterable[str]) -> Iterator[str]:
    yield f'<g class="{name}">'
    yield from parts
    yield "</g>"


def _definitions(board: Geometry) -> str:
    return _paper(board) + tracks.definitions(board.unit)


def _paper(board: Geometry) -> str:
    """What a background is drawn with."""
    return (
        '<linearGradient id="sea" x2=".25" y2="1"><stop stop-color="#bcd3d6"/>'
        '<stop offset="1" stop-color="#a3c1c8"/></linearGradient>'
        '<radialGradient id="soil" cx=".5" cy=".45" r=".75"><stop stop-color="#f4e9cf"/>'
        '<stop offset=".7" stop-color="#efe2c4"/>'
        '<stop offset="1" stop-color="#e3d1a8"/></radialGradient>'
        '<radialGradient id="dusk" cx=".5" cy=".5" r=".72"><stop offset=".62" stop-color="#3b2412" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#3b2412" stop-opacity=".26"/></radialGradient>'
        f'<clipPath id="board"><rect width="{board.width:g}" height="{board.height:g}" rx="12"/></clipPath>'
    )


def _frame(board: Geometry) -> str:
    w, h = board.width, board.height
    return (
        f'<rect width="{w:g}" height="{h:g}" fill="url(#dusk)"/>'
        f'<rect x="5" y="5" width="{w - 10:g}" height="{h - 10:g}" rx="8" fill="none" stroke="{INK}" '
        'stroke-opacity=".55" stroke-width="1.6"/>'
        f'<rect x="8.5" y="8.5" width="{w - 17:g}" height="{h - 17:g}" rx="6" fill="none" stroke="{INK}" '
        'stroke-opacity=".3" stroke-width=".8"/>'
    )


def _turn(x: float, y: float, angle: float, scale: float | str = "") -> str:
    more = f" scale({scale})" if scale else ""
    return f'transform="translate({x:g} {y:g}) rotate({angle:g}){more}"'


def _track(board: Geometry, track: Track, laid: Laid) -> Iterator[str]:
    told = f"{track.id}: {track.cards} {track.colour}"
    yield f'<g class="route" data-route="{escape(track.id)}"><title>{_text(told)}</title>'
    if track.id in laid.lit_routes:
        for space in track.spaces:
            yield _glow(board, space)
    for space in track.spaces:
        yield _space(board, track, space)
    yield "</g>"


def _glow(board: Geometry, space: Space) -> str:
    w, h = space.width + 9 * board.unit, space.height + 9 * board.unit
    return (
        f'<rect x="{-w / 2:.1f}" y="{-h / 2:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{5 * board.unit:g}" '
        f'fill="{BRASS}" '
        f'stroke="#fff6da" stroke-width="{1.5 * board.unit:g}" {_turn(space.x, space.y, space.angle)}/>'
    )


def _space(board: Geometry, track: Track, space: Space) -> str:
    return f"<g {_turn(space.x, space.y, space.angle)}>{draw_space(board, track, space)}</g>"


def _place(board: Geometry, place: Place, laid: Laid, language: str) -> str:
    r, u = board.radius, board.unit
    glow = f'<circle r="{r + 7 * u:g}" fill="{BRASS}" fill-opacity=".85"/>' if place.id in laid.lit_places else ""
    names = place.names if language == PRINTED else {language: place.names[language]}
    told = ", ".join(dict.fromkeys((place.name, *names.values())))
    return (
        f'<g class="place" data-place="{escape(place.id)}" transform="translate({place.x:g} {place.y:g})">'
        f"<title>{_text(told)}</title>{glow}"
        f'<circle r="{r:g}" fill="{PAPER}" stroke="{INK}" stroke-width="{2 * u:g}"/>'
        f'<circle r="{0.58 * r:.2f}" fill="#c0562f" stroke="{INK}" stroke-width="{0.9 * u:g}"/>'
        f'<circle cx="{-0.16 * r:.2f}" cy="{-0.18 * r:.2f}" r="{0.17 * r:.2f}" fill="#fff" fill-opacity=".7"/></g>'
    )


def _badge(board: Geometry, paint: Paint, x: float, y: float, size: float = 1.0) -> str:
    u = board.unit * size
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{pieces.BADGE * u:.2f}" fill="{PAPER}" stroke="#20160c" '
        f'stroke-width="{1.1 * u:.2f}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{(pieces.BADGE - 1.6) * u:.2f}" fill="{paint.fill}"/>'
        + use(paint.symbol, x, y, 0.43 * u, paint.ink)
    )


def _pieces(board: Geometry, track: Track, laid: Laid) -> Iterator[str]:
    seat = laid.routes.get(track.id)
    if seat is None:
        return
    paint = PLAYERS[seat]
    kind = track.piece if track.piece in pieces.SHAPES else "train"
    u = board.unit
    yield f'<g class="claimed" data-route="{escape(track.id)}" data-seat="{seat}">'
    for space in track.spaces:
        # A plate in the player's colour: what colour the route had no longer matters.
        more = f'fill="{mixed(paint.fill, PAPER, 0.42)}" stroke="#20160c" stroke-width="{u:.2f}"'
        yield f"<g {_turn(space.x, space.y, space.angle)}>{rounded(space.width, space.height, 2.4 * u, more)}</g>"
        stretch = f"{space.width / pieces.LENGTH:.3f} {0.9 * u:.3g}"
        yield f'<use href="#p-{kind}" fill="{paint.fill}" {_turn(space.x, space.y, space.angle, stretch)}/>'
        # The badge sits a little above the middle of the body, whichever way the track runs.
        up = 1.2 * u
        x, y = space.x + up * sin(radians(space.angle)), space.y - up * cos(radians(space.angle))
        yield _badge(board, paint, round(x, 2), round(y, 2))
    yield "</g>"


def _station(board: Geometry, place: Place, laid: Laid) -> Iterator[str]:
    seat = laid.stations.get(place.id)
    if seat is None:
        return
    paint = PLAYERS[seat]
    u = board.unit
    yield f'<g class="station" data-place="{escape(place.id)}" data-seat="{seat}">'
    yield (
        f'<use href="#p-station" fill="{paint.fill}" transform="translate({place.x:g} {place.y - 2 * u:g}) '
        f'scale({1.1 * u:g})"/>'
    )
    yield _badge(board, paint, place.x, round(place.y + 3 * u, 2), 0.9)
    yield "</g>"


def _name(place: Place, language: str) -> str:
    label = place.label
    lines = label.lines[language]
    at = f'x="{label.x:g}"'
    turn = f' transform="rotate({label.rotation:g} {label.x:g} {label.y:g})"' if label.rotation else ""
    spans = "".join(
        f'<tspan {at} y="{label.y + i * label.leading:g}">{_text(line)}</tspan>' for i, line in enumerate(lines)
    )
    return (
        f'<text font-size="{label.size:g}" text-anchor="{label.anchor}" '
        f'data-place="{escape(place.id)}"{turn}>{spans}</text>'
    )
