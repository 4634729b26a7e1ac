"""Places, routes, tickets and cards in words: places are called as the board calls them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from perron.editions import Edition
from perron.editions.edition import Ticket
from perron.editions.naming import place_name, place_names


class Words:
    """Writes the things of an edition out, for readers of a language."""

    def __init__(self, edition: Edition, language: str = "en") -> None:
        self.edition = edition
        self.language = language

    def city(self, ident: str) -> str:
        """A place."""
        return place_name(self.edition, ident, self.language)

    def city_known(self, ident: str) -> str:
        """A place, with the reader's own name for it in brackets: for lists to choose from."""
        return place_names(self.edition, ident, self.language)

    def route(self, ident: str) -> str:
        """A route; where several tracks join its places, with the number that its id has."""
        route = self.edition.routes[self.edition.route_index[ident]]
        track = ident.partition("/")[2]
        return f"{self.city(route.a)} – {self.city(route.b)}" + (f" /{track}" if track else "")

    def ticket(self, ident: str) -> str:
        """A ticket, with its points where it has any."""
        ticket = self._ticket(ident)
        return f"{self.city(ticket.a)} – {self.city(ticket.b)}" + self._points(ticket)

    def ticket_known(self, ident: str) -> str:
        """A ticket, with the reader's own names for its places in brackets."""
        ticket = self._ticket(ident)
        return f"{self.city_known(ticket.a)} – {self.city_known(ticket.b)}" + self._points(ticket)

    def _ticket(self, ident: str) -> Ticket:
        return self.edition.tickets[self.edition.ticket_index[ident]]

    def _points(self, ticket: Ticket) -> str:
        return f" ({ticket.points})" if ticket.points else ""

    def tickets(self, idents: Iterable[str]) -> str:
        """Some tickets."""
        return ", ".join(map(self.ticket, idents))

    def pieces(self, kind: str) -> str:
        """A kind of piece, in the plural."""
        return next(piece.name["en"] for piece in self.edition.pieces if piece.id == kind)


def listed(parts: Iterable[str]) -> str:
    """Words with commas and a last `and` between them."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def cards(counts: Mapping[str, int]) -> str:
    """Cards by colour: `2 blue and 1 wild`."""
    return listed(f"{n} {kind}" for kind, n in counts.items()) if counts else "no cards"


def number(n: int, what: str) -> str:
    """A number of things: `1 card`, `3 cards`."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def payment(colour: str, n: int, wilds: int) -> str:
    """What a payment is made of."""
    return cards({kind: count for kind, count in ((colour, n), ("wild", wilds)) if count})


def alphabetical(name: str) -> str:
    """A key to sort names by, letters with accents among those without."""
    return unicodedata.normalize("NFKD", name).casefold()
