"""How true mistakes are: they are looked at in the real positions and counted, and the page shows the counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from perron.editions import load
from perron.record import write_record
from perron.review.planners import Planners
from perron.review.report import Better, Judgement
from tests.review.hand_made import TWO_PAYMENTS, edition_with_puzzles
from tools.mistakes import (
    JUDGE,
    Call,
    Reviewed,
    kept_summaries,
    look,
    page,
    play,
    read_results,
    really_lost,
    rows_of,
    summary_of,
    tables,
)
from tools.reliability import PAGE


def test_the_page_has_the_table_of_what_was_counted() -> None:
    text, summaries = PAGE.read_text("utf-8"), kept_summaries()
    assert page(text, summaries) == text, "if this fails, run python -m tools.mistakes"
    assert [(one["edition"], one["seats"]) for one in summaries] == tables(), "every printed edition"


def test_every_table_has_games_of_its_own_between_bots_in_all_places() -> None:
    games = [play("tiny", 2, number, ("random", "planner")) for number in range(2)]
    assert games[0].state_hash() != games[1].state_hash()
    assert write_record(play("tiny", 2, 1, ("random", "planner"))) == write_record(games[1])
    wins = [game.outcome.winners if game.outcome else () for game in games]
    assert wins == [(1,), (0,)], "the planner is the second, then the first"


def test_what_was_lost_is_measured_in_the_real_position(tmp_path: Path) -> None:
    edition = load(edition_with_puzzles(tmp_path))
    game = TWO_PAYMENTS.game(edition)
    right, wrong = TWO_PAYMENTS.answers[0], "draw blind"
    told = Judgement(wrong, "seat", "blunder", False, 0.5, 0.4, 0.6, Better(right, TWO_PAYMENTS.explanation))
    planners = Planners(edition, game.seats, "", 64)
    assert really_lost(planners, game, 0, told) > 0.3
    other_way = Judgement(right, "seat", "blunder", False, 0.5, 0.4, 0.6, Better(wrong, TWO_PAYMENTS.explanation))
    assert really_lost(planners, game, 0, other_way) == pytest.approx(-really_lost(planners, game, 0, told))


def test_a_game_is_reviewed_and_its_calls_are_kept() -> None:
    found = look("amsterdam", 2, 0, budget=16, futures=32)
    assert (found.game, found.judge) == (0, JUDGE)
    assert found.decisions > len(found.calls) > 0
    assert all(one.called >= 0.02 for one in found.calls)
    assert any(one.real != 0 for one in found.calls)


def test_kept_games_are_read_again_but_for_torn_lines_and_those_of_another_judge(tmp_path: Path) -> None:
    kept = tmp_path / "tiny-2.jsonl"
    call = '{"called": 0.06, "real": 0.05}'
    lines = [
        f'{{"game": 0, "judge": "{JUDGE}", "decisions": 9, "calls": [{call}]}}',
        f'{{"game": 1, "judge": "older", "decisions": 9, "calls": [{call}]}}',
        f'{{"game": 2, "judge": "{JUDGE}", "decisions": 9, "ca',
    ]
    kept.write_text("\n".join(lines))
    assert read_results(kept) == {0: Reviewed(0, JUDGE, 9, (Call(0.06, 0.05),))}
    assert read_results(tmp_path / "none.jsonl") == {}


def reviewed(*games: list[tuple[float, float]]) -> list[Reviewed]:
    return [Reviewed(k, JUDGE, 20, tuple(Call(*one) for one in calls)) for k, calls in enumerate(games)]


def test_calls_are_counted_by_their_size_with_what_was_real() -> None:
    found = rows_of(reviewed([(0.06, 0.02), (0.08, 0.04), (0.3, 0.2)], [(0.07, 0.06)], []))
    assert list(found) == ["inaccurate", "mistake", "blunder"]
    assert found["inaccurate"] is None
    assert found["blunder"] is None, "those of one game have no interval"
    row = found["mistake"]
    assert row is not None
    assert (row.count, row.called, row.real) == (3, 0.07, 0.04)
    summary = summary_of("tiny", 2, reviewed([(0.06, 0.02)], [(0.07, 0.06)]))
    assert (summary["games"], summary["decisions"]) == (2, 40)


def test_the_mistakes_of_one_game_do_not_count_as_independent() -> None:
    pairs = [(0.06, 0.0), (0.06, 0.1)]
    apart = rows_of(reviewed(*([one] for one in pairs * 8)))["mistake"]
    together = rows_of(reviewed(*([one] * 4 for one in pairs * 8)))["mistake"]
    assert apart is not None
    assert together is not None
    assert together.count == 4 * apart.count
    assert together.error == pytest.approx(apart.error)
