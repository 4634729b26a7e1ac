"""Tunnels: once the cards are laid, three are turned up, and each match costs one card more."""

from __future__ import annotations

import pytest

from perron import Game
from tests.positions import assert_illegal, legal, position
from tests.rules import turned_up, ways

FIVE = "display=orange,purple,green,white,black"


def attempt(hand: str, claim: str, *shown: str, more: str = "") -> Game:
    """P0 tries a tunnel with a hand, and these cards are turned up."""
    game = position(f"europe hand=P0:{hand} {FIVE} {more}")
    game.replay(f"claim {claim}", turned_up(game, *shown))
    return game


# what is asked


@pytest.mark.rule("EU-U1", "RU-25")
def test_a_tunnel_without_a_match_is_claimed_at_once() -> None:
    game = attempt("blue*4", "munchen-venezia blue*2", "red", "green", "yellow")
    assert game.view().players[0].routes == ("munchen-venezia",)
    assert game.view(0).hand == {"blue": 2}
    assert game.to_move == 1


@pytest.mark.rule("EU-U1")
@pytest.mark.parametrize(
    ("shown", "extra"),
    [
        (("blue", "green", "yellow"), 1),
        (("red", "blue", "blue"), 2),
        (("blue", "blue", "blue"), 3),
    ],
)
def test_for_each_card_of_the_colour_played_one_more_must_be_paid(shown: tuple[str, ...], extra: int) -> None:
    game = attempt("blue*6", "munchen-venezia blue*2", *shown)
    tunnel = game.view().tunnel
    assert tunnel is not None
    assert (tunnel.route, tunnel.shown, tunnel.extra) == ("munchen-venezia", shown, extra)
    assert legal(game) == {f"pay blue*{extra}", "let go"}
    game.play(f"pay blue*{extra}")
    assert game.view().players[0].routes == ("munchen-venezia",)
    assert game.view(0).hand == {"blue": 4 - extra}
    assert game.to_move == 1


@pytest.mark.rule("EU-U1", "EU-U4")
@pytest.mark.parametrize(
    ("shown", "extra"),
    [
        (("wild", "green", "yellow"), 1),
        (("wild", "blue", "yellow"), 2),
        (("wild", "wild", "wild"), 3),
    ],
)
def test_a_locomotive_among_the_three_counts_as_a_match(shown: tuple[str, ...], extra: int) -> None:
    game = attempt("blue*6", "munchen-venezia blue*2", *shown)
    assert legal(game) == {f"pay blue*{extra}", "let go"}


@pytest.mark.rule("EU-U1")
def test_a_locomotive_laid_with_the_set_does_not_change_the_colour_that_counts() -> None:
    game = attempt("blue*3,wild*3", "munchen-venezia blue*1 wild*1", "blue", "red", "red")
    assert legal(game) == {"pay blue*1", "pay wild*1", "let go"}


@pytest.mark.rule("EU-U1", "RU-25")
def test_the_mix_of_the_extra_cards_is_the_players_choice() -> None:
    game = attempt("blue*5,wild*3", "munchen-venezia blue*2", "blue", "wild", "blue")
    assert legal(game) == {"pay blue*3", "pay blue*2 wild*1", "pay blue*1 wild*2", "pay wild*3", "let go"}
    game.play("pay blue*1 wild*2")
    assert game.view(0).hand == {"blue": 2, "wild": 1}


@pytest.mark.rule("EU-U1")
def test_the_extra_cards_are_of_the_colour_laid_and_as_many_as_asked() -> None:
    game = attempt("blue*6,red*6,wild*3", "munchen-venezia blue*2", "blue", "red", "wild")
    for payment in ("blue*1", "blue*3", "blue*2 wild*1", "wild*1", "wild*3", "red*2", "red*1 wild*1"):
        assert_illegal(game, f"pay {payment}", code="tunnel/amount", rule="EU-U1")


@pytest.mark.rule("EU-U1")
def test_the_cards_laid_cannot_pay_a_second_time() -> None:
    game = attempt("blue*2,wild*1", "munchen-venezia blue*1 wild*1", "blue", "blue", "red")
    assert legal(game) == {"let go"}
    for payment in ("blue*2", "blue*1 wild*1", "wild*2"):
        assert_illegal(game, f"pay {payment}", code="payment/not_in_hand", rule="EU-U1")


@pytest.mark.rule("EU-U1")
def test_there_is_nothing_to_pay_where_no_tunnel_is_tried() -> None:
    game = position(f"europe hand=P0:blue*6 {FIVE}")
    assert_illegal(game, "pay blue*1", code="tunnel/none", rule="EU-U1")
    assert_illegal(game, "let go", code="tunnel/none", rule="EU-U1")
    game.play("claim constantinople-sofia blue*3")
    assert_illegal(game, "let go", code="tunnel/none", rule="EU-U1")


@pytest.mark.rule("EU-U1")
def test_only_tunnels_turn_cards_up() -> None:
    game = position(f"europe hand=P0:blue*3 {FIVE}")
    game.replay("claim constantinople-sofia blue*3", [])
    assert game.view().pile == 110 - 3 - 5


@pytest.mark.rule("EU-U1", "RU-7")
@pytest.mark.parametrize(("laid", "other"), [("red", "blue"), ("blue", "red")])
def test_the_colour_of_a_gray_tunnel_is_the_one_laid(laid: str, other: str) -> None:
    game = attempt("red*4,blue*4", f"angora-constantinople {laid}*2", "red", "blue", "yellow")
    assert legal(game) == {f"pay {laid}*1", "let go"}
    assert_illegal(game, f"pay {other}*1", code="tunnel/amount", rule="EU-U1")


# not paying


@pytest.mark.rule("EU-U2")
def test_a_player_who_does_not_want_to_pay_takes_the_cards_back_and_the_turn_ends() -> None:
    game = attempt("blue*4", "munchen-venezia blue*2", "blue", "red", "red")
    game.play("let go")
    view = game.view(0)
    assert view.hand == {"blue": 4}
    assert view.players[0].routes == ()
    assert view.players[0].pieces == {"train": 45}
    assert view.players[0].score == 0
    assert view.tunnel is None
    assert (game.to_move, game.turn) == (1, 1)


@pytest.mark.rule("EU-U2", "RU-21")
def test_a_player_who_cannot_pay_is_asked_all_the_same_and_can_only_decline() -> None:
    game = attempt("blue*2", "munchen-venezia blue*2", "blue", "red", "red")
    assert game.to_move == 0
    assert game.view().phase == "tunnel"
    assert legal(game) == {"let go"}
    game.play("let go")
    assert game.view(0).hand == {"blue": 2}
    assert game.to_move == 1


@pytest.mark.rule("RU-21")
def test_nobody_else_can_tell_whether_the_player_could_have_paid() -> None:
    able = attempt("blue*3,red*1", "munchen-venezia blue*2", "blue", "red", "red")
    unable = attempt("blue*2,red*2", "munchen-venezia blue*2", "blue", "red", "red")
    assert "pay blue*1" in legal(able)
    assert legal(unable) == {"let go"}
    assert able.view(1) == unable.view(1)
    assert able.view() == unable.view()
    able.play("let go")
    unable.play("let go")
    assert able.view() == unable.view()


@pytest.mark.rule("EU-U2")
def test_a_declined_tunnel_may_be_tried_again_by_anybody() -> None:
    game = attempt("blue*2", "munchen-venezia blue*2", "blue", "red", "red")
    game.play("let go")
    game.play("draw blind")
    game.play("draw blind")
    game.replay("claim munchen-venezia blue*2", turned_up(game, "red", "green", "yellow"))
    assert game.view().players[0].routes == ("munchen-venezia",)


@pytest.mark.rule("EU-U1", "EU-U2", "RU-39")
@pytest.mark.parametrize("other", ["draw blind", "draw tickets", "claim wien-zagrab blue*2", "station paris blue*1"])
def test_a_tunnel_must_be_answered_before_anything_else(other: str) -> None:
    game = attempt("blue*5", "munchen-venezia blue*2", "blue", "red", "red")
    assert_illegal(game, other, code="tunnel/answer_first", rule="RU-39")


# the three cards


@pytest.mark.rule("EU-U3")
@pytest.mark.parametrize(
    ("answer", "discards"),
    [
        ("pay blue*1", {"blue": 4, "green": 1, "red": 1}),
        ("pay wild*1", {"blue": 3, "green": 1, "red": 1, "wild": 1}),
        ("let go", {"blue": 1, "green": 1, "red": 1}),
    ],
)
def test_the_three_cards_are_discarded_at_the_end_of_the_turn(answer: str, discards: dict[str, int]) -> None:
    game = attempt("blue*4,wild*1", "munchen-venezia blue*2", "blue", "green", "red")
    assert game.view().discards == {}
    assert game.view().pile == 110 - 5 - 5 - 3
    game.play(answer)
    assert game.view().discards == discards


@pytest.mark.rule("EU-U3")
def test_they_are_discarded_too_when_nothing_is_asked() -> None:
    game = attempt("blue*4", "munchen-venezia blue*2", "red", "green", "red")
    assert game.view().discards == {"blue": 2, "green": 1, "red": 2}


# locomotives alone


@pytest.mark.rule("EU-U5")
def test_if_only_locomotives_were_laid_colours_do_not_count() -> None:
    game = attempt("wild*4", "munchen-venezia wild*2", "blue", "blue", "blue")
    assert game.view().players[0].routes == ("munchen-venezia",)
    assert game.view(0).hand == {"wild": 2}


@pytest.mark.rule("EU-U5", "EU-U4")
def test_then_each_locomotive_among_the_three_costs_one_more_locomotive() -> None:
    game = attempt("wild*4,blue*4", "munchen-venezia wild*2", "wild", "blue", "wild")
    assert legal(game) == {"pay wild*2", "let go"}
    game.play("pay wild*2")
    assert game.view(0).hand == {"blue": 4}
    assert game.view().players[0].routes == ("munchen-venezia",)


@pytest.mark.rule("EU-U5")
def test_then_colours_cannot_pay_the_extra_cards() -> None:
    game = attempt("wild*4,blue*4", "munchen-venezia wild*2", "wild", "blue", "wild")
    for payment in ("blue*2", "blue*1 wild*1"):
        assert_illegal(game, f"pay {payment}", code="tunnel/wilds_only", rule="EU-U5")
    assert_illegal(game, "pay wild*1", code="tunnel/amount", rule="EU-U1")


@pytest.mark.rule("EU-U5")
def test_the_same_holds_for_a_gray_tunnel() -> None:
    game = attempt("wild*3,blue*4", "angora-constantinople wild*2", "wild", "blue", "red")
    assert legal(game) == {"pay wild*1", "let go"}


# few cards left


@pytest.mark.rule("EU-U6")
@pytest.mark.parametrize("left", ["pile=blue*2", "pile=none discards=blue*2", "pile=blue discards=blue"])
def test_with_two_cards_left_only_those_are_turned_up(left: str) -> None:
    game = position(f"europe hand=P0:blue*5;P1:rest {FIVE} {left}")
    game.play("claim munchen-venezia blue*2")
    tunnel = game.view().tunnel
    assert tunnel is not None
    assert (tunnel.shown, tunnel.extra) == (("blue", "blue"), 2)
    game.play("pay blue*2")
    assert game.view().discards == {"blue": 6}


@pytest.mark.rule("EU-U6")
@pytest.mark.parametrize("left", ["pile=wild", "pile=none discards=wild"])
def test_with_one_card_left_only_that_one_is_turned_up(left: str) -> None:
    game = position(f"europe hand=P0:blue*3;P1:rest {FIVE} {left}")
    game.play("claim munchen-venezia blue*2")
    tunnel = game.view().tunnel
    assert tunnel is not None
    assert (tunnel.shown, tunnel.extra) == (("wild",), 1)


@pytest.mark.rule("EU-U6")
def test_with_none_left_a_tunnel_costs_nothing_extra() -> None:
    game = position(f"europe hand=P0:blue*2;P1:rest {FIVE} pile=none")
    game.play("claim munchen-venezia blue*2")
    assert game.view().players[0].routes == ("munchen-venezia",)
    assert game.view().discards == {"blue": 2}


# rulings


@pytest.mark.rule("RU-6")
def test_the_cards_left_in_the_pile_are_turned_up_before_the_discards_become_a_new_pile() -> None:
    game = position(f"europe hand=P0:blue*3;P1:rest {FIVE} pile=yellow*2 discards=blue*9")
    game.play("claim munchen-venezia blue*2")
    tunnel = game.view().tunnel
    assert tunnel is not None
    assert (tunnel.shown, tunnel.extra) == (("yellow", "yellow", "blue"), 1)
    assert (game.view().pile, game.view().discards) == (8, {})


@pytest.mark.rule("RU-6")
def test_the_new_pile_holds_neither_the_cards_laid_nor_those_turned_up() -> None:
    game = position(f"europe hand=P0:blue*4;P1:rest {FIVE} pile=yellow discards=red*2")
    game.play("claim munchen-venezia blue*2")
    assert game.view().players[0].routes == ("munchen-venezia",)
    assert (game.view().pile, game.view().discards) == (0, {"blue": 2, "yellow": 1, "red": 2})


@pytest.mark.rule("RU-6")
def test_the_cards_laid_are_not_turned_up_even_if_nothing_else_is_left() -> None:
    game = position(f"europe hand=P0:blue*4;P1:rest {FIVE} pile=yellow")
    game.play("claim munchen-venezia blue*2")
    assert game.view().players[0].routes == ("munchen-venezia",)
    assert (game.view().pile, game.view().discards) == (0, {"blue": 2, "yellow": 1})


@pytest.mark.rule("RU-7")
@pytest.mark.parametrize("payment", ["blue*2", "blue*1 wild*1", "wild*2"])
def test_an_attempt_needs_the_full_set_in_hand(payment: str) -> None:
    game = position(f"europe hand=P0:blue*1 {FIVE}")
    assert_illegal(game, f"claim munchen-venezia {payment}", code="payment/not_in_hand", rule="EU-R1")


@pytest.mark.rule("RU-7")
def test_an_attempt_is_made_with_the_printed_length_no_more_and_no_less() -> None:
    game = position(f"europe hand=P0:blue*5,wild*2 {FIVE}")
    assert ways(game, "claim munchen-venezia") == ["blue*1 wild*1", "blue*2", "wild*2"]
    assert_illegal(game, "claim munchen-venezia blue*3", code="payment/amount", rule="EU-R1")


@pytest.mark.rule("RU-7")
def test_an_attempt_needs_trains_for_the_printed_length() -> None:
    game = position(f"europe hand=P0:blue*5 pieces=P0:1 {FIVE}")
    assert_illegal(game, "claim munchen-venezia blue*2", code="route/pieces", rule="EU-R3")


@pytest.mark.rule("RU-25")
def test_extra_cards_need_no_trains_and_score_nothing() -> None:
    game = attempt("blue*5", "munchen-venezia blue*2", "blue", "blue", "blue", more="pieces=P0:2")
    game.play("pay blue*3")
    player = game.view().players[0]
    assert player.routes == ("munchen-venezia",)
    assert player.pieces == {"train": 0}
    assert player.score == 2
    assert player.cards == 0


@pytest.mark.rule("RU-25")
def test_the_longest_tunnel_takes_eight_trains_and_scores_twenty_one_whatever_was_paid_on_top() -> None:
    game = attempt("green*8,wild*3", "petrograd-stockholm green*7 wild*1", "green", "red", "wild")
    assert legal(game) == {"pay green*1 wild*1", "pay wild*2", "let go"}
    game.play("pay green*1 wild*1")
    player = game.view().players[0]
    assert (player.pieces, player.score, player.cards) == ({"train": 37}, 21, 1)
