"""Setting the game up: cards, display, tickets, and who begins."""

from __future__ import annotations

from itertools import combinations

import pytest

from perron import Game
from tests.positions import assert_illegal, legal
from tests.rules import take_a_turn, turned_up


def offered(game: Game, seat: int) -> tuple[str, ...]:
    """The tickets a seat has to choose from."""
    tickets = game.view(seat).offered
    assert tickets is not None
    return tickets


def is_long(game: Game, ticket: str) -> bool:
    return game.edition.tickets[game.edition.ticket_index[ticket]].long


def keep(game: Game, *places: int) -> None:
    """The seat to move keeps the tickets at these places of its offer; all of them if none is named."""
    assert game.to_move is not None
    tickets = offered(game, game.to_move)
    game.replay(" ".join(("keep", *([tickets[place] for place in places] or tickets))), [])


def rest_of_the_tickets(game: Game) -> list[str]:
    """Every ticket of the pile, drawn and kept until there is none left."""
    found: list[str] = []
    while game.view().ticket_pile:
        game.replay("draw tickets", [])
        assert game.to_move is not None
        found += offered(game, game.to_move)
        keep(game)
    return found


def deal(*display: str) -> Game:
    """A game of two: purple cards for P0, blue ones for P1, this display, tickets in the order of the edition."""
    any_game = Game("europe", seed=0)
    cards = turned_up(any_game, "purple*4", "blue*4", *display)
    long = [i for i, ticket in enumerate(any_game.edition.tickets) if ticket.long]
    regular = [i for i, ticket in enumerate(any_game.edition.tickets) if not ticket.long]
    return Game.from_answers("europe", 2, [*cards, *long[:2], *regular[:-1]])


# cards


@pytest.mark.rule("EU-S1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everyone_starts_on_score_zero(seats: int) -> None:
    game = Game("europe", seats=seats, seed=1)
    assert [player.score for player in game.view().players] == [0] * seats


@pytest.mark.rule("EU-S2", "EU-S3")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everyone_is_dealt_four_cards_and_five_are_turned_up(seats: int) -> None:
    game = Game("europe", seats=seats, seed=1)
    view = game.view()
    assert [player.cards for player in view.players] == [4] * seats
    assert [sum((game.view(seat).hand or {}).values()) for seat in range(seats)] == [4] * seats
    assert len(view.display) == 5
    assert None not in view.display
    assert view.pile == 110 - 4 * seats - 5
    assert view.discards == {}


@pytest.mark.rule("EU-S3", "EU-D5")
def test_three_locomotives_turned_up_at_setup_are_replaced_at_once() -> None:
    game = deal("wild", "red", "wild", "wild", "green", "red", "red", "wild", "black", "wild")
    assert game.view().display == ("red", "red", "wild", "black", "wild")
    assert game.view().discards == {"wild": 3, "red": 1, "green": 1}
    assert game.view().pile == 110 - 8 - 10


@pytest.mark.rule("EU-S3", "RU-1")
def test_and_once_more_if_three_show_again() -> None:
    game = deal("wild*5", "red", "wild*3", "blue", "red", "green", "white", "black", "yellow")
    assert game.view().display == ("red", "green", "white", "black", "yellow")
    assert game.view().discards == {"wild": 8, "red": 1, "blue": 1}


@pytest.mark.rule("RU-41")
def test_cards_are_dealt_seat_by_seat_and_the_display_comes_after_the_hands() -> None:
    game = deal("red", "green", "white", "black", "yellow")
    assert game.view(0).hand == {"purple": 4}
    assert game.view(1).hand == {"blue": 4}
    assert game.view().display == ("red", "green", "white", "black", "yellow")


@pytest.mark.rule("RU-41")
def test_long_tickets_are_dealt_seat_by_seat_and_then_regular_ones_seat_by_seat() -> None:
    game = deal("red", "green", "white", "black", "yellow")
    long = [ticket.id for ticket in game.edition.tickets if ticket.long]
    regular = [ticket.id for ticket in game.edition.tickets if not ticket.long]
    assert offered(game, 0) == (long[0], *regular[:3])
    assert offered(game, 1) == (long[1], *regular[3:6])
    keep(game)
    keep(game)
    assert rest_of_the_tickets(game) == regular[6:]


# tickets


@pytest.mark.rule("EU-S4", "EU-S5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everyone_is_dealt_one_long_ticket_and_three_regular_ones(seats: int) -> None:
    game = Game("europe", seats=seats, seed=2)
    hands = [offered(game, seat) for seat in range(seats)]
    assert [[is_long(game, ticket) for ticket in hand] for hand in hands] == [[True, False, False, False]] * seats
    assert len({ticket for hand in hands for ticket in hand}) == 4 * seats
    assert game.view().ticket_pile == 40 - 3 * seats


@pytest.mark.rule("EU-S4", "EU-S5", "EU-S6")
@pytest.mark.parametrize("places", [(0, 1), (1, 2), (2, 3), (0, 3)])
def test_long_tickets_not_dealt_and_all_tickets_given_back_leave_the_game(places: tuple[int, int]) -> None:
    game = Game("europe", seats=3, seed=3)
    regular = {ticket.id for ticket in game.edition.tickets if not ticket.long}
    dealt = {ticket for seat in range(3) for ticket in offered(game, seat)}
    for _ in range(3):
        keep(game, *places)
    assert game.view().ticket_pile == 31
    drawn = rest_of_the_tickets(game)
    assert len(drawn) == 31
    assert set(drawn) == regular - dealt


@pytest.mark.rule("EU-S4")
def test_the_long_tickets_are_shuffled() -> None:
    dealt = {offered(Game("europe", seed=seed), 0)[0] for seed in range(60)}
    assert dealt == {ticket.id for ticket in Game("europe", seed=0).edition.tickets if ticket.long}


@pytest.mark.rule("EU-S6", "RU-15")
def test_of_the_four_tickets_any_two_any_three_or_all_may_be_kept() -> None:
    game = Game("europe", seed=4)
    dealt = offered(game, 0)
    assert legal(game) == {" ".join(("keep", *kept)) for n in (2, 3, 4) for kept in combinations(dealt, n)}


@pytest.mark.rule("EU-S6")
@pytest.mark.parametrize("places", [(0, 1), (1, 2, 3), (0, 1, 2, 3)])
def test_the_tickets_kept_are_in_the_hand_and_the_others_are_not(places: tuple[int, ...]) -> None:
    game = Game("europe", seed=4)
    dealt = offered(game, 0)
    keep(game, *places)
    keep(game)
    assert set(game.view(0).tickets or ()) == {dealt[place] for place in places}
    assert offered(game, 0) == ()


@pytest.mark.rule("EU-S6")
def test_at_least_two_must_be_kept() -> None:
    game = Game("europe", seed=4)
    assert_illegal(game, "keep none", code="tickets/too_few", rule="EU-S6")
    for ticket in offered(game, 0):
        assert_illegal(game, f"keep {ticket}", code="tickets/too_few", rule="EU-S6")


@pytest.mark.rule("EU-S6")
def test_only_tickets_dealt_to_oneself_can_be_kept() -> None:
    game = Game("europe", seed=4)
    mine, other = offered(game, 0)[1], offered(game, 1)[1]
    assert_illegal(game, f"keep {mine} {other}", code="tickets/not_offered", rule="EU-S6")


@pytest.mark.rule("EU-S6")
@pytest.mark.parametrize("other", ["draw blind", "draw tickets", "pass"])
def test_the_choice_comes_before_the_first_turn_of_anybody(other: str) -> None:
    game = Game("europe", seats=2, seed=4)
    assert_illegal(game, other, code="tickets/keep_first", rule="EU-S6")
    keep(game)
    assert_illegal(game, other, code="tickets/keep_first", rule="EU-S6")
    keep(game)
    assert "draw blind" in legal(game)
    assert game.turn == 0


@pytest.mark.rule("EU-S6", "EU-K4")
def test_tickets_kept_at_setup_are_scored_at_the_end() -> None:
    game = Game("europe", seed=4)
    dealt = offered(game, 0)
    keep(game, 0, 2)
    keep(game)
    for _ in range(6):
        take_a_turn(game)
    assert set(game.scores()[0].missed) == {dealt[0], dealt[2]}


@pytest.mark.rule("RU-33")
def test_all_tickets_are_dealt_before_anybody_chooses() -> None:
    game = Game("europe", seats=5, seed=5)
    assert [player.offered for player in game.view().players] == [4] * 5
    hands = [offered(game, seat) for seat in range(5)]
    keep(game, 0, 1)
    keep(game, 2, 3)
    assert [offered(game, seat) for seat in (2, 3, 4)] == hands[2:]


@pytest.mark.rule("RU-33")
def test_every_player_chooses_without_knowing_the_choices_of_the_others() -> None:
    games = [Game("europe", seats=3, seed=5) for _ in range(2)]
    keep(games[0], 0, 1)
    keep(games[1], 1, 2, 3)
    for seat in (None, 1, 2):
        assert games[0].view(seat) == games[1].view(seat)
    for game in games:
        keep(game)
    for seat in (None, 1, 2):
        assert games[0].view(seat) == games[1].view(seat)
    assert games[0].view(0).chosen != games[1].view(0).chosen


@pytest.mark.rule("RU-33")
def test_how_many_each_kept_becomes_public_when_all_have_chosen() -> None:
    game = Game("europe", seats=3, seed=5)
    keep(game, 0, 1)
    keep(game, 1, 2, 3)
    assert [player.tickets for player in game.view().players] == [0, 0, 0]
    keep(game)
    assert [player.tickets for player in game.view().players] == [2, 3, 4]


# who begins


@pytest.mark.rule("EU-S7", "RU-14")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_first_seat_begins_and_the_turn_goes_round_clockwise(seats: int) -> None:
    game = Game("europe", seats=seats, seed=6)
    for seat in range(seats):
        assert game.to_move == seat
        keep(game)
    for turn in range(2 * seats + 1):
        assert (game.to_move, game.turn) == (turn % seats, turn)
        take_a_turn(game)


@pytest.mark.rule("RU-14")
def test_no_deal_changes_who_begins() -> None:
    assert {Game("europe", seats=4, seed=seed).to_move for seed in range(20)} == {0}
