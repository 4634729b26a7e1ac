"""Compile what the bots need that play with a network, and what judges games with one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from perron import Game
from perron.bots.belief import BELIEF, deal_in
from perron.editions import load, smallest
from perron.engine.sizes import SEATS, TICKETS
from perron.engine.state import SETUP, STATE
from perron.engine.tables import tables_of
from perron.engine.warm import Step
from perron.learned.bots import GuidedSearcher
from perron.learned.judges import LeadJudge, NetworkJudge
from perron.learned.network import Network, read_network
from perron.learned.opinion import Brain


def steps() -> Iterator[Step]:
    """What there is to compile."""
    edition = load(smallest())
    network = read_network(Network.blank(edition).as_bytes(), edition, "a blank network")
    tables, game = tables_of(edition), Game(edition, 2, seed=0)
    while game.state["phase"] == SETUP:
        game.play(int(game.legal_numbers()[0]))
    knowledge = game.knowledge(game.to_move)

    def search() -> None:
        searcher = GuidedSearcher(tables, knowledge.copy(), np.ones(1, np.uint64), Brain(network))
        assert searcher.moves > 1, "with one move there is nothing to search"
        searcher.search_until(1)

    def deal() -> None:
        fit, belief = np.ones((SEATS + 1, TICKETS), np.int32), np.zeros(1, BELIEF)
        deal_in(tables, knowledge.copy(), np.zeros(1, STATE), fit, np.ones(1, np.uint64), belief)

    def judge() -> None:
        states = np.frombuffer(Game(edition, 2, seed=0).state.tobytes(), STATE)
        for judging in (NetworkJudge(network), LeadJudge(edition)):
            judging.chances(states, [0])

    yield "a pass of a network", lambda: Brain(network).choose(knowledge.copy())
    yield "search with a network", search
    yield "deals as they are believed", deal
    yield "what luck is measured with", judge
