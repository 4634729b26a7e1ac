"""Which levels for people play with what was learned: those that are better for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perron.bots.levels import Level
from perron.editions.folder import NETWORK, EditionFolder
from perron.learned.network import NetworkError, read_card

LEAST: Mapping[Level, float] = {"hard": 1.0, "expert": 1.3}
"""What each asks of a network: how often it won against planners when it was judged, in even shares.

Otherwise `hard` is the planner and `expert` the search. A search gains more by a network, the better that plays, and it
loses by being slower: on a printed board with one of 1.2 neither search is seen to be ahead. Where they are even, the
one without a network is the safer choice.
"""
AGAINST_SEARCH = "against_search"
"""Where a card tells how one pass of its network did against `search:200ms`: seats, games and wins."""
LEAST_AGAINST_SEARCH = 0.8
"""What `expert` asks besides where the card tells it: how often one pass won against a search, in even shares.

A network that has learned to beat planners may yet lose to a player that looks ahead, and mislead a search with it.
"""


def strength_of(card: Mapping[str, Any]) -> float:
    """How often a network won against planners, with the fewest seats it was judged at; 0 if nobody has judged it."""
    try:
        shares = {int(one["seats"]): float(one["wins"]) for one in card["judged"]}
        fewest = min(shares)
    except (KeyError, TypeError, ValueError, OverflowError):
        return 0.0
    return fewest * shares[fewest]


def _loses_to_search(card: Mapping[str, Any]) -> bool:
    """Whether a card tells that its network loses to a search, or tells nothing that can be read of that."""
    if AGAINST_SEARCH not in card:
        return False
    try:
        told = card[AGAINST_SEARCH]
        return not int(told["seats"]) * float(told["wins"]) >= LEAST_AGAINST_SEARCH
    except (KeyError, TypeError, ValueError, OverflowError):
        return True


def levels_of(card: Mapping[str, Any]) -> tuple[Level, ...]:
    """The levels that play with a network."""
    levels: list[Level] = [level for level, least in LEAST.items() if strength_of(card) >= least]
    return tuple(level for level in levels if level != "expert" or not _loses_to_search(card))


def levels_in(folder: EditionFolder | None, edition: str, version: int) -> tuple[Level, ...]:
    """Those that play with the network in an edition's folder; none if there is none that can be used."""
    data = None if folder is None else folder.network(version)
    try:
        return () if data is None else levels_of(read_card(data, edition, version, NETWORK))
    except NetworkError:
        return ()
