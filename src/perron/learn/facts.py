"""The facts of routes, payments and tickets for many observations at once, from their packed rows.

A GPU gathers bytes slowly and multiplies matrices fast, so nearly all of them come from one product of matrices.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from perron.editions.edition import Edition
from perron.learn.layout import aligned
from perron.learned.facts import (
    COLOUR,
    OF_ROUTE,
    OF_TICKET,
    PAYMENT_FACTS,
    PRINTED,
    PRINTED_ON_TICKET,
    ROUTE,
    ROUTE_FACTS,
    facts_of,
)

_READ = ("owned", "open", "planned", "paths", "hand", "plan_cards")
ONE = len(ROUTE_FACTS)
"""Of the numbers of a route the one that is always 1; its facts come before it."""


class FactsOfMany(nn.Module):
    """What `perron.learned.facts` tells, scaled."""

    payments: Tensor
    """Most cards of its colour, price, and whether by wilds alone, of each kind of payment."""
    spread: Tensor
    """[routes, payments and tickets offered, actions]: which actions each speaks for."""
    printed: Tensor
    """Of every ticket."""
    constant: Tensor
    """What is the same in all games: of routes what is printed on them, and 1."""

    def __init__(self, edition: Edition, actions: int) -> None:
        super().__init__()
        facts = self._facts = facts_of(edition)
        self._routes, self._tickets, self._kinds = len(edition.routes), len(edition.tickets), len(edition.colours) + 1
        self.each = aligned(ONE + 1)
        """Numbers of a route: its facts, 1, and zeros."""
        kinds, which = np.unique(facts.claims[:, COLOUR:], axis=0, return_inverse=True)
        self._payments, self.offered = len(kinds), facts.kept.shape[1] if facts.keep else 0
        by_wilds = kinds[:, 0] == self._kinds - 1
        self.register_buffer("payments", _buffer(np.stack([kinds[:, 1], kinds[:, 2], by_wilds])), persistent=False)
        spread = np.zeros((self._routes + self._payments + self.offered, actions))
        claims = facts.first + np.arange(len(facts.claims))
        spread[facts.claims[:, ROUTE], claims] = 1
        spread[self._routes + which.reshape(-1), claims] = 1
        if self.offered:
            spread[self._routes + self._payments :, facts.keep.start : facts.keep.stop] = facts.kept.T
        self.register_buffer("spread", _buffer(spread), persistent=False)
        constant = np.zeros((self._routes, self.each))
        constant[:, : len(PRINTED)] = facts.printed * [*PRINTED.values()]
        constant[:, ONE] = 1
        constant = np.concatenate([constant.reshape(-1), np.zeros(2 * self._payments + 1)])
        self.register_buffer("constant", _buffer(_padded(constant)), persistent=False)
        for seats in facts.places:
            self.register_buffer(f"map_{seats}", _buffer(self._map(seats, kinds[:, 0])), persistent=False)
        printed = facts.tickets * [*PRINTED_ON_TICKET.values()]
        self.register_buffer("printed", _buffer(printed), persistent=False)

    def _spans(self, seats: int) -> Iterator[tuple[str, int, int]]:
        """The parts of a row that facts are made of: field, first byte, and how many."""
        sizes = {"owned": seats * self._routes, "hand": self._kinds, "plan_cards": self._kinds}
        for name in _READ:
            yield name, self._facts.places[seats][name], sizes.get(name, self._routes)

    def _map(self, seats: int, colours: NDArray[np.int64]) -> NDArray[np.float64]:
        """[bytes, numbers]: what each byte counts for in the numbers of routes, then in cards held and needed."""
        facts, routes, at, first = self._facts, self._routes, {}, 0
        for name, _, size in self._spans(seats):
            at[name], first = first, first + size
        found = np.zeros((aligned(first), routes, self.each))
        every = np.arange(routes)
        place = {name: len(PRINTED) + k for k, name in enumerate(OF_ROUTE)}
        found[at["planned"] + every, every, place["planned"]] = OF_ROUTE["planned"]
        found[at["paths"] + every, every, place["paths"]] = OF_ROUTE["paths"]
        for q in range(seats):
            name = "others_near" if q else "own_near"
            first = at["owned"] + q * routes
            found[first : first + routes, :, place[name]] = facts.near * OF_ROUTE[name]
        double = np.flatnonzero(facts.twins >= 0)
        found[at["open"] + facts.twins[double], double, place["twin_open"]] = OF_ROUTE["twin_open"]
        cards = np.zeros((len(found), 2 * len(colours) + 1))
        cards[at["hand"] + colours, np.arange(len(colours))] = 1
        cards[at["plan_cards"] + colours, len(colours) + np.arange(len(colours))] = 1
        cards[at["hand"] + self._kinds - 1, -1] = 1
        return _padded(np.concatenate([found.reshape(len(found), -1), cards], axis=1))

    def of_claims(self, given: Tensor, seats: int) -> tuple[Tensor, tuple[Tensor, ...]]:
        """The numbers of every route [n, routes, numbers], and the facts of every kind of payment, each [n, kinds].

        `given` are packed rows as numbers that are multiplied.
        """
        dtype, payments = given.dtype, self._payments
        parts = [given[:, at : at + size] for _, at, size in self._spans(seats)]
        which: Tensor = getattr(self, f"map_{seats}").to(dtype)
        short = len(which) - sum(part.shape[1] for part in parts)
        row = torch.cat([*parts, given.new_zeros((len(given), short))], 1)
        numbers = torch.addmm(self.constant.to(dtype), row, which)
        end = self._routes * self.each
        held, needed = numbers[:, end : end + payments], numbers[:, end + payments : end + 2 * payments]
        wild = numbers[:, end + 2 * payments : end + 2 * payments + 1]
        most, price, by_wilds = self.payments.to(dtype)
        used = torch.minimum(held, most)
        left, wilds = held - used, price - used * (1 - by_wilds)
        facts = (left, (needed - left).clamp_min(0), wilds, (wild - wilds).clamp_min(0), by_wilds.expand_as(left))
        scaled = tuple(one * scale for one, scale in zip(facts, PAYMENT_FACTS.values(), strict=True))
        return numbers[:, :end].reshape(-1, self._routes, self.each), scaled

    def of_tickets(self, given: Tensor, seats: int) -> Tensor:
        """The facts of the tickets offered, and 1, [n, places, numbers]; all 0 where there is none."""
        n, places = self._tickets, self._facts.places[seats]
        offer = given[:, places["offer"] : places["offer"] + self.offered * n].reshape(-1, self.offered, n)
        lacking = [given[:, places[name] : places[name] + n] * scale for name, scale in OF_TICKET.items()]
        printed = self.printed.to(given.dtype).T[:, None].expand(2, len(given), n)
        return torch.bmm(offer, torch.stack([*printed, *lacking, torch.ones_like(lacking[0])], -1))


def _padded(array: NDArray[np.float64]) -> NDArray[np.float64]:
    """As wide as its multiplication likes."""
    more = aligned(array.shape[-1]) - array.shape[-1]
    return np.concatenate([array, np.zeros((*array.shape[:-1], more))], axis=-1)


def _buffer(array: NDArray[np.float64]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(array, np.float32))
