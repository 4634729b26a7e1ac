"""One game: the same for the same deal, and a bot that goes wrong loses the decision and not the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from perron import Game
from perron.arena import Forfeit, Plan, Row, Task
from perron.arena.match import play_match
from perron.keys import simulation_key
from tests.arena.plans import plan


def play(told: Plan, deal: int = 0, rotation: int = 0) -> Row:
    task = next(task for task in told.tasks(200) if task.game == (deal, rotation))
    return replace(play_match(told, task), seconds=())


@pytest.mark.parametrize("edition", ["tiny", "tiny_race", "europe"])
def test_a_row_says_how_the_game_ended(edition: str) -> None:
    told = plan("first", "claimer", edition=edition)
    row = play(told, 3)
    game = Game(edition, 2, key=simulation_key("0", 3))
    while game.to_move is not None:
        legal = game.view(game.to_move).legal
        assert legal is not None
        claims = [action for action in legal if action.startswith("claim")]
        game.play(claims[0] if claims and row.bots[game.to_move] == "claimer" else legal[0])
    assert game.outcome is not None
    assert (row.ranks, row.end, row.turns) == (game.outcome.ranks, game.outcome.reason, game.turn)
    assert row.scores == tuple(score.total for score in game.outcome.scores)
    assert row.tickets_made == tuple(len(score.completed) for score in game.outcome.scores)
    assert row.tickets_missed == tuple(len(score.missed) for score in game.outcome.scores)
    assert row.decisions == tuple(sum(move.seat == seat for move in game.moves) for seat in (0, 1))
    assert row.forfeits == ()


def test_games_of_one_deal_get_the_same_cards() -> None:
    told = plan("first")
    rows = [play_match(told, Task(5, 0, ("first", "first"))), play_match(told, Task(5, 1, ("first", "first")))]
    assert rows[0].scores == rows[1].scores
    assert play_match(told, Task(6, 0, ("first", "first"))).scores != rows[0].scores


def test_a_bots_randomness_follows_from_seed_deal_seat_and_spec() -> None:
    told = plan("seeded", "first")
    assert play(told, 1) == play(told, 1)
    assert play(told, 1).scores != play(plan("seeded:other", "first"), 1).scores
    assert play(told, 1).scores != play(plan("seeded", "first", seed=1), 1).scores


def test_a_bot_that_raises_forfeits_the_decision_and_goes_on() -> None:
    row = play(plan("raiser", "first"))
    seat = row.bots.index("raiser")
    expected = range(4, row.decisions[seat], 5)
    words = "ZeroDivisionError: every fifth time"
    assert row.forfeits == tuple(Forfeit(seat, decision, "raised", words) for decision in expected)
    assert len(row.forfeits) >= 2


def test_a_bot_that_leaves_the_program_forfeits_the_decision() -> None:
    row = play(plan("leaver", "first"))
    assert row.forfeits == (Forfeit(row.bots.index("leaver"), 1, "raised", "SystemExit: I have had enough"),)


def test_a_bot_that_returns_an_illegal_action_forfeits_the_decision() -> None:
    row = play(plan("liar", "first"))
    seat = row.bots.index("liar")
    assert [forfeit.decision for forfeit in row.forfeits] == list(range(row.decisions[seat]))
    assert {(forfeit.seat, forfeit.why) for forfeit in row.forfeits} == {(seat, "illegal")}
    assert "NoneType" in row.forfeits[1].words


def test_a_bot_that_hangs_forfeits_the_decision_and_goes_on() -> None:
    row = play(plan("sleeper", "first", patience=0.2))
    assert row.forfeits == (Forfeit(row.bots.index("sleeper"), 2, "late", "no answer within 0.2 s"),)


def test_a_bot_that_is_late_three_times_is_not_asked_again_in_that_game() -> None:
    row = play(plan("slow:500", "first", patience=0.05))
    seat = row.bots.index("slow:500")  # on a busy machine the other may be late as well
    whys = Counter(forfeit.why for forfeit in row.forfeits if forfeit.seat == seat)
    assert whys == {"late": 3, "out": row.decisions[seat] - 3}


def test_what_stands_in_for_a_bot_is_the_same_every_time() -> None:
    assert play(plan("liar", "raiser"), 4) == play(plan("liar", "raiser"), 4)


def test_decisions_that_killed_a_process_before_are_not_asked_for_again() -> None:
    died = tuple((0, decision, "died", "its process died") for decision in (2, 3, 4))
    row = play_match(plan("killer", "first"), Task(0, 0, ("killer", "first"), died))
    assert row.forfeits[:3] == tuple(Forfeit(*one) for one in died)
    assert {forfeit.why for forfeit in row.forfeits[3:]} == {"out"}


def test_a_shared_win_is_shared() -> None:
    row = play(plan("first", "claimer"))
    assert replace(row, ranks=(1, 1)).wins == (0.5, 0.5)
    assert replace(row, ranks=(2, 1)).wins == (0.0, 1.0)
    assert replace(row, bots=("a", "b", "c"), ranks=(1, 3, 1)).wins == (0.5, 0.0, 0.5)
