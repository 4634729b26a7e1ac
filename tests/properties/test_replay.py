"""A game is its key and its actions; or its actions and what chance answered."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from perron.engine.apply import apply
from perron.engine.chance import AT, COUNT, FAULT, OFF, REPLAY, new_tape
from perron.engine.setup import setup
from perron.engine.state import CHANCE_FIELDS, STATE, new_states
from tests.properties.tables import at_every_table, tables_of
from tests.properties.walks import Walk, walks

pytestmark = pytest.mark.sampled


def replayed(game: Walk, name: str, key: np.ndarray, tape: np.ndarray) -> np.ndarray:
    """The states of the game played again."""
    states = new_states(len(game.states))
    setup(tables_of(name)[0], states[0], game.seats, key, tape)
    for i, action in enumerate(game.actions):
        states[i + 1] = states[i]
        apply(tables_of(name)[0], states[i + 1], action, tape)
    return states


def test_a_state_is_all_fields_without_padding_and_at_most_a_kibibyte() -> None:
    used = np.zeros(STATE.itemsize, np.int64)
    assert STATE.fields is not None
    for dtype, place, *_ in STATE.fields.values():
        used[place : place + dtype.itemsize] += 1
    assert (used == 1).all()
    assert STATE.itemsize <= 1024


@at_every_table
def test_the_same_key_and_actions_give_the_same_bytes(name: str, seats: int) -> None:
    for game in walks(name, seats):
        if game.dealt:
            assert replayed(game, name, game.key, new_tape(OFF)).tobytes() == game.states.tobytes()


@at_every_table
def test_another_key_deals_another_game(name: str, seats: int) -> None:
    states = new_states(2)
    game = next(walks(name, seats))
    setup(tables_of(name)[0], states[0], seats, game.key, new_tape(OFF))
    setup(tables_of(name)[0], states[1], seats, game.key ^ np.uint32(1), new_tape(OFF))
    assert any(states[field][0].tobytes() != states[field][1].tobytes() for field in ("hand", "dealt", "ticket_pile"))


@at_every_table
def test_the_recorded_answers_of_chance_give_the_same_game_without_its_key(name: str, seats: int) -> None:
    for game in walks(name, seats):
        if game.dealt:
            answers = np.array([*game.dealt, *chain.from_iterable(game.answers)], np.int32)
            tape = new_tape(REPLAY, answers=answers)
            states = replayed(game, name, np.zeros(8, np.uint32), tape)
            for field in STATE.names or ():
                if field not in CHANCE_FIELDS:
                    assert (states[field] == game.states[field]).all(), field
            assert tape[FAULT] == 0
            assert tape[AT] == tape[COUNT], "an answer was never asked for"
