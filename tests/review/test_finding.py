"""Puzzles that are found are puzzles: one move is clearly best, and not the one that comes to mind."""

from __future__ import annotations

from functools import lru_cache

import pytest

from perron.bots import Clock, make_bot
from perron.editions import load, names
from perron.notation import parse
from perron.review.finding import find_puzzles
from perron.review.judging import Tries
from perron.review.planners import Planners
from perron.review.puzzle import DIFFICULTIES, Puzzle, pose, puzzles_of, read_line, to_line
from tests.review.games import record

PRINTED = [name for name in names() if load(name).provenance != "house"]
LEAST = 30
SURE = 2.5


@lru_cache(maxsize=1)
def found() -> tuple[Puzzle, ...]:
    return tuple(find_puzzles((record("amsterdam", "easy", "medium", seed=f"puzzle {k}") for k in range(3)), 48, "0"))


def test_the_answer_of_a_puzzle_is_better_on_games_that_had_no_part_in_finding_it() -> None:
    assert found()
    for puzzle in found():
        game = puzzle.game()
        assert game.to_move is not None
        planners = Planners(game.edition, game.seats, "others", 1)
        redeals = planners.redeals(game.knowledge(game.to_move), "others")
        numbers = [game.copy().play(action).number for action in (puzzle.answers[0], puzzle.obvious)]
        tries = Tries(redeals, numbers, game.to_move)
        for _ in tries.play(768):
            pass
        lead, error = tries.lead(*numbers)
        assert lead > SURE * error, puzzle.position


def test_what_comes_to_mind_is_wrong_and_easy_is_what_planning_finds() -> None:
    for puzzle in found():
        game = puzzle.game()
        greedy, planner = (
            str(make_bot(spec, 0).choose(game.view(game.to_move), Clock())) for spec in ("greedy", "planner")
        )
        assert greedy not in puzzle.answers
        assert puzzle.difficulty in DIFFICULTIES
        if puzzle.difficulty == "easy":
            assert planner in puzzle.answers
        assert all(loss > 0 for _, loss in puzzle.others)
        assert puzzle.explanation.choice == puzzle.answers[0]


def test_a_puzzle_that_was_found_is_good_for_its_edition() -> None:
    for puzzle in found():
        assert read_line(to_line(puzzle)) == puzzle
        assert pose(puzzle, load("amsterdam")).view.to_move == puzzle.game().to_move


def test_the_same_games_have_the_same_puzzles() -> None:
    again = tuple(find_puzzles([record("amsterdam", "easy", "medium", seed="puzzle 0")], 48, "0"))
    assert again == found()[: len(again)]


@pytest.mark.parametrize("name", PRINTED)
def test_every_printed_edition_comes_with_puzzles_of_all_difficulties(name: str) -> None:
    puzzles = [posed.puzzle for posed in puzzles_of(load(name))]
    assert len(puzzles) >= LEAST
    assert {puzzle.difficulty for puzzle in puzzles} == set(DIFFICULTIES)
    for puzzle in puzzles:
        assert all(str(parse(action, load(name))) == action for action in puzzle.answers)
