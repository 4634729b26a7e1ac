"""A game to look at: as text, as an SVG picture, as an array of pixels, in a window."""

from __future__ import annotations

from typing import Any

from perron.board import need_png, picture_of
from perron.board.picture import laid_on
from perron.editions.edition import Edition
from perron.env.options import one_of
from perron.env.pixels import pixel_board
from perron.env.window import Window, need_window
from perron.view import View

MODES_OF_MANY = ("ansi", "svg", "rgb_array")
"""Modes in which many games can be shown."""
RENDER_MODES = ("human", *MODES_OF_MANY)
FPS = 4
"""Pictures a second, in a window or in a film."""
WIDTH = 900
"""Of a picture, in pixels."""


def render(edition: Edition, view: View, mode: str) -> Any:
    """A view in a render mode of many: a text, an SVG text, or pixels (height, width, 3)."""
    if mode == "ansi":
        return as_text(edition, view)
    if mode == "svg":
        return picture_of(view, edition=edition, width=WIDTH)
    return pixel_board(edition, WIDTH).draw(laid_on(view))


class Renderer:
    """Shows the game of one environment in its render mode."""

    def __init__(self, edition: Edition, mode: str | None) -> None:
        self._edition, self._window = edition, Window()
        if mode is not None:
            one_of("a render mode", RENDER_MODES, mode)
        if mode == "human":
            need_window()
        if mode == "rgb_array":
            need_png()

    def render(self, view: View, mode: str | None) -> Any:
        """A view in a render mode; None if there is none, and where people see it in a window."""
        if mode is None:
            return None
        if mode != "human":
            return render(self._edition, view, mode)
        head, *_ = as_text(self._edition, view).splitlines()
        self._window.show(render(self._edition, view, "rgb_array"), head, FPS)
        return None

    def close(self) -> None:
        """Close the window, if one is open."""
        self._window.close()


def _cards(cards: dict[str, int] | None) -> str:
    return " ".join(f"{kind}*{n}" for kind, n in (cards or {}).items()) or "none"


def as_text(edition: Edition, view: View) -> str:
    """A view in a few lines."""
    unit = "points" if edition.points else "tickets completed"
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
