"""Claiming a route: which routes, paid with which cards, and what it brings at once."""

from __future__ import annotations

import pytest

from perron import ClaimRoute, NotationError
from tests.positions import assert_illegal, legal, position
from tests.rules import ways

ONE_OF_EACH_COLOUR = {
    "purple": "athina-sofia",
    "blue": "constantinople-sofia",
    "orange": "munchen-wien",
    "white": "frankfurt-paris/2",
    "green": "berlin-wien",
    "yellow": "amsterdam-essen",
    "black": "angora-erzurum",
    "red": "kyiv-smolensk",
}


# colours, numbers and locomotives


@pytest.mark.rule("EU-R1")
def test_a_blue_route_of_three_can_be_paid_in_exactly_four_ways() -> None:
    game = position("europe hand=P0:blue*3,wild*3,red*3")
    assert ways(game, "claim constantinople-sofia") == ["blue*1 wild*2", "blue*2 wild*1", "blue*3", "wild*3"]


@pytest.mark.rule("EU-R1")
@pytest.mark.parametrize(
    ("payment", "left"),
    [
        ("blue*3", {"wild": 3}),
        ("blue*2 wild*1", {"blue": 1, "wild": 2}),
        ("blue*1 wild*2", {"blue": 2, "wild": 1}),
        ("wild*3", {"blue": 3}),
    ],
)
def test_which_of_the_four_is_the_players_choice(payment: str, left: dict[str, int]) -> None:
    game = position("europe hand=P0:blue*3,wild*3")
    game.play(f"claim constantinople-sofia {payment}")
    assert game.view(0).hand == left
    assert game.view().players[0].routes == ("constantinople-sofia",)


@pytest.mark.rule("EU-R1")
def test_a_route_takes_its_own_colour_only() -> None:
    game = position("europe hand=P0:red*3,wild*2")
    assert_illegal(game, "claim constantinople-sofia red*3", code="route/colour", rule="EU-R1")
    assert_illegal(game, "claim constantinople-sofia red*1 wild*2", code="route/colour", rule="EU-R1")
    assert ways(game, "claim constantinople-sofia") == []


@pytest.mark.rule("EU-R1")
@pytest.mark.parametrize("payment", ["blue*2", "blue*4", "blue*2 wild*2", "blue*1 wild*1", "wild*2", "wild*4"])
def test_the_number_of_cards_is_the_number_of_spaces(payment: str) -> None:
    game = position("europe hand=P0:blue*6,wild*6")
    assert_illegal(game, f"claim constantinople-sofia {payment}", code="payment/amount", rule="EU-R1")


@pytest.mark.rule("EU-R1")
@pytest.mark.parametrize("payment", ["blue*3", "blue*1 wild*2", "wild*3"])
def test_the_cards_must_be_in_the_hand(payment: str) -> None:
    game = position("europe hand=P0:blue*2,wild*1")
    assert_illegal(game, f"claim constantinople-sofia {payment}", code="payment/not_in_hand", rule="EU-R1")
    assert ways(game, "claim constantinople-sofia") == ["blue*2 wild*1"]


@pytest.mark.rule("EU-R1", "EU-R2")
def test_a_set_of_two_colours_cannot_even_be_written() -> None:
    game = position("europe hand=P0:blue*3,red*3")
    for route in ("constantinople-sofia", "wien-zagrab"):
        with pytest.raises(NotationError, match="one colour"):
            game.play(f"claim {route} blue*1 red*1")


@pytest.mark.rule("EU-R2")
def test_a_gray_route_of_two_takes_any_one_colour() -> None:
    game = position("europe hand=P0:red*2,yellow*1,wild*2")
    assert ways(game, "claim wien-zagrab") == ["red*1 wild*1", "red*2", "wild*2", "yellow*1 wild*1"]


@pytest.mark.rule("EU-R2")
@pytest.mark.parametrize("payment", ["red*2", "yellow*1 wild*1", "wild*2"])
def test_a_gray_route_of_two_is_claimed_as_in_the_rulebook(payment: str) -> None:
    game = position("europe hand=P0:red*2,yellow*1,wild*2")
    game.play(f"claim wien-zagrab {payment}")
    assert game.view().players[0].routes == ("wien-zagrab",)
    assert game.view().players[0].cards == 3


@pytest.mark.rule("EU-R2")
@pytest.mark.parametrize("colour", list(ONE_OF_EACH_COLOUR))
def test_a_gray_route_takes_every_colour(colour: str) -> None:
    game = position(f"europe hand=P0:{colour}*2")
    assert ways(game, "claim wien-zagrab") == [f"{colour}*2"]


@pytest.mark.rule("EU-R2")
def test_the_cards_for_a_gray_route_are_all_of_one_colour() -> None:
    game = position("europe hand=P0:red*1,yellow*1,blue*1")
    assert ways(game, "claim wien-zagrab") == []
    assert_illegal(game, "claim wien-zagrab red*2", code="payment/not_in_hand", rule="EU-R1")


@pytest.mark.rule("EU-L1")
@pytest.mark.parametrize("colour", list(ONE_OF_EACH_COLOUR))
def test_a_locomotive_stands_for_every_colour(colour: str) -> None:
    route = ONE_OF_EACH_COLOUR[colour]
    game = position(f"europe hand=P0:{colour}*2,wild*2")
    assert ways(game, f"claim {route}") == [f"{colour}*1 wild*2", f"{colour}*2 wild*1"]
    game.play(f"claim {route} {colour}*1 wild*2")
    assert game.view(0).hand == {colour: 1}


@pytest.mark.rule("EU-L1")
def test_locomotives_alone_pay_for_anything() -> None:
    game = position("europe hand=P0:wild*2")
    paid = {
        "claim berlin-essen wild*2",
        "claim wien-zagrab wild*2",
        "claim amsterdam-london wild*2",
        "claim munchen-venezia wild*2",
        "station paris wild*1",
    }
    assert paid <= legal(game)


@pytest.mark.rule("RU-26")
def test_locomotives_alone_are_one_payment_of_a_gray_route_not_one_for_each_colour() -> None:
    game = position("europe hand=P0:wild*2,red*2,blue*2")
    assert ways(game, "claim wien-zagrab").count("wild*2") == 1
    named = ClaimRoute("wien-zagrab", "red", cards=0, wilds=2)
    assert game.play(named).action == ClaimRoute("wien-zagrab", "wild", cards=0, wilds=2)


@pytest.mark.rule("RU-26")
@pytest.mark.parametrize("action", ["claim amsterdam-london", "claim angora-constantinople", "station paris"])
def test_the_same_holds_for_ferries_tunnels_and_stations(action: str) -> None:
    game = position("europe hand=P0:wild*2,red*2,blue*2 stations=P0:roma")
    assert ways(game, action).count("wild*2") == 1


# what a claim brings


@pytest.mark.rule("EU-R3")
def test_one_train_goes_on_each_space_the_cards_are_discarded_and_the_points_scored_at_once() -> None:
    game = position("europe hand=P0:blue*3,red*2,wild*2 display=red,blue,green,white,black")
    game.play("claim constantinople-sofia blue*2 wild*1")
    view = game.view(0)
    assert view.players[0].pieces == {"train": 42}
    assert view.players[0].score == 4
    assert view.hand == {"blue": 1, "red": 2, "wild": 1}
    assert view.discards == {"blue": 2, "wild": 1}
    assert game.to_move == 1


@pytest.mark.rule("EU-R3")
def test_points_are_added_to_those_scored_before() -> None:
    game = position("europe hand=P0:black*1 own=P0:constantinople-sofia score=P0:19")
    game.play("claim amsterdam-bruxelles black*1")
    assert game.view().players[0].score == 20
    assert game.view().players[0].pieces == {"train": 41}


@pytest.mark.rule("EU-R3")
def test_a_player_without_enough_trains_cannot_claim_the_route() -> None:
    game = position("europe hand=P0:blue*3,wild*3 pieces=P0:2")
    for payment in ("blue*3", "blue*1 wild*2", "wild*3"):
        assert_illegal(game, f"claim constantinople-sofia {payment}", code="route/pieces", rule="EU-R3")


@pytest.mark.rule("EU-R3")
def test_exactly_enough_trains_are_enough() -> None:
    game = position("europe hand=P0:blue*3 pieces=P0:3")
    game.play("claim constantinople-sofia blue*3")
    assert game.view().players[0].pieces == {"train": 0}


@pytest.mark.rule("EU-R4")
def test_a_route_need_not_touch_the_players_other_routes() -> None:
    game = position("europe own=P0:cadiz-lisboa hand=P0:orange*2")
    game.play("claim moskva-smolensk orange*2")
    assert game.view().players[0].routes == ("cadiz-lisboa", "moskva-smolensk")


@pytest.mark.rule("EU-R4")
def test_every_free_route_may_be_claimed() -> None:
    game = position("europe hand=P0:rest")
    claimed = {action.route for action in game.legal_actions() if isinstance(action, ClaimRoute)}
    assert claimed == {route.id for route in game.edition.routes}


@pytest.mark.rule("EU-R4")
@pytest.mark.parametrize("owner", ["P0", "P1"])
def test_a_route_that_is_taken_cannot_be_claimed(owner: str) -> None:
    game = position(f"europe seats=4 own={owner}:constantinople-sofia hand=P0:blue*3,wild*3")
    assert_illegal(game, "claim constantinople-sofia blue*3", code="route/taken", rule="EU-R4")
    assert_illegal(game, "claim constantinople-sofia wild*3", code="route/taken", rule="EU-R4")


@pytest.mark.rule("EU-R5")
def test_a_route_of_three_cannot_be_begun_with_two_trains() -> None:
    game = position("europe hand=P0:blue*3")
    assert_illegal(game, "claim constantinople-sofia blue*2", code="payment/amount", rule="EU-R1")
    assert_illegal(game, "claim constantinople-sofia blue*1", code="payment/amount", rule="EU-R1")


@pytest.mark.rule("EU-R5")
def test_only_one_route_is_claimed_in_a_turn() -> None:
    game = position("europe seats=3 hand=P0:blue*5,white*2;P1:white*2")
    game.play("claim constantinople-sofia blue*3")
    assert game.to_move == 1
    assert game.turn == 1
    game.play("claim amsterdam-frankfurt white*2")
    assert game.view().players[0].routes == ("constantinople-sofia",)
    assert game.view().players[1].routes == ("amsterdam-frankfurt",)
