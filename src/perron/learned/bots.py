"""The bots that play with a network: `learned` takes its best action of one pass, `guided` searches with it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from perron.bots import explaining
from perron.bots.belief import BELIEF, believe_in
from perron.bots.built_in import SURENESS, CompiledBot, SearchBot, Searcher, SimpleBot, ranking_of, searching
from perron.bots.matches import PLANNER
from perron.bots.protocol import Clock
from perron.bots.tree import OWN, add_blocks
from perron.editions import Edition
from perron.engine.knowledge import new_knowledge
from perron.engine.sizes import SEATS
from perron.engine.tables import edition_of
from perron.learned.guided import assume, search_guided, start_guided
from perron.learned.levels import levels_of
from perron.learned.network import NetworkError
from perron.learned.networks import network_of
from perron.learned.opinion import Brain

SKIPPED, TURNS = 1, 4
"""Turns of its own that a guided search skips, and those after them at which it asks the network."""
GAP, SPREAD = 0.0006, 0.02
"""How much further behind a move is assumed to be, per unit that less speaks for it, and how surely."""
_LOOKS = 200
"""Games in which moves are valued that were not searched for."""
__all__ = ["ExpertBot", "GuidedBot", "HardBot", "LearnedBot", "searching"]

_NO_NETWORK = "Nobody has learned this board yet: I play as {bot} does."
_UNUSABLE = "What was learned of this board cannot be used: I play as {bot} does."
_TOO_WEAK = "I play as {bot} does: what was learned of this board is not strong enough for this level."


class NetworkBot(CompiledBot):
    """What the bots with a network share; on a board without one they play as `without` does, and say so."""

    without: str

    def __init__(self, name: str, seed: str) -> None:
        super().__init__(name, seed)
        self._brains: dict[tuple[str, int], tuple[Edition, Brain | None]] = {}

    def brain(self, tables: np.ndarray) -> Brain | None:
        """The edition's network, with the room that one thread needs; None where there is none."""
        edition = edition_of(tables)
        named = edition.id, edition.version
        if named not in self._brains or self._brains[named][0] is not edition:
            network = network_of(edition)
            self._brains[named] = edition, None if network is None else Brain(network)
        brain = self._brains[named][1]
        self.manner = "" if brain is not None else _NO_NETWORK.format(bot=self.without)
        return brain

    def chances(self, tables: np.ndarray, knowledge: np.ndarray) -> tuple[float, ...]:
        """What the network says; nothing where there is none."""
        brain = self.brain(tables)
        return () if brain is None else brain.consider(knowledge.copy()).chances


class LearnedBot(NetworkBot):
    """One pass of the network and no search; the planner where there is none."""

    without = "planner"

    def __init__(self, name: str, seed: str) -> None:
        super().__init__(name, seed)
        self._planner = SimpleBot("planner", PLANNER, seed)

    def choose_int(self, tables: np.ndarray, knowledge: np.ndarray, clock: Clock) -> int:
        """The action that speaks most for itself."""
        brain = self.brain(tables)
        return self._planner.choose_int(tables, knowledge, clock) if brain is None else brain.choose(knowledge)

    def _weigh(self, tables: np.ndarray, knowledge: np.ndarray) -> tuple[int, explaining.Ranking]:
        brain = self.brain(tables)
        if brain is None:
            return super()._weigh(tables, knowledge)
        searcher = GuidedSearcher(tables, knowledge.copy(), self._randomness(knowledge), brain)
        if searcher.moves > 1:
            searcher.search(None, _LOOKS)
        return brain.choose(knowledge.copy()), ranking_of([searcher])


class GuidedSearcher(Searcher):
    """One thread's search with a network."""

    def __init__(self, tables: np.ndarray, knowledge: np.ndarray, rng: NDArray[np.uint64], brain: Brain) -> None:
        self._brain, self._known, self._belief = brain, new_knowledge(1), np.zeros(1, BELIEF)
        self._shares = np.zeros(SEATS)
        super().__init__(tables, knowledge, rng)

    def list_moves(self, tables: np.ndarray, knowledge: np.ndarray) -> int:
        """List the root moves, the network's first."""
        numbering, brain = self._brain.numbering.record, self._brain.arrays
        buffers: Any = (self._memories, self._weights, self._work, self._sheets, brain)
        moves = int(start_guided(tables, numbering, knowledge, self.trees, *buffers))
        if moves > 1:
            chance = (self._weights, self._rng)
            moves = int(add_blocks(tables, knowledge, self.trees, self._states, self._memories, *chance))
            assume(tables, numbering, self.trees, brain, GAP, SPREAD)
            room: Any = (self._states, self.trees[0]["fit"], self._memories[OWN:], *chance, self._belief)
            believe_in(tables, knowledge, *room)
        return moves

    def search_until(self, goal: int) -> int:
        """Look ahead in re-dealt games until that many were played in all; how many contenders are left."""
        network = (self._brain.numbering.record, self._known, self._brain.arrays, self._belief, self._shares)
        return int(search_guided(*self.buffers(goal, SURENESS, *network, SKIPPED, TURNS)))


class GuidedBot(SearchBot, NetworkBot):
    """Search with a network; without one where there is none."""

    without = "search"

    def searcher(self, tables: np.ndarray, knowledge: np.ndarray, rng: NDArray[np.uint64]) -> Searcher:
        """One thread's search. Each has a network with room of its own."""
        brain = self.brain(tables)
        if brain is None:
            return super().searcher(tables, knowledge, rng)
        return GuidedSearcher(tables, knowledge, rng, Brain(brain.network))


class LearnedLevel(NetworkBot):
    """A level for people: it plays with a network that is good enough, and one that cannot be read ends no game."""

    def brain(self, tables: np.ndarray) -> Brain | None:
        """The edition's network; None where there is none to play with."""
        try:
            brain = super().brain(tables)
        except NetworkError:
            self.manner = _UNUSABLE.format(bot=self.without)
            return None
        if brain is not None and self.name not in levels_of(brain.network.card):
            self.manner = _TOO_WEAK.format(bot=self.without)
            return None
        return brain


class HardBot(LearnedBot, LearnedLevel):
    """The level `hard`."""


class ExpertBot(GuidedBot, LearnedLevel):
    """The level `expert`."""
