"""A game shows itself in a notebook."""

from __future__ import annotations

import pytest

from perron import Game
from perron.board import is_placed
from perron.editions import load, names


@pytest.mark.parametrize("name", [name for name in names() if is_placed(load(name))])
def test_a_game_in_a_notebook_shows_its_board_with_what_lies_on_it(name: str) -> None:
    game = Game(name, 2, seed=4)
    before = game._repr_html_()
    assert before.count("<svg") == 1
    while not game.view().players[0].routes:
        claims = [action for action in game.legal_actions() if str(action).startswith("claim")]
        game.play((claims or game.legal_actions())[0])
    assert game._repr_html_() != before
    assert game.view().players[0].routes[0] in game._repr_html_()


def test_every_printed_and_house_board_has_its_places_found() -> None:
    assert {name for name in names() if is_placed(load(name))} >= {"europe", "amsterdam", "berlin", "first_journey"}
