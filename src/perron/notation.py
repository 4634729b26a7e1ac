"""Text forms: actions, routes, tickets, cards and seats. One reader and one writer for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from perron.action import WITHOUT_FIELDS, Action, BuildStation, ClaimRoute, DrawFaceUp, KeepTickets, PayTunnel
from perron.editions.edition import WILD, Edition
from perron.errors import NotationError

_LONGEST = 2000  # no action needs more; a longer text is not worth looking at
_FIXED: Mapping[str, Action] = {str(action): action for action in (*WITHOUT_FIELDS, KeepTickets(()))}
"""The texts that name nothing of an edition."""
_CARDS = re.compile(r"([a-z_]+)(?:\*([0-9]{1,3}))?")
_FORMS = (
    "draw COLOUR, draw wild, draw blind, draw cards, draw tickets, keep TICKETS, swap tickets, "
    "claim ROUTE CARDS, station CITY CARDS, pay CARDS, let go, pass"
)


def shorten(text: str) -> str:
    """A text fit for an error message."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def _meant(word: str, known: Iterable[str]) -> str:
    close = get_close_matches(word[:80], list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def parse(text: str, edition: Edition) -> Action:
    """Read an action's text; raises NotationError. Whether it is legal is another question."""
    if not isinstance(text, str):
        raise NotationError(f"an action's text is a str, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise NotationError(f"this is too long for an action: {shorten(text)}")
    words = text.casefold().split()
    if not words:
        raise NotationError(f"an action is missing; the forms are: {_FORMS}")
    fixed = _FIXED.get(" ".join(words))
    if fixed is not None:
        return fixed
    verb, rest = words[0], words[1:]
    if verb == DrawFaceUp.word and len(rest) == 1:
        return DrawFaceUp(_kind(rest[0], edition))
    if verb == KeepTickets.word and rest:
        return _keep(rest, edition)
    if verb == ClaimRoute.word and len(rest) >= 2:
        return ClaimRoute(route_id(rest[0], edition), *payment(rest[1:], edition))
    if verb == BuildStation.word and len(rest) >= 2:
        return BuildStation(city_id(rest[0], edition), *payment(rest[1:], edition))
    if verb == PayTunnel.word and rest:
        return PayTunnel(*payment(rest, edition))
    raise NotationError(f"{shorten(text)} is not an action; the forms are: {_FORMS}")


def _keep(words: list[str], edition: Edition) -> KeepTickets:
    tickets = tuple(ticket_id(word, edition) for word in words)
    if len(set(tickets)) < len(tickets):
        raise NotationError("the same ticket is named twice")
    return KeepTickets(tickets)


def _kind(word: str, edition: Edition) -> str:
    if word not in edition.cards:
        raise NotationError(
            f"{shorten(word)} is no card of {edition.id}: {', '.join(edition.cards)}{_meant(word, edition.cards)}"
        )
    return word


def cards(words: Iterable[str], edition: Edition) -> dict[str, int]:
    """Read cards such as `blue*2`, `wild`; the same card may be named more than once."""
    counts: dict[str, int] = {}
    for word in words:
        match = _CARDS.fullmatch(word)
        if match is None:
            raise NotationError(f"{shorten(word)} is not a number of cards; write blue*2")
        kind = _kind(match[1], edition)
        counts[kind] = counts.get(kind, 0) + int(match[2] or 1)
    return counts


def payment(words: Iterable[str], edition: Edition) -> tuple[str, int, int]:
    """Read a payment: its colour (wild if it has none), cards of that colour, wilds."""
    counts = {kind: n for kind, n in cards(words, edition).items() if n}
    wilds = counts.pop(WILD, 0)
    if len(counts) > 1:
        raise NotationError(f"a payment is of one colour and wilds, not {' and '.join(counts)}")
    for colour, n in counts.items():
        return colour, n, wilds
    if wilds == 0:
        raise NotationError("a payment of no cards at all")
    return WILD, 0, wilds


def city_id(word: str, edition: Edition) -> str:
    """Read a city's id."""
    if word not in edition.city_index:
        raise NotationError(f"{shorten(word)} is no place of {edition.id}{_meant(word, edition.city_index)}")
    return word


def _pair(word: str, edition: Edition) -> tuple[str, str, str]:
    """Read `a-b/n`: both places and n, which may be empty."""
    places, _, number = word.partition("/")
    ends = places.split("-")
    if len(ends) != 2:
        raise NotationError(f"{shorten(word)} does not join two places; write essen-danzig")
    return city_id(ends[0], edition), city_id(ends[1], edition), number


def _find(word: str, known: Mapping[str, int], edition: Edition, what: str) -> str:
    """Read the id of a route or ticket, its places in either order."""
    if word in known:
        return word
    a, b, number = _pair(word, edition)
    same = [id_ for id_ in known if set(id_.partition("/")[0].split("-")) == {a, b}]
    if not same:
        raise NotationError(f"{shorten(word)} is no {what} of {edition.id}")
    numbered = [id_ for id_ in same if (id_.partition("/")[2] or "1") == (number or "1")]
    if len(numbered) != 1 or (len(same) > 1 and not number):
        raise NotationError(f"{shorten(word)} is not one {what}: there are {', '.join(same)}")
    return numbered[0]


def route_id(word: str, edition: Edition) -> str:
    """Read a route's id; the places may stand in either order, a lone track may be called /1."""
    return _find(word, edition.route_index, edition, "route")


def ticket_id(word: str, edition: Edition) -> str:
    """Read a ticket's id; the places may stand in either order."""
    return _find(word, edition.ticket_index, edition, "ticket")


def seat_number(word: str, seats: int) -> int:
    """Read a seat: P0, P1, …"""
    if re.fullmatch(r"[Pp][0-9]", word) is None or int(word[1]) >= seats:
        raise NotationError(f"{shorten(word)} is not a seat; write P0 to P{seats - 1}")
    return int(word[1])
