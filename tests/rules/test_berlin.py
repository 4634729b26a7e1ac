"""Berlin, clause by clause: setup, turns, drawing, tickets, the end. Its lines are in test_trams_and_metros."""

from __future__ import annotations

import json

import pytest

from perron import Game
from perron.codec import kind_number
from perron.editions import load
from tests.positions import assert_illegal, legal, position

# Joins Reichstag, Brandenburger Tor, Unter den Linden and Pergamonmuseum with three trams, for three points.
LINE = "reichstag-brandenburger_tor/1,brandenburger_tor-unter_den_linden/1,unter_den_linden-pergamonmuseum/1"


def kinds(words: str) -> list[int]:
    """What chance answers when it is asked for these cards."""
    return [kind_number(load("berlin"), word) for word in words.split()]


def dealt(seats: int, turned_up: str) -> Game:
    """A new game: a black and a blue card each, these turned up, tickets dealt in the order of the edition's file."""
    tickets = list(range(len(load("berlin").tickets) - 1))
    return Game.from_answers("berlin", seats, [*kinds("black blue " * seats), *kinds(turned_up), *tickets])


def take_turn(game: Game) -> int | None:
    """Let the seat to move draw two cards blind; says which seat it was."""
    seat = game.to_move
    game.play("draw blind")
    game.play("draw blind")
    return seat


# setup


@pytest.mark.rule("BE-S1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_starts_on_score_0(seats: int) -> None:
    players = Game("berlin", seats=seats, seed=1).view().players
    assert [player.score for player in players] == [0] * seats


@pytest.mark.rule("BE-S2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_is_dealt_two_transport_cards_and_five_are_turned_up(seats: int) -> None:
    view = dealt(seats, "purple blue green red orange").view()
    assert [player.cards for player in view.players] == [2] * seats
    assert view.display == ("purple", "blue", "green", "red", "orange")
    assert view.pile == 44 - 2 * seats - 5


@pytest.mark.rule("BE-S2")
@pytest.mark.parametrize("bicycles", [3, 4, 5])
def test_three_or_more_bicycles_among_the_first_five_are_discarded_with_the_others_and_replaced(bicycles: int) -> None:
    view = dealt(2, "wild " * bicycles + "red " * (5 - bicycles) + "purple blue green purple wild").view()
    assert view.display == ("purple", "blue", "green", "purple", "wild")
    assert view.discards == {card: n for card, n in (("red", 5 - bicycles), ("wild", bicycles)) if n}


@pytest.mark.rule("BE-S2")
def test_two_bicycles_among_the_first_five_stay() -> None:
    view = dealt(2, "wild red wild red red").view()
    assert view.display == ("wild", "red", "wild", "red", "red")
    assert view.discards == {}


@pytest.mark.rule("BE-S3")
def test_each_player_is_dealt_two_tickets_to_choose_from() -> None:
    game = dealt(3, "purple blue green red orange")
    assert game.view(0).offered == ("zoo-brandenburger_tor", "gendarmenmarkt-hackescher_markt")
    assert game.view(1).offered == ("kurfuerstendamm-kulturforum", "nollendorfplatz-pergamonmuseum")
    assert game.view(2).offered == ("kurfuerstendamm-schloss_bellevue", "reichstag-pergamonmuseum")
    assert game.view().ticket_pile == 22 - 6


@pytest.mark.rule("BE-S3")
def test_at_setup_either_ticket_or_both_may_be_kept() -> None:
    assert legal(dealt(2, "purple blue green red orange")) == {
        "keep zoo-brandenburger_tor",
        "keep gendarmenmarkt-hackescher_markt",
        "keep zoo-brandenburger_tor gendarmenmarkt-hackescher_markt",
    }


@pytest.mark.rule("BE-S3")
def test_at_setup_at_least_one_ticket_must_be_kept() -> None:
    game = dealt(2, "purple blue green red orange")
    assert_illegal(game, "keep none", code="tickets/too_few", rule="BE-S3")


@pytest.mark.rule("BE-S3")
def test_nobody_takes_a_turn_before_the_tickets_are_chosen() -> None:
    game = dealt(2, "purple blue green red orange")
    assert_illegal(game, "draw blind", code="tickets/keep_first", rule="BE-S3")


@pytest.mark.rule("BE-S3")
def test_a_ticket_of_another_player_cannot_be_kept() -> None:
    game = dealt(2, "purple blue green red orange")
    assert_illegal(game, "keep kurfuerstendamm-kulturforum", code="tickets/not_offered", rule="BE-S3")


@pytest.mark.rule("BE-S3")
def test_a_ticket_given_back_at_setup_goes_under_the_pile() -> None:
    game = dealt(2, "purple blue green red orange")
    game.replay("keep gendarmenmarkt-hackescher_markt", [])
    game.replay("keep kurfuerstendamm-kulturforum nollendorfplatz-pergamonmuseum", [])
    assert game.view().ticket_pile == 19
    (back,) = game.view(0).given_back or ()
    assert (back.ticket, back.place, back.above) == ("zoo-brandenburger_tor", "pile", 18)


@pytest.mark.rule("BE-S3")
def test_tickets_dealt_at_setup_are_secret() -> None:
    game = dealt(2, "purple blue green red orange")
    game.replay("keep gendarmenmarkt-hackescher_markt", [])
    game.replay("keep kurfuerstendamm-kulturforum", [])
    assert game.view(0).tickets == ("gendarmenmarkt-hackescher_markt",)
    for seat in (1, None):
        text = json.dumps(game.view(seat).to_dict())
        assert "gendarmenmarkt-hackescher_markt" not in text
        assert "zoo-brandenburger_tor" not in text


@pytest.mark.rule("RU-33")
def test_tickets_given_back_at_setup_go_under_in_seat_order_when_all_have_chosen() -> None:
    game = dealt(4, "purple blue green red orange")
    game.replay("keep zoo-brandenburger_tor", [])
    game.replay("keep kurfuerstendamm-kulturforum nollendorfplatz-pergamonmuseum", [])
    game.replay("keep reichstag-pergamonmuseum", [])
    assert game.view().ticket_pile == 14
    game.replay("keep siegessaeule-pergamonmuseum", [])
    assert game.view().ticket_pile == 17
    back = {seat: [(one.ticket, one.above) for one in game.view(seat).given_back or ()] for seat in range(4)}
    assert back == {
        0: [("gendarmenmarkt-hackescher_markt", 14)],
        1: [],
        2: [("kurfuerstendamm-schloss_bellevue", 15)],
        3: [("charlottenburger_tor-gleisdreieck", 16)],
    }


@pytest.mark.rule("BE-S4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starting_player_is_seat_0_and_turns_go_clockwise(seats: int) -> None:
    game = Game("berlin", seats=seats, seed=3)
    for _ in range(seats):
        game.play(game.legal_actions()[0])
    order = []
    for _ in range(2 * seats):
        order.append(game.to_move)
        game.play("draw tickets")
        game.play(game.legal_actions()[0])
    assert order == [*range(seats), *range(seats)]


# a turn


@pytest.mark.rule("BE-T1")
def test_a_turn_is_drawing_cards_or_claiming_a_route_or_drawing_tickets() -> None:
    game = position("berlin hand=P0:purple display=blue,blue,green,green,wild")
    assert legal(game) == {
        "draw blue",
        "draw green",
        "draw wild",
        "draw blind",
        "draw tickets",
        "claim siegessaeule-schloss_bellevue purple*1",
        "claim hauptbahnhof-reichstag/1 purple*1",
        "claim hauptbahnhof-reichstag/2 purple*1",
        "claim brandenburger_tor-potsdamer_platz/1 purple*1",
        "claim brandenburger_tor-potsdamer_platz/2 purple*1",
        "claim unter_den_linden-gendarmenmarkt purple*1",
    }


@pytest.mark.rule("BE-T1")
def test_there_are_no_stations_to_build() -> None:
    game = position("berlin hand=P0:purple*3")
    assert_illegal(game, "station zoo purple*1", code="station/none_here", rule="BE-T1")


@pytest.mark.rule("BE-T1")
def test_a_player_who_can_act_may_not_pass() -> None:
    assert_illegal(position("berlin"), "pass", code="turn/must_act", rule="RU-27")


@pytest.mark.rule("BE-T1")
@pytest.mark.parametrize(
    "actions",
    [
        ("draw blind", "draw blind"),
        ("claim zoo-siegessaeule purple*2",),
        ("claim schloss_bellevue-hauptbahnhof/2 purple*2",),
        ("draw tickets", "keep zoo-moritzplatz"),
    ],
)
def test_after_one_action_the_turn_is_over(actions: tuple[str, ...]) -> None:
    game = position("berlin hand=P0:purple*4 ticket_pile=zoo-moritzplatz,siegessaeule-alexanderplatz")
    for action in actions:
        assert game.to_move == 0
        game.play(action)
    assert game.to_move == 1
    assert game.turn == 1


@pytest.mark.rule("BE-T1")
@pytest.mark.parametrize("action", ["claim zoo-siegessaeule purple*2", "draw tickets"])
def test_drawing_cards_and_another_action_are_not_mixed(action: str) -> None:
    game = position("berlin hand=P0:purple*4")
    game.play("draw blind")
    assert_illegal(game, action, code="draw/second_first", rule="RU-3")


# drawing transport cards


@pytest.mark.rule("BE-D1")
@pytest.mark.parametrize(
    ("first", "second", "hand"),
    [
        ("draw purple", "draw blue", {"purple": 1, "blue": 1}),
        ("draw purple", "draw blind", {"purple": 1, "orange": 1}),
        ("draw blind", "draw purple", {"purple": 1, "orange": 1}),
        ("draw blind", "draw blind", {"orange": 2}),
    ],
)
def test_two_cards_are_drawn_each_face_up_or_blind(first: str, second: str, hand: dict[str, int]) -> None:
    game = position("berlin display=purple,blue,green,black,red pile=orange*6 hand=P1:rest")
    game.play(first)
    assert game.to_move == 0
    game.play(second)
    assert game.to_move == 1
    assert game.view(0).hand == hand


@pytest.mark.rule("BE-D1")
def test_a_face_up_card_is_replaced_at_once_and_the_replacement_may_be_taken_as_the_second() -> None:
    game = position("berlin display=purple,blue,green,black,red pile=orange*6 hand=P1:rest")
    game.play("draw green")
    assert game.view().display == ("purple", "blue", "orange", "black", "red")
    game.play("draw orange")
    assert game.view(0).hand == {"green": 1, "orange": 1}
    assert game.view().display == ("purple", "blue", "orange", "black", "red")


@pytest.mark.rule("BE-D1")
def test_a_card_that_does_not_lie_face_up_cannot_be_taken() -> None:
    game = position("berlin display=purple,blue,green,black,red")
    assert_illegal(game, "draw orange", code="draw/not_face_up", rule="BE-D1")


@pytest.mark.rule("BE-D1")
def test_the_two_cards_are_not_drawn_in_one_go() -> None:
    assert_illegal(position("berlin"), "draw cards", code="draw/one_by_one", rule="BE-D1")


@pytest.mark.rule("BE-D1")
def test_there_is_no_limit_to_the_cards_in_hand() -> None:
    game = position("berlin display=purple,blue,green,black,red pile=orange*2 hand=P0:rest")
    assert game.view().players[0].cards == 37
    game.play("draw blind")
    game.play("draw blind")
    assert game.view().players[0].cards == 39


@pytest.mark.rule("BE-D2")
def test_a_face_up_bicycle_as_the_first_card_is_the_only_card() -> None:
    game = position("berlin display=purple,blue,green,black,wild")
    game.play("draw wild")
    assert game.view(0).hand == {"wild": 1}
    assert game.to_move == 1


@pytest.mark.rule("BE-D2")
def test_a_face_up_bicycle_may_not_be_taken_as_the_second_card() -> None:
    game = position("berlin display=purple,blue,green,black,wild")
    game.play("draw blind")
    assert_illegal(game, "draw wild", code="draw/wild_second", rule="BE-D2")


@pytest.mark.rule("BE-D2")
def test_a_bicycle_just_turned_up_may_not_be_taken_as_the_second_card_either() -> None:
    game = position("berlin display=purple,blue,green,black,red pile=wild*2 hand=P1:rest")
    game.play("draw purple")
    assert game.view().display == ("wild", "blue", "green", "black", "red")
    assert_illegal(game, "draw wild", code="draw/wild_second", rule="BE-D2")
    game.play("draw blue")
    assert game.to_move == 1


@pytest.mark.rule("BE-D3")
def test_a_bicycle_drawn_blind_counts_as_one_ordinary_card() -> None:
    game = position("berlin display=purple,blue,green,black,red pile=wild*8 hand=P1:rest")
    game.play("draw blind")
    assert game.view(0).hand == {"wild": 1}
    assert game.to_move == 0
    game.play("draw blind")
    assert game.view(0).hand == {"wild": 2}
    assert game.to_move == 1


@pytest.mark.rule("BE-D4")
def test_when_a_third_bicycle_is_turned_up_all_five_are_discarded_and_replaced() -> None:
    game = position("berlin display=wild,red,wild,red,blue")
    game.replay("draw blue", kinds("wild purple purple green green black"))
    assert game.view().display == ("purple", "purple", "green", "green", "black")
    assert game.view().discards == {"red": 2, "wild": 3}
    game.replay("draw black", kinds("orange"))
    assert game.view(0).hand == {"black": 1, "blue": 1}


@pytest.mark.rule("BE-D4")
def test_a_third_bicycle_turned_up_after_the_second_card_is_replaced_as_well() -> None:
    game = position("berlin display=wild,red,wild,red,blue")
    game.replay("draw blind", kinds("purple"))
    game.replay("draw red", kinds("wild purple purple green green black"))
    assert game.view().display == ("purple", "purple", "green", "green", "black")
    assert game.view().discards == {"blue": 1, "red": 1, "wild": 3}


@pytest.mark.rule("BE-D4")
def test_two_bicycles_among_the_five_stay() -> None:
    game = position("berlin display=wild,red,green,red,blue")
    game.replay("draw blue", kinds("wild"))
    assert game.view().display == ("wild", "red", "green", "red", "wild")
    assert game.view().discards == {}


@pytest.mark.rule("BE-D5")
def test_when_the_pile_is_empty_the_discards_become_the_new_pile() -> None:
    game = position("berlin display=purple,blue,green,black,red pile=none discards=rest")
    game.play("draw blind")
    assert game.view().pile == 44 - 5 - 1
    assert game.view().discards == {}


@pytest.mark.rule("BE-D5")
def test_the_discards_wait_until_the_pile_is_empty_and_a_card_is_needed() -> None:
    game = position("berlin display=purple,blue,green,black,red pile=orange*1 discards=purple*3 hand=P1:rest")
    game.play("draw blind")
    assert (game.view().pile, game.view().discards) == (0, {"purple": 3})
    game.play("draw blind")
    assert (game.view().pile, game.view().discards) == (2, {})
    assert game.view(0).hand == {"purple": 1, "orange": 1}


# tickets


@pytest.mark.rule("BE-K1")
def test_two_tickets_are_drawn_and_at_least_one_is_kept() -> None:
    game = position("berlin ticket_pile=zoo-moritzplatz,siegessaeule-alexanderplatz,zoo-brandenburger_tor")
    game.play("draw tickets")
    assert game.view(0).offered == ("zoo-moritzplatz", "siegessaeule-alexanderplatz")
    assert legal(game) == {
        "keep zoo-moritzplatz",
        "keep siegessaeule-alexanderplatz",
        "keep zoo-moritzplatz siegessaeule-alexanderplatz",
    }
    assert_illegal(game, "keep none", code="tickets/too_few", rule="BE-K1")


@pytest.mark.rule("BE-K1")
def test_a_ticket_that_was_not_drawn_cannot_be_kept() -> None:
    game = position("berlin ticket_pile=zoo-moritzplatz,siegessaeule-alexanderplatz,zoo-brandenburger_tor")
    game.play("draw tickets")
    assert_illegal(game, "keep zoo-brandenburger_tor", code="tickets/not_offered", rule="BE-K1")


@pytest.mark.rule("BE-K1")
def test_the_ticket_not_kept_goes_under_the_pile() -> None:
    game = position("berlin ticket_pile=zoo-moritzplatz,siegessaeule-alexanderplatz,zoo-brandenburger_tor")
    game.play("draw tickets")
    game.play("keep siegessaeule-alexanderplatz")
    assert game.view(0).tickets == ("siegessaeule-alexanderplatz",)
    game.play("draw tickets")
    assert game.view(1).offered == ("zoo-brandenburger_tor", "zoo-moritzplatz")


@pytest.mark.rule("BE-K1")
def test_both_tickets_may_be_kept() -> None:
    game = position("berlin ticket_pile=zoo-moritzplatz,siegessaeule-alexanderplatz,zoo-brandenburger_tor")
    game.play("draw tickets")
    game.play("keep zoo-moritzplatz siegessaeule-alexanderplatz")
    assert set(game.view(0).tickets or ()) == {"zoo-moritzplatz", "siegessaeule-alexanderplatz"}
    assert game.view().ticket_pile == 1


@pytest.mark.rule("BE-K2")
def test_the_last_ticket_may_still_be_drawn_and_must_be_kept() -> None:
    game = position("berlin ticket_pile=zoo-moritzplatz")
    game.play("draw tickets")
    assert legal(game) == {"keep zoo-moritzplatz"}
    assert_illegal(game, "keep none", code="tickets/too_few", rule="BE-K1")
    game.play("keep zoo-moritzplatz")
    assert game.view(0).tickets == ("zoo-moritzplatz",)
    assert game.view().ticket_pile == 0


@pytest.mark.rule("RU-8")
def test_tickets_cannot_be_drawn_from_an_empty_pile() -> None:
    game = position("berlin ticket_pile=none")
    assert_illegal(game, "draw tickets", code="tickets/pile_empty", rule="RU-8")


@pytest.mark.rule("BE-K3")
def test_a_ticket_once_kept_cannot_be_given_up() -> None:
    game = position("berlin tickets=P0:zoo-moritzplatz,siegessaeule-alexanderplatz")
    assert_illegal(game, "swap tickets", code="tickets/no_swap", rule="BE-K3")


@pytest.mark.rule("BE-K3")
def test_any_number_of_tickets_may_be_held() -> None:
    tickets = [ticket.id for ticket in load("berlin").tickets]
    game = position(f"berlin tickets=P0:{','.join(tickets[2:])} ticket_pile={tickets[0]},{tickets[1]}")
    game.play("draw tickets")
    game.play(f"keep {tickets[0]} {tickets[1]}")
    assert game.view().players[0].tickets == 22


@pytest.mark.rule("BE-K3")
def test_tickets_are_secret_while_the_game_goes_on_completed_or_not() -> None:
    made = position(f"berlin own=P0:{LINE} tickets=P0:reichstag-pergamonmuseum ticket_pile=none")
    missed = position(f"berlin own=P0:{LINE} tickets=P0:zoo-moritzplatz ticket_pile=none")
    assert made.scores()[0].tickets_completed == 1
    assert missed.scores()[0].tickets_completed == 0
    for seat in (1, None):
        assert made.view(seat) == missed.view(seat)
        assert made.view(seat).players[0].tickets == 1


@pytest.mark.rule("BE-K3")
def test_all_tickets_are_shown_at_the_end() -> None:
    game = position(f"berlin own=P0:{LINE} tickets=P0:reichstag-pergamonmuseum last_round=1 turn=P1")
    assert game.view(1).outcome is None
    take_turn(game)
    outcome = game.view(1).outcome
    assert outcome is not None
    assert outcome.scores[0].completed == ("reichstag-pergamonmuseum",)


@pytest.mark.rule("BE-K3", "BE-P1")
def test_a_ticket_completed_adds_its_value_to_the_route_points_and_one_not_completed_subtracts_it() -> None:
    game = position(
        f"berlin own=P0:{LINE} tickets=P0:reichstag-pergamonmuseum,zoo-brandenburger_tor last_round=1 turn=P1"
    )
    take_turn(game)
    assert game.outcome is not None
    score = game.outcome.scores[0]
    assert (score.lines["routes"], score.lines["tickets_won"], -score.lines["tickets_lost"]) == (3, 3, 5)
    assert (score.completed, score.missed) == (("reichstag-pergamonmuseum",), ("zoo-brandenburger_tor",))
    assert score.total == 3 + 3 - 5


# the end


@pytest.mark.rule("BE-E1")
def test_after_the_last_turn_nothing_can_be_played() -> None:
    game = position("berlin last_round=1 turn=P1")
    take_turn(game)
    assert game.over
    assert_illegal(game, "draw blind", code="game/over", rule="BE-E1")


@pytest.mark.rule("BE-P2")
def test_most_points_wins() -> None:
    game = position("berlin seats=3 score=P0:20;P1:21;P2:19 last_round=1 turn=P2")
    take_turn(game)
    assert game.outcome is not None
    assert game.outcome.winners == (1,)
    assert game.outcome.ranks == (2, 1, 3)


@pytest.mark.rule("BE-P2")
def test_a_tie_is_won_by_the_player_who_made_most_tickets() -> None:
    # P0 makes two tickets of 3 points, P1 one of 8: the number counts, not the value.
    game = position(
        f"berlin seats=3 own=P0:{LINE},unter_den_linden-gendarmenmarkt,hackescher_markt-pergamonmuseum;"
        "P1:zoo-nollendorfplatz,gleisdreieck-nollendorfplatz/2,moritzplatz-gleisdreieck/1 "
        "tickets=P0:reichstag-pergamonmuseum,gendarmenmarkt-hackescher_markt;P1:zoo-moritzplatz "
        "score=P0:14;P1:12;P2:3 last_round=1 turn=P2"
    )
    take_turn(game)
    assert game.outcome is not None
    assert [score.total for score in game.outcome.scores] == [20, 20, 3]
    assert [score.tickets_completed for score in game.outcome.scores] == [2, 1, 0]
    assert game.outcome.winners == (0,)
    assert game.outcome.ranks == (1, 2, 3)


@pytest.mark.rule("BE-P2")
def test_players_tied_in_points_and_tickets_share_the_win() -> None:
    game = position(
        f"berlin seats=4 own=P0:{LINE};P2:kurfuerstendamm-zoo/1,zoo-kulturforum "
        "tickets=P0:reichstag-pergamonmuseum;P2:kurfuerstendamm-kulturforum "
        "score=P0:13;P1:16;P2:12;P3:16 last_round=1 turn=P3"
    )
    take_turn(game)
    assert game.outcome is not None
    assert [score.total for score in game.outcome.scores] == [16, 16, 16, 16]
    assert game.outcome.winners == (0, 2)
    assert game.outcome.ranks == (1, 3, 1, 3)
