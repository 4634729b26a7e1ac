"""Refusals in words: what was tried, what forbids it, and what would be right."""

from __future__ import annotations

from typing import cast

import numpy as np

from perron.action import Action, BuildStation, ClaimRoute, PayTunnel
from perron.codec import kind_name, station_cost
from perron.editions.edition import GRAY, Edition
from perron.engine import actions as ints
from perron.engine import refusals
from perron.engine.sizes import NONE
from perron.engine.state import SETUP
from perron.errors import IllegalAction
from perron.rules.text import rules_of

CODES = frozenset(reason.code for reason in refusals.REASONS.values())
"""What refusals of the rules are called."""


def illegal(edition: Edition, s: np.void, reason: int, action: Action | int) -> IllegalAction:
    """The error for a refusal. It tells nothing that the seat to move does not know."""
    told = refusals.REASONS[reason]
    detail = _detail(edition, s, reason, action)
    message = f"{str(action)[:200]}: {told.text}" + (f" ({detail})" if detail else "")
    clause = rules_of(edition).clause_for(told.code, _situation(edition, s, action)) or told.ruling
    return IllegalAction(told.code, message, clause or None)


def _situation(edition: Edition, s: np.void, action: Action | int) -> str:
    """Where a clause of its own may apply, one of `SITUATIONS`; empty elsewhere."""
    if s["phase"] == SETUP:
        return "setup"
    kind = action >> 16 if isinstance(action, int) else None
    if isinstance(action, BuildStation) or kind == ints.STATION:
        return "station"
    if isinstance(action, PayTunnel) or kind == ints.PAY_TUNNEL:
        return "tunnel"
    if isinstance(action, ClaimRoute) or kind == ints.CLAIM:
        index = action >> 8 & 255 if isinstance(action, int) else edition.route_index[cast(ClaimRoute, action).route]
        here = index < len(edition.routes) and edition.routes[index].piece != edition.pieces[0].id
        return "second_piece" if here else ""
    return ""


def _cards(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"


def _detail(edition: Edition, s: np.void, reason: int, action: Action | int) -> str:
    if isinstance(action, ClaimRoute):
        return _claim_detail(edition, s, reason, action)
    if isinstance(action, BuildStation) and reason == refusals.WRONG_AMOUNT:
        return f"your next station costs {_cards(station_cost(edition, s))}"
    if reason == refusals.TOO_FEW_KEPT:
        least = edition.setup.keep if s["phase"] == SETUP else edition.draw.keep
        return f"at least {min(least, int((s['dealt'][s['to_move']] != NONE).sum()))}"
    if reason in (refusals.TUNNEL_AMOUNT, refusals.TUNNEL_WILDS_ONLY, refusals.TUNNEL_FIRST):
        return f"{_cards(int(s['tunnel_extra']))}, in {kind_name(edition, int(s['tunnel_colour']))} or wild"
    return ""


def _claim_detail(edition: Edition, s: np.void, reason: int, action: ClaimRoute) -> str:
    route = edition.routes[edition.route_index[action.route]]
    if reason in (refusals.WRONG_AMOUNT, refusals.WRONG_COLOUR):
        return f"it costs {_cards(route.cards)} of {'any one colour' if route.colour == GRAY else route.colour}"
    if reason == refusals.TOO_FEW_SYMBOLS:
        return f"it has {route.ferry}"
    if reason == refusals.TOO_FEW_PIECES:
        kind = [kind.id for kind in edition.pieces].index(route.piece)
        return f"it takes {route.length}, you have {s['pieces'][s['to_move']][kind]}"
    return ""
