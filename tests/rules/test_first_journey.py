"""First Journey, clause by clause: setup, turns, claiming, tickets, the East-West bonus, the end."""

from __future__ import annotations

import json

import pytest

from perron import Game, NotationError
from perron.editions import load
from tests.positions import assert_illegal, legal, position

COLOURS = ["yellow", "green", "white", "black", "blue", "red"]
ONE_SPACE = {
    "yellow": "warsaw-kiev",
    "green": "sarajevo-bucharest",
    "white": "warsaw-riga",
    "black": "vienna-warsaw",
    "blue": "paris-amsterdam",
    "red": "sarajevo-athens",
}
# Paris to Bucharest without the stretch from Zurich to Vienna; from Bucharest to the east; from Paris to the west.
ENDS = "paris-zurich/1,vienna-bucharest/1"
EAST = {"moscow": "kiev-bucharest,kiev-moscow", "rostov": "bucharest-rostov/1", "ankara": "bucharest-ankara/1"}
WEST = {"dublin": "london-paris/1,dublin-london/1", "brest": "brest-paris", "madrid": "paris-madrid/1"}
FIVE = "paris-warsaw,dublin-madrid,berlin-brest,riga-rome,moscow-riga"


def claims(game: Game, route: str) -> set[str]:
    """The payments with which a route can be claimed now."""
    return {text.removeprefix(f"claim {route} ") for text in legal(game) if text.startswith(f"claim {route} ")}


# setup


@pytest.mark.rule("FJ-S1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_is_dealt_four_cards_and_the_rest_is_a_face_down_pile(seats: int) -> None:
    view = Game("first_journey", seats=seats, seed=1).view()
    assert [player.cards for player in view.players] == [4] * seats
    assert view.display == ()
    assert view.discards == {}
    assert view.pile == 72 - 4 * seats


@pytest.mark.rule("FJ-S1")
@pytest.mark.parametrize("card", [*COLOURS, "wild"])
def test_there_is_no_face_up_card_to_take(card: str) -> None:
    assert_illegal(position("first_journey"), f"draw {card}", code="draw/no_display", rule="FJ-S1")


@pytest.mark.rule("FJ-S2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_is_dealt_two_tickets_and_the_rest_is_a_pile(seats: int) -> None:
    game = Game("first_journey", seats=seats, seed=1)
    assert [len(game.view(seat).tickets or ()) for seat in range(seats)] == [2] * seats
    assert game.view().ticket_pile == 32 - 2 * seats


@pytest.mark.rule("FJ-S2")
def test_both_tickets_are_kept_without_a_choice() -> None:
    game = position("first_journey tickets=P0:paris-warsaw,dublin-madrid")
    assert game.view().phase == "turn"
    assert_illegal(game, "keep paris-warsaw", code="tickets/nothing_offered", rule="FJ-T1")


@pytest.mark.rule("FJ-S2")
def test_the_tickets_are_secret() -> None:
    game = position("first_journey tickets=P0:paris-warsaw,dublin-madrid")
    assert set(game.view(0).tickets or ()) == {"paris-warsaw", "dublin-madrid"}
    for seat in (1, None):
        assert game.view(seat).players[0].tickets == 2
        text = json.dumps(game.view(seat).to_dict())
        assert "paris-warsaw" not in text
        assert "dublin-madrid" not in text


@pytest.mark.rule("FJ-S3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starting_player_is_seat_0_and_turns_go_clockwise(seats: int) -> None:
    game = Game("first_journey", seats=seats, seed=3)
    order = []
    for _ in range(2 * seats):
        order.append(game.to_move)
        game.play("draw cards")
    assert order == [*range(seats), *range(seats)]


@pytest.mark.rule("FJ-S4")
def test_the_aim_is_six_tickets_five_are_not_enough() -> None:
    game = position(
        "first_journey own=P0:berlin-vienna/1,copenhagen-berlin/1 "
        "made=P0:paris-warsaw,dublin-madrid,berlin-brest,riga-rome "
        "tickets=P0:stockholm-vienna ticket_pile=none hand=P0:black"
    )
    game.play("claim copenhagen-stockholm/1 black*1")
    assert game.view().players[0].score == 5
    assert not game.over


# a turn


@pytest.mark.rule("FJ-T1")
def test_a_turn_is_drawing_cards_or_claiming_a_route_or_giving_up_both_tickets() -> None:
    assert legal(position("first_journey hand=P0:blue")) == {
        "draw cards",
        "swap tickets",
        "claim paris-amsterdam blue*1",
        "claim paris-zurich/1 blue*1",
        "claim copenhagen-stockholm/2 blue*1",
    }


@pytest.mark.rule("FJ-T1")
def test_the_top_two_cards_are_drawn_together_and_the_turn_is_over() -> None:
    game = position("first_journey hand=P0:red;P1:rest pile=blue*10")
    game.play("draw cards")
    assert game.view(0).hand == {"blue": 2, "red": 1}
    assert game.view().pile == 8
    assert game.to_move == 1


@pytest.mark.rule("FJ-T1")
def test_cards_are_not_drawn_one_by_one() -> None:
    assert_illegal(position("first_journey"), "draw blind", code="draw/together", rule="FJ-T1")


@pytest.mark.rule("FJ-T1")
def test_a_locomotive_among_the_two_cards_counts_as_one_card() -> None:
    game = position("first_journey hand=P1:rest pile=wild*12")
    game.play("draw cards")
    assert game.view(0).hand == {"wild": 2}


@pytest.mark.rule("FJ-T1")
def test_both_tickets_are_given_up_for_two_new_ones_and_the_turn_is_over() -> None:
    game = position(
        "first_journey tickets=P0:paris-warsaw,dublin-madrid ticket_pile=berlin-brest,riga-rome,moscow-riga"
    )
    game.play("swap tickets")
    assert set(game.view(0).tickets or ()) == {"berlin-brest", "riga-rome"}
    assert game.view().ticket_pile == 3
    assert game.to_move == 1


@pytest.mark.rule("FJ-T1")
def test_tickets_are_not_drawn_on_top_of_those_in_hand() -> None:
    assert_illegal(position("first_journey"), "draw tickets", code="tickets/no_draw", rule="FJ-T1")


@pytest.mark.rule("FJ-T1")
def test_there_are_no_stations_to_build() -> None:
    game = position("first_journey hand=P0:red*3")
    assert_illegal(game, "station paris red*1", code="station/none_here", rule="FJ-T1")


@pytest.mark.rule("FJ-T1")
def test_a_player_who_can_act_may_not_pass() -> None:
    assert_illegal(position("first_journey"), "pass", code="turn/must_act", rule="RU-27")


# claiming


@pytest.mark.rule("FJ-R1")
def test_a_blue_route_of_two_takes_two_blue_cards_or_locomotives_in_their_place() -> None:
    game = position("first_journey hand=P0:blue*4,wild*4,red*4")
    assert claims(game, "dublin-brest") == {"blue*2", "blue*1 wild*1", "wild*2"}


@pytest.mark.rule("FJ-R1")
def test_a_route_takes_no_other_colour() -> None:
    game = position("first_journey hand=P0:red*2,wild")
    assert_illegal(game, "claim dublin-brest red*2", code="route/colour", rule="FJ-R1")
    assert_illegal(game, "claim dublin-brest red*1 wild*1", code="route/colour", rule="FJ-R1")


@pytest.mark.rule("FJ-R1")
def test_a_route_does_not_take_two_colours() -> None:
    game = position("first_journey hand=P0:red,blue")
    with pytest.raises(NotationError):
        game.play("claim dublin-brest red*1 blue*1")


@pytest.mark.rule("FJ-R1")
@pytest.mark.parametrize("payment", ["blue*1", "blue*3", "blue*2 wild*1", "wild*1"])
def test_as_many_cards_as_spaces_are_paid_no_more_and_no_fewer(payment: str) -> None:
    game = position("first_journey hand=P0:blue*4,wild*4")
    assert_illegal(game, f"claim dublin-brest {payment}", code="payment/amount", rule="FJ-R1")


@pytest.mark.rule("FJ-R1")
@pytest.mark.parametrize("payment", ["blue*2", "blue*1 wild*1", "wild*2"])
def test_cards_that_are_not_in_hand_cannot_be_paid(payment: str) -> None:
    game = position("first_journey hand=P0:blue;P1:rest")
    assert_illegal(game, f"claim dublin-brest {payment}", code="payment/not_in_hand", rule="FJ-R1")


@pytest.mark.rule("FJ-R1")
@pytest.mark.parametrize(("route", "spaces"), [("paris-amsterdam", 1), ("dublin-brest", 2), ("paris-madrid/1", 3)])
def test_one_train_goes_on_each_space(route: str, spaces: int) -> None:
    game = position(f"first_journey hand=P0:blue*{spaces}")
    game.play(f"claim {route} blue*{spaces}")
    assert [player.pieces for player in game.view().players] == [{"train": 20 - spaces}, {"train": 20}]


@pytest.mark.rule("FJ-R2")
@pytest.mark.parametrize("route", ["paris-amsterdam", "copenhagen-stockholm/2"])
def test_any_free_route_may_be_claimed_connected_or_not(route: str) -> None:
    game = position("first_journey own=P0:brest-paris hand=P0:blue")
    game.play(f"claim {route} blue*1")
    assert set(game.view().players[0].routes) == {"brest-paris", route}


@pytest.mark.rule("FJ-R2")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_route_that_is_taken_cannot_be_claimed(owner: int) -> None:
    game = position(f"first_journey own=P{owner}:dublin-brest hand=P0:blue*2 turn=P0")
    assert_illegal(game, "claim dublin-brest blue*2", code="route/taken", rule="FJ-R2")


@pytest.mark.rule("FJ-R2")
def test_only_one_route_is_claimed_in_a_turn() -> None:
    game = position("first_journey hand=P0:blue*6")
    game.play("claim dublin-brest blue*2")
    assert game.to_move == 1


@pytest.mark.rule("FJ-R2")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("colour", COLOURS)
def test_every_player_may_claim_routes_of_every_colour(seat: int, colour: str) -> None:
    game = position(f"first_journey seats=4 hand=P{seat}:{colour} turn=P{seat}")
    game.play(f"claim {ONE_SPACE[colour]} {colour}*1")
    assert game.view().players[seat].routes == (ONE_SPACE[colour],)


@pytest.mark.rule("FJ-R1", "FJ-R3")
def test_the_cards_paid_are_discarded_face_up() -> None:
    game = position("first_journey hand=P0:blue*3,wild*2 discards=red*2")
    game.play("claim dublin-brest blue*1 wild*1")
    assert game.view(0).hand == {"blue": 2, "wild": 1}
    for seat in (0, 1, None):
        assert game.view(seat).discards == {"blue": 1, "red": 2, "wild": 1}


# double routes


@pytest.mark.rule("FJ-X1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_player_may_never_own_both_tracks_of_a_double_route(seats: int) -> None:
    game = position(f"first_journey seats={seats} own=P0:paris-zurich/1 hand=P0:white,wild")
    assert_illegal(game, "claim paris-zurich/2 white*1", code="route/double_own", rule="FJ-X1")
    assert_illegal(game, "claim paris-zurich/2 wild*1", code="route/double_own", rule="FJ-X1")


@pytest.mark.rule("FJ-X1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_other_track_is_open_to_another_player_also_when_two_play(seats: int) -> None:
    game = position(f"first_journey seats={seats} own=P0:paris-zurich/1 hand=P1:white turn=P1")
    game.play("claim paris-zurich/2 white*1")
    assert game.view().players[0].routes == ("paris-zurich/1",)
    assert game.view().players[1].routes == ("paris-zurich/2",)


# tickets


@pytest.mark.rule("FJ-K1")
def test_a_ticket_is_laid_open_as_soon_as_it_is_completed_and_one_new_ticket_is_drawn() -> None:
    game = position(
        "first_journey own=P0:berlin-vienna/1,copenhagen-berlin/1 tickets=P0:stockholm-vienna,paris-warsaw "
        "ticket_pile=dublin-madrid,berlin-brest hand=P0:black"
    )
    game.play("claim copenhagen-stockholm/1 black*1")
    for seat in (0, 1, None):
        assert game.view(seat).players[0].completed == ("stockholm-vienna",)
        assert game.view(seat).players[0].score == 1
    assert set(game.view(0).tickets or ()) == {"paris-warsaw", "dublin-madrid"}
    assert game.view().ticket_pile == 1


@pytest.mark.rule("FJ-K1")
def test_the_new_ticket_is_secret() -> None:
    game = position(
        "first_journey own=P0:berlin-vienna/1,copenhagen-berlin/1 tickets=P0:stockholm-vienna,paris-warsaw "
        "ticket_pile=dublin-madrid,berlin-brest hand=P0:black"
    )
    game.play("claim copenhagen-stockholm/1 black*1")
    for seat in (1, None):
        assert "dublin-madrid" not in json.dumps(game.view(seat).to_dict())


@pytest.mark.rule("FJ-K1")
@pytest.mark.parametrize(
    "own",
    [
        "P0:berlin-vienna/1",
        "P0:berlin-vienna/1;P1:copenhagen-berlin/1",
        "P0:berlin-vienna/1,amsterdam-berlin/1,amsterdam-copenhagen;P1:copenhagen-stockholm/2",
    ],
)
def test_a_ticket_is_not_completed_while_the_line_of_ones_own_trains_is_broken(own: str) -> None:
    game = position(
        f"first_journey own={own} tickets=P0:stockholm-vienna,paris-warsaw ticket_pile=dublin-madrid hand=P0:red "
        "turn=P0"
    )
    game.play("claim stockholm-riga/1 red*1")
    assert game.view().players[0].completed == ()
    assert set(game.view(0).tickets or ()) == {"stockholm-vienna", "paris-warsaw"}
    assert game.view().ticket_pile == 1


@pytest.mark.rule("FJ-K1")
def test_a_claim_makes_no_ticket_of_another_player() -> None:
    game = position(
        "first_journey own=P0:berlin-vienna/1,copenhagen-berlin/1 tickets=P1:stockholm-vienna hand=P0:black turn=P0"
    )
    game.play("claim copenhagen-stockholm/1 black*1")
    assert [player.completed for player in game.view().players] == [(), ()]


@pytest.mark.rule("FJ-K2")
@pytest.mark.parametrize("east", EAST)
@pytest.mark.parametrize("west", WEST)
def test_trains_that_join_an_eastern_city_to_a_western_one_take_a_bonus_card(east: str, west: str) -> None:
    game = position(f"first_journey own=P0:{ENDS},{EAST[east]},{WEST[west]} hand=P0:black*2 turn=P0")
    assert game.view().players[0].bonus == 0
    game.play("claim zurich-vienna/1 black*2")
    for seat in (0, 1, None):
        assert game.view(seat).players[0].bonus == 1
    assert game.view().bonus_pile == 3


@pytest.mark.rule("FJ-K2")
def test_the_bonus_card_counts_as_one_completed_ticket() -> None:
    game = position(
        f"first_journey own=P0:{ENDS},{EAST['rostov']},{WEST['brest']} made=P0:paris-warsaw "
        "tickets=P0:london-stockholm,berlin-moscow hand=P0:black*2"
    )
    game.play("claim zurich-vienna/1 black*2")
    assert game.view().players[0].score == 2
    assert [(score.tickets_completed, score.total) for score in game.scores()] == [(2, 2), (0, 0)]


@pytest.mark.rule("FJ-K2")
@pytest.mark.parametrize(
    "own",
    [
        "P0:paris-zurich/1,vienna-bucharest/1,bucharest-rostov/1",
        "P0:paris-zurich/1,vienna-bucharest/1,brest-paris",
        "P0:paris-zurich/1,vienna-bucharest/1,brest-paris;P1:bucharest-rostov/1",
        "P0:paris-zurich/1,brest-paris,bucharest-rostov/1",
    ],
)
def test_without_an_unbroken_line_from_east_to_west_there_is_no_bonus(own: str) -> None:
    game = position(f"first_journey own={own} hand=P0:black*2 turn=P0")
    game.play("claim zurich-vienna/1 black*2")
    assert [player.bonus for player in game.view().players] == [0, 0]
    assert game.view().bonus_pile == 4


@pytest.mark.rule("FJ-K2")
@pytest.mark.parametrize(
    ("own", "claim"),
    [
        ("moscow-rostov/1", "claim bucharest-rostov/1 green*2"),
        ("london-brest", "claim brest-madrid green*3"),
    ],
)
def test_two_eastern_or_two_western_cities_joined_give_no_bonus(own: str, claim: str) -> None:
    game = position(f"first_journey own=P0:{own} hand=P0:green*3")
    game.play(claim)
    assert game.view().players[0].bonus == 0


@pytest.mark.rule("FJ-K2")
def test_each_player_may_take_a_bonus_card() -> None:
    game = position(
        f"first_journey own=P0:{ENDS},{EAST['rostov']},{WEST['brest']};"
        "P1:paris-zurich/2,vienna-bucharest/2,bucharest-rostov/2,paris-madrid/2 "
        "hand=P0:black*2;P1:red*2 turn=P0"
    )
    game.play("claim zurich-vienna/1 black*2")
    game.play("claim zurich-vienna/2 red*2")
    assert [player.bonus for player in game.view().players] == [1, 1]
    assert game.view().bonus_pile == 2


# the end


@pytest.mark.rule("FJ-E1")
def test_the_game_ends_at_once_with_the_sixth_ticket_and_that_player_wins() -> None:
    game = position(
        f"first_journey seats=3 own=P1:berlin-vienna/1,copenhagen-berlin/1 made=P1:{FIVE} tickets=P1:stockholm-vienna "
        "hand=P1:black turn=P1"
    )
    game.play("claim copenhagen-stockholm/1 black*1")
    assert game.to_move is None
    assert game.outcome is not None
    assert game.outcome.reason == "goal"
    assert game.outcome.winners == (1,)
    assert game.outcome.scores[1].total == 6


@pytest.mark.rule("FJ-E1")
def test_after_the_sixth_ticket_nobody_has_another_turn() -> None:
    game = position(
        f"first_journey own=P0:berlin-vienna/1,copenhagen-berlin/1 made=P0:{FIVE} tickets=P0:stockholm-vienna "
        "hand=P0:black"
    )
    game.play("claim copenhagen-stockholm/1 black*1")
    assert_illegal(game, "draw cards", code="game/over", rule="FJ-E1")


@pytest.mark.rule("FJ-E2")
def test_the_game_ends_when_a_player_places_the_last_train_and_most_tickets_win() -> None:
    game = position(
        "first_journey seats=3 made=P0:paris-warsaw;P1:dublin-madrid,berlin-brest pieces=P0:1 hand=P0:blue turn=P0"
    )
    game.play("claim paris-amsterdam blue*1")
    assert game.outcome is not None
    assert game.outcome.reason == "last_train"
    assert game.outcome.winners == (1,)
    assert game.outcome.ranks == (2, 1, 3)


@pytest.mark.rule("FJ-E2")
def test_players_tied_at_the_last_train_win_together() -> None:
    game = position(
        "first_journey seats=4 made=P0:paris-warsaw,dublin-madrid;P1:berlin-brest;P3:riga-rome,moscow-riga "
        "pieces=P1:1 hand=P1:blue turn=P1"
    )
    game.play("claim paris-amsterdam blue*1")
    assert game.outcome is not None
    assert game.outcome.winners == (0, 3)
    assert game.outcome.ranks == (1, 3, 4, 1)


@pytest.mark.rule("FJ-E2")
def test_with_no_ticket_completed_at_all_everybody_wins_together() -> None:
    game = position("first_journey seats=3 pieces=P0:1 hand=P0:blue")
    game.play("claim paris-amsterdam blue*1")
    assert game.outcome is not None
    assert game.outcome.winners == (0, 1, 2)


@pytest.mark.rule("FJ-E2")
def test_with_one_train_left_the_game_goes_on() -> None:
    game = position("first_journey pieces=P0:2 hand=P0:blue")
    game.play("claim paris-amsterdam blue*1")
    assert game.view().players[0].pieces == {"train": 1}
    assert game.to_move == 1


@pytest.mark.rule("FJ-E2")
def test_all_twenty_trains_can_be_placed() -> None:
    routes = {route.id: route for route in load("first_journey").routes}
    own = "paris-madrid/1,paris-berlin/1,rome-athens/1,warsaw-moscow/1,riga-moscow/1,vienna-kiev,dublin-london/1"
    assert sum(routes[one].length for one in own.split(",")) == 19
    game = position(f"first_journey own=P0:{own} hand=P0:blue")
    assert game.view().players[0].pieces == {"train": 1}
    game.play("claim paris-amsterdam blue*1")
    assert game.view().players[0].pieces == {"train": 0}
    assert game.over
