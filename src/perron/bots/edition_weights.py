"""The weights that the planner plays an edition with: those of its folder, or defaults by facts of its board.

The defaults were found over many made boards, none of them a printed one; docs/bots.md says how.
"""

from __future__ import annotations

import heapq
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perron.bots.weights import SEAT_GROUPS, WEIGHT_NAMES
from perron.editions import Edition
from perron.editions.folder import table_of

FILE = "bots.toml"
"""In the folder of an edition."""
_DEFAULT, _BY_FACTS = "default.toml", "default_by_facts.toml"

Groups = Mapping[str, Mapping[str, int]]
"""Weights by group of seats and name, as a file has them."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the default weights depend on."""

    pieces: int
    """Of one player."""
    ticket_share: float
    """Share of a player's pieces that the shortest way of a ticket takes, on average."""
    links: float
    """Pairs of places joined by a track, per place."""
    longest_path: bool
    swap_tickets: bool
    open_tickets: bool
    ferries: bool
    trade_bonus: bool


def weights_for(edition: Edition) -> NDArray[np.int64]:
    """The weights for an edition, those for two seats first.

    An earlier version of an edition's rules may have its own: another board asks for another style of play.
    """
    return in_order(table_of(edition, FILE) or default_weights(facts_of(edition)))


def in_order(groups: Groups) -> NDArray[np.int64]:
    """Weights as a kernel takes them."""
    return np.array([groups[seats][name] for seats in SEAT_GROUPS for name in WEIGHT_NAMES], np.int64)


def weights_text(weights: NDArray[np.int64]) -> str:
    """Weights as text for a file."""
    parts = zip(SEAT_GROUPS, weights.reshape(len(SEAT_GROUPS), -1), strict=True)
    return "\n\n".join(
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in zip(WEIGHT_NAMES, part, strict=True))])
        for group, part in parts
    )


def default_weights(facts: Facts) -> Groups:
    """The weights for an edition with these facts and none of its own: for any board, changed where a fact says so."""
    found: Groups = _read(_DEFAULT)
    for rule in _read(_BY_FACTS)["where"]:
        if all(low <= getattr(facts, name) <= high for name, (low, high) in rule["facts"].items()):
            found = _changed(found, rule)
    return found


def every_default() -> tuple[Groups, ...]:
    """The weights that boards of one kind or another get: what a tuner may try first."""
    base: Groups = _read(_DEFAULT)
    rules = _read(_BY_FACTS)["where"]
    found = [base]
    for rule in rules:
        groups = base
        for wider in rules:
            if _implies(rule["facts"], wider["facts"]):
                groups = _changed(groups, wider)
        found.append(groups)
    return tuple(found)


def _implies(facts: Mapping[str, Sequence[int]], wider: Mapping[str, Sequence[int]]) -> bool:
    """Whether every board with some facts has the others too; the rule itself is among those that its facts imply."""
    return all(
        name in facts and low <= facts[name][0] and facts[name][1] <= high for name, (low, high) in wider.items()
    )


def _changed(groups: Groups, rule: Groups) -> Groups:
    return {group: {**groups[group], **rule.get(group, {})} for group in SEAT_GROUPS}


@cache
def _read(name: str) -> Mapping[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


def facts_of(edition: Edition) -> Facts:
    """The facts of an edition."""
    links: dict[str, dict[str, int]] = {city.id: {} for city in edition.cities}
    for route in edition.routes:
        shortest = min(route.length, links[route.a].get(route.b, route.length))
        links[route.a][route.b] = links[route.b][route.a] = shortest
    pieces = sum(kind.count for kind in edition.pieces)
    ways = sum(_shortest(links, ticket.a, ticket.b) for ticket in edition.tickets)
    return Facts(
        pieces=pieces,
        ticket_share=ways / len(edition.tickets) / pieces,
        links=sum(map(len, links.values())) / 2 / len(links),
        longest_path=edition.line("longest_path") is not None,
        swap_tickets=edition.swap_tickets,
        open_tickets=edition.open_tickets,
        ferries=any(route.ferry for route in edition.routes),
        trade_bonus=edition.trade_bonus is not None,
    )


def _shortest(links: Mapping[str, Mapping[str, int]], start: str, goal: str) -> int:
    """Pieces on the shortest way between two places; the checker has seen to it that there is one."""
    heap, done = [(0, start)], set[str]()
    while True:
        length, city = heapq.heappop(heap)
        if city == goal:
            return length
        if city not in done:
            done.add(city)
            for other, more in links[city].items():
                heapq.heappush(heap, (length + more, other))
