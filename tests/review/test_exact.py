"""What a review says of small games, against values found by looking at all that can happen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from perron import Game
from perron.arena.outcomes import outcomes
from perron.editions import Edition, load
from perron.engine import chance, entries
from perron.engine.state import OVER, SCRATCH, SHEET, STATE
from perron.engine.tables import tables_of
from perron.record import read_record, write_record
from perron.review.planners import Planners
from perron.review.report import Review
from perron.review.reviewer import Reviewer
from tests.review.games import random_game

BUDGET = 1024
SURE = 5.0
"""Standard errors that a mean may be away from what it should be: a right one is once in two million times."""
GAMES = range(8)
CARDS = {"red = 1\nblue = 1\nwild = 1": "red = 2\nblue = 2\nwild = 1"}
"""With more cards there is luck on the micro board: of its own three but one is left after the deal."""


class Exact:
    """The value of every position if all go on as planners, over all that chance can bring."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.tables = tables_of(self.edition)
        self._planners = Planners(self.edition, 2, "", 1)
        self._known: dict[bytes, NDArray[np.float64]] = {}

    def value(self, state: bytes) -> NDArray[np.float64]:
        if state not in self._known:
            over = np.frombuffer(state, STATE)[0]["phase"] == OVER
            self._known[state] = self._result(state) if over else self.after(state, self.planned(state))
        return self._known[state]

    def planned(self, state: bytes) -> int:
        return self._planners.choose(state)

    def after(self, state: bytes, move: int) -> NDArray[np.float64]:
        """The mean over all that can come of a move. One ticket at most is in the pile: its order is known."""
        could = outcomes(self.tables, state, move, random.Random(0))
        return np.asarray(np.sum([likely * self.value(one) for one, likely in could.items()], axis=0))

    def start(self) -> NDArray[np.float64]:
        return np.asarray(np.sum([likely * self.value(state) for state, likely in self._dealt((), 1.0)], axis=0))

    def _dealt(self, answers: tuple[int, ...], likely: float) -> Iterator[tuple[bytes, float]]:
        """Every deal with its chance: chance is asked, and answers in every way."""
        states, key = np.zeros(1, STATE), np.zeros(8, np.uint32)
        tape = chance.new_tape(chance.REPLAY, chance.ASKING, np.array(answers, np.int32))
        entries.deal(self.tables, states, 0, 2, key, tape)
        if tape[chance.FAULT] != chance.TAPE_SHORT:
            yield states.tobytes(), likely
            return
        asked = chance.question(tape)[1]
        for answer, n in asked:
            yield from self._dealt((*answers, answer), likely * n / sum(each for _, each in asked))

    def _result(self, state: bytes) -> NDArray[np.float64]:
        sheets = np.zeros(1, SHEET)
        entries.score_into(self.tables, np.frombuffer(bytearray(state), STATE), 0, sheets, np.zeros(1, SCRATCH))
        first = sheets[0]["rank"][:2] == 1
        return np.asarray(first / first.sum())


@pytest.fixture(scope="module", params=["micro", "more cards"])
def exact(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Exact:
    edition = load("micro")
    if request.param == "micro":
        return Exact(edition)
    assert edition.folder is not None
    text = edition.folder.edition_text()
    for old, new in CARDS.items():
        assert old in text
        text = text.replace(old, new)
    path = tmp_path_factory.mktemp("edition") / "more_cards.toml"
    path.write_text(text.replace('id = "micro"', 'id = "more_cards"'), "utf-8")
    return Exact(load(path))


def reviewed(game: Game, budget: int = BUDGET) -> Review:
    reviewer = Reviewer(read_record(write_record(game), game.edition), budget)
    assert reviewer.work()
    return reviewer.review()


def test_chances_luck_and_effects_are_those_of_all_that_can_happen(exact: Exact) -> None:
    furthest = lucky = effects = 0.0
    for seed in GAMES:
        game = random_game(exact.edition, 2, seed)
        review, again = reviewed(game), Game(exact.edition, 2, seed=seed)
        error = 0.5 / np.sqrt(3 * BUDGET)
        near: dict[str, Any] = {"rtol": 0, "atol": SURE * error}
        value = exact.value(again.state.tobytes())
        np.testing.assert_allclose(review.start, exact.start(), **near)
        np.testing.assert_allclose(review.moments[0].luck, value - exact.start(), atol=2 * SURE * error)
        for move, moment in zip(game.moves, review.moments[1:], strict=True):
            before = again.state.tobytes()
            expected, planned = exact.after(before, move.number), exact.after(before, exact.planned(before))
            again.replay(move.number, move.answers)
            value = exact.value(again.state.tobytes())
            np.testing.assert_allclose(moment.chances, value, **near)
            np.testing.assert_allclose(moment.luck, value - expected, atol=2 * SURE * error)
            lucky = max(lucky, abs(moment.luck[0]))
            np.testing.assert_allclose(moment.effect, expected - planned, atol=2 * SURE * error)
            furthest = max(furthest, abs(value[0] - review.start[0]))
            effects = max(effects, abs(moment.effect[0]))
    assert min(furthest, effects) > 0.2  # else there was nothing to be seen here
    assert exact.edition.id == "micro" or lucky > 0.2


def test_a_position_is_worth_what_the_planners_move_in_it_is_on_average(exact: Exact) -> None:
    for seed in GAMES:
        game = Game(exact.edition, 2, seed=seed)
        while not game.over:
            state = game.state.tobytes()
            could = outcomes(exact.tables, state, exact.planned(state), random.Random(0))
            mean = np.sum([likely * exact.value(one) for one, likely in could.items()], axis=0)
            np.testing.assert_allclose(exact.value(state), mean, atol=1e-12)
            game.play(int(game.legal_numbers()[0]))


def test_the_parts_of_every_seat_add_up_exactly() -> None:
    for seed in GAMES:
        review = reviewed(random_game("micro", 2, seed), 64)
        for seat, one in enumerate(review.summaries):
            parts = one.luck + one.skill + one.others + one.hidden + one.leftover
            assert one.result - one.start == pytest.approx(parts, abs=1e-9)
            assert one.result == review.result[seat] == review.moments[-1].chances[seat]
            assert one.leftover == pytest.approx(0, abs=1e-5 * len(review.moments))  # rounding, and nothing else
