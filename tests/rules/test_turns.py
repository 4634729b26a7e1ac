"""Turns: one action each, when the last round starts, and how a game ends."""

from __future__ import annotations

import pytest

from perron import Game
from perron.editions import load
from tests.positions import assert_illegal, legal, position
from tests.rules import take_a_turn, turned_up

NO_CARDS = "display=none pile=none ticket_pile=none"
"""With the cards in the players' hands: nothing to draw."""


def all_short_routes_but(free: str) -> str:
    """Five players own every route of up to three spaces but one: the own= of a position."""
    left = [45] * 5
    shares: list[list[str]] = [[] for _ in range(5)]
    for route in load("europe").routes:
        if route.length <= 3 and route.id != free:
            twin = route.id[:-1] + ("2" if route.id.endswith("1") else "1")
            seat = next(q for q in range(5) if left[q] >= route.length and twin not in shares[q])
            left[seat] -= route.length
            shares[seat].append(route.id)
    return ";".join(f"P{seat}:{','.join(share)}" for seat, share in enumerate(shares))


def last_round(game: Game) -> int | None:
    """Turns left in the last round."""
    return game.view().last_round


def reason(game: Game) -> str | None:
    """Why the game ended."""
    return game.outcome.reason if game.outcome else None


# one action a turn


@pytest.mark.rule("EU-T1")
def test_a_turn_is_one_of_four_actions() -> None:
    game = position("europe hand=P0:red*2 display=red,blue,green,white,wild")
    kinds = {text.split()[0] if text != "draw tickets" else text for text in legal(game)}
    assert kinds == {"draw", "draw tickets", "claim", "station"}


@pytest.mark.rule("EU-T1")
@pytest.mark.parametrize(
    "actions",
    [
        ["draw red", "draw blue"],
        ["draw wild"],
        ["claim wien-zagrab red*2"],
        ["draw tickets", "keep paris-wien"],
        ["station paris red*1"],
    ],
)
def test_after_one_action_the_next_player_has_the_turn(actions: list[str]) -> None:
    game = position("europe seats=3 hand=P0:red*4 display=red,blue,green,white,wild ticket_pile=paris-wien,london-wien")
    for action in actions:
        assert (game.to_move, game.turn) == (0, 0)
        game.play(action)
    assert (game.to_move, game.turn) == (1, 1)


@pytest.mark.rule("EU-T1")
@pytest.mark.parametrize("other", ["claim wien-zagrab red*2", "draw tickets", "station paris red*1", "pass"])
def test_a_player_who_has_drawn_a_card_cannot_do_anything_else(other: str) -> None:
    game = position("europe hand=P0:red*4 display=red,blue,green,white,black")
    game.play("draw red")
    assert_illegal(game, other, code="draw/second_first", rule="RU-3")


@pytest.mark.rule("EU-T1", "EU-S7")
def test_after_the_last_seat_comes_the_first() -> None:
    game = position("europe seats=5 turn=P4")
    take_a_turn(game)
    assert game.to_move == 0


# the last round


@pytest.mark.rule("EU-E1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("trains", [1, 2, 3])
def test_two_or_fewer_trains_at_the_end_of_a_turn_give_everybody_exactly_one_more_turn(seats: int, trains: int) -> None:
    game = position(f"europe seats={seats} hand=P1:black*1 pieces=P1:{trains} turn=P1")
    game.play("claim amsterdam-bruxelles black*1")
    assert game.view().players[1].pieces == {"train": trains - 1}
    assert last_round(game) == seats
    order = [(2 + turn) % seats for turn in range(seats)]
    assert order[-1] == 1
    for seat in order:
        assert game.to_move == seat
        take_a_turn(game)
    assert game.over
    assert game.to_move is None
    assert reason(game) == "last_round"


@pytest.mark.rule("EU-E1")
def test_three_trains_do_not_start_the_last_round() -> None:
    game = position("europe hand=P0:black*1 pieces=P0:4")
    game.play("claim amsterdam-bruxelles black*1")
    assert game.view().players[0].pieces == {"train": 3}
    assert last_round(game) is None


@pytest.mark.rule("EU-E1")
def test_every_action_is_open_in_the_last_round_also_with_the_last_trains() -> None:
    game = position("europe hand=P0:red*4;P1:red*2 pieces=P0:2;P1:2 last_round=2 ticket_pile=paris-wien")
    assert {"claim wien-zagrab red*2", "station paris red*1", "draw tickets", "draw blind"} <= legal(game)
    game.play("claim wien-zagrab red*2")
    assert game.view().players[0].pieces == {"train": 0}
    game.play("claim venezia-zagrab red*2")
    assert [score.lines["routes"] for score in game.scores()] == [2, 2]
    assert game.over


@pytest.mark.rule("EU-E1")
@pytest.mark.parametrize("action", ["draw blind", "draw tickets", "claim wien-zagrab red*2", "pass"])
def test_after_the_end_nothing_can_be_played(action: str) -> None:
    game = position("europe hand=P0:red*2;P1:red*2 last_round=1")
    take_a_turn(game)
    assert legal(game) == set()
    assert_illegal(game, action, code="game/over", rule="EU-E1")


@pytest.mark.rule("RU-5")
def test_the_trains_of_a_player_count_at_the_end_of_that_players_turn() -> None:
    game = position("europe seats=3 pieces=P1:2")
    take_a_turn(game)
    assert last_round(game) is None
    take_a_turn(game)
    assert last_round(game) == 3


@pytest.mark.rule("RU-5")
def test_the_last_round_starts_once() -> None:
    game = position("europe seats=3 hand=P0:black*1;P1:orange*2;P2:blue*2 pieces=P0:2;P1:4;P2:3")
    game.play("claim amsterdam-bruxelles black*1")
    assert last_round(game) == 3
    game.play("claim brest-dieppe orange*2")
    assert game.view().players[1].pieces == {"train": 2}
    assert last_round(game) == 2
    game.play("claim berlin-essen blue*2")
    assert last_round(game) == 1
    take_a_turn(game)
    assert game.over
    assert game.turn == 4


# steps


@pytest.mark.rule("RU-39")
def test_the_first_card_of_a_draw_ends_no_game() -> None:
    game = position("europe last_round=1")
    game.play("draw blind")
    assert not game.over
    game.play("draw blind")
    assert game.over


@pytest.mark.rule("RU-39")
def test_drawing_tickets_ends_no_game_before_some_are_kept() -> None:
    game = position("europe last_round=1 ticket_pile=paris-wien,london-wien")
    game.play("draw tickets")
    assert not game.over
    game.play("keep paris-wien")
    assert game.outcome is not None
    assert game.outcome.scores[0].missed == ("paris-wien",)


@pytest.mark.rule("RU-39")
@pytest.mark.parametrize(("answer", "ends"), [("pay blue*1", True), ("let go", False)])
def test_a_tunnel_is_answered_before_the_last_round_can_start(answer: str, ends: bool) -> None:
    game = position("europe hand=P0:blue*3 pieces=P0:4 display=red,green,white,black,orange")
    game.replay("claim munchen-venezia blue*2", turned_up(game, "blue", "red", "red"))
    assert last_round(game) is None
    game.play(answer)
    assert last_round(game) == (2 if ends else None)


@pytest.mark.rule("RU-39")
@pytest.mark.parametrize("answer", ["pay blue*1", "let go"])
def test_a_tunnel_tried_in_the_last_turn_is_answered_before_the_game_ends(answer: str) -> None:
    game = position("europe hand=P0:blue*3 last_round=1 display=red,green,white,black,orange")
    game.replay("claim munchen-venezia blue*2", turned_up(game, "blue", "red", "red"))
    assert not game.over
    game.play(answer)
    assert game.over


@pytest.mark.rule("RU-5", "RU-39")
def test_few_trains_do_not_start_the_last_round_in_the_middle_of_a_draw() -> None:
    game = position("europe pieces=P0:2")
    game.play("draw blind")
    assert last_round(game) is None
    game.play("draw blind")
    assert last_round(game) == 2


# nothing to do


@pytest.mark.rule("RU-4")
def test_a_player_with_no_legal_action_passes() -> None:
    game = position(f"europe hand=P1:rest {NO_CARDS}")
    assert legal(game) == {"pass"}
    game.play("pass")
    assert (game.to_move, game.turn) == (1, 1)
    assert "pass" not in legal(game)


@pytest.mark.rule("RU-4")
def test_after_as_many_passes_in_a_row_as_there_are_players_the_game_ends_and_is_scored() -> None:
    # P4 holds all the cards, but no station is left and no free route is short enough for three trains.
    own, pieces = all_short_routes_but("none"), "P0:9;P1:9;P2:9;P3:9;P4:3"
    game = position(f"europe seats=5 own={own} pieces={pieces} stations=P4:roma,wien,kyiv hand=P4:rest {NO_CARDS}")
    for seat in range(5):
        assert not game.over
        assert game.to_move == seat
        assert legal(game) == {"pass"}
        game.play("pass")
    assert reason(game) == "passes"
    assert [score.lines["stations"] for score in game.scores()] == [12, 12, 12, 12, 0]


@pytest.mark.rule("RU-4")
def test_an_action_in_between_breaks_the_row_of_passes() -> None:
    game = position("europe hand=P1:rest display=none pile=none ticket_pile=paris-wien turn=P1 passes=1")
    game.play("draw tickets")
    game.play("keep paris-wien")
    game.play("pass")
    assert not game.over


@pytest.mark.rule("RU-27")
def test_a_player_who_can_only_draw_tickets_must_draw_them() -> None:
    game = position("europe hand=P1:rest display=none pile=none ticket_pile=paris-wien")
    assert legal(game) == {"draw tickets"}
    assert_illegal(game, "pass", code="turn/must_act", rule="RU-27")


@pytest.mark.rule("RU-27")
@pytest.mark.parametrize(
    "cards",
    [
        "hand=P0:red*1;P1:rest display=none pile=none",
        "hand=P1:rest display=wild pile=none",
        "hand=P1:rest display=wild,wild,wild,wild,wild pile=red",
    ],
)
def test_a_player_who_can_build_or_draw_must_act(cards: str) -> None:
    assert_illegal(position(f"europe {cards} ticket_pile=none"), "pass", code="turn/must_act", rule="RU-27")


@pytest.mark.rule("RU-27")
def test_a_pass_is_a_turn_also_in_the_last_round() -> None:
    game = position(f"europe seats=3 hand=P1:rest {NO_CARDS} last_round=3 turn=P2")
    game.play("pass")
    assert last_round(game) == 2
    game.play("pass")
    assert last_round(game) == 1
    game.play("station paris red*1")
    assert reason(game) == "last_round"


@pytest.mark.rule("RU-27", "RU-5")
def test_a_pass_is_the_end_of_a_turn_for_the_last_round_too() -> None:
    game = position(f"europe hand=P1:rest {NO_CARDS} pieces=P0:2")
    game.play("pass")
    assert last_round(game) == 2


# no route left


@pytest.mark.rule("RU-28")
def test_when_no_free_route_fits_anybodys_trains_the_last_round_starts() -> None:
    own = all_short_routes_but("wien-zagrab")
    game = position(f"europe seats=5 own={own} pieces=P0:5;P1:3;P2:3;P3:0;P4:3 hand=P0:red*2")
    game.play("claim wien-zagrab red*2")
    assert game.view().players[0].pieces == {"train": 3}
    assert last_round(game) == 5
    for _ in range(5):
        assert not game.over
        take_a_turn(game)
    assert reason(game) == "no_routes"


@pytest.mark.rule("RU-28")
def test_a_route_that_still_fits_one_players_trains_keeps_the_game_going_whatever_the_cards() -> None:
    own = all_short_routes_but("wien-zagrab")
    game = position(
        f"europe seats=5 own={own} pieces=P0:5;P1:3;P2:3;P3:0;P4:4 hand=P0:red*2;P3:rest display=none pile=none"
    )
    game.play("claim wien-zagrab red*2")
    assert game.view().players[4].cards == 0
    assert last_round(game) is None


@pytest.mark.rule("RU-28")
@pytest.mark.parametrize(("others", "starts"), [(2, True), (3, False)])
def test_the_twin_of_ones_own_track_is_not_a_route_one_may_still_claim(others: int, starts: bool) -> None:
    own = all_short_routes_but("berlin-frankfurt/2")
    pieces = f"P0:3;P1:{others};P2:2;P3:2;P4:2"
    game = position(f"europe seats=5 own={own} pieces={pieces}")
    assert "berlin-frankfurt/1" in game.view().players[0].routes
    take_a_turn(game)
    assert last_round(game) == (5 if starts else None)


@pytest.mark.rule("RU-28")
@pytest.mark.parametrize(("seats", "starts"), [(2, True), (3, False)])
def test_a_closed_track_is_not_a_route_anybody_may_still_claim(seats: int, starts: bool) -> None:
    # On tiny, where a twin is closed with two players only. Nobody has trains, and the one other metro line is taken.
    pieces = ";".join(f"P{seat}:train*0,metro*4" for seat in range(seats))
    game = position(f"tiny seats={seats} own=P1:east-south/2 pieces={pieces} hand=P0:red*3")
    game.play("claim west-north/2 red*3")
    assert last_round(game) == (2 if starts else None)


@pytest.mark.rule("RU-28", "RU-39")
def test_that_no_route_is_left_is_looked_at_only_at_the_end_of_a_turn() -> None:
    game = position(f"europe seats=5 own={all_short_routes_but('none')} pieces=P0:3;P1:3;P2:3;P3:3;P4:3")
    game.play("draw blind")
    assert last_round(game) is None
    game.play("draw blind")
    assert last_round(game) == 5


# the limit of turns


@pytest.mark.rule("RU-40")
def test_after_a_thousand_turns_the_game_ends_and_is_scored() -> None:
    game = position("europe turns=998 tickets=P0:london-wien")
    take_a_turn(game)
    assert (game.turn, game.over) == (999, False)
    game.play("draw blind")
    assert not game.over
    game.play("draw blind")
    assert (game.turn, reason(game)) == (1000, "turn_limit")
    assert [score.total for score in game.scores()] == [2, 12]


@pytest.mark.rule("RU-40")
def test_refused_tunnels_do_not_let_a_game_go_on_for_ever() -> None:
    game = position("europe hand=P0:blue*2;P1:rest display=red,green,white,black,orange pile=wild*9")
    while not game.over:
        game.play("claim munchen-venezia blue*2")
        game.play("let go")
    assert (game.turn, reason(game)) == (1000, "turn_limit")


@pytest.mark.rule("RU-40")
def test_the_end_of_the_last_round_on_that_turn_comes_first() -> None:
    game = position("europe turns=999 last_round=1")
    take_a_turn(game)
    assert (game.turn, reason(game)) == (1000, "last_round")


@pytest.mark.rule("RU-40")
def test_so_does_the_end_by_passes() -> None:
    game = position(f"europe hand=P1:rest {NO_CARDS} turns=999 passes=1")
    game.play("pass")
    assert (game.turn, reason(game)) == (1000, "passes")


@pytest.mark.rule("RU-40")
def test_a_last_round_that_only_starts_on_that_turn_is_not_played() -> None:
    game = position("europe turns=999 pieces=P0:2")
    take_a_turn(game)
    assert (game.turn, reason(game)) == (1000, "turn_limit")


@pytest.mark.rule("RU-40", "RU-28")
def test_the_last_round_by_trains_comes_before_the_one_for_want_of_routes() -> None:
    own = all_short_routes_but("wien-zagrab")
    game = position(f"europe seats=5 own={own} pieces=P0:4;P1:3;P2:3;P3:3;P4:3 hand=P0:red*2")
    game.play("claim wien-zagrab red*2")
    assert game.view().players[0].pieces == {"train": 2}
    for _ in range(5):
        take_a_turn(game)
    assert reason(game) == "last_round"
