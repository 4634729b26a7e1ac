"""Re-dealing: a whole game that agrees with all that a seat knows."""

from __future__ import annotations

import numpy as np
import pytest

from perron import Game
from perron.bots import Clock, make_bot
from perron.bots.deal import deal_weighed, weigh_tickets
from perron.bots.planner_memory import new_memories
from perron.editions import load
from perron.engine.network import joined
from perron.engine.sizes import NONE, SEATS, TICKETS
from perron.engine.state import SETUP, TUNNEL_ANSWER
from perron.testing import redeal_hidden
from tests.golden import conservation
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled

WITH_CHOICE = [(name, seats) for name, seats in TABLES if not load(name).swap_tickets]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_is_lost_or_made(name: str, seats: int) -> None:
    for game in played(name, seats, 4):
        seat = game.to_move
        if seat is not None:
            assert conservation.faults(redeal_hidden(game, seat, len(game.moves))) == []


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_it_agrees_with_what_the_seat_knows_while_another_thinks(name: str, seats: int) -> None:
    for game in played(name, seats, 6):
        if game.over or game.state["phase"] == TUNNEL_ANSWER:
            continue  # cards that another seat has laid are in its hand: a bot is asked about its own tunnels only
        for seat in range(seats):
            other = redeal_hidden(game, seat, 100 + len(game.moves))
            assert other.view(seat) == game.view(seat)
            assert (other.state["hand"] >= game.state["seen"]).all()


@pytest.mark.parametrize(("name", "seats"), WITH_CHOICE)
def test_seats_that_have_chosen_their_tickets_hold_as_many_as_they_must(name: str, seats: int) -> None:
    game = Game(name, seats, seed=1)
    assert game.state["phase"] == SETUP
    while game.to_move != seats - 1:
        game.play(int(game.legal_numbers()[0]))
    other = redeal_hidden(game, seats - 1, 5)
    other.play(int(other.legal_numbers()[0]))
    assert [player.tickets >= game.edition.setup.keep for player in other.view(0).players] == [True] * seats


@pytest.mark.parametrize("seats", [2, 5])
def test_the_ticket_pile_has_no_gap_where_everybody_has_kept_all_tickets(seats: int) -> None:
    game = Game("europe", seats, seed=2)
    for _ in range(seats):
        game.play(int(game.legal_numbers()[-1]))
    assert [player.tickets for player in game.view(0).players] == [4] * seats
    for seed in range(40):
        pile = redeal_hidden(game, 0, seed).state["ticket_pile"][: game.state["tickets_left"]]
        assert NONE not in pile.tolist(), f"seed {seed}"


def test_the_real_chance_is_not_dealt_along() -> None:
    game = Game("europe", 2, seed=3)
    keys = {redeal_hidden(game, 0, seed).state["key"].tobytes() for seed in range(5)}
    assert len(keys) == 5
    assert game.state["key"].tobytes() not in keys


@pytest.fixture(scope="module")
def late_race() -> Game:
    """First Journey when networks have grown."""
    game, bot = Game("first_journey", 4, seed=9), make_bot("planner")
    while min(len(player.routes) for player in game.view().players) < 5:
        game.play(bot.choose(game.view(game.to_move), Clock()))
    return game


@pytest.mark.rule("FJ-K1")
def test_nobody_is_dealt_a_ticket_that_would_lie_open(late_race: Game) -> None:
    t, seat = late_race.tables, late_race.to_move or 0
    for seed in range(60):
        s = redeal_hidden(late_race, seat, seed).state
        for q in range(4):
            for ticket in s["dealt"][q][s["dealt"][q] != NONE]:
                assert not joined(t, s, q, t["ticket_a"][ticket], t["ticket_b"][ticket]), f"seed {seed}, seat {q}"


def test_tickets_that_a_player_has_built_for_are_weighed_as_likelier() -> None:
    game, bot = Game("europe", 2, seed=11), make_bot("planner")
    while len(game.view(0).players[1].routes) < 8:
        game.play(bot.choose(game.view(game.to_move), Clock()))
    fit, t, s = np.zeros((SEATS + 1, TICKETS), np.int32), game.tables, game.state
    weigh_tickets(t, game.knowledge(0)[0], new_memories(1)[0], fit)
    made: list[int] = []
    others: list[int] = []
    for ticket in range(t["tickets"]):
        there = joined(t, s, 1, t["ticket_a"][ticket], t["ticket_b"][ticket])
        (made if there else others).append(int(fit[1, ticket]))
    assert made
    assert min(made) > max(others)
    assert min(others) >= 1
    assert set(fit[0, : t["tickets"]].tolist()) == {1}


def test_likely_deals_agree_with_what_the_seat_knows_too(late_race: Game) -> None:
    knowledge, fit = late_race.knowledge(1), np.zeros((SEATS + 1, TICKETS), np.int32)
    weigh_tickets(late_race.tables, knowledge[0], new_memories(1)[0], fit)
    for seed in range(20):
        other = late_race.copy()
        deal_weighed(late_race.tables, knowledge[0], other.state, fit, np.array([seed], np.uint64))
        assert other.knowledge(1).tobytes() == knowledge.tobytes()
        assert conservation.faults(other) == []
