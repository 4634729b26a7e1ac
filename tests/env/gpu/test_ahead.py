"""Chance that is made ahead is the game's own."""

import numpy as np
import pytest

from perron.editions import load
from perron.engine import chance
from perron.engine.compiled import Array, Int, kernel
from perron.engine.entries import deal
from perron.engine.rng import next_word
from perron.engine.state import STATE
from perron.engine.tables import tables_of
from perron.env.gpu import ahead

pytestmark = pytest.mark.sampled

KEY = np.arange(8, dtype=np.uint32)


def _dealt() -> np.ndarray:
    states = np.zeros(1, STATE)
    deal(tables_of(load("tiny")), states, 0, 2, KEY, chance.new_tape(chance.OFF))
    return states


@kernel
def _words(states: Array, out: Array) -> None:
    for i in range(out.size):
        out[i] = next_word(states[0])


@kernel
def _words_ahead(games: Array, every: Int, out: Array) -> None:
    ahead.begin(games[0])
    for i in range(out.size):
        if ahead.is_short(games[0]) or i % every == 0:
            ahead.make_block(games[0])
        out[i] = next_word(games[0])
    ahead.end(games[0])


@pytest.mark.parametrize("n", [1, 3, 15, 16, 17, 40, 200])
@pytest.mark.parametrize("every", [1, 7, 13, 1000])
def test_words_and_the_state_they_leave_are_the_same(n: int, every: int) -> None:
    one, other = _dealt(), np.zeros(ahead.AHEAD.itemsize // 8, np.uint64)
    other[: one.itemsize // 8] = one.view(np.uint64)
    words, made_ahead = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
    _words(one, words)
    _words_ahead(other.view(ahead.AHEAD), every, made_ahead)
    np.testing.assert_array_equal(words, made_ahead)
    assert one.tobytes() == other[: one.itemsize // 8].tobytes()


@kernel
def _cards(states: Array, tape: Array, out: Array) -> None:
    for i in range(out.shape[0]):
        out[i, 0] = chance.card(states[0], tape)
        out[i, 1] = ahead.card(states[1], tape)


def test_cards_are_the_engine_s() -> None:
    rng = np.random.default_rng(1)
    states = np.concatenate([_dealt()] * 2)
    for _ in range(20):
        pile = np.asarray(rng.integers(0, 4, states["pile"].shape[1]))
        pile[rng.integers(len(pile))] += 1
        states["pile"], states["pile_size"] = pile, pile.sum()
        drawn = np.zeros((50, 2), np.int64)
        _cards(states, chance.new_tape(chance.OFF), drawn)
        np.testing.assert_array_equal(drawn[:, 0], drawn[:, 1])
