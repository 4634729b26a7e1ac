"""How reliable chances are: games are played and counted rightly, and the page shows what was counted."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

from perron import Game
from perron.editions import load
from tools.reliability import (
    BINS,
    FOLDER,
    PAGE,
    Called,
    bins_of,
    kept_summaries,
    page,
    picture,
    pictures,
    play,
    read_results,
    summary_of,
    wilson,
)

AGAIN = "if this fails, run python -m tools.reliability and look at the pictures"


class Even:
    """Calls every seat's chance the same, and remembers what it was asked about."""

    name = "even"

    def __init__(self) -> None:
        self.seen: list[bytes] = []

    def chances(self, states: np.ndarray) -> NDArray[np.float64]:
        """An even share."""
        self.seen.append(states.tobytes())
        seats = int(states[0]["seats"])
        return np.full((len(states), seats), 1 / seats)


def first(game: Game) -> int:
    return int(game.legal_numbers()[0])


def test_the_page_and_its_pictures_are_those_of_what_was_counted() -> None:
    text, summaries = PAGE.read_text("utf-8"), kept_summaries()
    assert page(text, summaries) == text, AGAIN
    assert {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.svg")} == pictures(summaries), AGAIN


def test_games_have_every_number_of_seats_and_one_position_each_that_is_any_of_them() -> None:
    edition, even = load("tiny"), Even()
    results = [play(edition, number, first, even) for number in range(8)]
    assert [len(one.called) for one in results] == [2, 3] * 4
    assert all(sum(one.won) == pytest.approx(1) for one in results)
    assert len(set(even.seen)) == 8
    turns = {np.frombuffer(seen, Game(edition, 2).state.dtype)[0]["turn"] for seen in even.seen}
    assert len(turns) > 4, "early and late ones"
    again = Even()
    assert play(edition, 5, first, again) == results[5]
    assert again.seen == even.seen[5:6]


def test_kept_games_are_read_again_but_for_torn_lines_and_those_of_another_judge(tmp_path: Path) -> None:
    kept = tmp_path / "tiny.jsonl"
    lines = [
        '{"game": 0, "judge": "even", "called": [0.5, 0.5], "won": [1.0, 0.0]}',
        '{"game": 1, "judge": "older", "called": [0.5, 0.5], "won": [1.0, 0.0]}',
        '{"game": 2, "judge": "even", "called": [0.5, 0.5], "wo',
    ]
    kept.write_text("\n".join(lines))
    assert read_results(kept, "even") == {0: Called(0, "even", (0.5, 0.5), (1.0, 0.0))}
    assert read_results(tmp_path / "none.jsonl", "even") == {}


def test_chances_are_counted_by_tenths_with_what_was_won() -> None:
    results = [Called(0, "j", (0.25, 0.75), (0.0, 1.0)), Called(1, "j", (0.29, 0.71), (1.0, 0.0))]
    found = bins_of(results)
    assert [k for k, one in enumerate(found) if one is not None] == [2, 7]
    low, high = found[2], found[7]
    assert low is not None
    assert high is not None
    assert (low.count, low.called, low.won) == (2, 0.27, 0.5)
    assert (high.count, high.called, high.won) == (2, 0.73, 0.5)
    assert bins_of([Called(0, "j", (1.0, 0.0), (1.0, 0.0))])[BINS - 1] is not None, "1 belongs to the last tenth"


def reliable(games: int) -> list[Called]:
    """Games of two whose chances are what they are called."""
    dice = random.Random(3)
    found = []
    for number in range(games):
        chance = dice.random()
        won = float(dice.random() < chance)
        found.append(Called(number, "j", (chance, 1 - chance), (won, 1 - won)))
    return found


def test_what_is_called_rightly_lies_within_the_intervals() -> None:
    found = [one for one in bins_of(reliable(4000)) if one is not None]
    assert len(found) == BINS
    assert sum(one.low <= one.called <= one.high for one in found) >= BINS - 1
    assert all(one.high - one.low < 0.1 for one in found)
    wrong = [Called(one.game, "j", one.called, one.won[::-1]) for one in reliable(4000)]
    assert sum(one.low <= one.called <= one.high for one in bins_of(wrong) if one is not None) <= 2


def test_seats_of_one_game_do_not_count_as_independent() -> None:
    once = [Called(k, "j", (0.55,), (float(k % 2),)) for k in range(100)]
    twice = [Called(k, "j", (0.55, 0.55), (float(k % 2),) * 2) for k in range(100)]
    one, two = bins_of(once)[5], bins_of(twice)[5]
    assert one is not None
    assert two is not None
    assert (one.count, two.count) == (100, 200)
    assert (two.low, two.high) == pytest.approx((one.low, one.high))
    low, high = wilson(0.5, 100)
    assert (one.low, one.high) == pytest.approx((low, high), abs=1e-3)


def test_a_picture_has_a_point_with_its_interval_for_every_tenth() -> None:
    summary = summary_of(reliable(300))
    root = ElementTree.fromstring(picture(load("tiny"), summary))
    dots = root.findall("{http://www.w3.org/2000/svg}circle")
    assert len(dots) == sum(one is not None for one in summary["bins"])
    side = float(root.attrib["viewBox"].split()[2])
    assert all(0 < float(dot.attrib[at]) < side for dot in dots for at in ("cx", "cy"))
    # The diagonal: what is won more often lies higher.
    heights = [float(dot.attrib["cy"]) for dot in dots]
    assert heights[0] > heights[-1]
