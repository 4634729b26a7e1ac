"""Bots at a table of an earlier version of the rules: they play by it, with what was tuned for its board."""

from __future__ import annotations

import numpy as np
import pytest

from perron import Game
from perron.bots import Clock, make_bot
from perron.bots.edition_weights import weights_for
from perron.editions import load
from tests.every_version import EARLIER


@pytest.mark.parametrize("spec", ["random", "greedy", "planner", "search:20it", "easy"])
@pytest.mark.parametrize("name", EARLIER)
def test_one_bot_plays_both_versions_by_turns(name: str, spec: str) -> None:
    bot = make_bot(spec)
    games = [Game(name, 2, seed=5), Game(load(name).id, 2, seed=5)]
    while not all(game.over for game in games):
        for game in games:
            if game.to_move is not None:
                game.play(bot.choose(game.view(game.to_move), Clock()))
    assert all(game.outcome is not None for game in games)


@pytest.mark.parametrize("name", EARLIER)
def test_a_bot_plays_an_earlier_version_as_if_there_were_no_other(name: str) -> None:
    alone, both = make_bot("planner"), make_bot("planner")
    newest = Game(load(name).id, 2, seed=8)
    both.choose(newest.view(newest.to_move), Clock())
    game = Game(name, 2, seed=8)
    while game.to_move is not None:
        view = game.view(game.to_move)
        chosen = alone.choose(view, Clock())
        assert both.choose(view, Clock()) == chosen
        game.play(chosen)


@pytest.mark.parametrize("name", EARLIER)
def test_an_earlier_version_has_the_constants_that_were_tuned_for_it(name: str) -> None:
    edition = load(name)
    own = weights_for(edition)
    assert not np.array_equal(own, weights_for(load(f"{edition.id}@{edition.version + 1}")))
    assert np.array_equal(weights_for(load("europe@1")), weights_for(load("europe")))
