"""A game to look at: as text, as an SVG picture, as an array of pixels."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perron.board import picture_of, to_png
from perron.editions.edition import Edition
from perron.engine.compiled import Array, Int, kernel
from perron.errors import PerronError
from perron.view import View

RENDER_MODES = ("ansi", "svg", "rgb_array")
WIDTH = 900
"""Of a picture, in pixels."""


def check_mode(mode: str | None) -> str | None:
    """A render mode, if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise PerronError(f"a render mode is {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def render(edition: Edition, view: View, mode: str) -> Any:
    """A view in a render mode: a text, an SVG text, or pixels (height, width, 3)."""
    if mode == "ansi":
        return as_text(edition, view)
    svg = picture_of(view, edition=edition, width=WIDTH)
    return svg if mode == "svg" else pixels(to_png(svg, WIDTH))


def _cards(cards: dict[str, int] | None) -> str:
    return " ".join(f"{kind}*{n}" for kind, n in (cards or {}).items()) or "none"


def as_text(edition: Edition, view: View) -> str:
    """A view in a few lines."""
    unit = "tickets made" if edition.race else "points"
    who = "over" if view.to_move is None else f"P{view.to_move} to move"
    lines = [f"{edition.title['en']}, {view.seats} players, turn {view.turn + 1}, {view.phase}: {who}"]
    if view.display:
        lines.append("display: " + " ".join(kind or "-" for kind in view.display))
    lines.append(f"pile {view.pile}, discards {sum(view.discards.values())}, ticket pile {view.ticket_pile}")
    for seat, player in enumerate(view.players):
        pieces = ", ".join(f"{n} {kind}" for kind, n in player.pieces.items())
        line = f"P{seat}: {player.score} {unit}, {player.cards} cards, {player.tickets} tickets, {pieces} left"
        lines.append(line + (f"; {' '.join(player.routes)}" if player.routes else ""))
    if view.tunnel is not None:
        lines.append(f"tunnel {view.tunnel.route}: {' '.join(view.tunnel.shown)} turned up, {view.tunnel.extra} more")
    if view.seat is not None:
        lines.append(f"hand of P{view.seat}: {_cards(view.hand)}; tickets: {' '.join(view.tickets or ()) or 'none'}")
        if view.offered:
            lines.append("offered: " + " ".join(view.offered))
    return "\n".join(lines) + "\n"


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
    """The pixels of a PNG with eight bits a channel, as our own drawing makes them: (height, width, 3)."""
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
    rows = data.reshape(height, width * step + 1)[:, 1:].reshape(height, width, step)
    return np.ascontiguousarray(rows[..., :3])
