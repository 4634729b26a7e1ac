"""The four switches, each by itself and mixed: goal, open tickets, swapping, points."""

from __future__ import annotations

import pytest

from perron import Game
from perron.editions import parse
from tests.mixed_editions import any_edition, changed, open_points_text
from tests.positions import legal


def at(name: str, text: str) -> Game:
    """A position of one of the mixed editions."""
    return Game.from_position(f"{name} {text}", any_edition(name))


@pytest.mark.rule("FJ-K1", "RU-42")
def test_a_ticket_completed_by_a_claim_is_laid_open_where_points_are_counted_too() -> None:
    game = at("tiny_open", "seats=2 tickets=P0:north-middle,west-middle hand=P0:blue*1 turn=P0")
    assert game.view(1).players[0].completed == ()
    game.play("claim north-middle blue*1")
    for seat in (None, 0, 1):
        assert game.view(seat).players[0].completed == ("north-middle",)
    assert game.view(0).tickets == ("west-middle",)
    assert game.view(0).ticket_pile == game.view(1).ticket_pile
    assert game.to_move == 1


@pytest.mark.rule("RU-42")
def test_nothing_replaces_an_open_ticket_where_tickets_are_drawn() -> None:
    game = at("tiny_open", "seats=2 tickets=P0:north-middle hand=P0:blue*1 turn=P0")
    pile = game.view(0).ticket_pile
    game.play("claim north-middle blue*1")
    assert (game.view(0).tickets, game.view(0).ticket_pile) == ((), pile)
    assert "draw tickets" in legal(game)
    assert "swap tickets" not in legal(game)


@pytest.mark.rule("RU-42")
def test_a_ticket_that_is_kept_and_already_joined_is_laid_open_at_once() -> None:
    game = at("tiny_open", "seats=2 own=P0:north-middle turn=P0 ticket_pile=north-middle,west-middle,north-south")
    game.play("draw tickets")
    assert game.view(0).offered == ("north-middle", "west-middle")
    assert game.view(1).players[0].completed == ()
    game.play("keep north-middle west-middle")
    assert game.view(1).players[0].completed == ("north-middle",)
    assert game.view(0).tickets == ("west-middle",)


@pytest.mark.rule("RU-42")
def test_a_joined_ticket_that_is_given_back_is_not_laid_open() -> None:
    game = at("tiny_open", "seats=2 own=P0:north-middle turn=P0 ticket_pile=north-middle,west-middle,north-south")
    game.play("draw tickets")
    game.play("keep west-middle")
    assert game.view(1).players[0].completed == ()


@pytest.mark.rule("RU-42", "EU-K5")
def test_open_tickets_score_their_points_and_those_in_hand_are_missed() -> None:
    game = at("tiny_open", "seats=2 own=P0:north-middle made=P0:north-middle tickets=P0:west-middle")
    score = game.scores()[0]
    points = {ticket.id: ticket.points for ticket in game.edition.tickets}
    assert score.lines["tickets_won"] == points["north-middle"]
    assert score.lines["tickets_lost"] == -points["west-middle"]
    assert (score.completed, score.missed) == (("north-middle",), ("west-middle",))
    assert score.total == sum(score.lines.values())


@pytest.mark.rule("RU-42", "RU-10")
def test_a_goal_ends_the_game_at_once_and_the_most_points_win() -> None:
    game = at("tiny_goal", "seats=2 made=P0:north-south,east-south tickets=P0:north-middle score=P1:50 hand=P0:blue*1")
    game.play("claim north-middle blue*1")
    assert game.outcome is not None
    assert game.outcome.reason == "goal"
    assert game.outcome.winners == (1,)
    assert [score.tickets_completed for score in game.outcome.scores] == [3, 0]


@pytest.mark.rule("FJ-K2")
def test_the_east_west_bonus_is_worth_its_points_and_counts_towards_the_goal() -> None:
    game = at("tiny_goal", "seats=2 made=P0:north-south bonus=P0:1")
    score = game.scores()[0]
    assert (score.lines["east_west"], score.tickets_completed) == (5, 2)


def test_without_a_goal_running_low_on_pieces_starts_a_last_round() -> None:
    game = at("tiny_secret", "seats=2 pieces=P0:1 hand=P0:blue*1 turn=P0")
    game.play("claim north-middle blue*1")
    assert (game.over, game.view(None).last_round) == (False, 2)


def test_secret_tickets_that_are_swapped_count_at_the_end_if_they_are_joined() -> None:
    game = at("tiny_secret", "seats=2 own=P0:north-middle tickets=P0:north-middle,west-middle")
    assert "swap tickets" in legal(game)
    score = game.scores()[0]
    assert (score.completed, score.total, score.lines) == (("north-middle",), 1, {"tickets": 1})
    assert game.view(1).players[0].completed == ()
    game.play("swap tickets")
    assert game.scores()[0].total == 0


def test_a_line_that_is_not_declared_is_not_counted() -> None:
    text = changed(open_points_text(), ('  { line = "tickets_lost" },\n', ""))
    game = Game.from_position("tiny_open seats=2 tickets=P0:west-middle", parse(text))
    assert "tickets_lost" not in game.scores()[0].lines
    assert game.scores()[0].total == game.scores()[0].lines["stations"]
