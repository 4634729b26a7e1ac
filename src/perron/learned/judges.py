"""The value functions that luck is measured with: an edition's network, or the lead where it has none."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from perron.bots.edition_weights import weights_for
from perron.bots.planner_memory import new_memories
from perron.editions import Edition
from perron.engine import chance
from perron.engine.knowledge import new_knowledge
from perron.engine.sizes import SEATS
from perron.engine.state import SCRATCH, SHEET, new_states
from perron.engine.tables import tables_of
from perron.learned.judging import judge_by_lead, judge_by_network
from perron.learned.network import Network
from perron.learned.networks import network_of
from perron.learned.opinion import Brain

_VERSION = 1
"""Of how judges judge: raised when a game would be judged otherwise, so that older results are not mixed in."""
_TICKETS, _POINTS_PER_PIECE = 3.0, 2.0
"""A lead that makes the odds e to 1: that many tickets where there are no points, else points per piece of a player."""


class Judge(Protocol):
    """A fixed function of a game's state, in which the order of a pile plays no part."""

    name: str
    """What judges, with its version."""

    def chances(self, states: np.ndarray, viewers: Sequence[int]) -> NDArray[np.float64]:
        """Every seat's chance to win each game, as these seats see it: [game, seat]."""
        ...


class NetworkJudge:
    """The edition's network: the mean of what it thinks as each viewer sees the game."""

    def __init__(self, network: Network) -> None:
        digest = hashlib.sha256(f"judge {_VERSION}".encode())
        for part, array in sorted(network.arrays.items()):
            digest.update(part.encode() + array.tobytes())
        self.name = f"network {digest.hexdigest()[:8]}"
        self._brain = Brain(network)
        self._room, self._tape = new_states(2), chance.new_tape(chance.OFF)
        self._scratch = (new_knowledge(1), new_memories(1), np.zeros(1, SCRATCH), np.zeros(1, SHEET))

    def chances(self, states: np.ndarray, viewers: Sequence[int]) -> NDArray[np.float64]:
        """Every seat's chance to win each game, as these seats see it: [game, seat]."""
        out = np.zeros((len(states), SEATS))
        seen, brain = np.array(viewers, np.int64), self._brain
        judge_by_network(
            brain.tables, states, seen, self._room, self._tape, brain.arrays, brain.weights, self._scratch, out
        )
        return out[:, : int(states[0]["seats"])]


class LeadJudge:
    """A logistic function of the lead: the score if the game ended now, the tickets planned for, and cards.

    It looks at the whole game, so that all viewers see the same.
    """

    def __init__(self, edition: Edition) -> None:
        self.name = f"lead {_VERSION}"
        pieces = sum(kind.count for kind in edition.pieces)
        self._scale = _POINTS_PER_PIECE * pieces if edition.points else _TICKETS
        self._tables, self._weights = tables_of(edition), weights_for(edition)
        self._scratch = (new_memories(1), np.zeros(1, SCRATCH), np.zeros(1, SHEET))

    def chances(self, states: np.ndarray, viewers: Sequence[int]) -> NDArray[np.float64]:
        """Every seat's chance to win each game: [game, seat]."""
        out = np.zeros((len(states), SEATS))
        judge_by_lead(self._tables, states, self._scale, self._weights, self._scratch, out)
        return out[:, : int(states[0]["seats"])]


@lru_cache(maxsize=8)
def judge_of(edition: Edition) -> Judge:
    """The judge of an edition; raises NetworkError if its network is no good."""
    network = network_of(edition)
    return LeadJudge(edition) if network is None else NetworkJudge(network)
