"""Positions in one line of text: every part of it, and what is no position."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perron import EditionError, Game, NotationError
from perron.editions import load, names
from perron.engine.state import SECOND
from tests.golden import conservation
from tests.positions import legal, position


@pytest.mark.parametrize("name", names())
def test_an_edition_alone_is_a_position(name: str) -> None:
    game = position(name)
    assert game.edition.id == name
    assert game.seats == load(name).players[0]
    assert game.to_move == 0
    assert game.view(None).phase == "turn"
    assert [player.cards for player in game.view(None).players] == [0] * game.seats
    assert conservation.faults(game) == []


def test_routes_are_owned_with_their_pieces_points_and_bonus_cards() -> None:
    view = position("tiny seats=3 own=P0:south-middle,east-north/1;P2:west-north/2").view(None)
    assert view.players[0].routes == ("north-east/1", "south-middle")
    assert view.players[0].pieces == {"train": 3, "metro": 2}
    assert (view.players[0].score, view.players[0].bonus, view.bonus_pile) == (3, 1, 1)
    assert view.players[2].pieces == {"train": 6, "metro": 1}


def test_stations_stand_on_their_cities() -> None:
    view = position("tiny stations=P1:north,east").view(None)
    assert view.players[1].stations == ("north", "east")
    assert [player.stations_left for player in view.players] == [2, 0]


def test_hands_come_out_of_the_pile() -> None:
    game = position("tiny hand=P0:red*2,wild;P1:blue")
    assert game.view(0).hand == {"red": 2, "wild": 1}
    assert game.view(1).hand == {"blue": 1}
    assert game.view(None).pile == 19 - 4 - 5
    assert conservation.faults(game) == []


def test_the_display_is_as_named_with_gaps() -> None:
    game = position("tiny display=red,-,wild,blue,blue")
    assert game.view(None).display == ("red", None, "wild", "blue", "blue")
    assert position("tiny display=none").view(None).display == (None,) * 5
    assert conservation.faults(game) == []


def test_a_display_not_named_is_dealt_by_the_seed() -> None:
    shown = {position(f"tiny seed={seed}").view(None).display for seed in range(20)}
    assert len(shown) > 5
    assert position("tiny seed=4").view(None) == position("tiny seed=4").view(None)


def test_a_pile_of_named_cards_needs_a_place_for_the_rest() -> None:
    game = position("tiny pile=red*2 discards=rest display=none")
    assert game.view(None).pile == 2
    assert game.view(None).discards == {"red": 3, "blue": 5, "green": 5, "wild": 4}
    other = position("tiny pile=none hand=P1:rest display=none")
    assert other.view(None).players[1].cards == 19
    assert other.view(None).pile == 0
    with pytest.raises(NotationError, match="say where the rest is"):
        position("tiny pile=red*2")
    for each in (game, other):
        assert conservation.faults(each) == []


def test_the_rest_of_the_cards_may_lie_in_one_place_only() -> None:
    for text in ("tiny discards=rest hand=P0:rest", "tiny hand=P0:rest;P1:rest", "tiny pile=red,rest discards=rest"):
        with pytest.raises(NotationError):
            position(text)


@pytest.mark.parametrize(
    "text", ["tiny pile=rest", "tiny pile=red*2,rest", "tiny pile=rest display=red,red,red,red,blue hand=P0:green"]
)
def test_cards_named_nowhere_are_in_the_pile_also_when_it_says_so(text: str) -> None:
    assert conservation.faults(position(text)) == []


def test_tickets_are_held_offered_and_piled_up() -> None:
    game = position("tiny tickets=P0:west-east,north-west;P1:middle-south offered=P1:north-east turn=P1")
    assert game.view(0).tickets == ("west-east", "north-west")
    assert game.view(1).tickets == ("south-middle",)
    assert game.view(1).offered == ("north-east",)
    assert game.view(None).phase == "keep_tickets"
    assert legal(game) == {"keep north-east"}
    assert game.view(None).ticket_pile == 7 - 3
    piled = position("tiny ticket_pile=north-west,north-east,west-middle")
    piled.play("draw tickets")
    assert piled.view(0).offered == ("north-west", "north-east")


@pytest.mark.rule("FJ-K1")
def test_made_tickets_lie_open_in_a_race() -> None:
    view = position("tiny_race own=P0:north-middle made=P0:north-middle tickets=P0:north-east").view(None)
    assert view.players[0].completed == ("north-middle",)
    assert view.players[0].tickets == 1
    assert view.players[0].score == 1
    with pytest.raises(NotationError, match="name it under made="):
        position("tiny_race own=P0:north-middle tickets=P0:north-middle")


def test_pieces_scores_and_bonus_cards_can_be_said() -> None:
    view = position("tiny pieces=P0:3,metro*1;P1:metro*0 score=P0:12 bonus=P1:2 bonus_pile=0").view(None)
    assert view.players[0].pieces == {"train": 3, "metro": 1}
    assert view.players[1].pieces == {"train": 6, "metro": 0}
    assert view.players[0].score == 12
    assert (view.players[1].bonus, view.bonus_pile) == (2, 0)


@pytest.mark.rule("EU-D3")
def test_the_second_card_of_a_draw_is_a_phase() -> None:
    game = position("tiny phase=second display=wild,red,red,red,red turn=P1")
    assert game.to_move == 1
    assert legal(game) == {"draw red", "draw blind"}


@pytest.mark.parametrize(
    "text",
    [
        "tiny phase=second hand=P0:rest display=none",
        "tiny phase=second hand=P0:rest display=wild,wild,-,-,-",
        "tiny_race phase=second",
        "first_journey phase=second hand=P0:red*2",
    ],
)
def test_a_second_card_that_cannot_be_drawn_is_no_position(text: str) -> None:
    with pytest.raises(NotationError, match="phase=second"):
        position(text)


@pytest.mark.rule("RU-4", "RU-28", "RU-40")
def test_counters_can_be_set_so_that_the_end_is_near() -> None:
    game = position("tiny turns=999 turn=P1")
    assert game.turn == 999
    game.play("draw tickets")
    game.play(game.legal_actions()[0])
    assert game.outcome is not None
    assert game.outcome.reason == "turn_limit"
    assert position("tiny last_round=2").view(None).last_round == 2
    stalled = position("tiny_race hand=P1:rest stalled=1 turn=P0")
    stalled.play("swap tickets")
    assert stalled.outcome is not None
    assert stalled.outcome.reason == "stalled"
    passed = position("tiny own=P0:north-middle hand=P1:red*3,rest passes=1 ticket_pile=none display=none turn=P0")
    passed.play("pass")
    assert passed.outcome is not None
    assert passed.outcome.reason == "passes"


def test_a_position_keeps_its_text_and_its_parts_may_stand_in_any_order() -> None:
    game = position("  tiny   turn=P1  seats=3 ")
    assert game.position == "tiny turn=P1 seats=3"
    again = position("tiny seats=3 turn=P1")
    assert again.state.tobytes() == game.state.tobytes()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a position begins with its edition"),
        ("tiny hands=P0:red", "'hands=P0:red' is not part of a position; there are: seats, own"),
        ("tiny hand", "'hand' is not part of a position"),
        ("tiny hand=P0:red hand=P1:red", "hand= stands twice"),
        ("tiny hand=P0:red;P0:blue", "each seat once"),
        ("tiny hand=P0", "is written P0:…;P1:…"),
        ("tiny hand=P2:red", "'P2' is not a seat; write P0 to P1"),
        ("tiny hand=P0:red*6", "there are only 5 red cards"),
        ("tiny hand=P0:red*3;P1:red*3", "red cards"),
        ("tiny hand=P0:pink", "'pink' is no card of tiny"),
        ("tiny seats=x", "seats= takes a whole number from 0 to 9"),
        ("tiny seats=-1", "seats= takes a whole number"),
        ("tiny seats=٢", "seats= takes a whole number"),
        ("tiny turn=P5", "'P5' is not a seat"),
        ("tiny turn=", "is not a seat"),
        ("tiny own=P0:north-east", "'north-east' is not one route"),
        ("tiny own=P0:north-middle;P1:north-middle", "P1 cannot own north-middle: it is taken or closed"),
        ("tiny seats=2 own=P0:north-east/1;P1:north-east/2", "P1 cannot own north-east/2"),
        ("tiny seats=3 own=P0:north-east/1,north-east/2", "P0 cannot own north-east/2"),
        ("tiny own=P0:north-west/1,north-east/1,south-west", "P0 has too few pieces to own south-west"),
        ("tiny stations=P0:north;P1:north", "two stations in north"),
        ("tiny stations=P0:north,east,south", "P0 has more stations than there are"),
        ("tiny_race stations=P0:north", "P0 has more stations than there are"),
        ("tiny display=red,red,red,red,red,red", "the display of tiny has 5 places"),
        ("tiny display=red*2", "display= names one card a place"),
        ("tiny_race display=red", "the display of tiny_race has 0 places"),
        ("tiny tickets=P0:north-east;P1:east-north", "the ticket north-east stands twice"),
        ("tiny offered=P0:north-east turn=P1", "offered= names one to 6 tickets for the seat to move"),
        ("tiny offered=P0:north-east phase=turn", "phase= is turn or second"),
        ("tiny phase=tunnel", "phase= is turn or second"),
        ("tiny made=P0:north-east", "tickets are not laid open in tiny"),
        ("tiny_race tickets=P0:north-east,north-west,north-middle", "P0 holds more than 2 tickets"),
        ("tiny pieces=P0:tram*2", "'tram' is no kind of piece: train, metro"),
        ("tiny pieces=P0:101", "pieces= takes a whole number from 0 to 100"),
        ("tiny score=P0:1,2", "score= takes a whole number"),
        ("tiny turns=1000", "turns= takes a whole number from 0 to 999"),
        ("tiny passes=2", "passes= takes a whole number from 0 to 1"),
        ("tiny last_round=3", "last_round= takes a whole number from 0 to 2"),
        ("x" * 30_000, "a position is a text of at most"),
    ],
)
def test_what_is_no_position_is_told_what_is_wrong(text: str, told: str) -> None:
    with pytest.raises(NotationError) as error:
        position(text)
    assert told in str(error.value)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("utopia", "utopia"),
        ("tiny seats=4", "2 to 3"),
        ("tiny seats=1", "2 to 3"),
        ("../tiny.toml", "edition"),
        ("/etc/passwd", "edition"),
    ],
)
def test_an_edition_or_a_number_of_seats_that_there_is_not_is_refused(text: str, told: str) -> None:
    with pytest.raises(EditionError) as error:
        position(text)
    assert told in str(error.value)


@pytest.mark.parametrize("value", [None, 3, b"tiny", ["tiny"]])
def test_a_position_is_a_text(value: object) -> None:
    with pytest.raises(NotationError, match="a position is a text"):
        Game.from_position(value)  # type: ignore[arg-type]


def test_an_edition_of_ones_own_is_known_by_being_given() -> None:
    mine = replace(load("tiny"), id="mine")
    assert Game.from_position("mine seats=3", mine).seats == 3
    with pytest.raises(EditionError, match="mine"):
        Game.from_position("mine seats=3")


def test_a_position_goes_on_as_a_game() -> None:
    game = position("tiny hand=P0:red*2 phase=second display=red,red,green,green,blue turn=P0 seed=9")
    assert game.state["phase"] == SECOND
    while not game.over:
        game.play(game.legal_actions()[-1])
        assert conservation.faults(game) == []
