"""Ferries: a locomotive for each symbol, and a set of one colour for the other spaces."""

from __future__ import annotations

import pytest

from perron.editions import load
from perron.editions.edition import Route
from tests.positions import assert_illegal, position
from tests.rules import ways

FERRIES = [route for route in load("europe").routes if route.ferry]


@pytest.mark.rule("EU-F1")
def test_a_ferry_of_two_with_one_symbol_takes_a_locomotive_and_any_card() -> None:
    game = position("europe hand=P0:red*2,blue*1,wild*2")
    assert ways(game, "claim dieppe-london/1") == ["blue*1 wild*1", "red*1 wild*1", "wild*2"]


@pytest.mark.rule("EU-F1")
def test_a_ferry_of_two_with_two_symbols_takes_two_locomotives() -> None:
    game = position("europe hand=P0:red*2,wild*2")
    assert ways(game, "claim amsterdam-london") == ["wild*2"]
    assert_illegal(game, "claim amsterdam-london red*1 wild*1", code="route/ferry", rule="EU-F1")


@pytest.mark.rule("EU-F1")
def test_the_longest_ferry_takes_two_locomotives_and_four_cards_of_one_colour() -> None:
    game = position("europe hand=P0:red*6,wild*6")
    assert ways(game, "claim palermo-smyrna") == [
        "red*1 wild*5",
        "red*2 wild*4",
        "red*3 wild*3",
        "red*4 wild*2",
        "wild*6",
    ]


@pytest.mark.rule("EU-F1")
def test_colour_cards_cannot_stand_in_for_a_locomotive() -> None:
    game = position("europe hand=P0:red*6,wild*1")
    assert_illegal(game, "claim palermo-smyrna red*6", code="route/ferry", rule="EU-F1")
    assert_illegal(game, "claim palermo-smyrna red*5 wild*1", code="route/ferry", rule="EU-F1")
    assert_illegal(game, "claim dieppe-london/1 red*2", code="route/ferry", rule="EU-F1")
    assert ways(game, "claim palermo-smyrna") == []
    assert ways(game, "claim dieppe-london/1") == ["red*1 wild*1"]


@pytest.mark.rule("EU-F1")
def test_a_ferry_without_any_locomotive_in_hand_cannot_be_claimed() -> None:
    game = position("europe hand=P0:red*12,blue*12,green*12")
    assert [route.id for route in FERRIES if ways(game, f"claim {route.id}")] == []


@pytest.mark.rule("EU-F1")
def test_the_other_spaces_take_one_colour() -> None:
    game = position("europe hand=P0:red*1,blue*1,wild*1")
    assert ways(game, "claim essen-kobenhavn/1") == []
    assert_illegal(game, "claim essen-kobenhavn/1 red*2 wild*1", code="payment/not_in_hand", rule="EU-R1")


@pytest.mark.rule("EU-F1")
@pytest.mark.parametrize("ferry", FERRIES, ids=lambda route: route.id)
@pytest.mark.parametrize("colour", ["purple", "red"])
def test_every_ferry_is_gray_and_takes_a_locomotive_for_each_symbol_at_least(ferry: Route, colour: str) -> None:
    game = position(f"europe hand=P0:{colour}*12,wild*8")
    split = [(wilds, ferry.length - wilds) for wilds in range(ferry.ferry, ferry.length + 1)]
    expected = [f"{colour}*{cards} wild*{wilds}" if cards else f"wild*{wilds}" for wilds, cards in split]
    assert ways(game, f"claim {ferry.id}") == sorted(expected)


@pytest.mark.rule("EU-F1", "EU-R3")
def test_a_ferry_is_claimed_like_any_route() -> None:
    game = position("europe hand=P0:red*4,wild*3 display=red,blue,green,white,black")
    game.play("claim palermo-smyrna red*4 wild*2")
    view = game.view(0)
    assert view.players[0].routes == ("palermo-smyrna",)
    assert view.players[0].pieces == {"train": 39}
    assert view.players[0].score == 15
    assert view.hand == {"wild": 1}
    assert view.discards == {"red": 4, "wild": 2}
