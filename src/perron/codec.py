"""Between an action's typed form and its int: the int is what kernels, learning and a replay use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeAlias

import numpy as np

from perron.action import WITHOUT_FIELDS, Action, BuildStation, ClaimRoute, DrawFaceUp, KeepTickets, PayTunnel
from perron.editions.edition import WILD as WILD_CARD
from perron.editions.edition import Edition
from perron.engine import refusals
from perron.engine.sizes import NONE, OFFER, WILD

Fields: TypeAlias = np.void | Mapping[str, Any]
"""A state: the engine's record, or its fields `by_name`."""

_WITHOUT_FIELDS = {action.code: action for action in WITHOUT_FIELDS}


class Refused(Exception):
    """The action has no int here; `reason` is a number of `refusals`."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


def by_name(record: np.void) -> dict[str, Any]:
    """A record's fields in a dict, for those who read many: each takes a tenth of the time there."""
    assert record.dtype.names is not None
    return dict(zip(record.dtype.names, record.item(), strict=True))


def kind_name(edition: Edition, kind: int) -> str:
    """The name of a card kind."""
    return WILD_CARD if kind == WILD else edition.colours[kind]


def kind_number(edition: Edition, name: str) -> int:
    """The number of a card kind."""
    return WILD if name == WILD_CARD else edition.colours.index(name)


def offered(edition: Edition, s: Fields, seat: int) -> list[str]:
    """The tickets a seat has to choose from, in the order drawn (where they are swapped: the tickets in hand)."""
    return [edition.tickets[ticket].id for ticket in s["dealt"][seat].tolist() if ticket != NONE]


def station_cost(edition: Edition, s: Fields) -> int:
    """What the next station of the seat to move costs; 0 if there is none."""
    if edition.stations is None:
        return 0
    built = int(s["stations"][s["to_move"]]).bit_count()
    return edition.stations.cost[built] if built < len(edition.stations.cost) else 0


def _paid(edition: Edition, price: int, colour: str, cards: int, wilds: int, wrong: int) -> tuple[int, int]:
    """Colour and wilds of a payment that is exactly `price` cards."""
    if min(cards, wilds) < 0 or cards + wilds != price or (colour == WILD_CARD and cards) or wilds > 15:
        raise Refused(wrong)
    return (WILD, wilds) if cards == 0 else (kind_number(edition, colour), wilds)


def encode(action: Action, edition: Edition, s: Fields) -> int:
    """The int of an action in a state; raises Refused where its amounts or tickets fit no int."""
    kind = action.code << 16
    if action.code in _WITHOUT_FIELDS:
        return kind
    match action:
        case DrawFaceUp(card):
            return kind | kind_number(edition, card) << 4
        case KeepTickets(tickets):
            return kind | _mask(tickets, edition, s) << 8
        case ClaimRoute(route, colour, cards, wilds):
            r = edition.route_index[route]
            paid = _paid(edition, edition.routes[r].cards, colour, cards, wilds, refusals.WRONG_AMOUNT)
            return kind | r << 8 | paid[0] << 4 | paid[1]
        case BuildStation(city, colour, cards, wilds):
            cost = station_cost(edition, s)
            if cost == 0:
                raise Refused(refusals.NO_STATION_LEFT if edition.stations else refusals.NO_STATIONS)
            paid = _paid(edition, cost, colour, cards, wilds, refusals.WRONG_AMOUNT)
            return kind | edition.city_index[city] << 8 | paid[0] << 4 | paid[1]
        case PayTunnel(colour, cards, wilds):
            return kind | _extra(colour, cards, wilds, edition, s)
    raise Refused(refusals.NO_SUCH_ACTION)


def well_formed(action: Action) -> bool:
    """Whether every field of a typed action is of its type, and no number or text in it is absurdly large."""
    return all(
        _well_formed_field(getattr(action, name), of == "int", of.startswith("tuple"))
        for name, of in ((field.name, str(field.type)) for field in fields(action))
    )


def _well_formed_field(value: object, is_int: bool, is_tuple: bool) -> bool:
    if is_int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1000
    if is_tuple:
        return isinstance(value, tuple) and len(value) < 100 and all(_well_formed_field(v, False, False) for v in value)
    return isinstance(value, str) and len(value) < 200


def _mask(tickets: tuple[str, ...], edition: Edition, s: Fields) -> int:
    choice = offered(edition, s, int(s["to_move"]))
    mask = 0
    for ticket in tickets:
        if ticket not in choice:
            raise Refused(refusals.NOT_OFFERED)
        mask |= 1 << choice.index(ticket)
    return mask


def _extra(colour: str, cards: int, wilds: int, edition: Edition, s: Fields) -> int:
    if s["tunnel_route"] == NONE:
        raise Refused(refusals.NO_TUNNEL)
    if cards:
        if s["tunnel_colour"] == WILD:
            raise Refused(refusals.TUNNEL_WILDS_ONLY)
        if kind_number(edition, colour) != s["tunnel_colour"]:
            raise Refused(refusals.TUNNEL_AMOUNT)
    return _paid(edition, int(s["tunnel_extra"]), colour, cards, wilds, refusals.TUNNEL_AMOUNT)[1]


def decode(number: int, edition: Edition, s: Fields) -> Action:
    """The typed form of an int that is legal in a state."""
    kind, index, colour, wilds = number >> 16, number >> 8 & 255, number >> 4 & 15, number & 15
    if kind in _WITHOUT_FIELDS:
        return _WITHOUT_FIELDS[kind]
    if kind == DrawFaceUp.code:
        return DrawFaceUp(kind_name(edition, colour))
    if kind == KeepTickets.code:
        choice = offered(edition, s, int(s["to_move"]))
        return KeepTickets(tuple(choice[i] for i in range(min(OFFER, len(choice))) if index >> i & 1))
    if kind == ClaimRoute.code:
        route = edition.routes[index]
        return ClaimRoute(route.id, kind_name(edition, colour), route.cards - wilds, wilds)
    if kind == BuildStation.code:
        return BuildStation(
            edition.cities[index].id, kind_name(edition, colour), station_cost(edition, s) - wilds, wilds
        )
    extra = int(s["tunnel_extra"])
    laid = WILD if wilds == extra else int(s["tunnel_colour"])  # a payment of wilds alone has no colour (RU-26)
    return PayTunnel(kind_name(edition, laid), extra - wilds, wilds)
