"""Games and views as HTML, for notebooks. Whatever is shown is in the view: nothing else is looked at."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TYPE_CHECKING

from perron.errors import EditionError
from perron.outcome import REASON_TEXTS, Outcome

if TYPE_CHECKING:
    from perron.editions.edition import Edition
    from perron.view import View

_WIDTH = 900


def standing(to_move: int | None, outcome: Outcome | None) -> str:
    """Who is to move, or how the game ended."""
    if outcome is None:
        return f"P{to_move} to move"
    winners = " and ".join(f"P{seat}" for seat in outcome.winners)
    totals = ", ".join(f"P{seat} {line.total}" for seat, line in enumerate(outcome.scores))
    return f"over: {REASON_TEXTS[outcome.reason]}; {winners} won ({totals})"


def game_html(view: View, edition: Edition) -> str:
    """A game as a spectator sees it."""
    return f"{_heading(view, edition.title['en'])}{_table(view)}{_picture(view, edition)}"


def view_html(view: View) -> str:
    """A view, with what its seat alone may know; a board that Perron does not have is not drawn."""
    from perron.editions import known_edition  # noqa: PLC0415  # views are made without loading anything

    try:
        edition = known_edition(view.edition, version=view.rules)
    except EditionError:
        edition = None
    title = view.edition if edition is None else edition.title["en"]
    seen = "a spectator" if view.seat is None else f"P{view.seat}"
    heading = f"{_heading(view, title)}<br>seen by {seen}{_own(view)}"
    return f"{heading}{_table(view)}{'' if edition is None else _picture(view, edition)}"


def _heading(view: View, title: str) -> str:
    display = _listed(kind or "–" for kind in view.display) or "nothing face up"
    told = html.escape(standing(view.to_move, view.outcome))
    return (
        f"<b>{html.escape(title)}</b>, turn {view.turn + 1}: {told}"
        f"<br>display: {display}; pile {view.pile}, tickets {view.ticket_pile}"
    )


def _own(view: View) -> str:
    if view.hand is None:
        return ""
    facts = {
        "hand": _listed(f"{n} {kind}" for kind, n in view.hand.items()) or "empty",
        "tickets": _listed(view.tickets or ()) or "none",
        "offered": _listed(view.offered or ()),
        "chosen": _listed(view.chosen or ()),
        "legal actions": "" if view.legal is None else str(len(view.legal)),
    }
    return "".join(f"<br>{name}: {told}" for name, told in facts.items() if told)


def _table(view: View) -> str:
    rows = "".join(
        f"<tr><td>P{seat}</td><td>{player.score}</td><td>{player.cards}</td><td>{player.tickets}</td>"
        f"<td>{_listed(f'{n} {kind}' for kind, n in player.pieces.items())}</td>"
        f"<td>{len(player.routes)}</td><td>{_listed(player.stations) or '–'}</td></tr>"
        for seat, player in enumerate(view.players)
    )
    return (
        "<table><tr><th>seat</th><th>points</th><th>cards</th><th>tickets</th><th>pieces left</th>"
        f"<th>routes</th><th>stations</th></tr>{rows}</table>"
    )


def _listed(words: Iterable[str]) -> str:
    return html.escape(", ".join(words))


def _picture(view: View, edition: Edition) -> str:
    """The board with all that lies on it."""
    from perron.board import picture_of  # noqa: PLC0415  # nothing but a notebook needs it

    return f"<div>{picture_of(view, edition=edition, width=_WIDTH)}</div>"
