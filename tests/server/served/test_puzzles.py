"""Puzzles over REST: only what the mover sees is told, and an answer is judged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import to_json

from perron.editions import load
from perron.editions.folder import PUZZLES
from perron.editions.places import VARIABLE
from perron.review.puzzle import Puzzle, to_line
from perron.server.edition_info import all_editions, edition_info
from perron.server.settings import Settings
from tests.editions.own import begun_edition, known
from tests.review.hand_made import ALL, TAKE_THE_WILD, TWO_PAYMENTS, edition_with_puzzles
from tests.server.plain import get, post
from tests.server.served.conftest import GENEROUS
from tests.server.serving import Served, serving

OTHER_CARDS = replace(
    TAKE_THE_WILD,
    position=TAKE_THE_WILD.position.replace("P1:blue*2;P2:red*3", "P1:black,wild;P2:green*3")
    .replace("P1:dune-fort;P2:grove-elm", "P1:bell-grove;P2:cape-jetty")
    .replace("turn=P0", "turn=P0 seed=other"),
)
"""The same position for its mover: others hold other cards and tickets, and the piles lie otherwise."""
PUZZLES_THERE = (*ALL, OTHER_CARDS)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with an edition that has puzzles."""
    place = tmp_path_factory.mktemp("place")
    home = edition_with_puzzles(place)
    with (home / PUZZLES).open("a", encoding="utf-8") as file:
        file.write(f"{to_line(OTHER_CARDS)}\nno puzzle\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(place))
        settings = Settings(database=f"sqlite:///{place}/perron.sqlite", limits=GENEROUS, bot_processes=1)
        with serving(replace(settings, start_bots=False)) as running:
            yield running


def asked(served: Served, **how: str) -> tuple[int, Any]:
    answer = get(f"{served.base}/api/puzzles", params={"edition": "utrecht", **how})
    return answer.status_code, answer.json()


def every_one(served: Served) -> dict[str, Any]:
    """All puzzles by id, day by day."""
    today = datetime.now(UTC).date()
    days = [(today - timedelta(days=n)).isoformat() for n in range(2)]
    levels = ("easy", "medium", "hard")
    told = [asked(served, difficulty=level, day=day)[1] for level in levels for day in days]
    return {one["id"]: one for one in told}


def answer(served: Served, puzzle: Puzzle | str, action: str) -> tuple[int, Any]:
    ident = puzzle if isinstance(puzzle, str) else puzzle.id
    answered = post(f"{served.base}/api/puzzles/{ident}/answer", json={"action": action})
    return answered.status_code, answered.json()


def test_a_puzzle_is_what_its_mover_sees_and_nothing_else(served: Served) -> None:
    told = every_one(served)
    assert told.keys() == {one.id for one in PUZZLES_THERE}
    for puzzle in PUZZLES_THERE:
        game = puzzle.game(load("utrecht"))
        one = told[puzzle.id]
        assert one["view"] == json.loads(to_json(game.view(game.to_move)))
        assert one.keys() == {
            *("id", "edition", "rules", "edition_key", "seats", "seat", "difficulty", "day", "of", "view")
        }
    views = [json.dumps(told[one.id]["view"]) for one in (TAKE_THE_WILD, OTHER_CARDS)]
    assert views[0] == views[1], "what is hidden makes no difference to what is told"


def test_the_editions_say_which_puzzles_there_are(served: Served) -> None:
    covers = {one["id"]: one["puzzles"] for one in get(f"{served.base}/api/editions").json()["editions"]}
    assert (covers["utrecht"], covers["tiny"]) == (["easy", "medium", "hard"], [])


def test_an_answer_is_judged_and_explained(served: Served) -> None:
    _, right = answer(served, TWO_PAYMENTS, "claim elm-bell wild green")
    assert (right["right"], right["lost"], right["action"]) == (True, 0, "claim bell-elm green*1 wild*1")
    _, wrong = answer(served, TWO_PAYMENTS, "draw tickets")
    assert (wrong["right"], wrong["lost"]) == (False, 0.71)
    assert wrong["better"]["action"] == wrong["answers"][0] == "claim bell-elm green*2"
    assert wrong["better"]["explanation"]["links"] == ["bell-elm"]
    assert (wrong["obvious"], wrong["obvious_lost"]) == ("draw blind", 0.62)
    _, unmeasured = answer(served, TWO_PAYMENTS, "draw red")
    assert (unmeasured["right"], unmeasured["lost"]) == (False, None)
    assert "seats=" not in json.dumps([right, wrong, unmeasured])


@pytest.mark.parametrize(
    ("puzzle", "action", "status", "code"),
    [
        (TWO_PAYMENTS, "claim elm-inlet red*2", 409, "payment/not_in_hand"),
        (TWO_PAYMENTS, "eat the ticket", 422, "action/unreadable"),
        ("utrecht-000000000000", "draw blind", 404, "puzzle/none"),
        ("nowhere-000000000000", "draw blind", 404, "edition/unknown"),
        ("Utrecht", "draw blind", 422, "request/invalid"),
    ],
)
def test_what_is_no_answer_is_refused(
    served: Served, puzzle: Puzzle | str, action: str, status: int, code: str
) -> None:
    told, fault = answer(served, puzzle, action)
    assert (told, fault["code"]) == (status, code)


def test_what_is_not_there_is_refused(served: Served) -> None:
    after = (datetime.now(UTC).date() + timedelta(days=2)).isoformat()
    for how, status, code in (
        ({"difficulty": "easy", "day": after}, 404, "puzzle/none"),
        ({"difficulty": "easy", "edition": "micro"}, 404, "puzzle/none"),
        ({"difficulty": "easy", "edition": "nowhere"}, 404, "edition/unknown"),
        ({"difficulty": "absurd"}, 422, "request/invalid"),
        ({"difficulty": "easy", "day": "2026-13-01"}, 422, "request/invalid"),
    ):
        told, fault = asked(served, **how)
        assert (told, fault["code"]) == (status, code), how


def test_the_same_edition_in_another_place_has_no_say_in_which_puzzles_there_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = []
    for name, make in (("without", begun_edition), ("with", edition_with_puzzles)):
        (tmp_path / name).mkdir()
        make(tmp_path / name)
        known(monkeypatch, tmp_path / name)
        (cover,) = (one for one in all_editions().editions if one.id == "utrecht")
        told.append((cover.puzzles, edition_info(load("utrecht")).puzzles))
    assert told == [([], []), (["easy", "medium", "hard"], ["easy", "medium", "hard"])]
