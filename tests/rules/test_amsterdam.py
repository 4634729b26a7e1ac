"""Amsterdam, clause by clause: setup, turns, drawing, claiming, contracts, the end."""

from __future__ import annotations

import json

import pytest

from perron import Game, NotationError
from perron.codec import kind_number
from perron.editions import load
from tests.positions import assert_illegal, legal, position

COLOURS = ["pink", "blue", "green", "black", "red", "orange"]
# Joins Oude Waal, Waag, Oost-Indisch Huis and Blauwbrug with four carts, for four points.
LINE = "oude_waal-waag,waag-oost_indisch_huis/1,oost_indisch_huis-blauwbrug/1"


def kinds(words: str) -> list[int]:
    """What chance answers when it is asked for these cards."""
    return [kind_number(load("amsterdam"), word) for word in words.split()]


def dealt(seats: int, turned_up: str) -> Game:
    """A new game: a black and a blue card each, these turned up, contracts dealt in the order of the edition's file."""
    contracts = list(range(len(load("amsterdam").tickets) - 1))
    return Game.from_answers("amsterdam", seats, [*kinds("black blue " * seats), *kinds(turned_up), *contracts])


def claims(game: Game, route: str) -> set[str]:
    """The payments with which a route can be claimed now."""
    return {text.removeprefix(f"claim {route} ") for text in legal(game) if text.startswith(f"claim {route} ")}


def take_turn(game: Game) -> int | None:
    """Let the seat to move draw two cards blind; says which seat it was."""
    seat = game.to_move
    game.play("draw blind")
    game.play("draw blind")
    return seat


# setup


@pytest.mark.rule("AM-S1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_starts_on_score_0_without_trade_bonus_cards(seats: int) -> None:
    players = Game("amsterdam", seats=seats, seed=1).view().players
    assert [(player.score, player.bonus) for player in players] == [(0, 0)] * seats


@pytest.mark.rule("AM-S1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_16_trade_bonus_cards_lie_in_a_pile(seats: int) -> None:
    assert Game("amsterdam", seats=seats, seed=1).view().bonus_pile == 16


@pytest.mark.rule("AM-S2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_is_dealt_two_transport_cards_and_five_are_turned_up(seats: int) -> None:
    view = dealt(seats, "pink blue green red orange").view()
    assert [player.cards for player in view.players] == [2] * seats
    assert view.display == ("pink", "blue", "green", "red", "orange")
    assert view.pile == 44 - 2 * seats - 5


@pytest.mark.rule("AM-S2")
@pytest.mark.parametrize("jokers", [3, 4, 5])
def test_three_or_more_jokers_among_the_first_five_are_discarded_with_the_others_and_replaced(jokers: int) -> None:
    view = dealt(2, "wild " * jokers + "red " * (5 - jokers) + "pink blue green pink wild").view()
    assert view.display == ("pink", "blue", "green", "pink", "wild")
    assert view.discards == {card: n for card, n in (("red", 5 - jokers), ("wild", jokers)) if n}


@pytest.mark.rule("AM-S2")
def test_two_jokers_among_the_first_five_stay() -> None:
    view = dealt(2, "wild red wild red red").view()
    assert view.display == ("wild", "red", "wild", "red", "red")
    assert view.discards == {}


@pytest.mark.rule("AM-S3")
def test_each_player_is_dealt_two_contracts_to_choose_from() -> None:
    game = dealt(3, "pink blue green red orange")
    assert game.view(0).offered == ("dam-de_drie_hendricken", "oude_waal-blauwbrug")
    assert game.view(1).offered == ("noordermarkt-waag", "oude_kerk-jordaan")
    assert game.view(2).offered == ("oude_kerk-jan_roodenpoortstoren", "oude_kerk-westermarkt")
    assert game.view().ticket_pile == 24 - 6


@pytest.mark.rule("AM-S3")
def test_at_setup_either_contract_or_both_may_be_kept() -> None:
    assert legal(dealt(2, "pink blue green red orange")) == {
        "keep dam-de_drie_hendricken",
        "keep oude_waal-blauwbrug",
        "keep dam-de_drie_hendricken oude_waal-blauwbrug",
    }


@pytest.mark.rule("AM-S3")
def test_at_setup_at_least_one_contract_must_be_kept() -> None:
    game = dealt(2, "pink blue green red orange")
    assert_illegal(game, "keep none", code="tickets/too_few", rule="AM-S3")


@pytest.mark.rule("AM-S3")
def test_nobody_takes_a_turn_before_the_contracts_are_chosen() -> None:
    game = dealt(2, "pink blue green red orange")
    assert_illegal(game, "draw blind", code="tickets/keep_first", rule="AM-S3")


@pytest.mark.rule("AM-S3")
def test_a_contract_of_another_player_cannot_be_kept() -> None:
    game = dealt(2, "pink blue green red orange")
    assert_illegal(game, "keep noordermarkt-waag", code="tickets/not_offered", rule="AM-S3")


@pytest.mark.rule("AM-S3")
def test_a_contract_given_back_at_setup_goes_under_the_pile() -> None:
    game = dealt(2, "pink blue green red orange")
    game.replay("keep oude_waal-blauwbrug", [])
    game.replay("keep noordermarkt-waag oude_kerk-jordaan", [])
    assert game.view().ticket_pile == 21
    (back,) = game.view(0).given_back or ()
    assert (back.ticket, back.place, back.above) == ("dam-de_drie_hendricken", "pile", 20)


@pytest.mark.rule("AM-S3")
def test_contracts_dealt_at_setup_are_secret() -> None:
    game = dealt(2, "pink blue green red orange")
    for seat in (1, None):
        assert "oude_waal-blauwbrug" not in json.dumps(game.view(seat).to_dict())
    game.replay("keep oude_waal-blauwbrug", [])
    game.replay("keep noordermarkt-waag", [])
    assert game.view(0).tickets == ("oude_waal-blauwbrug",)
    for seat in (1, None):
        text = json.dumps(game.view(seat).to_dict())
        assert "oude_waal-blauwbrug" not in text
        assert "dam-de_drie_hendricken" not in text


@pytest.mark.rule("RU-33")
def test_contracts_given_back_at_setup_go_under_in_seat_order_when_all_have_chosen() -> None:
    game = dealt(4, "pink blue green red orange")
    game.replay("keep dam-de_drie_hendricken", [])
    game.replay("keep noordermarkt-waag oude_kerk-jordaan", [])
    game.replay("keep oude_kerk-westermarkt", [])
    assert game.view().ticket_pile == 16
    game.replay("keep oude_waal-dam", [])
    assert game.view().ticket_pile == 19
    back = {seat: [(one.ticket, one.above) for one in game.view(seat).given_back or ()] for seat in range(4)}
    assert back == {
        0: [("oude_waal-blauwbrug", 16)],
        1: [],
        2: [("oude_kerk-jan_roodenpoortstoren", 17)],
        3: [("korenmetershuisje-munttoren", 18)],
    }


@pytest.mark.rule("RU-33")
def test_how_many_contracts_each_kept_becomes_public_when_all_have_chosen() -> None:
    game = dealt(3, "pink blue green red orange")
    game.replay("keep dam-de_drie_hendricken", [])
    game.replay("keep noordermarkt-waag oude_kerk-jordaan", [])
    assert [(player.tickets, player.offered) for player in game.view(2).players] == [(0, 2)] * 3
    game.replay("keep oude_kerk-jan_roodenpoortstoren", [])
    assert [(player.tickets, player.offered) for player in game.view(2).players] == [(1, 0), (2, 0), (1, 0)]


@pytest.mark.rule("AM-S4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starting_player_is_seat_0_and_turns_go_clockwise(seats: int) -> None:
    game = Game("amsterdam", seats=seats, seed=3)
    for _ in range(seats):
        game.play(game.legal_actions()[0])
    order = []
    for _ in range(2 * seats):
        order.append(game.to_move)
        game.play("draw tickets")
        game.play(game.legal_actions()[0])
    assert order == [*range(seats), *range(seats)]


# a turn


@pytest.mark.rule("AM-T1")
def test_a_turn_is_drawing_cards_or_claiming_a_route_or_drawing_contracts() -> None:
    game = position("amsterdam hand=P0:pink display=blue,blue,green,green,wild")
    assert legal(game) == {
        "draw blue",
        "draw green",
        "draw wild",
        "draw blind",
        "draw tickets",
        "claim haringpakkerstoren-korenmetershuisje/2 pink*1",
        "claim oude_waal-waag pink*1",
        "claim jan_roodenpoortstoren-westermarkt/2 pink*1",
        "claim de_drie_hendricken-westermarkt/1 pink*1",
    }


@pytest.mark.rule("AM-T1")
def test_there_are_no_stations_to_build() -> None:
    game = position("amsterdam hand=P0:pink*3")
    assert_illegal(game, "station dam pink*1", code="station/none_here", rule="AM-T1")


@pytest.mark.rule("AM-T1")
def test_a_player_who_can_act_may_not_pass() -> None:
    assert_illegal(position("amsterdam"), "pass", code="turn/must_act", rule="RU-27")


@pytest.mark.rule("AM-T1")
@pytest.mark.parametrize(
    "actions",
    [
        ("draw blind", "draw blind"),
        ("claim dam-begijnhof pink*2",),
        ("draw tickets", "keep oude_waal-dam"),
    ],
)
def test_after_one_action_the_turn_is_over(actions: tuple[str, ...]) -> None:
    game = position("amsterdam hand=P0:pink*4 ticket_pile=oude_waal-dam,noordermarkt-munttoren")
    for action in actions:
        assert game.to_move == 0
        game.play(action)
    assert game.to_move == 1
    assert game.turn == 1


@pytest.mark.rule("AM-T1")
@pytest.mark.parametrize("action", ["claim dam-begijnhof pink*2", "draw tickets"])
def test_drawing_cards_and_another_action_are_not_mixed(action: str) -> None:
    game = position("amsterdam hand=P0:pink*4")
    game.play("draw blind")
    assert_illegal(game, action, code="draw/second_first", rule="RU-3")


# drawing transport cards


@pytest.mark.rule("AM-D1")
@pytest.mark.parametrize(
    ("first", "second", "hand"),
    [
        ("draw pink", "draw blue", {"pink": 1, "blue": 1}),
        ("draw pink", "draw blind", {"pink": 1, "orange": 1}),
        ("draw blind", "draw pink", {"pink": 1, "orange": 1}),
        ("draw blind", "draw blind", {"orange": 2}),
    ],
)
def test_two_cards_are_drawn_each_face_up_or_blind(first: str, second: str, hand: dict[str, int]) -> None:
    game = position("amsterdam display=pink,blue,green,black,red pile=orange*6 hand=P1:rest")
    game.play(first)
    assert game.to_move == 0
    game.play(second)
    assert game.to_move == 1
    assert game.view(0).hand == hand


@pytest.mark.rule("AM-D1")
def test_a_face_up_card_is_replaced_at_once_and_the_replacement_may_be_taken_as_the_second() -> None:
    game = position("amsterdam display=pink,blue,green,black,red pile=orange*6 hand=P1:rest")
    game.play("draw green")
    assert game.view().display == ("pink", "blue", "orange", "black", "red")
    game.play("draw orange")
    assert game.view(0).hand == {"green": 1, "orange": 1}
    assert game.view().display == ("pink", "blue", "orange", "black", "red")


@pytest.mark.rule("AM-D1")
def test_a_card_that_does_not_lie_face_up_cannot_be_taken() -> None:
    game = position("amsterdam display=pink,blue,green,black,red")
    assert_illegal(game, "draw orange", code="draw/not_face_up", rule="AM-D1")


@pytest.mark.rule("AM-D1")
def test_the_two_cards_are_not_drawn_in_one_go() -> None:
    assert_illegal(position("amsterdam"), "draw cards", code="draw/one_by_one", rule="AM-D1")


@pytest.mark.rule("AM-D1")
def test_there_is_no_limit_to_the_cards_in_hand() -> None:
    game = position("amsterdam display=pink,blue,green,black,red pile=orange*2 hand=P0:rest")
    assert game.view().players[0].cards == 37
    game.play("draw blind")
    game.play("draw blind")
    assert game.view().players[0].cards == 39


@pytest.mark.rule("AM-D2")
def test_a_face_up_joker_as_the_first_card_is_the_only_card() -> None:
    game = position("amsterdam display=pink,blue,green,black,wild")
    game.play("draw wild")
    assert game.view(0).hand == {"wild": 1}
    assert game.to_move == 1


@pytest.mark.rule("AM-D2")
def test_a_face_up_joker_may_not_be_taken_as_the_second_card() -> None:
    game = position("amsterdam display=pink,blue,green,black,wild")
    game.play("draw blind")
    assert_illegal(game, "draw wild", code="draw/wild_second", rule="AM-D2")


@pytest.mark.rule("AM-D2")
def test_a_joker_just_turned_up_may_not_be_taken_as_the_second_card_either() -> None:
    game = position("amsterdam display=pink,blue,green,black,red pile=wild*2 hand=P1:rest")
    game.play("draw pink")
    assert game.view().display == ("wild", "blue", "green", "black", "red")
    assert_illegal(game, "draw wild", code="draw/wild_second", rule="AM-D2")
    game.play("draw blue")
    assert game.to_move == 1


@pytest.mark.rule("AM-D3")
def test_a_joker_drawn_blind_counts_as_one_ordinary_card() -> None:
    game = position("amsterdam display=pink,blue,green,black,red pile=wild*8 hand=P1:rest")
    game.play("draw blind")
    assert game.view(0).hand == {"wild": 1}
    assert game.to_move == 0
    game.play("draw blind")
    assert game.view(0).hand == {"wild": 2}
    assert game.to_move == 1


@pytest.mark.rule("AM-D4")
def test_when_a_third_joker_is_turned_up_all_five_are_discarded_and_replaced() -> None:
    game = position("amsterdam display=wild,red,wild,red,blue")
    game.replay("draw blue", kinds("wild pink pink green green black"))
    assert game.view().display == ("pink", "pink", "green", "green", "black")
    assert game.view().discards == {"red": 2, "wild": 3}
    assert game.view(0).hand == {"blue": 1}


@pytest.mark.rule("AM-D4")
def test_after_the_five_are_replaced_the_second_card_is_still_drawn() -> None:
    game = position("amsterdam display=wild,red,wild,red,blue")
    game.replay("draw blue", kinds("wild pink pink green green black"))
    game.replay("draw black", kinds("orange"))
    assert game.view(0).hand == {"black": 1, "blue": 1}
    assert game.to_move == 1


@pytest.mark.rule("AM-D4")
def test_a_third_joker_turned_up_after_the_second_card_is_replaced_as_well() -> None:
    game = position("amsterdam display=wild,red,wild,red,blue")
    game.replay("draw blind", kinds("pink"))
    game.replay("draw red", kinds("wild pink pink green green black"))
    assert game.view().display == ("pink", "pink", "green", "green", "black")
    assert game.view().discards == {"blue": 1, "red": 1, "wild": 3}


@pytest.mark.rule("AM-D4")
def test_the_five_are_replaced_again_while_three_of_them_are_jokers() -> None:
    game = position("amsterdam display=wild,red,wild,red,blue")
    game.replay("draw blue", kinds("wild wild wild wild pink pink green green black black orange"))
    assert game.view().display == ("green", "green", "black", "black", "orange")
    assert game.view().discards == {"pink": 2, "red": 2, "wild": 6}


@pytest.mark.rule("AM-D4")
def test_two_jokers_among_the_five_stay() -> None:
    game = position("amsterdam display=wild,red,green,red,blue")
    game.replay("draw blue", kinds("wild"))
    assert game.view().display == ("wild", "red", "green", "red", "wild")
    assert game.view().discards == {}


@pytest.mark.rule("AM-D5")
def test_when_the_pile_is_empty_the_discards_become_the_new_pile() -> None:
    game = position("amsterdam display=pink,blue,green,black,red pile=none discards=rest")
    game.play("draw blind")
    assert game.view().pile == 44 - 5 - 1
    assert game.view().discards == {}


@pytest.mark.rule("AM-D5")
def test_the_discards_wait_until_the_pile_is_empty_and_a_card_is_needed() -> None:
    game = position("amsterdam display=pink,blue,green,black,red pile=orange*1 discards=pink*3 hand=P1:rest")
    game.play("draw blind")
    assert (game.view().pile, game.view().discards) == (0, {"pink": 3})
    game.play("draw blind")
    assert (game.view().pile, game.view().discards) == (2, {})
    assert game.view(0).hand == {"pink": 1, "orange": 1}


@pytest.mark.rule("AM-D5")
def test_a_face_up_card_is_replaced_from_the_discards_when_the_pile_is_empty() -> None:
    game = position("amsterdam display=pink,blue,green,black,red pile=none discards=orange*3 hand=P1:rest")
    game.play("draw pink")
    assert game.view().display == ("orange", "blue", "green", "black", "red")
    assert (game.view().pile, game.view().discards) == (2, {})


# claiming a route


@pytest.mark.rule("AM-R1")
def test_a_green_route_of_three_takes_green_cards_and_jokers_in_four_combinations() -> None:
    game = position("amsterdam hand=P0:green*4,wild*4,pink*4")
    assert claims(game, "dam-oost_indisch_huis/1") == {
        "green*3",
        "green*2 wild*1",
        "green*1 wild*2",
        "wild*3",
    }


@pytest.mark.rule("AM-R1")
def test_a_pink_route_is_claimed_with_pink_cards_only() -> None:
    game = position("amsterdam hand=P0:pink*2,blue*2,wild")
    assert_illegal(game, "claim oude_kerk-dam/1 blue*2", code="route/colour", rule="AM-R1")
    assert_illegal(game, "claim oude_kerk-dam/1 blue*1 wild*1", code="route/colour", rule="AM-R1")
    game.play("claim oude_kerk-dam/1 pink*2")
    assert game.view().players[0].routes == ("oude_kerk-dam/1",)


@pytest.mark.rule("AM-R1")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_gray_route_takes_any_one_colour(colour: str) -> None:
    game = position(f"amsterdam hand=P0:{colour}*2,wild")
    assert claims(game, "dam-begijnhof") == {f"{colour}*2", f"{colour}*1 wild*1"}


@pytest.mark.rule("AM-R1")
def test_a_gray_route_takes_jokers_alone() -> None:
    assert claims(position("amsterdam hand=P0:wild*2"), "dam-begijnhof") == {"wild*2"}


@pytest.mark.rule("AM-R1")
def test_a_gray_route_does_not_take_two_colours() -> None:
    game = position("amsterdam hand=P0:pink,blue")
    assert claims(game, "dam-begijnhof") == set()
    with pytest.raises(NotationError):
        game.play("claim dam-begijnhof pink*1 blue*1")


@pytest.mark.rule("AM-R1")
@pytest.mark.parametrize("payment", ["green*2", "green*4", "green*3 wild*1", "wild*2"])
def test_as_many_cards_as_spaces_are_paid_no_more_and_no_fewer(payment: str) -> None:
    game = position("amsterdam hand=P0:green*4,wild*4")
    assert_illegal(game, f"claim dam-oost_indisch_huis/1 {payment}", code="payment/amount", rule="AM-R1")


@pytest.mark.rule("AM-R1")
@pytest.mark.parametrize("payment", ["green*3", "green*1 wild*2", "wild*3"])
def test_cards_that_are_not_in_hand_cannot_be_paid(payment: str) -> None:
    game = position("amsterdam hand=P0:green*2,wild;P1:rest")
    route = "dam-oost_indisch_huis/1"
    assert_illegal(game, f"claim {route} {payment}", code="payment/not_in_hand", rule="AM-R1")
    assert claims(game, route) == {"green*2 wild*1"}


@pytest.mark.rule("AM-R2")
@pytest.mark.parametrize(
    ("route", "spaces"),
    [
        ("haringpakkerstoren-korenmetershuisje/2", 1),
        ("dam-begijnhof", 2),
        ("noordermarkt-korenmetershuisje", 3),
        ("haringpakkerstoren-oude_waal", 4),
    ],
)
def test_a_cart_goes_on_every_space(route: str, spaces: int) -> None:
    game = position(f"amsterdam hand=P0:red*{spaces}")
    game.play(f"claim {route} red*{spaces}")
    assert [player.pieces for player in game.view().players] == [{"cart": 16 - spaces}, {"cart": 16}]


@pytest.mark.rule("AM-R2")
def test_a_route_cannot_be_claimed_without_enough_carts() -> None:
    game = position("amsterdam hand=P0:red*4 pieces=P0:3")
    assert_illegal(game, "claim haringpakkerstoren-oude_waal red*4", code="route/pieces", rule="AM-R2")


@pytest.mark.rule("AM-R2")
def test_a_route_can_be_claimed_with_the_last_carts() -> None:
    game = position("amsterdam hand=P0:red*4 pieces=P0:4")
    game.play("claim haringpakkerstoren-oude_waal red*4")
    assert game.view().players[0].pieces == {"cart": 0}


@pytest.mark.rule("AM-R3")
@pytest.mark.parametrize("route", ["dam-begijnhof", "oost_indisch_huis-blauwbrug/1"])
def test_any_free_route_may_be_claimed_connected_or_not(route: str) -> None:
    game = position("amsterdam own=P0:oude_kerk-dam/1 hand=P0:red*2")
    game.play(f"claim {route} red*2")
    assert set(game.view().players[0].routes) == {"oude_kerk-dam/1", route}


@pytest.mark.rule("AM-R3")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_route_that_is_taken_cannot_be_claimed(owner: int) -> None:
    game = position(f"amsterdam own=P{owner}:dam-begijnhof hand=P0:red*2 turn=P0")
    assert_illegal(game, "claim dam-begijnhof red*2", code="route/taken", rule="AM-R3")


@pytest.mark.rule("AM-R3")
def test_only_one_route_is_claimed_in_a_turn() -> None:
    game = position("amsterdam hand=P0:red*6")
    game.play("claim dam-begijnhof red*2")
    assert game.to_move == 1


@pytest.mark.rule("AM-R4")
@pytest.mark.parametrize(
    ("route", "spaces", "points"),
    [
        ("haringpakkerstoren-korenmetershuisje/2", 1, 1),
        ("dam-begijnhof", 2, 2),
        ("noordermarkt-korenmetershuisje", 3, 4),
        ("haringpakkerstoren-oude_waal", 4, 7),
    ],
)
def test_a_route_scores_at_once_by_the_table_of_the_board(route: str, spaces: int, points: int) -> None:
    game = position(f"amsterdam hand=P0:red*{spaces} score=P0:10")
    game.play(f"claim {route} red*{spaces}")
    assert [player.score for player in game.view().players] == [10 + points, 0]


@pytest.mark.rule("AM-R6")
def test_the_cards_paid_are_discarded() -> None:
    game = position("amsterdam hand=P0:green*3,wild*2,pink discards=red*2")
    game.play("claim dam-oost_indisch_huis/1 green*2 wild*1")
    assert game.view(0).hand == {"pink": 1, "green": 1, "wild": 1}
    assert game.view().discards == {"green": 2, "red": 2, "wild": 1}


# double routes


@pytest.mark.rule("AM-X1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_player_may_never_own_both_tracks_of_a_double_route(seats: int) -> None:
    game = position(f"amsterdam seats={seats} own=P0:oude_kerk-waag/1 hand=P0:red*2,wild")
    assert_illegal(game, "claim oude_kerk-waag/2 red*1", code="route/double_own", rule="AM-X1")
    assert_illegal(game, "claim oude_kerk-waag/2 wild*1", code="route/double_own", rule="AM-X1")


@pytest.mark.rule("AM-X1")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_other_track_is_open_to_another_player_when_three_or_four_play(seats: int) -> None:
    game = position(f"amsterdam seats={seats} own=P0:oude_kerk-waag/1 hand=P1:red turn=P1")
    game.play("claim oude_kerk-waag/2 red*1")
    assert game.view().players[1].routes == ("oude_kerk-waag/2",)


@pytest.mark.rule("AM-X2")
def test_with_two_players_one_track_taken_closes_the_other() -> None:
    game = position("amsterdam seats=2 own=P0:oude_kerk-waag/1 hand=P1:red turn=P1")
    assert_illegal(game, "claim oude_kerk-waag/2 red*1", code="route/double_closed", rule="AM-X2")


@pytest.mark.rule("AM-X2")
def test_with_two_players_either_track_may_be_the_one_that_is_taken() -> None:
    game = position("amsterdam seats=2 hand=P0:red;P1:black")
    game.play("claim oude_kerk-waag/2 red*1")
    assert_illegal(game, "claim oude_kerk-waag/1 black*1", code="route/double_closed", rule="AM-X2")


# contracts


@pytest.mark.rule("AM-K1")
def test_the_top_two_contracts_are_drawn_and_at_least_one_is_kept() -> None:
    game = position("amsterdam ticket_pile=oude_waal-dam,noordermarkt-munttoren,waag-begijnhof")
    game.play("draw tickets")
    assert game.view(0).offered == ("oude_waal-dam", "noordermarkt-munttoren")
    assert legal(game) == {
        "keep oude_waal-dam",
        "keep noordermarkt-munttoren",
        "keep oude_waal-dam noordermarkt-munttoren",
    }
    assert_illegal(game, "keep none", code="tickets/too_few", rule="AM-K1")


@pytest.mark.rule("AM-K1")
def test_a_contract_that_was_not_drawn_cannot_be_kept() -> None:
    game = position("amsterdam ticket_pile=oude_waal-dam,noordermarkt-munttoren,waag-begijnhof")
    game.play("draw tickets")
    assert_illegal(game, "keep waag-begijnhof", code="tickets/not_offered", rule="AM-K1")


@pytest.mark.rule("AM-K1")
def test_the_contract_not_kept_goes_under_the_pile() -> None:
    game = position("amsterdam ticket_pile=oude_waal-dam,noordermarkt-munttoren,waag-begijnhof")
    game.play("draw tickets")
    game.play("keep noordermarkt-munttoren")
    assert game.view(0).tickets == ("noordermarkt-munttoren",)
    game.play("draw tickets")
    assert game.view(1).offered == ("waag-begijnhof", "oude_waal-dam")


@pytest.mark.rule("AM-K1")
def test_both_contracts_may_be_kept() -> None:
    game = position("amsterdam ticket_pile=oude_waal-dam,noordermarkt-munttoren,waag-begijnhof")
    game.play("draw tickets")
    game.play("keep oude_waal-dam noordermarkt-munttoren")
    assert set(game.view(0).tickets or ()) == {"oude_waal-dam", "noordermarkt-munttoren"}
    assert game.view().ticket_pile == 1


@pytest.mark.rule("AM-K1")
def test_contracts_drawn_must_be_answered_before_anything_else() -> None:
    game = position("amsterdam ticket_pile=oude_waal-dam,noordermarkt-munttoren")
    game.play("draw tickets")
    assert_illegal(game, "draw blind", code="tickets/keep_first", rule="RU-39")


@pytest.mark.rule("AM-K2")
def test_the_last_contract_may_still_be_drawn_and_must_be_kept() -> None:
    game = position("amsterdam ticket_pile=oude_waal-dam")
    game.play("draw tickets")
    assert legal(game) == {"keep oude_waal-dam"}
    game.play("keep oude_waal-dam")
    assert game.view(0).tickets == ("oude_waal-dam",)
    assert game.view().ticket_pile == 0


@pytest.mark.rule("AM-K2")
def test_the_last_contract_cannot_be_given_back() -> None:
    game = position("amsterdam ticket_pile=oude_waal-dam")
    game.play("draw tickets")
    assert_illegal(game, "keep none", code="tickets/too_few", rule="AM-K1")


@pytest.mark.rule("RU-8")
def test_contracts_cannot_be_drawn_from_an_empty_pile() -> None:
    game = position("amsterdam ticket_pile=none")
    assert_illegal(game, "draw tickets", code="tickets/pile_empty", rule="RU-8")


@pytest.mark.rule("AM-K3")
def test_a_contract_once_kept_cannot_be_given_up() -> None:
    game = position("amsterdam tickets=P0:oude_waal-dam,noordermarkt-munttoren")
    assert_illegal(game, "swap tickets", code="tickets/no_swap", rule="AM-K3")


@pytest.mark.rule("AM-K3")
def test_any_number_of_contracts_may_be_held() -> None:
    contracts = [ticket.id for ticket in load("amsterdam").tickets]
    game = position(f"amsterdam tickets=P0:{','.join(contracts[2:])} ticket_pile={contracts[0]},{contracts[1]}")
    game.play("draw tickets")
    game.play(f"keep {contracts[0]} {contracts[1]}")
    assert game.view().players[0].tickets == 24


@pytest.mark.rule("AM-K3", "AM-P1")
def test_a_contract_made_adds_its_value_and_one_not_made_subtracts_it() -> None:
    game = position(
        f"amsterdam own=P0:{LINE} tickets=P0:oude_waal-blauwbrug,montelbaanstoren-jordaan last_round=1 turn=P1"
    )
    take_turn(game)
    assert game.outcome is not None
    score = game.outcome.scores[0]
    assert (score.lines["routes"], score.lines["tickets_won"], -score.lines["tickets_lost"]) == (4, 4, 9)
    assert (score.completed, score.missed) == (("oude_waal-blauwbrug",), ("montelbaanstoren-jordaan",))
    assert score.total == 4 + 4 - 9


@pytest.mark.rule("AM-K3")
def test_a_contract_needs_an_unbroken_line_of_ones_own_carts() -> None:
    game = position(
        "amsterdam seats=3 own=P0:oude_waal-waag,oost_indisch_huis-blauwbrug/1;P1:waag-oost_indisch_huis/1 "
        "tickets=P0:oude_waal-blauwbrug"
    )
    assert (game.scores()[0].lines["tickets_won"], -game.scores()[0].lines["tickets_lost"]) == (0, 4)


@pytest.mark.rule("AM-K4")
def test_contracts_are_secret_while_the_game_goes_on() -> None:
    game = position(f"amsterdam own=P0:{LINE} tickets=P0:oude_waal-blauwbrug")
    assert game.view(0).tickets == ("oude_waal-blauwbrug",)
    for seat in (1, None):
        assert game.view(seat).players[0].tickets == 1
        assert "oude_waal-blauwbrug" not in json.dumps(game.view(seat).to_dict())


@pytest.mark.rule("AM-K4")
def test_nobody_else_can_tell_a_contract_that_is_completed_from_one_that_is_not() -> None:
    made = position(f"amsterdam own=P0:{LINE} tickets=P0:oude_waal-blauwbrug ticket_pile=none")
    missed = position(f"amsterdam own=P0:{LINE} tickets=P0:dam-de_drie_hendricken ticket_pile=none")
    assert made.scores()[0].tickets_completed == 1
    assert missed.scores()[0].tickets_completed == 0
    for seat in (1, None):
        assert made.view(seat) == missed.view(seat)


@pytest.mark.rule("AM-K4")
def test_all_contracts_are_shown_at_the_end() -> None:
    game = position(f"amsterdam own=P0:{LINE} tickets=P0:oude_waal-blauwbrug last_round=1 turn=P1")
    assert game.view(1).outcome is None
    take_turn(game)
    outcome = game.view(1).outcome
    assert outcome is not None
    assert outcome.scores[0].completed == ("oude_waal-blauwbrug",)


# the end


@pytest.mark.rule("AM-E1")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_two_or_fewer_carts_at_the_end_of_a_turn_give_everybody_one_more_turn(left: int) -> None:
    game = position(f"amsterdam seats=3 turn=P1 hand=P1:red*2 pieces=P1:{left + 2}")
    game.play("claim dam-begijnhof red*2")
    assert game.view().last_round == 3
    assert [take_turn(game) for _ in range(3)] == [2, 0, 1]
    assert game.outcome is not None
    assert game.outcome.reason == "last_round"


@pytest.mark.rule("AM-E1")
def test_three_carts_at_the_end_of_a_turn_start_no_last_round() -> None:
    game = position("amsterdam seats=3 turn=P1 hand=P1:red*2 pieces=P1:5")
    game.play("claim dam-begijnhof red*2")
    assert game.view().last_round is None
    assert [take_turn(game) for _ in range(4)] == [2, 0, 1, 2]
    assert not game.over


@pytest.mark.rule("AM-E1")
def test_after_the_last_turn_nothing_can_be_played() -> None:
    game = position("amsterdam last_round=1 turn=P1")
    take_turn(game)
    assert game.over
    assert_illegal(game, "draw blind", code="game/over", rule="AM-E1")


@pytest.mark.rule("AM-P5")
def test_most_points_wins() -> None:
    game = position("amsterdam seats=3 score=P0:20;P1:21;P2:19 last_round=1 turn=P2")
    take_turn(game)
    assert game.outcome is not None
    assert game.outcome.winners == (1,)
    assert game.outcome.ranks == (2, 1, 3)


@pytest.mark.rule("AM-P5")
def test_a_tie_is_won_by_the_player_who_made_most_contracts() -> None:
    # P0 makes two contracts of 4 points, P1 one of 8: the number counts, not the value.
    game = position(
        f"amsterdam seats=3 own=P0:{LINE},dam-oost_indisch_huis/1;P1:noordermarkt-jan_roodenpoortstoren,"
        "dam-jan_roodenpoortstoren/1,dam-oost_indisch_huis/2,oost_indisch_huis-munttoren "
        "tickets=P0:oude_waal-blauwbrug,oude_waal-dam;P1:noordermarkt-munttoren "
        "score=P0:12;P1:12;P2:3 last_round=1 turn=P2"
    )
    take_turn(game)
    assert game.outcome is not None
    assert [score.total for score in game.outcome.scores] == [20, 20, 3]
    assert [score.tickets_completed for score in game.outcome.scores] == [2, 1, 0]
    assert game.outcome.winners == (0,)
    assert game.outcome.ranks == (1, 2, 3)


@pytest.mark.rule("AM-P5")
def test_players_tied_in_points_and_contracts_share_the_win() -> None:
    # P0's contract is worth less than P2's, and both made one.
    game = position(
        f"amsterdam seats=4 own=P0:{LINE};P2:noordermarkt-jan_roodenpoortstoren,dam-jan_roodenpoortstoren/1,"
        "dam-oost_indisch_huis/2,oost_indisch_huis-munttoren "
        "tickets=P0:oude_waal-blauwbrug;P2:noordermarkt-munttoren "
        "score=P0:12;P1:16;P2:8;P3:16 last_round=1 turn=P3"
    )
    take_turn(game)
    assert game.outcome is not None
    assert [score.total for score in game.outcome.scores] == [16, 16, 16, 16]
    assert game.outcome.winners == (0, 2)
    assert game.outcome.ranks == (1, 3, 1, 3)
