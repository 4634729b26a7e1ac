"""What an observation holds: named fields, each with its shape, place, range and meaning, for an edition and seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from perron.editions.edition import Edition
from perron.engine.sizes import CARDS, PRICE, TUNNEL, TURNS
from perron.env.numbering import most_offered
from perron.env.observing import DERIVED, MOST, PERFECT, PHASES, PLAIN, PLANNED, TURNS_TOGETHER
from perron.env.planning import ADVICE, MOST_LACKING, OUTLOOK
from perron.errors import PerronError

KINDS = {"plain": PLAIN, "derived": DERIVED, "planned": PLANNED, "perfect": PERFECT}
"""plain: what the seat knows; derived: features that follow from it too; planned: those, the seat's plan and the
planner's advice; perfect: all that is hidden from the seat too."""


@dataclass(frozen=True, slots=True)
class Field:
    """One named part of an observation."""

    name: str
    shape: tuple[int, ...]
    at: int
    """Where it begins in the flat row."""
    high: int
    """The largest value; the smallest is 0."""
    meaning: str

    @property
    def size(self) -> int:
        """Bytes of it in the flat row."""
        return prod(self.shape)


_Part = tuple[str, tuple[int, ...], int, str]


def _moment(edition: Edition, seats: int) -> list[_Part]:
    return [
        ("phase", (PHASES,), 1, "one of: setup, turn, second card, keep tickets, tunnel, over"),
        ("seat", (seats,), 1, "the number of the own seat; seat 0 began"),
        ("to_move", (seats,), 1, "whose decision it is; nobody's when the game is over"),
        ("turn", (2,), TURNS // TURNS_TOGETHER, f"turns finished: how many times {TURNS_TOGETHER}, and the rest"),
        ("last_round", (1,), seats, "turns left in the last round; 0 before it begins"),
    ]


def _cards(edition: Edition, kinds: int) -> list[_Part]:
    parts: list[_Part] = [("hand", (kinds,), CARDS, "own cards by kind; those laid for a tunnel are among them")]
    if edition.draw.display:
        parts.append(("display", (kinds,), edition.draw.display, "cards face up, by kind"))
    parts += [
        ("discards", (kinds,), CARDS, "cards discarded, by kind"),
        ("pile", (1,), CARDS, "cards in the pile"),
        ("ticket_pile", (1,), len(edition.tickets), "tickets in the pile"),
    ]
    if edition.bonus_cards:
        parts.append(("bonus_pile", (1,), edition.bonus_cards, "bonus cards left"))
    return parts


def _players(edition: Edition, seats: int, kinds: int) -> list[_Part]:
    score = (
        f"points on the board; {MOST} stands for more" if edition.points else "tickets completed, the bonus among them"
    )
    parts: list[_Part] = [
        ("hand_size", (seats,), CARDS, "cards in each hand"),
        ("ticket_count", (seats,), len(edition.tickets), "tickets that each keeps secret"),
        ("score", (seats,), MOST, score),
    ]
    parts += [
        (f"pieces_{kind.id}", (seats,), kind.count, f"{kind.name['en'].lower()} left in stock")
        for kind in edition.pieces
    ]
    parts.append(("seen", (seats, kinds), CARDS, "cards that everybody knows to be in each hand, at the least"))
    if not edition.swap_tickets:
        parts.append(("offer_count", (seats,), most_offered(edition), "tickets that each has yet to choose from"))
    if edition.bonus_cards:
        parts.append(("bonus", (seats,), edition.bonus_cards, "bonus cards"))
    return parts


def _board(edition: Edition, seats: int) -> list[_Part]:
    routes, cities = len(edition.routes), len(edition.cities)
    parts: list[_Part] = [
        ("owned", (seats, routes), 1, "routes of each seat"),
        ("open", (routes,), 1, "routes that the seat may still claim: free, and not the twin of one that closes them"),
    ]
    if edition.stations:
        parts.append(("stations", (seats, cities), 1, "cities with a station of each seat"))
    return parts


def _tickets(edition: Edition, seats: int) -> list[_Part]:
    n, places = len(edition.tickets), most_offered(edition)
    parts: list[_Part] = [("tickets", (n,), 1, "own tickets")]
    if edition.open_tickets:
        parts.append(("made", (seats, n), 1, "tickets laid open by each seat"))
    if edition.swap_tickets:
        parts.append(("offer", (places, n), 1, "own tickets again, the oldest first"))
    else:
        parts.append(("offer", (places, n), 1, "tickets to choose from: the first, the second, …"))
        parts.append(("chosen", (places,), 1, "at setup: of these, the ones chosen, while others still choose"))
    meaning = "tickets that the seat gave back: 1 in the box, 2 + n under n others in the pile; 0 for all others"
    parts.append(("given_back", (n,), n + 1, meaning))
    return parts


def _tunnel(edition: Edition, kinds: int) -> list[_Part]:
    if not any(route.tunnel for route in edition.routes):
        return []
    return [
        ("tunnel_route", (len(edition.routes),), 1, "the tunnel being tried, while it waits for an answer"),
        ("tunnel_colour", (kinds,), 1, "the colour laid for it"),
        ("tunnel_shown", (kinds,), TUNNEL, "cards turned up for it, by kind"),
        ("tunnel_wilds", (1,), PRICE, "wilds among the cards laid"),
        ("tunnel_extra", (1,), TUNNEL, "cards that it asks for on top"),
    ]


def _derived(edition: Edition, kinds: int) -> list[_Part]:
    return [
        ("unseen", (kinds,), CARDS, "cards that may be in the pile or in another hand, by kind"),
        ("payable", (len(edition.routes),), 1, "routes that the own cards and pieces suffice for"),
        ("joined", (len(edition.tickets),), 1, "tickets, held or not, whose cities the own routes join"),
    ]


def _planned(edition: Edition, kinds: int) -> list[_Part]:
    n, routes, pieces = len(edition.tickets), len(edition.routes), len(edition.pieces)
    offered = "of the tickets held and offered"
    return [
        ("advice", (ADVICE,), MOST, "the planner's action: 1 + its kind, its index, its colour; 0 while others move"),
        (
            "outlook",
            (OUTLOOK + pieces + 1,),
            MOST,
            "turns left; claims, missing cards, pieces, tickets given up by plan",
        ),
        ("plan_cards", (kinds + 1,), MOST, "cards that the plan takes, by kind; then those of any colour"),
        ("planned", (routes,), 1, "routes of the plan"),
        ("wanted", (n,), 1, "tickets that the plan completes"),
        ("lacking", (routes,), MOST_LACKING, f"cards that each route lacks; {MOST_LACKING}: it cannot be claimed"),
        ("paths", (routes,), n, f"how many cheapest paths {offered} each route is on"),
        ("within_reach", (n,), 1, f"{offered}: those that can be completed"),
        ("ticket_cards", (n,), MOST, f"{offered}: cards that the cheapest path lacks"),
        ("ticket_pieces", (n,), MOST, f"{offered}: pieces that it lacks"),
    ]


def _hidden(edition: Edition, seats: int, kinds: int) -> list[_Part]:
    n, places, others = len(edition.tickets), most_offered(edition), seats - 1
    parts: list[_Part] = [
        ("hidden_hands", (others, kinds), CARDS, "HIDDEN: the cards of each other seat, by kind"),
        ("hidden_tickets", (others, n), 1, "HIDDEN: the tickets of each other seat"),
        ("hidden_offers", (others, places, n), 1, "HIDDEN: tickets that each other seat chooses from"),
    ]
    if not edition.swap_tickets:
        parts.append(("hidden_chosen", (others, places), 1, "HIDDEN: what each other seat has chosen at setup"))
    parts.append(("hidden_pile", (kinds,), CARDS, "HIDDEN: cards in the pile, by kind"))
    parts.append(
        ("hidden_ticket_pile", (n,), n, "HIDDEN: 1 + n for a ticket under n others in the pile; 0 for all others")
    )
    return parts


@lru_cache(maxsize=128)
def fields(edition: Edition, seats: int, kind: str = "plain") -> tuple[Field, ...]:
    """The fields of an observation in the order of the flat row; kind is one of `KINDS`."""
    if kind not in KINDS:
        raise PerronError(f"an observation is {', '.join(KINDS)}, not {kind!r}")
    seats = edition.seats(seats)
    kinds = len(edition.colours) + 1
    parts = _moment(edition, seats) + _cards(edition, kinds) + _players(edition, seats, kinds)
    parts += _board(edition, seats) + _tickets(edition, seats) + _tunnel(edition, kinds)
    if kind in ("derived", "planned"):
        parts += _derived(edition, kinds)
    if kind == "planned":
        parts += _planned(edition, kinds)
    elif kind == "perfect":
        parts += _hidden(edition, seats, kinds)
    found, at = [], 0
    for name, shape, high, meaning in parts:
        found.append(Field(name, shape, at, min(high, MOST), meaning))
        at += found[-1].size
    return tuple(found)


def flat_size(edition: Edition, seats: int, kind: str = "plain") -> int:
    """Bytes in the flat row."""
    last = fields(edition, seats, kind)[-1]
    return last.at + last.size


def highs(which: Sequence[Field]) -> NDArray[np.uint8]:
    """The largest value of each byte in the flat row."""
    return np.concatenate([np.full(field.size, field.high, np.uint8) for field in which])


def structured(flat: NDArray[np.uint8], which: Sequence[Field]) -> dict[str, NDArray[np.uint8]]:
    """The fields of a flat row, or of many rows, by name: views, no copies."""
    return {
        field.name: flat[..., field.at : field.at + field.size].reshape(*flat.shape[:-1], *field.shape)
        for field in which
    }
