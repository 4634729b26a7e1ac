"""Amsterdam's trade bonus: which routes give a card, and what the cards score in every order of the players."""

from __future__ import annotations

from itertools import permutations

import pytest

from perron import Game
from tests.positions import position

# Cards of the players, most first, and what they score: every way in which players can be ahead, tied or without cards.
TABLES: dict[int, dict[tuple[int, ...], tuple[int, ...]]] = {
    2: {
        (0, 0): (0, 0),
        (1, 0): (8, 0),
        (1, 1): (8, 8),
        (2, 1): (8, 4),
    },
    3: {
        (0, 0, 0): (0, 0, 0),
        (1, 0, 0): (8, 0, 0),
        (1, 1, 0): (8, 8, 0),
        (2, 1, 0): (8, 5, 0),
        (1, 1, 1): (8, 8, 8),
        (2, 1, 1): (8, 5, 5),
        (2, 2, 1): (8, 8, 2),
        (3, 2, 1): (8, 5, 2),
    },
    4: {
        (0, 0, 0, 0): (0, 0, 0, 0),
        (1, 0, 0, 0): (8, 0, 0, 0),
        (1, 1, 0, 0): (8, 8, 0, 0),
        (2, 1, 0, 0): (8, 6, 0, 0),
        (1, 1, 1, 0): (8, 8, 8, 0),
        (2, 1, 1, 0): (8, 6, 6, 0),
        (2, 2, 1, 0): (8, 8, 4, 0),
        (3, 2, 1, 0): (8, 6, 4, 0),
        (1, 1, 1, 1): (8, 8, 8, 8),
        (2, 1, 1, 1): (8, 6, 6, 6),
        (2, 2, 1, 1): (8, 8, 4, 4),
        (3, 2, 1, 1): (8, 6, 4, 4),
        (2, 2, 2, 1): (8, 8, 8, 2),
        (3, 2, 2, 1): (8, 6, 6, 2),
        (3, 3, 2, 1): (8, 8, 4, 2),
        (4, 3, 2, 1): (8, 6, 4, 2),
    },
}
SEATINGS = [
    (tuple(cards for cards, _ in seating), tuple(points for _, points in seating))
    for table in TABLES.values()
    for cards, points in table.items()
    for seating in sorted(set(permutations(zip(cards, points, strict=True))))
]


def holding(cards: tuple[int, ...]) -> Game:
    """A game of Amsterdam in which the players hold that many trade bonus cards."""
    held = ";".join(f"P{seat}:{n}" for seat, n in enumerate(cards))
    return position(f"amsterdam seats={len(cards)} bonus={held} bonus_pile={16 - sum(cards)}")


def trade_points(game: Game) -> tuple[int, ...]:
    return tuple(score.lines["trade_bonus"] for score in game.scores())


# taking the cards


@pytest.mark.rule("AM-R5")
@pytest.mark.parametrize(
    "claim",
    [
        "claim de_drie_hendricken-westermarkt/2 black*1",
        "claim noordermarkt-jordaan red*2",
        "claim westermarkt-begijnhof red*3",
        "claim montelbaanstoren-blauwbrug black*4",
    ],
)
def test_a_route_with_cart_symbols_gives_one_trade_bonus_card_however_long_it_is(claim: str) -> None:
    game = position("amsterdam seats=3 hand=P0:red*3,black*4")
    game.play(claim)
    assert [player.bonus for player in game.view().players] == [1, 0, 0]
    assert game.view().bonus_pile == 15


@pytest.mark.rule("AM-R5")
def test_a_route_with_cart_symbols_gives_its_card_whatever_it_is_paid_with() -> None:
    game = position("amsterdam hand=P0:wild*2")
    game.play("claim noordermarkt-jordaan wild*2")
    assert game.view().players[0].bonus == 1


@pytest.mark.rule("AM-R5")
@pytest.mark.parametrize("claim", ["claim oude_kerk-waag/2 red*1", "claim noordermarkt-korenmetershuisje red*3"])
def test_a_route_without_cart_symbols_gives_no_trade_bonus_card(claim: str) -> None:
    game = position("amsterdam hand=P0:red*4")
    game.play(claim)
    assert [player.bonus for player in game.view().players] == [0, 0]
    assert game.view().bonus_pile == 16


@pytest.mark.rule("AM-R5")
def test_every_route_with_cart_symbols_gives_a_card_of_its_own() -> None:
    game = position("amsterdam hand=P0:red*3;P1:green*2 bonus=P0:2 bonus_pile=14")
    game.play("claim westermarkt-begijnhof red*3")
    game.play("claim nieuwe_waal-noordermarkt green*2")
    assert [player.bonus for player in game.view().players] == [3, 1]
    assert game.view().bonus_pile == 12


@pytest.mark.rule("AM-R5")
def test_trade_bonus_cards_lie_open_for_everybody_to_count() -> None:
    game = position("amsterdam seats=4 bonus=P0:3;P2:1 bonus_pile=12")
    for seat in (None, 0, 1, 2, 3):
        assert [player.bonus for player in game.view(seat).players] == [3, 0, 1, 0]


@pytest.mark.rule("AM-R5")
def test_a_trade_bonus_card_scores_nothing_when_it_is_taken() -> None:
    game = position("amsterdam hand=P0:red*2")
    game.play("claim noordermarkt-jordaan red*2")
    assert game.view().players[0].score == 2


@pytest.mark.rule("RU-9")
def test_the_last_trade_bonus_card_is_still_given() -> None:
    game = position("tiny own=P0:south-middle hand=P0:blue*3")
    assert game.view().bonus_pile == 1
    game.play("claim north-west/1 blue*3")
    assert [player.bonus for player in game.view().players] == [2, 0]
    assert game.view().bonus_pile == 0


@pytest.mark.rule("RU-9")
def test_an_empty_pile_gives_no_trade_bonus_card_but_the_route_is_claimed() -> None:
    game = position("tiny own=P0:south-middle;P1:west-middle/1 hand=P0:blue*3 turn=P0")
    assert game.view().bonus_pile == 0
    game.play("claim north-west/1 blue*3")
    assert "north-west/1" in game.view().players[0].routes
    assert [player.bonus for player in game.view().players] == [1, 1]
    assert game.view().bonus_pile == 0
    assert trade_points(game) == (4, 4)


# scoring them


@pytest.mark.rule("AM-P2")
@pytest.mark.parametrize(("cards", "points"), [((2, 1), (8, 4)), ((3, 2, 1), (8, 5, 2)), ((4, 3, 2, 1), (8, 6, 4, 2))])
def test_the_trade_bonus_goes_by_rank_in_number_of_cards(cards: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert trade_points(holding(cards)) == points


@pytest.mark.rule("AM-P2", "AM-P3", "AM-P4", "RU-37")
@pytest.mark.parametrize(("cards", "points"), SEATINGS)
def test_the_table_holds_for_every_tie_and_every_seating(cards: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert trade_points(holding(cards)) == points


@pytest.mark.rule("AM-P2")
def test_the_table_has_a_row_for_every_order_of_two_three_and_four_players() -> None:
    # Every order of n players with ties, each with and without somebody who holds no card: twice 3, 13 and 75.
    assert [sum(len(cards) == n for cards, _ in SEATINGS) for n in (2, 3, 4)] == [6, 26, 150]


@pytest.mark.rule("AM-P2")
@pytest.mark.parametrize(("cards", "points"), [((9, 2), (8, 4)), ((1, 7, 5), (2, 8, 5)), ((6, 1, 4, 3), (8, 2, 6, 4))])
def test_only_the_rank_counts_not_how_far_ahead_a_player_is(cards: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert trade_points(holding(cards)) == points


@pytest.mark.rule("AM-P3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_without_a_trade_bonus_card_there_is_no_bonus_not_even_for_the_last_places(seats: int) -> None:
    assert trade_points(holding((0,) * seats)) == (0,) * seats
    assert trade_points(holding((1,) + (0,) * (seats - 1))) == (8,) + (0,) * (seats - 1)


@pytest.mark.rule("AM-P4")
def test_after_a_tie_the_places_that_were_shared_lapse() -> None:
    assert trade_points(holding((5, 5, 3, 1))) == (8, 8, 4, 2)
    assert trade_points(holding((5, 5, 5, 1))) == (8, 8, 8, 2)
    assert trade_points(holding((5, 3, 3, 1))) == (8, 6, 6, 2)
    assert trade_points(holding((5, 5, 3))) == (8, 8, 2)


@pytest.mark.rule("RU-37")
@pytest.mark.parametrize(("cards", "points"), [((3, 3, 0, 0), (8, 8, 0, 0)), ((3, 1, 1, 1), (8, 6, 6, 6))])
def test_players_without_a_card_hold_no_place(cards: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert trade_points(holding(cards)) == points


@pytest.mark.rule("RU-37")
def test_the_column_is_that_of_the_players_in_the_game_not_of_those_with_cards() -> None:
    assert trade_points(holding((2, 1))) == (8, 4)
    assert trade_points(holding((2, 1, 0))) == (8, 5, 0)
    assert trade_points(holding((2, 1, 0, 0))) == (8, 6, 0, 0)


@pytest.mark.rule("AM-P2")
def test_the_trade_bonus_is_added_at_the_end_and_can_decide_the_game() -> None:
    game = position(
        "amsterdam seats=3 score=P0:12;P1:10;P2:8 bonus=P0:1;P1:1;P2:2 bonus_pile=12 hand=P2:red*2 last_round=1 turn=P2"
    )
    game.play("claim noordermarkt-jordaan red*2")
    assert game.outcome is not None
    assert [score.lines["routes"] for score in game.outcome.scores] == [12, 10, 10]
    assert [score.lines["trade_bonus"] for score in game.outcome.scores] == [5, 5, 8]
    assert [score.total for score in game.outcome.scores] == [17, 15, 18]
    assert game.outcome.winners == (2,)
