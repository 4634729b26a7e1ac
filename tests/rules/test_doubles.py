"""Double routes: never both for one player, and one closed when few play."""

from __future__ import annotations

import pytest

from perron import ClaimRoute
from perron.editions import load
from tests.positions import assert_illegal, position
from tests.rules import take_a_turn, ways

DOUBLES = [route.id for route in load("europe").routes if route.double]


@pytest.mark.rule("EU-X1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_one_player_may_never_own_both_tracks(seats: int) -> None:
    game = position(f"europe seats={seats} own=P0:berlin-frankfurt/1 hand=P0:red*3,wild*3")
    assert_illegal(game, "claim berlin-frankfurt/2 red*3", code="route/double_own", rule="EU-X1")
    assert_illegal(game, "claim berlin-frankfurt/2 wild*3", code="route/double_own", rule="EU-X1")


@pytest.mark.rule("EU-X1")
def test_nor_in_a_later_turn_than_the_one_that_took_the_first() -> None:
    game = position("europe seats=4 hand=P0:black*3,red*3")
    game.play("claim berlin-frankfurt/1 black*3")
    for _ in range(3):
        take_a_turn(game)
    assert_illegal(game, "claim berlin-frankfurt/2 red*3", code="route/double_own", rule="EU-X1")


@pytest.mark.rule("EU-X1", "EU-X3")
@pytest.mark.parametrize("seats", [4, 5])
def test_with_four_or_five_players_another_may_take_the_second_track(seats: int) -> None:
    game = position(f"europe seats={seats} own=P0:berlin-frankfurt/1 hand=P1:red*3 turn=P1")
    game.play("claim berlin-frankfurt/2 red*3")
    assert game.view().players[1].routes == ("berlin-frankfurt/2",)


@pytest.mark.rule("EU-X1")
def test_both_tracks_taken_by_two_players_are_taken_for_a_third() -> None:
    game = position("europe seats=4 own=P0:berlin-frankfurt/1;P1:berlin-frankfurt/2 hand=P2:wild*3 turn=P2")
    for track in ("berlin-frankfurt/1", "berlin-frankfurt/2"):
        assert_illegal(game, f"claim {track} wild*3", code="route/taken", rule="EU-R4")


@pytest.mark.rule("EU-X2")
def test_routes_side_by_side_to_different_cities_are_not_double_routes() -> None:
    game = position("europe own=P0:amsterdam-essen hand=P0:white*2;P1:white*2 turn=P1")
    assert ways(game, "claim amsterdam-frankfurt") == ["white*2"]
    take_a_turn(game)
    game.play("claim amsterdam-frankfurt white*2")
    assert game.view().players[0].routes == ("amsterdam-essen", "amsterdam-frankfurt")


@pytest.mark.rule("EU-X2", "EU-X3")
@pytest.mark.parametrize("taken", [route.id for route in load("europe").routes])
def test_a_route_closes_no_other_than_its_own_second_track(taken: str) -> None:
    game = position(f"europe own=P0:{taken} hand=P1:rest turn=P1")
    open_to_other = {one.route for one in game.legal_actions("one") if isinstance(one, ClaimRoute)}
    route = game.edition.routes[game.edition.route_index[taken]]
    gone = {one.id for one in game.edition.routes if {one.a, one.b} == {route.a, route.b}}
    assert len(gone) == (2 if taken in DOUBLES else 1)
    assert open_to_other == {one.id for one in game.edition.routes} - gone


@pytest.mark.rule("EU-X3")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("taken", DOUBLES)
def test_with_two_or_three_players_one_track_taken_closes_the_other(seats: int, taken: str) -> None:
    other = taken[:-1] + ("2" if taken.endswith("1") else "1")
    length = next(route.length for route in load("europe").routes if route.id == other)
    game = position(f"europe seats={seats} own=P0:{taken} hand=P1:wild*{length} turn=P1")
    assert_illegal(game, f"claim {other} wild*{length}", code="route/double_closed", rule="EU-X3")


@pytest.mark.rule("EU-X3")
def test_it_is_closed_for_everybody_for_the_rest_of_the_game() -> None:
    game = position("europe seats=3 hand=P0:black*3;P1:red*3;P2:red*3")
    game.play("claim berlin-frankfurt/1 black*3")
    for turn in range(12):
        if turn % 3 != 2:  # not the owner of the first track
            assert_illegal(game, "claim berlin-frankfurt/2 red*3", code="route/double_closed", rule="EU-X3")
        take_a_turn(game)


@pytest.mark.rule("EU-X3")
@pytest.mark.parametrize("track", ["berlin-frankfurt/1 black*3", "berlin-frankfurt/2 red*3"])
def test_while_neither_track_is_taken_either_may_be(track: str) -> None:
    game = position("europe hand=P0:black*3,red*3")
    game.play(f"claim {track}")
    assert game.view().players[0].routes == (track.split(maxsplit=1)[0],)


@pytest.mark.rule("EU-X3")
def test_a_declined_double_tunnel_closes_nothing() -> None:
    game = position("europe hand=P0:black*3;P1:white*3 display=red,blue,green,yellow,orange pile=wild*3 discards=rest")
    game.play("claim madrid-pamplona/1 black*3")
    game.play("let go")
    assert ways(game, "claim madrid-pamplona/2") == ["white*3"]
