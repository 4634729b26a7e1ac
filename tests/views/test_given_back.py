"""Tickets given back: the seat that gave them knows where they lie, until somebody draws them."""

from __future__ import annotations

import pytest

from perron import Game, KeepTickets, Move, SwapTickets
from perron.editions import Edition, load
from perron.engine.sizes import NONE
from perron.view import GivenBack
from tests.positions import position
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled


class Memory:
    """What one seat remembers of the ticket pile: the tickets it put there itself, among others it does not know."""

    def __init__(self, edition: Edition, seat: int, game: Game) -> None:
        self.edition, self.seat = edition, seat
        self.pile: list[str | None] = [None] * int(game.state["tickets_left"])
        self.box: set[str] = set()
        self.drawn = 0
        """Tickets that the seat to move has before it."""
        self.setup: list[tuple[int, list[str | None]]] = []

    def _under(self, tickets: list[str | None]) -> None:
        self.pile += tickets

    def _given(self, seat: int, offer: list[str], kept: tuple[str, ...]) -> list[str | None]:
        return [ticket if seat == self.seat else None for ticket in offer if ticket not in kept]

    def remember(self, game: Game, before: Game, move: Move) -> None:
        """Follow a move; `before` is the game as it was."""
        offer = [self.edition.tickets[t].id for t in before.state["dealt"][move.seat].tolist() if t != NONE]
        if isinstance(move.action, KeepTickets):
            given = self._given(move.seat, offer, move.action.tickets)
            if before.view(None).phase == "setup":
                self.setup.append((move.seat, given))
                if game.view(None).phase != "setup":
                    self._end_setup()
            else:
                self._under(given)
        elif isinstance(move.action, SwapTickets):
            self.pile = self.pile[min(self.edition.setup.tickets, len(self.pile)) :]
            self._under(self._given(move.seat, offer, ()))
        # Whatever else has left the pile, from the top: an offer, or tickets that replace made ones.
        self.pile = self.pile[len(self.pile) - game.view(None).ticket_pile :]

    def _end_setup(self) -> None:
        for _seat, given in self.setup:
            if self.edition.setup.returned == "under":
                self._under(given)
            else:
                self.box |= {ticket for ticket in given if ticket}

    def known(self) -> list[GivenBack]:
        """The view should say this."""
        pile = [GivenBack(ticket, "pile", i) for i, ticket in enumerate(self.pile) if ticket]
        return pile + [GivenBack(ticket, "box", 0) for ticket in sorted(self.box)]


@pytest.mark.rule("EU-S6", "AM-S3", "BE-S3", "EU-K3", "AM-K1", "BE-K1", "RU-11", "RU-15", "RU-33")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_seat_knows_where_the_tickets_lie_that_it_gave_back(name: str, seats: int) -> None:
    given_back, moved_up = 0, 0
    for seed in range(4):
        memories: list[Memory] = []
        before: Game | None = None
        for game in played(name, seats, seed):
            if before is None:
                memories = [Memory(game.edition, seat, game) for seat in range(seats)]
            else:
                for memory in memories:
                    memory.remember(game, before, game.moves[-1])
            for seat, memory in enumerate(memories):
                told = game.view(seat).given_back
                assert told == tuple(memory.known())
                given_back += len(told)
                pile = game.view(None).ticket_pile
                moved_up += sum(one.place == "pile" and one.above < pile - 3 for one in told)
            before = game.copy()
    # Of one ticket that is offered none is given back.
    assert (given_back > 0) == (game.edition.draw.tickets > game.edition.draw.keep or game.edition.swap_tickets)
    if seats > 2 and not name.startswith("tiny"):
        assert moved_up > 0


@pytest.mark.rule("AM-K1", "RU-15")
def test_a_ticket_given_back_comes_nearer_as_others_draw_and_is_forgotten_when_they_draw_it() -> None:
    tickets = [ticket.id for ticket in load("amsterdam").tickets[:5]]
    game = position(f"amsterdam seats=2 ticket_pile={','.join(tickets)} turn=P0")
    first, second, third, fourth, fifth = tickets
    game.play("draw tickets")
    game.play(f"keep {second}")
    assert game.view(0).given_back == (GivenBack(first, "pile", 3),)
    assert game.view(1).given_back == ()
    game.play("draw tickets")
    assert game.view(0).given_back == (GivenBack(first, "pile", 1),)
    game.play(f"keep {third}")
    assert game.view(0).given_back == (GivenBack(first, "pile", 1),)
    assert game.view(1).given_back == (GivenBack(fourth, "pile", 2),)
    game.play("draw blind")
    game.play("draw blind")
    game.play("draw tickets")
    assert game.view(0).given_back == ()
    game.play(f"keep {fifth}")
    assert game.view(0).given_back == (), "P0 cannot know that it came back"
    assert game.view(1).given_back == (GivenBack(fourth, "pile", 0), GivenBack(first, "pile", 1))
