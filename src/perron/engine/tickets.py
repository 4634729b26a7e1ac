"""Tickets: dealt, drawn, kept, given back. The pile keeps its order, since tickets go under it."""

import numpy as np

from perron.engine import bits, open_tickets
from perron.engine import refusals as no
from perron.engine.actions import KEEP_TICKETS, action
from perron.engine.compiled import Int, Record, kernel
from perron.engine.sizes import NONE, OFFER, TICKETS
from perron.engine.state import KEEP, SETUP, TURN

_ENOUGH = np.array(
    [sum(1 << kept for kept in range(1 << OFFER) if kept.bit_count() >= least) for least in range(OFFER + 1)], np.uint64
)
"""The choices, each a set of places as bits, that keep at least 0, 1, … tickets: as bits again."""


@kernel
def top_ticket(s: Record) -> Int:
    """Take the top ticket off the pile, which is not empty. Nobody knows any longer where it lies."""
    ticket = s.ticket_pile[s.ticket_top]
    s.ticket_pile[s.ticket_top] = NONE
    s.ticket_top = s.ticket_top + 1 if s.ticket_top + 1 < TICKETS else 0
    s.tickets_left -= 1
    s.known_to[ticket] = 0
    return ticket


@kernel
def put_under(s: Record, ticket: Int, seat: Int) -> None:
    """A ticket goes under the pile; the seat that gives it back knows where it lies."""
    at = s.ticket_top + s.tickets_left
    s.ticket_pile[at if at < TICKETS else at - TICKETS] = ticket
    s.tickets_left += 1
    s.known_to[ticket] = 1 << seat


@kernel
def offered(s: Record, seat: Int) -> Int:
    """How many tickets the seat has to choose from."""
    n = 0
    while n < OFFER and s.dealt[seat, n] != NONE:
        n += 1
    return n


@kernel
def must_keep(t: Record, s: Record) -> Int:
    """How many of the offer must be kept at least; a lone one always."""
    least = t.setup_keep if s.phase == SETUP else t.draw_keep
    return min(least, offered(s, s.to_move))


@kernel
def keeps(t: Record, s: Record) -> Int:
    """The choices of tickets to keep, each a set of places as bits: as bits again (RU-15)."""
    places = np.int64(offered(s, s.to_move))
    choices = _ENOUGH[must_keep(t, s)]
    if places < OFFER:
        choices &= bits.bit(np.int64(1) << places) - np.uint64(1)
    return choices


@kernel
def count_keeps(t: Record, s: Record) -> Int:
    """How many choices there are."""
    return bits.count(keeps(t, s))


@kernel
def nth_keep(t: Record, s: Record, k: Int) -> Int:
    """The k-th of them, as binary numbers count."""
    return action(KEEP_TICKETS, bits.nth(keeps(t, s), k), 0, 0)


@kernel
def refuse_keep(t: Record, s: Record, mask: Int) -> Int:
    """Why these tickets cannot be the ones kept; 0 if they can."""
    if mask >> offered(s, s.to_move):
        return no.NOT_OFFERED
    return no.LEGAL if keeps(t, s) & bits.bit(mask) else no.TOO_FEW_KEPT


@kernel
def refuse_draw(t: Record, s: Record) -> Int:
    """Why no tickets may be drawn; 0 if they may."""
    if t.swap_tickets:
        return no.NO_TICKET_DRAW
    return no.LEGAL if s.tickets_left > 0 else no.NO_TICKETS


@kernel
def draw_tickets(t: Record, s: Record) -> None:
    """Take the top tickets, fewer if there are fewer, and choose."""
    for i in range(min(t.draw_tickets, s.tickets_left)):
        s.dealt[s.to_move, i] = top_ticket(s)
    s.phase = KEEP


@kernel
def _answer(s: Record, seat: Int, mask: Int, under: Int) -> None:
    """Keep what the mask says; the rest goes under the pile, first drawn first (RU-15), or leaves the game."""
    for i in range(OFFER):
        ticket = s.dealt[seat, i]
        if ticket != NONE:
            if (mask >> i) & 1:
                s.tickets[seat, ticket >> 6] |= bits.bit(ticket)
            elif under:
                put_under(s, ticket, seat)
            else:
                s.known_to[ticket] = 1 << seat
            s.dealt[seat, i] = NONE


@kernel
def choose_at_setup(t: Record, s: Record, mask: Int) -> None:
    """Choices stay hidden until all have chosen; then tickets go back in seat order (RU-33)."""
    s.chosen[s.to_move] = mask
    s.to_move += 1
    if s.to_move == s.seats:
        for seat in range(s.seats):
            _answer(s, seat, s.chosen[seat], t.setup_under)
            s.chosen[seat] = 0
        s.to_move = 0
        s.phase = TURN


@kernel
def answer_draw(t: Record, s: Record, mask: Int) -> None:
    """Keep some of the tickets drawn; where they lie open, those that are joined already are laid open (RU-42)."""
    seat = s.to_move
    _answer(s, seat, mask, 1)
    if t.open_tickets:
        open_tickets.lay_open_kept(t, s, seat)
        open_tickets.check_goal(t, s, seat)
