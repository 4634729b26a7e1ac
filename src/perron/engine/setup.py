"""Setting a game up: cards, then the display, then tickets (RU-41)."""

import numpy as np

from perron.engine import bits, cards, chance, swapping, tickets, tunnels
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.sizes import DISPLAY, KINDS, NONE, OFFER, SEATS, TICKETS, TUNNEL, WORDS
from perron.engine.state import SETUP, TURN


@kernel
def clear(t: Record, s: Record, seats: Int, key: Array) -> None:
    """An empty table: all cards in the pile, no ticket dealt, every piece in stock."""
    for i in range(8):
        s.key[i] = key[i]
    for i in range(16):
        s.block[i] = 0
    s.counter = 0
    s.word = 16
    for seat in range(SEATS):
        for w in range(WORDS):
            s.may_claim[seat, w] = t.all_routes[w] if seat < seats else np.uint64(0)
            s.owned[seat, w] = 0
            s.tickets[seat, w] = 0
            s.completed[seat, w] = 0
        s.stations[seat] = 0
        s.score[seat] = 0
        for k in range(KINDS):
            s.hand[seat, k] = 0
            s.seen[seat, k] = 0
        for i in range(OFFER):
            s.dealt[seat, i] = NONE
        s.chosen[seat] = 0
        s.pieces[seat, 0] = t.pieces[0] if seat < seats else 0
        s.pieces[seat, 1] = t.pieces[1] if seat < seats else 0
        s.bonus[seat] = 0
    s.pile_size = 0
    for k in range(KINDS):
        s.pile[k] = t.deck[k]
        s.pile_size += t.deck[k]
        s.discards[k] = 0
    for i in range(DISPLAY):
        s.display[i] = NONE
    s.discards_size = 0
    s.display_size = 0
    s.display_wilds = 0
    for i in range(TICKETS):
        s.ticket_pile[i] = NONE
        s.known_to[i] = 0
    s.ticket_top = 0
    s.tickets_left = 0
    s.bonus_pile = t.bonus_cards
    s.seats = seats
    s.to_move = 0
    s.phase = TURN
    s.turn = 0
    s.passes = 0
    s.stalled = 0
    s.last_round = 0
    s.last_reason = 0
    s.end_reason = 0
    tunnels.clear(s)
    for i in range(TUNNEL):
        s.tunnel_shown[i] = NONE
    for i in range(6):
        s.spare[i] = 0


@kernel
def _deal_long_tickets(t: Record, s: Record, tape: Array) -> None:
    """Shuffle the long tickets and deal them; the rest leave the game unseen."""
    n = 0
    for ticket in range(t.tickets):
        if t.long_tickets[ticket >> 6] & bits.bit(ticket):
            s.ticket_pile[n] = ticket
            n += 1
    at = 0
    for seat in range(s.seats):
        for i in range(t.setup_long):
            chance.shuffled(s, s.ticket_pile, at, n, tape)
            s.dealt[seat, i] = s.ticket_pile[at]
            at += 1
    for i in range(n):
        s.ticket_pile[i] = NONE


@kernel
def shuffle_tickets(t: Record, s: Record, tape: Array) -> None:
    """The regular tickets form the pile, in a random order."""
    n = 0
    for ticket in range(t.tickets):
        if not t.long_tickets[ticket >> 6] & bits.bit(ticket):
            s.ticket_pile[n] = ticket
            n += 1
    s.ticket_top = 0
    s.tickets_left = n
    for i in range(n - 1):
        chance.shuffled(s, s.ticket_pile, i, n, tape)


@kernel
def setup(t: Record, s: Record, seats: Int, key: Array, tape: Array) -> None:
    """A new game for that many seats: everything that chance does in it follows from the key."""
    clear(t, s, seats, key)
    for seat in range(seats):
        for _ in range(t.setup_cards):
            cards.deal_to(s, seat, tape)
    cards.settle_display(t, s, tape)
    if t.setup_long > 0:
        _deal_long_tickets(t, s, tape)
    shuffle_tickets(t, s, tape)
    for seat in range(seats):
        for i in range(t.setup_tickets):
            ticket = tickets.top_ticket(s)
            if t.swap_tickets:
                swapping.take_in_hand(s, seat, ticket)
            else:
                s.dealt[seat, t.setup_long + i] = ticket
    if not t.swap_tickets:
        s.phase = SETUP
