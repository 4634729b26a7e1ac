"""Picking a game up from its action ints gives the same game."""

from __future__ import annotations

import pytest

from perron import Game, PerronError
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_picked_up_anywhere_is_the_same_game(name: str, seats: int) -> None:
    *_, game = played(name, seats, 4)
    assert game.key is not None
    numbers = [move.number for move in game.moves]
    for until in {0, 1, 2, len(numbers) // 2, len(numbers)}:
        slow = Game(name, seats, key=game.key)
        for move in game.moves[:until]:
            slow.play(move.action)
        fast = Game.pick_up(name, seats, game.key, numbers[:until])
        assert fast.state.tobytes() == slow.state.tobytes()
        assert fast.moves == slow.moves[-1:]
        for seat in range(seats):
            assert fast.may_take_back(seat) == slow.may_take_back(seat)
    assert Game.pick_up(name, seats, game.key, numbers).outcome == game.outcome


@pytest.mark.parametrize("at", [0, 3, -1])
def test_an_action_that_was_not_legal_is_named(at: int) -> None:
    *_, game = played("tiny", 2, 4)
    assert game.key is not None
    numbers = [move.number for move in game.moves]
    numbers[at] = 0xFFFFFF
    with pytest.raises(PerronError, match=r"not legal|no such action"):
        Game.pick_up("tiny", 2, game.key, numbers)
