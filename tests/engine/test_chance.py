"""Tapes: what chance answered, read back; and what it is asked where an answer is missing."""

from __future__ import annotations

import numpy as np
import pytest

from perron import Game, PerronError
from perron.engine import chance, entries
from perron.engine.sizes import WILD
from perron.engine.state import STATE
from tests.positions import position


def asked(game: Game, action: str, answers: list[int]) -> tuple[int, list[tuple[int, int]]]:
    """What chance is asked next, after an action and some answers."""
    states = np.frombuffer(bytearray(game.state.tobytes()), STATE)
    tape = chance.new_tape(chance.REPLAY, chance.ASKING, np.array(answers, np.int32))
    entries.play_legal(game._tables, states, 0, game._checked(action), tape)
    assert tape[chance.FAULT] == chance.TAPE_SHORT
    return chance.question(tape)


def test_a_tape_that_runs_short_says_what_the_pile_holds() -> None:
    game = position("tiny hand=P0:red*1 display=red,red,blue,blue,green pile=wild*2,green*1 discards=rest")
    assert asked(game, "draw blind", []) == (chance.CARD, [(2, 1), (WILD, 2)])
    assert asked(game, "draw red", []) == (chance.CARD, [(2, 1), (WILD, 2)])


@pytest.mark.rule("EU-D7", "RU-22")
def test_an_empty_pile_is_asked_for_as_it_is_made_anew_with_what_was_just_paid() -> None:
    game = position("tiny hand=P0:red*1,blue*1;P1:rest display=red,red,blue,blue,green pile=none discards=green*2")
    assert asked(game, "draw blind", []) == (chance.CARD, [(2, 2)])
    game = position("tiny hand=P0:red*1,blue*1;P1:rest display=red,red,blue,blue,- pile=none discards=green*2")
    assert asked(game, "claim north-middle red*1", []) == (chance.CARD, [(0, 1), (2, 2)])


def test_tickets_not_yet_shuffled_are_asked_for_at_setup() -> None:
    game = Game("tiny_race", 2, seed=1)
    cards = 2 * game.edition.setup.cards
    tape = chance.new_tape(chance.REPLAY, chance.ASKING, np.array(game.deal[: cards + 3], np.int32))
    entries.deal(game._tables, np.zeros(1, STATE), 0, 2, np.zeros(8, np.uint32), tape)
    left = sorted(set(range(8)) - set(game.deal[cards : cards + 3]))
    assert chance.question(tape) == (chance.TICKET, [(ticket, 1) for ticket in left])


def test_a_tape_without_room_is_not_written_beyond_its_end() -> None:
    game = position("tiny hand=P0:red*1 display=red,red,blue,blue,green pile=wild*2,green*1 discards=rest")
    with pytest.raises(PerronError, match="more often"):
        game.replay("draw blind", [])


@pytest.mark.rule("RU-1")
def test_a_replay_that_runs_short_while_the_display_is_cleared_comes_to_an_end() -> None:
    game = position(
        "berlin seats=2 phase=second display=green,green,wild,black,wild pile=none discards=black*1,wild*4 hand=P1:rest"
    )
    before = game.state.tobytes()
    with pytest.raises(PerronError, match="more often"):
        game.replay("draw green", [WILD])
    assert game.state.tobytes() == before
