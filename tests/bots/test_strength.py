"""How well the bots play, on fixed deals: every result here is the same on every machine."""

from __future__ import annotations

import pytest

from perron import Game
from perron.bots import Clock, make_bot
from perron.bots.built_in import SearchBot
from perron.bots.matches import GREEDY, PLANNER, RANDOM
from perron.editions import load
from perron.engine import actions as ints
from tests.bots.players import PRINTED, play_match, sensible


@pytest.mark.parametrize("edition", PRINTED)
def test_the_planner_beats_greedy_clearly(edition: str) -> None:
    assert play_match(edition, (PLANNER, GREEDY), 200).wins[0] >= 180


@pytest.mark.parametrize("edition", PRINTED)
def test_greedy_beats_random_play(edition: str) -> None:
    assert play_match(edition, (GREEDY, RANDOM), 600).wins[0] > 300


@pytest.mark.parametrize("edition", PRINTED)
def test_the_planner_uses_every_kind_of_action(edition: str) -> None:
    found = load(edition)
    kinds = {ints.CLAIM}
    if found.race:
        kinds |= {ints.DRAW_CARDS, ints.SWAP_TICKETS}
    else:
        kinds |= {ints.DRAW_FACE_UP, ints.DRAW_BLIND, ints.DRAW_TICKETS, ints.KEEP_TICKETS}
    if found.stations:
        kinds.add(ints.STATION)
    if any(route.tunnel for route in found.routes):
        kinds |= {ints.PAY_TUNNEL, ints.LET_GO}
    used = play_match(edition, (PLANNER, PLANNER), 300).used.sum(axis=0)
    assert {kind for kind in range(len(used)) if used[kind]} - {ints.PASS} == kinds  # to pass is only for the stuck


def wins(first: str, second: str, edition: str, deals: int) -> float:
    """Of the first bot, in two games a deal with the seats changed."""
    won = 0.0
    for deal in range(deals):
        for turned in (0, 1):
            bots = [make_bot(spec, deal) for spec in (first, second)]
            game = Game(edition, 2, seed=deal)
            while game.to_move is not None:
                game.play(bots[game.to_move ^ turned].choose(game.view(game.to_move), Clock()))
            assert game.outcome is not None
            if turned in game.outcome.winners:
                won += 1 / len(game.outcome.winners)
    return won


def test_the_search_beats_the_planner() -> None:
    assert wins("search:400it", "planner", "amsterdam", 40) > 40


@pytest.mark.parametrize(("higher", "lower"), [("medium", "easy"), ("hard", "medium")])
@pytest.mark.parametrize("edition", ["amsterdam", "first_journey"])
def test_a_level_beats_the_one_below(edition: str, higher: str, lower: str) -> None:
    assert wins(higher, lower, edition, 30) >= 36


def test_the_highest_level_searches_where_the_one_below_plans() -> None:
    # A second of search is not the same on every machine; that the search is above the planner is tested by play-outs.
    assert isinstance(make_bot("expert"), SearchBot)
    hard, planner = make_bot("hard"), make_bot("planner")
    for game in sensible("europe", 4, 3):
        view = game.view(game.to_move)
        assert hard.choose(view, Clock()) == planner.choose(view, Clock())


def test_easy_still_beats_random_play() -> None:
    assert wins("easy", "random", "first_journey", 20) >= 30
