"""The bots that play with a network: `learned` takes its best action of one pass, `guided` searches with it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from perron.bots.belief import BELIEF, believe_in
from perron.bots.built_in import SURENESS, CompiledBot, SearchBot, Searcher, SimpleBot, searching
from perron.bots.matches import PLANNER
from perron.bots.protocol import Clock
from perron.bots.tree import OWN
from perron.editions import Edition
from perron.engine.knowledge import new_knowledge
from perron.engine.tables import edition_of
from perron.learned.guided import add_to_priors, search_guided, start_guided
from perron.learned.networks import network_of
from perron.learned.opinion import Brain

TURNS = 8
"""Turns of its own that a guided search plays on before it asks the network."""
BESIDE = 0.7
"""How much the end of a game counts beside what the network said of it."""
GAP = 0.0005
"""In rewards: how much further behind a move is assumed to be, per unit that less speaks for it."""
__all__ = ["GuidedBot", "LearnedBot", "searching"]

_NO_NETWORK = "Nobody has learned this board yet: I play as {bot} does."


class _Brains:
    """A bot's networks, one for each edition that it has met; None where an edition has none."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int], tuple[Edition, Brain | None]] = {}

    def of(self, tables: np.ndarray) -> Brain | None:
        edition = edition_of(tables)
        named = edition.id, edition.version
        if named not in self._found or self._found[named][0] is not edition:
            network = network_of(edition)
            self._found[named] = edition, None if network is None else Brain(network)
        return self._found[named][1]


class LearnedBot(CompiledBot):
    """One pass of the network and no search; the planner where there is none."""

    def __init__(self, name: str, seed: str) -> None:
        super().__init__(name, seed)
        self._brains, self._planner = _Brains(), SimpleBot("planner", PLANNER, seed)

    def choose_int(self, tables: np.ndarray, knowledge: np.ndarray, clock: Clock) -> int:
        """The action that speaks most for itself."""
        brain = self._brains.of(tables)
        if brain is None:
            self.manner = _NO_NETWORK.format(bot="planner")
            return self._planner.choose_int(tables, knowledge, clock)
        self.manner = ""
        return brain.choose(knowledge)


class GuidedSearcher(Searcher):
    """One thread's search with a network."""

    def __init__(self, tables: np.ndarray, knowledge: np.ndarray, rng: NDArray[np.uint64], brain: Brain) -> None:
        self._brain, self._known, self._belief = brain, new_knowledge(1), np.zeros(1, BELIEF)
        super().__init__(tables, knowledge, rng)
        if self.moves > 1:
            room = (self._states, self.trees[0]["fit"], self._memories[OWN:], self._weights, self._rng, self._belief)
            believe_in(tables, knowledge, *room)
        add_to_priors(tables, brain.numbering.record, self.trees, brain.arrays, GAP)

    def list_moves(self, tables: np.ndarray, knowledge: np.ndarray) -> int:
        """List the root moves, the network's first."""
        buffers: tuple[Any, ...] = (self._memories, self._weights, self._work, self._sheets, self._brain.arrays)
        return int(start_guided(tables, self._brain.numbering.record, knowledge, self.trees, *buffers))

    def search_until(self, goal: int) -> int:
        """Play re-dealt games until that many were played in all; how many contenders are left."""
        return int(
            search_guided(*self.buffers(goal, SURENESS, self._known, self._brain.arrays, TURNS, BESIDE, self._belief))
        )


class GuidedBot(SearchBot):
    """Search with a network; without one where there is none."""

    def searcher(self, tables: np.ndarray, knowledge: np.ndarray, rng: NDArray[np.uint64]) -> Searcher:
        """One thread's search. Each has a network with room of its own."""
        network = network_of(edition_of(tables))
        if network is None:
            self.manner = _NO_NETWORK.format(bot="search")
            return super().searcher(tables, knowledge, rng)
        self.manner = ""
        return GuidedSearcher(tables, knowledge, rng, Brain(network))
