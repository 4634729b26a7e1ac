"""The search: anytime, within its budget, on as many cores as it may use."""

from __future__ import annotations

import time

import numpy as np
import pytest

from perron import Game
from perron.bots import Clock, make_bot
from perron.bots.built_in import SearchBot
from perron.bots.view_encoding import knowledge_of
from perron.engine.tables import compile_tables
from perron.errors import BotError
from tests.views.playing import played


@pytest.fixture(scope="module")
def middle() -> Game:
    """A game of four in Europe, half-way."""
    game = Game("europe", 4, seed=5)
    bot = make_bot("planner")
    for _ in range(120):
        game.play(bot.choose(game.view(game.to_move), Clock()))
    return game


def searched(game: Game, spec: str, clock: Clock) -> list[tuple[int, float, int]]:
    bot = make_bot(spec, 1)
    assert isinstance(bot, SearchBot)
    view = game.view(game.to_move)
    return bot.search(compile_tables(game.edition), knowledge_of(view, game.edition), clock)


def test_a_budget_of_play_outs_is_used_and_kept(middle: Game) -> None:
    ranking = searched(middle, "search:500it", Clock())
    assert 500 <= sum(tries for _, _, tries in ranking) < 500 + 32


def test_the_same_seed_and_play_outs_give_the_same_values(middle: Game) -> None:
    assert searched(middle, "search:300it", Clock()) == searched(middle, "search:300it", Clock())


def test_a_time_budget_is_kept(middle: Game) -> None:
    make_bot("search:1ms").choose(middle.view(middle.to_move), Clock())
    # Time on a core: a busy machine may take long over it, but it cannot make the search do more.
    start = time.thread_time()
    make_bot("search:50ms").choose(middle.view(middle.to_move), Clock())
    assert time.thread_time() - start < 1.0


def test_the_clock_binds_a_search_that_would_go_on(middle: Game) -> None:
    start = time.thread_time()
    ranking = searched(middle, "search:9999999it", Clock(seconds=0.05))
    assert time.thread_time() - start < 1.0
    assert 0 < sum(tries for _, _, tries in ranking) < 9999999


def test_more_time_gives_more_play_outs_and_any_gives_a_move(middle: Game) -> None:
    few, many = (searched(middle, spec, Clock()) for spec in ("search:1ms", "search:400ms"))
    assert few[0][0] in middle.legal_numbers()
    assert sum(tries for _, _, tries in few) < sum(tries for _, _, tries in many)


def test_two_cores_share_the_play_outs_and_agree_on_the_moves(middle: Game) -> None:
    one, two = (searched(middle, "search:400it", Clock(cores=cores)) for cores in (1, 2))
    assert {number for number, _, _ in two} == {number for number, _, _ in one}
    assert 400 <= sum(tries for _, _, tries in two) < 400 + 64
    assert searched(middle, "search:400it", Clock(cores=2)) == two


def test_values_are_means_between_nothing_and_a_win(middle: Game) -> None:
    for _, value, tries in searched(middle, "search:300it", Clock()):
        assert tries > 0
        assert 0.0 <= value <= 1.0


def test_a_move_without_choice_is_not_searched() -> None:
    game = next(game for game in played("tiny", 2, 0) if len(game.legal_numbers("one")) == 1)
    ranking = searched(game, "search:9999999it", Clock())
    assert [number for number, _, _ in ranking] == game.legal_numbers("one").tolist()


def test_what_a_search_reads_is_left_as_it_was(middle: Game) -> None:
    bot, knowledge = make_bot("search:60it"), middle.knowledge(middle.to_move or 0)
    assert isinstance(bot, SearchBot)
    before = knowledge.tobytes()
    bot.search(compile_tables(middle.edition), knowledge, Clock())
    assert knowledge.tobytes() == before
    assert np.frombuffer(before, np.uint8).any()


@pytest.mark.parametrize("spec", ["planner", "search:10it"])
def test_a_view_of_an_unknown_edition_is_refused_in_words(spec: str) -> None:
    view = Game("tiny", 2, seed=0).view(0)
    object.__setattr__(view, "edition", "atlantis")
    object.__setattr__(view, "_board", None)  # as of one that was made by somebody else
    with pytest.raises((BotError, ValueError), match="atlantis"):
        make_bot(spec).choose(view, Clock())
