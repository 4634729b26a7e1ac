"""One game of a playtest: what is written down is what happened."""

from __future__ import annotations

from collections import Counter

import pytest

from perron.editions import load, names
from perron.keys import simulation_key
from perron.playtest.one_game import Offer, Played, play_one
from perron.view import members

pytestmark = pytest.mark.sampled


def played(edition: str, bot: str = "last", seats: int = 2, seed: str = "x", index: int = 0) -> Played:
    board = load(edition)
    return play_one(board, bot, seats, seed, index)


@pytest.mark.parametrize("edition", names())
def test_the_claims_are_the_routes_that_were_owned_at_the_end(edition: str) -> None:
    for seats in range(load(edition).players[0], load(edition).players[1] + 1):
        game = played(edition, seats=seats)
        found = sorted((claim.seat, claim.route) for claim in game.claims)
        owned = [(seat, r) for seat in range(seats) for r in members(game.game.state["owned"][seat].tolist())]
        assert found == owned
        assert found


def test_a_claim_is_dated_by_the_turns_of_its_owner() -> None:
    game = played("europe", seats=3)
    dated: dict[int, int] = {}
    again = game.game.__class__("europe", 3, key=simulation_key("x", 0))
    for move in game.game.moves:
        turns, seat = again.turn, again.to_move
        again.play(move.number)
        for claim in game.claims:
            if claim.seat == seat and claim.route in members(again.state["owned"][seat].tolist()):
                dated.setdefault(claim.route, turns // 3 + 1)
    assert {claim.route: claim.turn for claim in game.claims} == dated


@pytest.mark.parametrize("edition", ["tiny", "amsterdam", "europe"])
def test_the_tickets_kept_are_among_those_offered_to_the_same_seat(edition: str) -> None:
    game = played(edition, "random", seats=3)
    assert game.game.outcome is not None
    for seat, score in enumerate(game.game.outcome.scores):
        kept = {load(edition).ticket_index[ticket] for ticket in (*score.completed, *score.missed)}
        assert kept <= {offer.ticket for offer in game.offers if offer.seat == seat}
    draws = game.actions["DrawTickets"]
    board = load(edition)
    dealt = 3 * (board.setup.tickets + board.setup.long_tickets)
    assert dealt + draws <= len(game.offers) <= dealt + draws * board.draw.tickets
    assert draws


def test_in_a_race_every_ticket_that_comes_into_a_hand_counts_as_offered() -> None:
    game = played("first_journey", "random", seats=4)
    assert game.game.outcome is not None
    for seat, score in enumerate(game.game.outcome.scores):
        held = {load("first_journey").ticket_index[ticket] for ticket in (*score.completed, *score.missed)}
        assert held <= {offer.ticket for offer in game.offers if offer.seat == seat}
    assert game.actions["SwapTickets"]
    assert len(game.offers) > 4 * 2
    assert [type(offer) for offer in game.offers[:1]] == [Offer]


def test_a_declined_tunnel_was_tried() -> None:
    tries: Counter[int] = Counter()
    claims: Counter[int] = Counter()
    declined = 0
    for index in range(6):
        game = played("europe", "random", index=index)
        tries += game.tries
        claims.update(claim.route for claim in game.claims if load("europe").routes[claim.route].tunnel)
        declined += game.actions["Decline"]
    assert tries.total() == claims.total() + declined
    assert declined
    assert all(load("europe").routes[route].tunnel for route in tries)


def test_a_game_depends_on_its_seed_and_number_alone() -> None:
    first = played("berlin", "random", index=5)
    played("berlin", "random", index=4)
    again = played("berlin", "random", index=5)
    assert first.game.state_hash() == again.game.state_hash()
    assert first.game.key == simulation_key("x", 5)
    assert first.game.state_hash() != played("berlin", "random", index=6).game.state_hash()


def test_seats_have_their_own_randomness() -> None:
    game = played("tiny", "random", seats=2)
    kinds = [[type(move.action) for move in game.game.moves if move.seat == seat] for seat in (0, 1)]
    assert kinds[0] != kinds[1]


def test_a_bot_that_hangs_is_broken_off_and_not_asked_again_after_three_times() -> None:
    game = play_one(load("tiny"), "sleeps", 2, "x", 0, 0.05)
    assert game.game.over
    assert game.faults["late"] == 2 * 3  # three times in either seat
    assert game.faults["not asked again"] > 0
    assert set(game.faults) == {"late", "not asked again"}


def test_a_bot_that_raises_forfeits_those_decisions_and_the_game_goes_on() -> None:
    game = played("tiny", "raises")
    assert game.game.over
    assert set(game.faults) == {"raised ArithmeticError"}
    assert 0 < game.faults.total() < game.decisions


def test_a_bot_that_says_nonsense_forfeits_every_decision_and_the_game_goes_on() -> None:
    game = played("tiny", "wrong")
    assert game.game.over
    assert game.faults["illegal action"] >= game.decisions - 2  # a pass is legal where nothing else is
    assert set(game.faults) == {"illegal action"}


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("bot", ["random", "greedy", "planner"])
def test_our_own_bots_forfeit_nothing(edition: str, bot: str) -> None:
    assert played(edition, bot).faults == {}
