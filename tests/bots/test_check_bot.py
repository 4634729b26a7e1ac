"""The check for bots: the built-in ones pass it, and it names what is wrong with others."""

from __future__ import annotations

import pytest

from perron.bots import make_bot
from perron.bots.built_in import CompiledBot
from perron.testing import check_bot, redeal_hidden
from tests.bots.players import Breaks, Chancy, Passes, Peeper, Scribbles, Slow, Unsteady
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "greedy",
        "planner",
        "easy",
        *(pytest.param(one, marks=pytest.mark.exhaustive) for one in ("medium", "hard")),
    ],
)
def test_a_built_in_bot_is_legal_honest_and_the_same_for_a_seed_on_every_edition(spec: str) -> None:
    assert check_bot(lambda seed: make_bot(spec, seed)) > 1000


@pytest.mark.parametrize("seats", [2, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (3, 4, 5))])
def test_the_search_is_legal_honest_and_the_same_for_a_seed_on_every_edition(seats: int) -> None:
    assert check_bot(lambda seed: make_bot("search:20it", seed), seats=[seats]) > 50


def test_the_search_is_so_with_more_seats() -> None:
    assert check_bot(lambda seed: make_bot("search:20it", seed), editions=["tiny", "first_journey"], seats=[3, 4]) > 50


def test_a_bot_that_thinks_until_its_time_is_up_is_checked_too() -> None:
    assert check_bot(lambda seed: make_bot("search:1ms", seed), editions=["tiny"], seats=[2], timed=True) > 10


def test_a_bot_in_plain_python_passes() -> None:
    assert check_bot(Chancy, editions=["tiny", "tiny_race"], games=3) > 100


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (Passes, ["chose what cannot be played", "pass"]),
        (Breaks, ["raised ArithmeticError", "two and two are five"]),
        (Unsteady, ["the same views and seed do not give the same choices"]),
        (Peeper, ["it sees more than its view"]),
        (Scribbles, ["changed the view"]),
        (lambda seed: None, ["no choose"]),
    ],
)
def test_what_is_wrong_with_a_bot_is_named(make: type[Chancy], words: list[str]) -> None:
    with pytest.raises(AssertionError) as caught:
        check_bot(make, editions=["tiny"], seats=[2], games=5)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_the_place_of_a_fault_is_named() -> None:
    with pytest.raises(AssertionError, match=r"tiny with 3 seats, seed 7, P0 in turn \d+: chose"):
        check_bot(Passes, editions=["tiny"], seats=[3], first_seed=7)


def test_a_bot_that_sleeps_through_its_clock_is_caught() -> None:
    with pytest.raises(AssertionError, match=r"with 0\.01 s on its clock"):
        check_bot(Slow, editions=["tiny"], seats=[2], seconds=0.01, timed=True)


def test_a_check_that_plays_nothing_does_not_pass() -> None:
    with pytest.raises(AssertionError, match="nothing was played"):
        check_bot(Chancy, editions=["tiny"], seats=[5])


def test_a_bot_that_is_no_bot_of_ours_has_the_same_way_in() -> None:
    bot = make_bot("planner")
    assert isinstance(bot, CompiledBot)
    assert check_bot(lambda _: bot, editions=["tiny"], seats=[2]) > 10


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_redealt_game_looks_the_same_to_its_seat_and_is_another(name: str, seats: int) -> None:
    changed = 0
    for game in played(name, seats, 3):
        if game.to_move is not None:
            other = redeal_hidden(game, game.to_move, len(game.moves))
            assert other.view(game.to_move) == game.view(game.to_move)
            changed += other.state_hash() != game.state_hash()
    assert changed > len(game.moves) // 2
