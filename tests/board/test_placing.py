"""Boards that nobody has placed by hand: nothing lies on a name, at any aspect, and the same is found every time."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from perron.board import geometry
from perron.board.geometry import forget, search
from perron.board.placing import QUICK, THOROUGH
from perron.editions import Edition, load
from tests.board.made_boards import made_board, text_of
from tests.board.outlines import apart, names, on_its_side, shapes, touching
from tests.cli.command import Run, runner

MADE = [
    *((seed, 24, 45, aspect) for seed, aspect in enumerate((0.6, 0.8, 1.0, 1.25, 1.6, 2.0))),
    *((10, 47, 101, aspect) for aspect in (0.6, 1.5, 2.0)),
    (11, 36, 100, 1.5),
    (12, 64, 128, 2.0),
    (13, 5, 6, 0.6),
    (14, 2, 1, 2.0),
]
"""Seed, places, tracks, aspect: boards of the smallest size, of Europe's, and of the largest."""
_OFTEN = (MADE[0], MADE[2], MADE[5], MADE[7], *MADE[10:])
# The tests of one board in one process: there it is placed once.
BOARDS = [
    pytest.param(
        made,
        marks=[
            pytest.mark.xdist_group(f"placing {made}"),
            *([] if made in _OFTEN else [pytest.mark.exhaustive]),
        ],
        id=str(made),
    )
    for made in MADE
]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


@cache
def drawn(made: tuple[int, int, int, float]) -> dict[str, Any]:
    return geometry(made_board(*made)).to_dict()


@pytest.mark.parametrize("made", BOARDS)
def test_no_name_lies_on_anything(made: tuple[int, int, int, float]) -> None:
    board = drawn(made)
    assert touching([*names(board), *shapes(board)]) == []


@pytest.mark.parametrize("made", BOARDS)
def test_no_name_lies_on_anything_when_the_board_is_turned(made: tuple[int, int, int, float]) -> None:
    board = drawn(made)
    labels = names(board, "turned")
    laid = on_its_side(board, shapes(board))
    assert touching(labels) + [(a, b) for a, first in labels for b, second in laid if not apart(first, second)] == []


@pytest.mark.parametrize("made", BOARDS)
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
    forget()
    assert json.dumps(geometry(made_board(*made)).to_dict()) == before


def test_a_board_that_is_stored_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(edition: Edition, effort: object) -> None:
        raise AssertionError(f"{edition.id} was searched")

    monkeypatch.setattr(sys.modules["perron.board.geometry"], "search", searched)
    forget()
    for name in ("europe", "amsterdam", "amsterdam@1", "berlin", "first_journey", "micro", "tiny", "tiny_race"):
        assert geometry(load(name)).places


def test_where_there_is_room_a_quick_search_finds_what_a_thorough_one_does() -> None:
    edition = made_board(13, 5, 6, 0.6)
    quick, thorough = search(edition, QUICK), search(edition, THOROUGH)
    assert (quick.courses, quick.names) == (thorough.courses, thorough.names)


def test_a_board_where_everything_lies_in_one_place_is_given_up_and_drawn_all_the_same() -> None:
    """No search can part what lies on one spot: after some work it takes what it has."""
    edition = made_board(15, 12, 20, 1.0)
    heap = replace(edition, cities=tuple(replace(city, x=city.x / 100, y=city.y / 100) for city in edition.cities))
    placing = search(heap, replace(QUICK, most=1e6))
    links = {frozenset((route.a, route.b)) for route in heap.routes}
    assert (len(placing.courses), len(placing.names), len(placing.turned)) == (len(links), 12, 12)


def test_a_made_board_is_drawn_from_its_file(run: Run, tmp_path: Path) -> None:
    edition = replace(made_board(16, 24, 45, 0.8), water=(((0.0, 0.0), (0.3, 0.0), (0.0, 0.4)),))
    file, out = tmp_path / "made.toml", tmp_path / "made.svg"
    file.write_text(text_of(edition), "utf-8")
    again = load(file)
    assert (again.cities, again.routes, again.water) == (edition.cities, edition.routes, edition.water)
    assert run("board", "--edition", str(file), "--out", str(out)).code == 0
    drawn = out.read_text("utf-8")
    assert drawn.count('class="route"') == len(edition.routes)
    assert 'id="made_16-1-water"' in drawn
