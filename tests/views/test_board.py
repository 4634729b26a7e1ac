"""A view knows the board that it is of, also one from a file, and can be read again from what it tells."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace

import pytest

from perron import Game
from perron.view import read_view
from tests.bots.tight_boards import tight_board
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_view_that_is_told_as_json_is_the_same_when_it_is_read(name: str, seats: int) -> None:
    for game in played(name, seats, 2):
        for seat in (*range(seats), None):
            view = game.view(seat)
            again = read_view(json.loads(json.dumps(view.to_dict())), view.board)
            assert again == replace(view, outcome=None)
            assert again.board is game.edition


def test_a_view_of_a_board_of_ones_own_has_it_and_keeps_it() -> None:
    board = tight_board(1)
    view = Game(board, 2, seed=1).view(0)
    assert view.board is board
    assert pickle.loads(pickle.dumps(view)).board == board
    assert copy.deepcopy(view).board == board
    assert copy.copy(view) == view
    assert "board" not in view.to_dict()


def test_a_view_of_a_built_in_board_finds_it_by_its_name() -> None:
    view = Game("amsterdam@1", 2, seed=1).view(0)
    assert replace(view).board.version == 1
