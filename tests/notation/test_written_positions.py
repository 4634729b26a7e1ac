"""A position that is written as text and read again is the same, as far as the text tells it."""

from __future__ import annotations

import numpy as np
import pytest

from perron import Game
from perron.engine.state import STATE
from perron.errors import NotationError
from perron.position import read_position, write_position
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled

NOT_TOLD = {"key", "counter", "word", "block", "seen", "known_to", "ticket_pile", "ticket_top", "dealt"}
"""Chance, who saw what, and in which order tickets are held: the pile is compared in its own order."""


def pile(state: np.void) -> list[int]:
    ring = len(state["ticket_pile"])
    return [int(state["ticket_pile"][(int(state["ticket_top"]) + i) % ring]) for i in range(state["tickets_left"])]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_written_position_is_read_as_it_was(name: str, seats: int) -> None:
    phases = set()
    for game in played(name, seats, 2):
        if game.over or game.view().phase in ("setup", "tunnel"):
            with pytest.raises(NotationError, match="tells only of turns"):
                write_position(game.edition, game.state)
            continue
        text = write_position(game.edition, game.state, "7")
        edition, states, _ = read_position(text, game.edition)
        for field in set(STATE.names or ()) - NOT_TOLD:
            np.testing.assert_array_equal(states[0][field], game.state[field], field)
        assert pile(states[0]) == pile(game.state)
        again = Game.from_position(text, edition)
        if not edition.swap_tickets:
            assert again.legal_actions() == game.legal_actions()
        phases.add(game.view().phase)
    assert "turn" in phases
