"""What the others are believed to hold: it agrees with what a seat knows, and is nearer the truth than chance."""

from __future__ import annotations

import numpy as np
import pytest

from perron import Game
from perron.bots import Clock, make_bot
from perron.bots.belief import BELIEF, SETS, believe_in, deal_in
from perron.bots.deal import weigh_tickets
from perron.bots.edition_weights import weights_for
from perron.bots.planner_memory import new_memories
from perron.engine.knowledge import knowledge_of
from perron.engine.sizes import SEATS, TICKETS
from perron.engine.state import TUNNEL_ANSWER, TURN, new_states
from perron.engine.tables import tables_of
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled


class Believer:
    """What a seat of a game believes, with the room that kernels need."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.tables, self.known = tables_of(game.edition), game.knowledge(seat)
        self.fit, self.belief, self.states = (
            np.zeros((SEATS + 1, TICKETS), np.int32),
            np.zeros(1, BELIEF),
            new_states(1),
        )
        self.rng, memories = np.array([seed + 1], np.uint64), new_memories(1)
        weights = np.array([weights_for(game.edition)] * SEATS)
        weigh_tickets(self.tables[0], self.known[0], memories[0], self.fit)
        believe_in(self.tables, self.known, self.states, self.fit, memories, weights, self.rng, self.belief)

    def deal(self) -> np.ndarray:
        """A deal as it is believed."""
        deal_in(self.tables, self.known, self.states, self.fit, self.rng, self.belief)
        return self.states

    def right(self, state: np.void, other: int, deals: int = 40) -> float:
        """How many tickets of another seat are dealt to it as it really holds them, on average."""
        held = state["tickets"][other]
        return sum(int(np.bitwise_count(self.deal()[0]["tickets"][other] & held).sum()) for _ in range(deals)) / deals


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_believed_deal_agrees_with_what_the_seat_knows(name: str, seats: int) -> None:
    for game in played(name, seats, 3):
        seat = game.to_move
        if seat is None or len(game.moves) % 4 or game.state["phase"] == TUNNEL_ANSWER:
            continue  # of cards laid for a tunnel a deal knows less than the seat that laid them
        believer = Believer(game, seat, len(game.moves))
        for _ in range(3):
            dealt = believer.deal()
            known = knowledge_of(tables_of(game.edition), dealt, seat)
            assert known.tobytes() == game.knowledge(seat).tobytes()


def middle(name: str, seats: int, games: int) -> list[Game]:
    """Positions of planners' games, at the beginning of a turn, when everybody has built something."""
    bot, found = make_bot("planner"), []
    for seed in range(games):
        game = Game(name, seats, seed=f"belief {seed}")
        while not game.over:
            asked = len(game.moves) % 29 == 7 and game.state["phase"] == TURN
            if asked and all(player.routes for player in game.view().players):
                found.append(game.copy())
            game.play(bot.choose(game.view(game.to_move), Clock()))
    return found


@pytest.mark.parametrize(("name", "seats"), [("amsterdam", 2), ("berlin", 3), ("europe", 2)])
def test_more_tickets_are_where_they_are_believed_than_where_each_is_likely_by_itself(name: str, seats: int) -> None:
    believed = weighed = 0.0
    for game in middle(name, seats, 12):
        seat = game.to_move
        assert seat is not None
        believer, other = Believer(game, seat, 1), (seat + 1) % seats
        believed += believer.right(game.state, other)
        believer.belief["count"] = 0
        weighed += believer.right(game.state, other)
    assert weighed > 0
    assert believed > 1.15 * weighed


def test_a_likely_set_is_dealt_more_often() -> None:
    game = middle("europe", 2, 3)[-1]
    seat = game.to_move
    assert seat is not None
    believer, other = Believer(game, seat, 5), 1 - seat
    chances = np.diff(believer.belief[0]["chance"][other], prepend=0.0)
    sets = believer.belief[0]["sets"][other]
    best = sets[chances.argmax()].tolist()
    wanted = chances[[one.tolist() == best for one in sets]].sum() / chances.sum()
    dealt = sum(believer.deal()[0]["tickets"][other].tolist() == best for _ in range(400)) / 400
    assert abs(dealt - wanted) < 0.12
    assert wanted > 2 / SETS
