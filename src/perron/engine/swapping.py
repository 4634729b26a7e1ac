"""Swapping: players hold as many tickets as they were dealt; completed ones are replaced, and all can be swapped."""

import numpy as np

from perron.engine import bits, cards, network, open_tickets, tickets, turns
from perron.engine import refusals as no
from perron.engine.compiled import Int, Record, kernel
from perron.engine.sizes import NONE, OFFER
from perron.engine.state import OVER


@kernel
def take_in_hand(s: Record, seat: Int, ticket: Int) -> None:
    """Add a ticket to the hand, as its youngest."""
    s.dealt[seat, tickets.offered(s, seat)] = ticket
    s.tickets[seat, ticket >> 6] |= bits.bit(ticket)


@kernel
def _lay_open_joined(t: Record, s: Record, seat: Int, cities: Int) -> Int:
    """Lay all tickets of the hand that are joined open together; how many.

    After a claim, `cities` are those of the network that the new route is in: no other can have grown. After a swap
    it is empty, and each ticket is looked up.
    """
    n, held = 0, 0
    for i in range(OFFER):
        ticket = s.dealt[seat, i]
        if ticket == NONE:
            break
        s.dealt[seat, i] = NONE
        ends = bits.bit(t.ticket_a[ticket]) | bits.bit(t.ticket_b[ticket])
        if (cities & ends) == ends or (not cities and open_tickets.is_joined(t, s, seat, ticket)):
            open_tickets.lay_open(s, seat, ticket)
            n += 1
        else:
            s.dealt[seat, held] = ticket
            held += 1
    return n


@kernel
def _replace(t: Record, s: Record, seat: Int, missing: Int) -> None:
    """Draw one by one for completed tickets; one already joined is completed at once and replaced too (RU-10, RU-8)."""
    while missing > 0 and s.tickets_left > 0 and s.phase != OVER:
        ticket = tickets.top_ticket(s)
        take_in_hand(s, seat, ticket)
        if open_tickets.is_joined(t, s, seat, ticket):
            s.dealt[seat, tickets.offered(s, seat) - 1] = NONE
            open_tickets.lay_open(s, seat, ticket)
            open_tickets.check_goal(t, s, seat)
        else:
            missing -= 1


@kernel
def settle_claim(t: Record, s: Record, route: Int) -> None:
    """After a claim where tickets lie open: completed ones together, the bonus, new tickets (RU-10, RU-32)."""
    seat = s.to_move
    cities = network.reached(t, s.owned[seat, 0], s.owned[seat, 1], t.route_a[route])
    completed = 0
    if t.swap_tickets:
        completed = _lay_open_joined(t, s, seat, cities)
    else:
        open_tickets.lay_open_kept(t, s, seat)
    open_tickets.check_goal(t, s, seat)
    if s.phase != OVER:
        open_tickets.take_bonus(t, s, seat, cities)
        open_tickets.check_goal(t, s, seat)
    _replace(t, s, seat, completed)


@kernel
def refuse_swap(t: Record, s: Record) -> Int:
    """Why the tickets may not be given up; 0 if they may (RU-8, RU-17)."""
    if not t.swap_tickets:
        return no.NO_SWAP
    return no.LEGAL if s.tickets_left > 0 else no.NO_TICKETS


@kernel
def swap_tickets(t: Record, s: Record) -> None:
    """Draw new tickets, put the old ones under the pile, the older first; then settle completed ones (RU-11, RU-31)."""
    seat = s.to_move
    old = tickets.offered(s, seat)
    drawn = min(t.setup_tickets, s.tickets_left)
    if cards.available(s) + s.display_size == 0:
        s.stalled += 1
    else:
        s.stalled = 0
    for _ in range(drawn):
        take_in_hand(s, seat, tickets.top_ticket(s))
    for i in range(old):
        ticket = s.dealt[seat, i]
        s.tickets[seat, ticket >> 6] &= ~bits.bit(ticket)
        tickets.put_under(s, ticket, seat)
    for i in range(OFFER):
        s.dealt[seat, i] = s.dealt[seat, i + old] if i + old < OFFER else NONE
    if t.open_tickets:
        completed = _lay_open_joined(t, s, seat, np.uint64(0))
        open_tickets.check_goal(t, s, seat)
        _replace(t, s, seat, completed)
    turns.end_turn(t, s)
