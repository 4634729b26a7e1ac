"""A board as pixels. What is printed on it is drawn once; pieces are drawn once each, and laid where they belong.

Drawing a whole board takes a second and putting its parts together milliseconds. The parts are those of
`board.svg.board_svg`; where they lie over each other, a value may differ by a little from a drawing of the whole.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from perron.board import Laid, geometry, to_png
from perron.board.svg import laid_svg, names_svg, printed_svg, window_around
from perron.editions.edition import Edition
from perron.engine.compiled import Array, Int, kernel


@kernel
def _unfilter(data: Array, height: Int, width: Int, step: Int) -> None:
    """Undo the filters of a PNG's rows in place; `step` is the bytes of a pixel."""
    for y in range(height):
        at = y * (width + 1) + 1
        above = at - width - 1
        how = data[at - 1]
        for x in range(width):
            a = np.int64(data[at + x - step]) if x >= step else np.int64(0)
            b = np.int64(data[above + x]) if y > 0 else np.int64(0)
            c = np.int64(data[above + x - step]) if y > 0 and x >= step else np.int64(0)
            more = np.int64(0)
            if how == 1:
                more = a
            elif how == 2:
                more = b
            elif how == 3:
                more = (a + b) >> 1
            elif how == 4:
                p = a + b - c
                if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c):
                    more = a
                else:
                    more = b if abs(p - b) <= abs(p - c) else c
            data[at + x] = np.uint8((data[at + x] + more) & 255)


def pixels(png: bytes) -> NDArray[np.uint8]:
    """The pixels of a PNG with eight bits a channel, as our own drawing makes them: (height, width, 3 or 4)."""
    width, height = (int.from_bytes(png[i : i + 4]) for i in (16, 20))
    step = {2: 3, 6: 4}[png[25]]
    at, parts = 8, []
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            parts.append(png[at + 8 : at + 8 + size])
        at += size + 12
    data = np.frombuffer(zlib.decompress(b"".join(parts)), np.uint8).copy()
    _unfilter(data, height, width * step, step)
    return np.ascontiguousarray(data.reshape(height, width * step + 1)[:, 1:].reshape(height, width, step))


class _Overlay:
    """Pixels that are seen through where they are not opaque."""

    def __init__(self, rgba: NDArray[np.uint8]) -> None:
        opacity = rgba[..., 3:].astype(np.uint16)
        self._ink, self._kept = rgba[..., :3] * opacity, 255 - opacity

    def over(self, below: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """What is seen of both."""
        found: NDArray[np.uint8] = ((self._ink + below * self._kept + 127) // 255).astype(np.uint8)
        return found


class PixelBoard:
    """A board of an edition, `width` pixels wide."""

    def __init__(self, edition: Edition, width: int) -> None:
        self._board, self._width = geometry(edition), width
        self._printed = pixels(to_png(printed_svg(self._board, width)))[..., :3].copy()
        names = pixels(to_png(names_svg(self._board, width)))
        self._lettered = np.nonzero(names[..., 3])
        self._names = _Overlay(names[self._lettered])
        self._pieces: dict[tuple[str, int], tuple[tuple[slice, slice], _Overlay]] = {}
        self._stations: dict[tuple[str, int], tuple[tuple[slice, slice], _Overlay]] = {}

    def draw(self, laid: Laid) -> NDArray[np.uint8]:
        """The board with what is laid on it: (height, width, 3)."""
        picture = self._printed.copy()
        for track in self._board.tracks:
            seat = laid.routes.get(track.id)
            if seat is not None:
                self._lay(picture, self._pieces, track.id, seat)
        for place in self._board.places:
            seat = laid.stations.get(place.id)
            if seat is not None:
                self._lay(picture, self._stations, place.id, seat)
        picture[self._lettered] = self._names.over(picture[self._lettered])
        return picture

    def _lay(
        self,
        picture: NDArray[np.uint8],
        drawn: dict[tuple[str, int], tuple[tuple[slice, slice], _Overlay]],
        ident: str,
        seat: int,
    ) -> None:
        if (ident, seat) not in drawn:
            one = {ident: seat}
            laid = Laid(routes=one) if drawn is self._pieces else Laid(stations=one)
            window = window_around(self._board, laid, self._width)
            where = slice(window.top, window.top + window.height), slice(window.left, window.left + window.width)
            png = to_png(laid_svg(self._board, laid, self._width, window), letters=False)
            drawn[ident, seat] = where, _Overlay(pixels(png))
        where, overlay = drawn[ident, seat]
        picture[where] = overlay.over(picture[where])


@lru_cache(maxsize=8)
def pixel_board(edition: Edition, width: int) -> PixelBoard:
    """The board of an edition; what of it has been drawn is kept."""
    return PixelBoard(edition, width)
