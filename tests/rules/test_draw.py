"""Drawing train cards: the display, the pile, the discards, and when they run out."""

from __future__ import annotations

import pytest

from tests.positions import assert_illegal, legal, position
from tests.rules import turned_up, ways

FIVE = "display=red,blue,green,white,black"


@pytest.mark.rule("EU-D1")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("draw red", "draw blue"),
        ("draw red", "draw blind"),
        ("draw blind", "draw red"),
        ("draw blind", "draw blind"),
    ],
)
def test_a_player_draws_two_cards_each_face_up_or_blind(first: str, second: str) -> None:
    game = position(f"europe {FIVE}")
    game.play(first)
    assert game.to_move == 0
    assert game.view().players[0].cards == 1
    game.play(second)
    assert game.to_move == 1
    assert game.view().players[0].cards == 2
    assert game.view().pile == 110 - 5 - 2
    assert None not in game.view().display


@pytest.mark.rule("EU-D1")
def test_a_face_up_card_goes_to_the_hand_and_is_replaced_at_once() -> None:
    game = position(f"europe {FIVE}")
    game.replay("draw blue", turned_up(game, "yellow"))
    assert game.view(0).hand == {"blue": 1}
    assert game.view().display == ("red", "yellow", "green", "white", "black")
    assert game.to_move == 0


@pytest.mark.rule("EU-D1")
def test_the_replacement_may_be_taken_as_the_second_card() -> None:
    game = position(f"europe {FIVE}")
    game.replay("draw blue", turned_up(game, "yellow"))
    game.replay("draw yellow", turned_up(game, "orange"))
    assert game.view(0).hand == {"blue": 1, "yellow": 1}
    assert game.view().display == ("red", "orange", "green", "white", "black")
    assert game.to_move == 1


@pytest.mark.rule("EU-D1")
def test_one_of_two_equal_cards_may_be_taken_and_then_the_other() -> None:
    game = position("europe display=red,red,green,white,black")
    game.replay("draw red", turned_up(game, "blue"))
    game.replay("draw red", turned_up(game, "blue"))
    assert game.view(0).hand == {"red": 2}
    assert game.view().display == ("blue", "blue", "green", "white", "black")


@pytest.mark.rule("EU-D1")
def test_a_blind_card_leaves_the_display_as_it_is() -> None:
    game = position(f"europe {FIVE}")
    game.replay("draw blind", turned_up(game, "purple"))
    assert game.view(0).hand == {"purple": 1}
    assert game.view().display == ("red", "blue", "green", "white", "black")


@pytest.mark.rule("EU-D1")
def test_a_card_that_does_not_lie_face_up_cannot_be_taken() -> None:
    game = position(f"europe {FIVE}")
    assert_illegal(game, "draw yellow", code="draw/not_face_up", rule="EU-D1")
    assert_illegal(game, "draw wild", code="draw/not_face_up", rule="EU-D1")
    game.replay("draw blue", turned_up(game, "yellow"))
    assert_illegal(game, "draw blue", code="draw/not_face_up", rule="EU-D1")


@pytest.mark.rule("EU-D1")
def test_the_cards_are_drawn_one_by_one() -> None:
    assert_illegal(position(f"europe {FIVE}"), "draw cards", code="draw/one_by_one", rule="EU-D1")


@pytest.mark.rule("EU-D2")
def test_a_face_up_locomotive_is_the_only_card_of_the_turn() -> None:
    game = position("europe display=wild,blue,green,white,black")
    game.replay("draw wild", turned_up(game, "red"))
    assert game.view(0).hand == {"wild": 1}
    assert game.view().display == ("red", "blue", "green", "white", "black")
    assert game.to_move == 1


@pytest.mark.rule("EU-D3")
@pytest.mark.parametrize("first", ["draw blue", "draw blind"])
def test_a_face_up_locomotive_may_not_be_the_second_card(first: str) -> None:
    game = position("europe display=wild,blue,green,white,black")
    game.replay(first, turned_up(game, "red"))
    assert_illegal(game, "draw wild", code="draw/wild_second", rule="EU-D3")


@pytest.mark.rule("EU-D3")
def test_nor_may_a_locomotive_that_was_turned_up_as_the_replacement() -> None:
    game = position(f"europe {FIVE}")
    game.replay("draw red", turned_up(game, "wild"))
    assert game.view().display == ("wild", "blue", "green", "white", "black")
    assert_illegal(game, "draw wild", code="draw/wild_second", rule="EU-D3")
    assert legal(game) == {"draw blue", "draw green", "draw white", "draw black", "draw blind"}


@pytest.mark.rule("EU-D4")
def test_a_locomotive_drawn_blind_is_one_ordinary_card() -> None:
    game = position("europe display=wild,blue,green,white,black")
    game.replay("draw blind", turned_up(game, "wild"))
    assert game.to_move == 0
    assert_illegal(game, "draw wild", code="draw/wild_second", rule="EU-D3")
    game.replay("draw blind", turned_up(game, "wild"))
    assert game.view(0).hand == {"wild": 2}
    assert game.to_move == 1


@pytest.mark.rule("EU-D4")
def test_a_face_up_colour_may_follow_a_blind_locomotive() -> None:
    game = position("europe display=wild,blue,green,white,black")
    game.replay("draw blind", turned_up(game, "wild"))
    game.replay("draw blue", turned_up(game, "red"))
    assert game.view(0).hand == {"wild": 1, "blue": 1}


@pytest.mark.rule("EU-D5")
def test_three_face_up_locomotives_send_all_five_to_the_discards() -> None:
    game = position("europe display=wild,wild,green,white,black phase=second")
    game.replay("draw green", turned_up(game, "wild", "red", "blue", "yellow", "orange", "purple"))
    assert game.view().display == ("red", "blue", "yellow", "orange", "purple")
    assert game.view().discards == {"wild": 3, "white": 1, "black": 1}
    assert game.to_move == 1


@pytest.mark.rule("EU-D5")
def test_two_face_up_locomotives_stay() -> None:
    game = position("europe display=wild,blue,green,white,black")
    game.replay("draw blue", turned_up(game, "wild"))
    assert game.view().display == ("wild", "wild", "green", "white", "black")
    assert game.view().discards == {}


@pytest.mark.rule("EU-D5")
def test_a_third_locomotive_between_the_two_cards_gives_a_new_display_for_the_second() -> None:
    game = position("europe display=wild,wild,green,white,black")
    game.replay("draw green", turned_up(game, "wild", "red", "blue", "yellow", "wild", "wild"))
    assert game.view().display == ("red", "blue", "yellow", "wild", "wild")
    assert legal(game) == {"draw red", "draw blue", "draw yellow", "draw blind"}
    game.replay("draw red", turned_up(game, "purple"))
    assert game.view(0).hand == {"green": 1, "red": 1}
    assert game.to_move == 1


@pytest.mark.rule("EU-D6")
def test_there_is_no_limit_to_a_hand() -> None:
    game = position(f"europe hand=P0:rest {FIVE} pile=wild*2")
    assert game.view().players[0].cards == 103
    game.play("draw blind")
    game.play("draw blind")
    assert game.view().players[0].cards == 105


@pytest.mark.rule("EU-D7")
def test_when_the_pile_runs_out_the_discards_become_a_new_pile() -> None:
    game = position(f"europe hand=P1:rest {FIVE} pile=none discards=purple*4")
    game.play("draw blind")
    assert game.view(0).hand == {"purple": 1}
    assert (game.view().pile, game.view().discards) == (3, {})


@pytest.mark.rule("EU-D7")
def test_a_new_pile_also_fills_the_display() -> None:
    game = position(f"europe hand=P1:rest {FIVE} pile=none discards=purple*4")
    game.play("draw red")
    assert game.view().display == ("purple", "blue", "green", "white", "black")
    assert (game.view().pile, game.view().discards) == (3, {})


@pytest.mark.rule("EU-D8", "RU-24")
def test_when_the_players_hold_all_cards_none_can_be_drawn() -> None:
    game = position("europe hand=P0:black*1;P1:rest display=none pile=none")
    assert_illegal(game, "draw blind", code="draw/no_cards", rule="RU-24")
    assert_illegal(game, "draw red", code="draw/not_face_up", rule="EU-D1")
    assert ways(game, "draw") == ["tickets"]


@pytest.mark.rule("EU-D8")
@pytest.mark.parametrize("action", ["claim amsterdam-bruxelles black*1", "draw tickets", "station paris black*1"])
def test_then_another_action_must_be_taken(action: str) -> None:
    game = position("europe hand=P0:black*1;P1:rest display=none pile=none")
    assert_illegal(game, "pass", code="turn/must_act", rule="RU-27")
    game.play(action)


# rulings


@pytest.mark.rule("RU-1")
def test_the_display_is_replaced_again_until_fewer_than_three_locomotives_show() -> None:
    game = position("europe display=wild,wild,green,white,black phase=second")
    new = ["wild*3,red,blue", "red,wild,wild,wild,wild", "wild,red,wild,blue,yellow"]
    game.replay("draw green", turned_up(game, "wild", *",".join(new).split(",")))
    assert game.view().display == ("wild", "red", "wild", "blue", "yellow")
    assert game.view().discards == {"white": 1, "black": 1, "red": 2, "blue": 1, "wild": 10}


@pytest.mark.rule("RU-1")
def test_three_locomotives_stay_while_fewer_than_three_other_cards_could_take_their_place() -> None:
    game = position("europe hand=P1:rest display=wild,wild,green,white,black pile=wild*5 phase=second")
    game.play("draw green")
    assert game.view().display == ("wild", "wild", "wild", "white", "black")
    assert (game.view().pile, game.view().discards) == (4, {})


@pytest.mark.rule("RU-1", "RU-22")
@pytest.mark.parametrize("place", ["pile=wild*2,red", "pile=wild*2 discards=red"])
def test_with_three_other_cards_in_display_pile_and_discards_the_display_is_replaced(place: str) -> None:
    game = position(f"europe hand=P1:rest display=wild,wild,green,white,black {place} phase=second")
    rest = ["red", "wild"] if place == "pile=wild*2,red" else ["wild", "red"]
    game.replay("draw green", turned_up(game, "wild", *rest, "white", "wild", "black"))
    assert sorted(filter(None, game.view().display)) == ["black", "red", "white", "wild", "wild"]
    assert (game.view().pile, game.view().discards) == (2, {})


@pytest.mark.rule("RU-2")
def test_with_fewer_than_five_cards_the_display_shows_what_there_is() -> None:
    game = position(f"europe hand=P1:rest {FIVE} pile=yellow")
    game.play("draw red")
    assert game.view().display == ("yellow", "blue", "green", "white", "black")
    game.play("draw blue")
    assert game.view().display == ("yellow", None, "green", "white", "black")
    assert game.view().pile == 0


@pytest.mark.rule("RU-2")
@pytest.mark.parametrize(
    ("action", "display"),
    [
        ("claim amsterdam-frankfurt white*2", ("red", "white", "white", None, None)),
        ("claim petrograd-wilno blue*4", ("red", "blue", "blue", "blue", "blue")),
        ("claim amsterdam-bruxelles black*1", ("red", "black", None, None, None)),
        ("claim munchen-venezia blue*2", ("red", "blue", "blue", None, None)),
        ("station paris white*1", ("red", "white", None, None, None)),
    ],
)
def test_gaps_are_filled_at_the_end_of_the_action_that_makes_cards_available(
    action: str, display: tuple[str | None, ...]
) -> None:
    game = position("europe hand=P0:white*2,blue*4,black*1;P1:rest display=red pile=none")
    game.play(action)
    assert game.view().display == display
    assert game.to_move == 1


@pytest.mark.rule("RU-2")
def test_an_action_that_brings_no_cards_leaves_the_gaps() -> None:
    game = position("europe hand=P1:rest display=red,-,blue pile=none")
    game.play("draw tickets")
    game.play(game.legal_actions()[0])
    assert game.to_move == 1
    assert game.view().display == ("red", None, "blue", None, None)


@pytest.mark.rule("RU-3")
@pytest.mark.parametrize(
    ("cards", "first"),
    [
        ("display=red,wild,wild pile=none", "draw red"),
        ("display=red pile=none", "draw red"),
        ("display=wild,wild,wild,wild,wild pile=red", "draw blind"),
        ("display=wild,wild,wild,wild,wild pile=none discards=red", "draw blind"),
    ],
)
def test_if_no_second_card_can_be_drawn_the_draw_ends_after_the_first(cards: str, first: str) -> None:
    game = position(f"europe hand=P1:rest {cards}")
    game.play(first)
    assert game.view(0).hand == {"red": 1}
    assert game.to_move == 1
    assert game.turn == 1


@pytest.mark.rule("RU-3")
@pytest.mark.parametrize(
    ("cards", "second"),
    [
        ("display=red,wild,blue pile=none", {"draw blue"}),
        ("display=red,wild,wild,wild,wild pile=blue", {"draw blue"}),
        ("display=red,wild,wild,wild,wild pile=wild*2", {"draw blind"}),
        ("display=red,wild,wild,blue,blue pile=none discards=blue*9", {"draw blue", "draw blind"}),
    ],
)
def test_otherwise_the_second_card_must_be_drawn(cards: str, second: set[str]) -> None:
    game = position(f"europe hand=P0:black*1;P1:rest {cards}")
    game.play("draw red")
    assert game.to_move == 0
    assert legal(game) == second
    for other in ("pass", "draw tickets", "claim amsterdam-bruxelles black*1", "station paris black*1"):
        assert_illegal(game, other, code="draw/second_first", rule="RU-3")


@pytest.mark.rule("RU-22")
def test_the_discards_stay_where_they_are_until_a_card_is_needed() -> None:
    game = position(f"europe hand=P1:rest {FIVE} pile=yellow discards=orange*3")
    game.play("draw blind")
    assert (game.view().pile, game.view().discards) == (0, {"orange": 3})
    game.play("draw blind")
    assert game.view(0).hand == {"orange": 1, "yellow": 1}
    assert (game.view().pile, game.view().discards) == (2, {})


@pytest.mark.rule("RU-22")
def test_cards_discarded_later_do_not_join_a_pile_that_is_not_empty() -> None:
    game = position(f"europe hand=P0:white*2;P1:rest {FIVE} pile=yellow")
    game.play("claim amsterdam-frankfurt white*2")
    assert (game.view().pile, game.view().discards) == (1, {"white": 2})
    game.play("draw blind")
    assert (game.view().pile, game.view().discards) == (0, {"white": 2})


@pytest.mark.rule("RU-22")
def test_the_five_cards_of_a_replaced_display_go_to_the_discards_first_and_may_come_back() -> None:
    game = position("europe hand=P1:rest display=wild,wild,green,white,black pile=wild discards=red phase=second")
    game.replay("draw green", turned_up(game, "wild", "black", "wild", "white", "red", "wild"))
    assert game.view().display == ("black", "wild", "white", "red", "wild")
    assert (game.view().pile, game.view().discards) == (1, {})


@pytest.mark.rule("RU-23")
@pytest.mark.parametrize(
    ("action", "display"),
    [
        ("claim amsterdam-frankfurt white*2", ("wild", "red", "white", "white", "blue")),
        ("station paris white*1", ("wild", "red", "white", "wild", "blue")),
    ],
)
def test_a_replacement_held_back_happens_at_the_end_of_the_action_that_makes_it_possible(
    action: str, display: tuple[str, ...]
) -> None:
    game = position("europe hand=P0:white*2;P1:rest display=wild,wild,wild,red,blue pile=none")
    game.replay(action, turned_up(game, *display))
    assert game.view().display == display
    assert game.to_move == 1


@pytest.mark.rule("RU-23")
def test_a_replacement_stays_held_back_by_an_action_that_does_not_make_it_possible() -> None:
    game = position("europe hand=P0:wild*1,white*1;P1:rest display=wild,wild,wild,red pile=none")
    game.play("station paris wild*1")
    assert game.view().display == ("wild", "wild", "wild", "red", "wild")


@pytest.mark.rule("RU-23")
def test_cards_drawn_do_not_make_a_replacement_possible() -> None:
    game = position("europe hand=P1:rest display=wild,wild,wild,red,blue pile=none")
    game.play("draw red")
    assert game.view().display == ("wild", "wild", "wild", None, "blue")
    game.play("draw blue")
    assert game.view().display == ("wild", "wild", "wild", None, None)


@pytest.mark.rule("RU-24")
def test_with_only_the_display_left_cards_are_taken_from_it() -> None:
    game = position("europe hand=P1:rest display=red,blue,wild pile=none")
    assert_illegal(game, "draw blind", code="draw/no_cards", rule="RU-24")
    assert ways(game, "draw") == ["blue", "red", "tickets", "wild"]
    game.play("draw red")
    assert legal(game) == {"draw blue"}
    game.play("draw blue")
    assert game.view(0).hand == {"blue": 1, "red": 1}
    assert game.view().display == (None, None, "wild", None, None)
