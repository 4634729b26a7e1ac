"""Berlin's two kinds of lines: what they cost, which pieces they take, what they score, and how they join."""

from __future__ import annotations

import pytest

from perron import Game, NotationError
from tests.positions import assert_illegal, legal, position

COLOURS = ["blue", "green", "black", "purple", "red", "orange"]
BLACK_TRAM_LINE_OF_2 = "charlottenburger_tor-zoo/2"
BLACK_METRO_LINE_OF_2 = "kurfuerstendamm-charlottenburger_tor/2"
PURPLE_METRO_LINE_OF_3 = "charlottenburger_tor-schloss_bellevue/1"
GRAY_TRAM_LINE_OF_2 = "zoo-siegessaeule"
GRAY_METRO_LINE_OF_2 = "schloss_bellevue-hauptbahnhof/2"


def claims(game: Game, route: str) -> set[str]:
    """The payments with which a line can be claimed now."""
    return {text.removeprefix(f"claim {route} ") for text in legal(game) if text.startswith(f"claim {route} ")}


def take_turn(game: Game) -> int | None:
    """Let the seat to move draw two cards blind; says which seat it was."""
    seat = game.to_move
    game.play("draw blind")
    game.play("draw blind")
    return seat


# what a line costs


@pytest.mark.rule("BE-R2", "BE-R4")
def test_a_black_tram_line_of_two_takes_two_black_cards_or_bicycles_in_their_place() -> None:
    game = position("berlin hand=P0:black*4,wild*4,red*4")
    assert claims(game, BLACK_TRAM_LINE_OF_2) == {"black*2", "black*1 wild*1", "wild*2"}


@pytest.mark.rule("BE-R3", "BE-R4")
def test_the_same_cards_claim_a_black_metro_line_that_pictures_two() -> None:
    game = position("berlin hand=P0:black*4,wild*4,red*4")
    assert claims(game, BLACK_METRO_LINE_OF_2) == {"black*2", "black*1 wild*1", "wild*2"}


@pytest.mark.rule("BE-R2")
@pytest.mark.parametrize("payment", ["black*1", "black*3", "black*2 wild*1", "wild*1"])
def test_a_tram_line_costs_as_many_cards_as_it_has_spaces(payment: str) -> None:
    game = position("berlin hand=P0:black*4,wild*4")
    assert_illegal(game, f"claim {BLACK_TRAM_LINE_OF_2} {payment}", code="payment/amount", rule="BE-R2")


@pytest.mark.rule("BE-R3")
@pytest.mark.parametrize("payment", ["purple*1", "purple*2", "purple*4", "purple*3 wild*1", "wild*1"])
def test_a_metro_line_costs_the_number_of_cards_pictured_not_one_for_its_one_space(payment: str) -> None:
    game = position("berlin hand=P0:purple*4,wild*4")
    assert_illegal(game, f"claim {PURPLE_METRO_LINE_OF_3} {payment}", code="payment/amount", rule="BE-R3")


@pytest.mark.rule("BE-R3")
def test_a_metro_line_that_pictures_three_takes_three_cards_of_its_colour() -> None:
    game = position("berlin hand=P0:purple*3,wild*3")
    assert claims(game, PURPLE_METRO_LINE_OF_3) == {"purple*3", "purple*2 wild*1", "purple*1 wild*2", "wild*3"}


@pytest.mark.rule("BE-R2")
def test_a_tram_line_is_paid_in_its_own_colour() -> None:
    game = position("berlin hand=P0:red*2,wild")
    assert_illegal(game, f"claim {BLACK_TRAM_LINE_OF_2} red*2", code="route/colour", rule="BE-R2")
    assert_illegal(game, f"claim {BLACK_TRAM_LINE_OF_2} red*1 wild*1", code="route/colour", rule="BE-R2")


@pytest.mark.rule("BE-R3")
def test_a_metro_line_is_paid_in_the_colour_of_its_space() -> None:
    game = position("berlin hand=P0:red*2,wild")
    assert_illegal(game, f"claim {BLACK_METRO_LINE_OF_2} red*2", code="route/colour", rule="BE-R3")
    assert_illegal(game, f"claim {BLACK_METRO_LINE_OF_2} red*1 wild*1", code="route/colour", rule="BE-R3")


@pytest.mark.rule("BE-R2")
@pytest.mark.parametrize("payment", ["black*2", "black*1 wild*1", "wild*2"])
def test_cards_that_are_not_in_hand_cannot_be_paid(payment: str) -> None:
    game = position("berlin hand=P0:black;P1:rest")
    assert_illegal(game, f"claim {BLACK_TRAM_LINE_OF_2} {payment}", code="payment/not_in_hand", rule="BE-R2")


@pytest.mark.rule("BE-R3")
@pytest.mark.parametrize("payment", ["black*2", "black*1 wild*1", "wild*2"])
def test_cards_that_are_not_in_hand_cannot_be_paid_for_a_metro_line_either(payment: str) -> None:
    game = position("berlin hand=P0:black;P1:rest")
    assert_illegal(game, f"claim {BLACK_METRO_LINE_OF_2} {payment}", code="payment/not_in_hand", rule="BE-R3")


@pytest.mark.rule("BE-R4")
@pytest.mark.parametrize("line", [GRAY_TRAM_LINE_OF_2, GRAY_METRO_LINE_OF_2])
@pytest.mark.parametrize("colour", COLOURS)
def test_a_gray_line_takes_any_one_colour(line: str, colour: str) -> None:
    game = position(f"berlin hand=P0:{colour}*2,wild")
    assert claims(game, line) == {f"{colour}*2", f"{colour}*1 wild*1"}


@pytest.mark.rule("BE-R4")
@pytest.mark.parametrize("line", [GRAY_TRAM_LINE_OF_2, GRAY_METRO_LINE_OF_2])
def test_a_gray_line_takes_bicycles_alone(line: str) -> None:
    assert claims(position("berlin hand=P0:wild*2"), line) == {"wild*2"}


@pytest.mark.rule("BE-R4")
@pytest.mark.parametrize("line", [GRAY_TRAM_LINE_OF_2, GRAY_METRO_LINE_OF_2])
def test_a_gray_line_does_not_take_two_colours(line: str) -> None:
    game = position("berlin hand=P0:red,blue")
    assert claims(game, line) == set()
    with pytest.raises(NotationError):
        game.play(f"claim {line} red*1 blue*1")


@pytest.mark.rule("BE-R7")
@pytest.mark.parametrize("line", [BLACK_TRAM_LINE_OF_2, BLACK_METRO_LINE_OF_2])
def test_the_cards_paid_are_discarded(line: str) -> None:
    game = position("berlin hand=P0:black*3,wild*2 discards=red*2")
    game.play(f"claim {line} black*1 wild*1")
    assert game.view(0).hand == {"black": 2, "wild": 1}
    assert game.view().discards == {"black": 1, "red": 2, "wild": 1}


# which pieces it takes


@pytest.mark.rule("BE-R1", "BE-R2")
@pytest.mark.parametrize(
    ("line", "spaces"),
    [
        ("siegessaeule-schloss_bellevue", 1),
        ("zoo-siegessaeule", 2),
        ("zoo-kulturforum", 3),
        ("hauptbahnhof-pergamonmuseum", 4),
    ],
)
def test_one_tram_goes_on_each_space_of_a_tram_line_and_no_metro(line: str, spaces: int) -> None:
    game = position(f"berlin hand=P0:red*{spaces}")
    game.play(f"claim {line} red*{spaces}")
    assert [player.pieces for player in game.view().players] == [
        {"tram": 11 - spaces, "metro": 5},
        {"tram": 11, "metro": 5},
    ]


@pytest.mark.rule("BE-R1", "BE-R3")
@pytest.mark.parametrize(
    ("line", "payment"),
    [
        ("schloss_bellevue-hauptbahnhof/2", "red*2"),
        ("charlottenburger_tor-schloss_bellevue/1", "purple*3"),
        ("moritzplatz-gleisdreieck/1", "red*4"),
    ],
)
def test_one_metro_goes_on_a_metro_line_whatever_it_costs_and_no_tram(line: str, payment: str) -> None:
    game = position("berlin hand=P0:red*4,purple*3")
    game.play(f"claim {line} {payment}")
    assert [player.pieces for player in game.view().players] == [{"tram": 11, "metro": 4}, {"tram": 11, "metro": 5}]


@pytest.mark.rule("BE-R1")
def test_metros_cannot_stand_on_a_tram_line() -> None:
    game = position("berlin hand=P0:black*2 pieces=P0:tram*0,metro*5")
    assert claims(game, BLACK_METRO_LINE_OF_2) == {"black*2"}
    assert_illegal(game, f"claim {BLACK_TRAM_LINE_OF_2} black*2", code="route/pieces", rule="BE-R5")


@pytest.mark.rule("BE-R1")
def test_trams_cannot_stand_on_a_metro_line() -> None:
    game = position("berlin hand=P0:black*2 pieces=P0:tram*11,metro*0")
    assert claims(game, BLACK_TRAM_LINE_OF_2) == {"black*2"}
    assert_illegal(game, f"claim {BLACK_METRO_LINE_OF_2} black*2", code="route/pieces", rule="BE-R5")


@pytest.mark.rule("BE-R5")
def test_a_tram_line_cannot_be_claimed_without_a_tram_for_every_space() -> None:
    game = position("berlin hand=P0:red*4 pieces=P0:tram*3,metro*5")
    assert_illegal(game, "claim hauptbahnhof-pergamonmuseum red*4", code="route/pieces", rule="BE-R5")


@pytest.mark.rule("BE-R5")
def test_the_last_trams_and_the_last_metro_may_be_used() -> None:
    game = position("berlin hand=P0:red*4 pieces=P0:tram*4,metro*2")
    game.play("claim hauptbahnhof-pergamonmuseum red*4")
    assert game.view().players[0].pieces == {"tram": 0, "metro": 2}
    game = position("berlin hand=P0:red*4 pieces=P0:tram*4,metro*1")
    game.play("claim moritzplatz-gleisdreieck/1 red*4")
    assert game.view().players[0].pieces == {"tram": 4, "metro": 0}


@pytest.mark.rule("BE-R5")
@pytest.mark.parametrize("line", ["zoo-siegessaeule", "brandenburger_tor-gendarmenmarkt", GRAY_METRO_LINE_OF_2])
def test_any_free_line_may_be_claimed_connected_or_not(line: str) -> None:
    game = position("berlin own=P0:kurfuerstendamm-zoo/1 hand=P0:red*2")
    game.play(f"claim {line} red*2")
    assert set(game.view().players[0].routes) == {"kurfuerstendamm-zoo/1", line}


@pytest.mark.rule("BE-R5")
@pytest.mark.parametrize("line", [BLACK_TRAM_LINE_OF_2, BLACK_METRO_LINE_OF_2])
@pytest.mark.parametrize("owner", [0, 1])
def test_a_line_that_is_taken_cannot_be_claimed(line: str, owner: int) -> None:
    game = position(f"berlin own=P{owner}:{line} hand=P0:black*2 turn=P0")
    assert_illegal(game, f"claim {line} black*2", code="route/taken", rule="BE-R5")


@pytest.mark.rule("BE-R5")
@pytest.mark.parametrize("line", [BLACK_TRAM_LINE_OF_2, BLACK_METRO_LINE_OF_2])
def test_only_one_line_is_claimed_in_a_turn(line: str) -> None:
    game = position("berlin hand=P0:black*6")
    game.play(f"claim {line} black*2")
    assert game.to_move == 1


# what it scores


@pytest.mark.rule("BE-R6")
@pytest.mark.parametrize(
    ("line", "payment", "points"),
    [
        ("siegessaeule-schloss_bellevue", "red*1", 1),
        ("zoo-siegessaeule", "red*2", 2),
        ("zoo-kulturforum", "red*3", 4),
        ("hauptbahnhof-pergamonmuseum", "red*4", 7),
    ],
)
def test_a_tram_line_scores_at_once_by_the_table_for_trams(line: str, payment: str, points: int) -> None:
    game = position("berlin hand=P0:red*4 score=P0:10")
    game.play(f"claim {line} {payment}")
    assert [player.score for player in game.view().players] == [10 + points, 0]


@pytest.mark.rule("BE-R6")
@pytest.mark.parametrize(
    ("line", "payment", "points"),
    [
        ("schloss_bellevue-hauptbahnhof/2", "red*2", 1),
        ("charlottenburger_tor-schloss_bellevue/1", "purple*3", 3),
        ("moritzplatz-gleisdreieck/1", "red*4", 5),
    ],
)
def test_a_metro_line_scores_at_once_by_the_table_for_metros(line: str, payment: str, points: int) -> None:
    game = position("berlin hand=P0:red*4,purple*3 score=P0:10")
    game.play(f"claim {line} {payment}")
    assert [player.score for player in game.view().players] == [10 + points, 0]


@pytest.mark.rule("BE-R6")
def test_the_same_cards_score_differently_on_a_tram_line_and_on_a_metro_line() -> None:
    tram, metro = position("berlin hand=P0:black*2"), position("berlin hand=P0:black*2")
    tram.play(f"claim {BLACK_TRAM_LINE_OF_2} black*2")
    metro.play(f"claim {BLACK_METRO_LINE_OF_2} black*2")
    assert (tram.view().players[0].score, metro.view().players[0].score) == (2, 1)


# double routes


@pytest.mark.rule("BE-X1")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("owned", "other"),
    [
        ("charlottenburger_tor-zoo/1", "charlottenburger_tor-zoo/2"),
        ("kurfuerstendamm-charlottenburger_tor/3", "kurfuerstendamm-charlottenburger_tor/2"),
    ],
)
def test_one_player_may_never_own_both_tracks_of_a_double_route(seats: int, owned: str, other: str) -> None:
    game = position(f"berlin seats={seats} own=P0:{owned} hand=P0:black*2,wild*2")
    assert_illegal(game, f"claim {other} black*2", code="route/double_own", rule="BE-X1")
    assert_illegal(game, f"claim {other} wild*2", code="route/double_own", rule="BE-X1")


@pytest.mark.rule("BE-X1")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(
    ("owned", "other"),
    [
        ("charlottenburger_tor-zoo/1", "charlottenburger_tor-zoo/2"),
        ("kurfuerstendamm-charlottenburger_tor/3", "kurfuerstendamm-charlottenburger_tor/2"),
    ],
)
def test_the_other_track_is_open_to_another_player_when_three_or_four_play(seats: int, owned: str, other: str) -> None:
    game = position(f"berlin seats={seats} own=P0:{owned} hand=P1:black*2 turn=P1")
    game.play(f"claim {other} black*2")
    assert game.view().players[1].routes == (other,)


@pytest.mark.rule("BE-X2")
@pytest.mark.parametrize(
    ("owned", "other"),
    [
        ("charlottenburger_tor-zoo/1", "charlottenburger_tor-zoo/2"),
        ("kurfuerstendamm-charlottenburger_tor/3", "kurfuerstendamm-charlottenburger_tor/2"),
    ],
)
def test_with_two_players_one_track_taken_closes_the_other(owned: str, other: str) -> None:
    game = position(f"berlin seats=2 own=P0:{owned} hand=P1:black*2 turn=P1")
    assert_illegal(game, f"claim {other} black*2", code="route/double_closed", rule="BE-X2")


# one network


@pytest.mark.rule("BE-K4")
def test_trams_and_metros_of_a_player_count_together_as_one_network() -> None:
    game = position(
        "berlin own=P0:charlottenburger_tor-kurfuerstendamm/1,charlottenburger_tor-schloss_bellevue/1 "
        "tickets=P0:kurfuerstendamm-schloss_bellevue"
    )
    assert game.scores()[0].completed == ("kurfuerstendamm-schloss_bellevue",)


@pytest.mark.rule("BE-K4")
def test_metros_alone_make_a_ticket_too() -> None:
    game = position(
        "berlin own=P0:kurfuerstendamm-charlottenburger_tor/2,charlottenburger_tor-schloss_bellevue/1 "
        "tickets=P0:kurfuerstendamm-schloss_bellevue"
    )
    assert game.scores()[0].completed == ("kurfuerstendamm-schloss_bellevue",)


@pytest.mark.rule("BE-K4")
def test_a_metro_of_another_player_does_not_close_the_gap() -> None:
    game = position(
        "berlin own=P0:charlottenburger_tor-kurfuerstendamm/1;P1:charlottenburger_tor-schloss_bellevue/1 "
        "tickets=P0:kurfuerstendamm-schloss_bellevue"
    )
    assert game.scores()[0].missed == ("kurfuerstendamm-schloss_bellevue",)


@pytest.mark.rule("BE-K4")
def test_a_ticket_may_change_between_trams_and_metros_more_than_once() -> None:
    # metro to Charlottenburger Tor, trams to Zoo and Nollendorfplatz, metros to Gleisdreieck and Moritzplatz, a tram on
    game = position(
        "berlin own=P0:kurfuerstendamm-charlottenburger_tor/2,charlottenburger_tor-zoo/1,zoo-nollendorfplatz,"
        "gleisdreieck-nollendorfplatz/2,moritzplatz-gleisdreieck/1,nikolaiviertel-moritzplatz "
        "tickets=P0:kurfuerstendamm-nikolaiviertel"
    )
    assert game.scores()[0].completed == ("kurfuerstendamm-nikolaiviertel",)


# the end


@pytest.mark.rule("BE-E1")
@pytest.mark.parametrize(
    ("claim", "pieces", "left"),
    [
        ("claim zoo-siegessaeule red*2", "tram*3,metro*0", {"tram": 1, "metro": 0}),
        ("claim zoo-siegessaeule red*2", "tram*2,metro*1", {"tram": 0, "metro": 1}),
        ("claim zoo-siegessaeule red*2", "tram*2,metro*0", {"tram": 0, "metro": 0}),
        ("claim schloss_bellevue-hauptbahnhof/2 red*2", "tram*1,metro*1", {"tram": 1, "metro": 0}),
        ("claim schloss_bellevue-hauptbahnhof/2 red*2", "tram*0,metro*2", {"tram": 0, "metro": 1}),
        ("claim schloss_bellevue-hauptbahnhof/2 red*2", "tram*0,metro*1", {"tram": 0, "metro": 0}),
    ],
)
def test_none_or_one_piece_left_in_total_gives_everybody_one_more_turn(
    claim: str, pieces: str, left: dict[str, int]
) -> None:
    game = position(f"berlin seats=3 turn=P1 hand=P1:red*2 pieces=P1:{pieces}")
    game.play(claim)
    assert game.view().players[1].pieces == left
    assert game.view().last_round == 3
    assert [take_turn(game) for _ in range(3)] == [2, 0, 1]
    assert game.outcome is not None
    assert game.outcome.reason == "last_round"


@pytest.mark.rule("BE-E1")
@pytest.mark.parametrize(
    ("claim", "pieces", "left"),
    [
        ("claim zoo-siegessaeule red*2", "tram*4,metro*0", {"tram": 2, "metro": 0}),
        ("claim zoo-siegessaeule red*2", "tram*3,metro*1", {"tram": 1, "metro": 1}),
        ("claim zoo-siegessaeule red*2", "tram*2,metro*2", {"tram": 0, "metro": 2}),
        ("claim schloss_bellevue-hauptbahnhof/2 red*2", "tram*11,metro*1", {"tram": 11, "metro": 0}),
    ],
)
def test_two_pieces_left_in_total_start_no_last_round_even_if_one_kind_is_used_up(
    claim: str, pieces: str, left: dict[str, int]
) -> None:
    game = position(f"berlin seats=3 turn=P1 hand=P1:red*2 pieces=P1:{pieces}")
    game.play(claim)
    assert game.view().players[1].pieces == left
    assert game.view().last_round is None
    assert [take_turn(game) for _ in range(3)] == [2, 0, 1]
    assert not game.over


@pytest.mark.rule("BE-P1")
def test_the_score_is_the_points_of_tram_and_metro_lines_and_then_the_tickets() -> None:
    game = position(
        "berlin own=P0:charlottenburger_tor-kurfuerstendamm/1,charlottenburger_tor-schloss_bellevue/1 "
        "tickets=P0:kurfuerstendamm-schloss_bellevue,zoo-moritzplatz hand=P1:red last_round=1 turn=P1"
    )
    game.play("claim siegessaeule-schloss_bellevue red*1")
    assert game.outcome is not None
    score = game.outcome.scores[0]
    assert (score.lines["routes"], score.lines["tickets_won"], -score.lines["tickets_lost"]) == (2 + 3, 4, 8)
    assert score.total == 5 + 4 - 8
    assert game.outcome.scores[1].total == 1
