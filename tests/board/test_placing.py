"""Boards that nobody has placed by hand: nothing lies on a name, at any aspect, and the same is found every time."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any

import pytest

from perron.board import geometry
from perron.board.geometry import search
from perron.board.placing import QUICK, THOROUGH
from perron.editions import Edition, load
from tests.board.made_boards import made_board
from tests.board.outlines import apart, names, on_its_side, shapes, touching

MADE = [
    *((seed, 24, 45, aspect) for seed, aspect in enumerate((0.6, 0.8, 1.0, 1.25, 1.6, 2.0))),
    *((10, 47, 101, aspect) for aspect in (0.6, 1.5, 2.0)),
    (11, 36, 100, 1.5),
    (12, 64, 128, 2.0),
    (13, 5, 6, 0.6),
    (14, 2, 1, 2.0),
]
"""Seed, places, tracks, aspect: boards of the smallest size, of Europe's, and of the largest."""


@cache
def drawn(made: tuple[int, int, int, float]) -> dict[str, Any]:
    return geometry(made_board(*made)).to_dict()


@pytest.mark.parametrize("made", MADE, ids=str)
def test_no_name_lies_on_anything(made: tuple[int, int, int, float]) -> None:
    board = drawn(made)
    assert touching([*names(board), *shapes(board)]) == []


@pytest.mark.parametrize("made", MADE, ids=str)
def test_no_name_lies_on_anything_when_the_board_is_turned(made: tuple[int, int, int, float]) -> None:
    board = drawn(made)
    labels = names(board, "turned")
    laid = on_its_side(board, shapes(board))
    assert touching(labels) + [(a, b) for a, first in labels for b, second in laid if not apart(first, second)] == []


@pytest.mark.parametrize("made", MADE, ids=str)
def test_nothing_is_cut_off_and_every_name_can_be_read(made: tuple[int, int, int, float]) -> None:
    board = drawn(made)
    margin, wide, high = board["margin"], board["width"], board["height"]
    assert wide / high == pytest.approx(made[3], rel=0.09)  # the margin is the same on all sides
    for label, frame in (("label", (wide, high)), ("turned", (high, wide))):
        for _, box in names(board, label):
            assert all(margin <= x <= frame[0] - margin and margin <= y <= frame[1] - margin for x, y in box)
        assert min(place[label]["size"] for place in board["places"]) >= 7


@pytest.mark.parametrize("made", [MADE[0], MADE[5]], ids=str)
def test_the_same_is_found_every_time(made: tuple[int, int, int, float]) -> None:
    before = json.dumps(drawn(made))
    geometry.cache_clear()
    assert json.dumps(geometry(made_board(*made)).to_dict()) == before


def test_a_board_that_is_stored_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(edition: Edition, effort: object) -> None:
        raise AssertionError(f"{edition.id} was searched")

    monkeypatch.setattr(sys.modules["perron.board.geometry"], "search", searched)
    geometry.cache_clear()
    for name in ("europe", "amsterdam", "amsterdam@1", "berlin", "first_journey", "micro", "tiny", "tiny_race"):
        assert geometry(load(name)).places


def test_where_there_is_room_a_quick_search_finds_what_a_thorough_one_does() -> None:
    edition = made_board(13, 5, 6, 0.6)
    quick, thorough = search(edition, QUICK), search(edition, THOROUGH)
    assert (quick.courses, quick.names) == (thorough.courses, thorough.names)
