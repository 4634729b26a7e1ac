"""Which tracks are double routes is a mark in the board data, and nothing else makes them one."""

from __future__ import annotations

from itertools import combinations

import pytest

from perron import Game
from perron.editions import load
from tests.positions import assert_illegal, legal, position

# Every two tracks that join the same two places, in every edition, and whether both carry the mark.
PARALLEL = [
    (edition, one.id, other.id, one.double and other.double)
    for edition in ("europe", "amsterdam", "berlin", "first_journey", "tiny", "tiny_race")
    for one, other in combinations(load(edition).routes, 2)
    if {one.a, one.b} == {other.a, other.b}
]


def can_claim(game: Game, route: str) -> bool:
    return any(text.startswith(f"claim {route} ") for text in legal(game))


@pytest.mark.rule("RU-20")
@pytest.mark.parametrize(("edition", "one", "other", "marked"), PARALLEL)
def test_two_tracks_between_the_same_places_exclude_each_other_only_if_they_are_marked(
    edition: str, one: str, other: str, marked: bool
) -> None:
    cards = load(edition).routes[load(edition).route_index[other]].cards
    game = position(f"{edition} own=P0:{one} hand=P0:wild*{cards}")
    assert can_claim(game, other) is not marked


@pytest.mark.rule("RU-20")
def test_there_are_marked_and_unmarked_tracks_to_look_at() -> None:
    unmarked = {(edition, one, other) for edition, one, other, marked in PARALLEL if not marked}
    assert ("berlin", "schloss_bellevue-hauptbahnhof/1", "schloss_bellevue-hauptbahnhof/2") in unmarked
    assert ("tiny", "east-south/1", "east-south/2") in unmarked
    assert {edition for edition, _, _ in unmarked} == {"berlin", "tiny"}


@pytest.mark.rule("RU-20")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("metro_line", ["schloss_bellevue-hauptbahnhof/2", "schloss_bellevue-hauptbahnhof/3"])
def test_a_tram_line_closes_no_metro_line_between_the_same_places_even_with_two_players(
    seat: int, metro_line: str
) -> None:
    game = position(f"berlin seats=2 own=P0:schloss_bellevue-hauptbahnhof/1 hand=P{seat}:red*2 turn=P{seat}")
    game.play(f"claim {metro_line} red*2")
    assert metro_line in game.view().players[seat].routes


@pytest.mark.rule("RU-20")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_metro_line_closes_no_tram_line_between_the_same_places_but_it_closes_its_twin(seat: int) -> None:
    game = position(f"berlin seats=2 own=P0:schloss_bellevue-hauptbahnhof/2 hand=P{seat}:blue*3,red*2 turn=P{seat}")
    refusal = ("route/double_own", "BE-X1") if seat == 0 else ("route/double_closed", "BE-X2")
    assert_illegal(game, "claim schloss_bellevue-hauptbahnhof/3 red*2", *refusal)
    game.play("claim schloss_bellevue-hauptbahnhof/1 blue*3")
    assert "schloss_bellevue-hauptbahnhof/1" in game.view().players[seat].routes


@pytest.mark.rule("RU-20")
def test_one_player_may_own_the_tram_line_and_one_of_the_two_metro_lines_but_not_the_other() -> None:
    game = position(
        "berlin seats=4 own=P0:hackescher_markt-alexanderplatz/1,hackescher_markt-alexanderplatz/2 hand=P0:green*2"
    )
    assert_illegal(game, "claim hackescher_markt-alexanderplatz/3 green*2", code="route/double_own", rule="BE-X1")


@pytest.mark.rule("RU-20")
def test_on_the_tiny_board_a_train_line_leaves_both_metro_lines_open_and_these_close_each_other() -> None:
    game = position("tiny seats=2 own=P0:north-west/1 hand=P1:red*3;P0:blue*3 turn=P1")
    assert can_claim(game, "west-north/2")
    assert can_claim(game, "west-north/3")
    game.play("claim west-north/2 red*3")
    assert_illegal(game, "claim west-north/3 blue*3", code="route/double_closed", rule="EU-X3")
