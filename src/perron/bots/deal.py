"""Re-dealing: a whole state that agrees with what a seat knows, the hidden rest dealt at random."""

import numpy as np

from perron.engine import bits, tickets
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.rng import cheap_below, cheap_word
from perron.engine.sizes import DISPLAY, KINDS, NONE, OFFER, PIECE_KINDS, SEATS, TICKETS, TUNNEL, WORDS
from perron.engine.state import SETUP

_WORD = np.uint64(0xFFFFFFFF)
_THREE = np.uint64(3)


@kernel
def _copy_known(v: Record, s: Record) -> None:
    o = v.s
    for q in range(SEATS):
        for w in range(WORDS):
            s.may_claim[q, w] = o.may_claim[q, w]
            s.owned[q, w] = o.owned[q, w]
            s.made[q, w] = o.made[q, w]
            s.tickets[q, w] = o.tickets[q, w]
        for k in range(KINDS):
            s.hand[q, k] = o.hand[q, k]
            s.seen[q, k] = o.seen[q, k]
        for i in range(OFFER):
            s.dealt[q, i] = o.dealt[q, i]
        for k in range(PIECE_KINDS):
            s.pieces[q, k] = o.pieces[q, k]
        s.stations[q] = o.stations[q]
        s.score[q] = o.score[q]
        s.chosen[q] = o.chosen[q]
        s.bonus[q] = o.bonus[q]
    for k in range(KINDS):
        s.discards[k] = o.discards[k]
    for i in range(DISPLAY):
        s.display[i] = o.display[i]
    for i in range(TUNNEL):
        s.tunnel_shown[i] = o.tunnel_shown[i]
    for i in range(TICKETS):
        s.known_to[i] = o.known_to[i]
        s.ticket_pile[i] = o.ticket_pile[i]
    s.turn = o.turn
    s.pile_size = o.pile_size
    s.discards_size = o.discards_size
    s.display_size = o.display_size
    s.display_wilds = o.display_wilds
    s.ticket_top = 0
    s.tickets_left = o.tickets_left
    s.bonus_pile = o.bonus_pile
    s.seats = o.seats
    s.to_move = o.to_move
    s.phase = o.phase
    s.passes = 0
    s.stalled = 0
    s.last_round = o.last_round
    s.last_reason = 1 if o.last_round > 0 else 0
    s.end_reason = 0
    s.tunnel_route = o.tunnel_route
    s.tunnel_colour = o.tunnel_colour
    s.tunnel_wilds = o.tunnel_wilds
    s.tunnel_extra = o.tunnel_extra


@kernel
def _deal_cards(t: Record, v: Record, s: Record, rng: Array) -> None:
    """Other hands get what they were seen to take and unknown cards; the rest is the pile."""
    left = np.int64(0)
    for k in range(KINDS):
        s.pile[k] = t.deck[k] - s.discards[k] - s.hand[v.seat, k]
    for i in range(DISPLAY):
        if s.display[i] != NONE:
            s.pile[s.display[i]] -= 1
    for i in range(TUNNEL):
        if s.tunnel_shown[i] != NONE:
            s.pile[s.tunnel_shown[i]] -= 1
    for q in range(s.seats):
        if q != v.seat:
            for k in range(KINDS):
                s.hand[q, k] = s.seen[q, k]
                s.pile[k] -= s.seen[q, k]
    for k in range(KINDS):
        left += s.pile[k]
    for q in range(s.seats):
        if q != v.seat:
            unknown = np.int64(v.hand_size[q])
            for k in range(KINDS):
                unknown -= s.hand[q, k]
            for _ in range(unknown):
                r = cheap_below(rng, left)
                k = 0
                while r >= s.pile[k]:
                    r -= s.pile[k]
                    k += 1
                s.pile[k] -= 1
                s.hand[q, k] += 1
                left -= 1


@kernel
def _unseen(t: Record, u0: Int, u1: Int, long: Int, rng: Array) -> Int:
    """A random ticket of those in u0, u1 that is long, or regular; NONE if there is none."""
    if long:
        u0 &= t.long_tickets[0]
        u1 &= t.long_tickets[1]
    else:
        u0 &= ~t.long_tickets[0]
        u1 &= ~t.long_tickets[1]
    n = bits.count(u0)
    total = n + bits.count(u1)
    if total == 0:
        return np.int64(NONE)
    r = cheap_below(rng, total)
    return bits.nth(u0, r) if r < n else 64 + bits.nth(u1, r - n)


@kernel
def _unseen_tickets(t: Record, v: Record) -> Int:
    """Tickets of which the seat does not know where they are: two words."""
    o = v.s
    u0, u1 = np.uint64(0), np.uint64(0)
    for k in range(t.tickets):
        if o.known_to[k] == 0:
            if k < 64:
                u0 |= bits.bit(k)
            else:
                u1 |= bits.bit(k)
    for q in range(o.seats):
        u0 &= ~(o.made[q, 0] | o.tickets[q, 0])
        u1 &= ~(o.made[q, 1] | o.tickets[q, 1])
    for i in range(OFFER):
        k = o.dealt[v.seat, i]
        if k != NONE:
            if k < 64:
                u0 &= ~bits.bit(k)
            else:
                u1 &= ~bits.bit(k)
    return u0, u1


@kernel
def _long_tickets_owed(t: Record, v: Record, u0: Int, u1: Int) -> Int:
    """How many other seats must hold a long ticket, because there are too few regular ones for all hidden places."""
    places = np.int64(0)
    for q in range(v.s.seats):
        if q != v.seat:
            places += v.ticket_count[q] + v.offer_count[q]
    for i in range(v.s.tickets_left):
        places += v.s.ticket_pile[i] == NONE
    return places - bits.count(u0 & ~t.long_tickets[0]) - bits.count(u1 & ~t.long_tickets[1])


@kernel
def _choose_at_setup(t: Record, s: Record, q: Int, rng: Array) -> None:
    """A seat that has chosen its first tickets has kept some lawful part of them."""
    n = tickets.offered(s, q)
    mask = np.int64(0)
    while bits.count(np.uint64(mask)) < min(np.int64(t.setup_keep), n):
        mask = cheap_below(rng, 1 << n)
    s.chosen[q] = mask


@kernel
def _deal_tickets(t: Record, v: Record, s: Record, rng: Array) -> None:
    """Other seats get as many tickets as they hold, one of them often long where such are dealt; then the pile."""
    u0, u1 = _unseen_tickets(t, v)
    owed = _long_tickets_owed(t, v, u0, u1)
    for q in range(s.seats):
        if q == v.seat:
            continue
        held = np.int64(v.ticket_count[q])
        for j in range(held + v.offer_count[q]):
            k = np.int64(NONE)
            if j == 0 and t.setup_long > 0 and (owed > 0 or s.phase == SETUP or cheap_word(rng) & _THREE):
                k = _unseen(t, u0, u1, True, rng)
                owed -= 1
            if k == NONE:
                k = _unseen(t, u0, u1, False, rng)
            if k == NONE:
                k = _unseen(t, u0, u1, True, rng)
            if k == NONE:
                break
            if k < 64:
                u0 &= ~bits.bit(k)
            else:
                u1 &= ~bits.bit(k)
            if j < held:
                s.tickets[q, k >> 6] |= bits.bit(k)
            if j >= held or t.race:
                s.dealt[q, j if t.race else j - held] = k
        if s.phase == SETUP and q < s.to_move:
            _choose_at_setup(t, s, q, rng)
    for i in range(s.tickets_left):
        if s.ticket_pile[i] == NONE:
            k = _unseen(t, u0, u1, False, rng)
            s.ticket_pile[i] = k
            if k < 64:
                u0 &= ~bits.bit(k)
            else:
                u1 &= ~bits.bit(k)


@kernel
def deal_hidden(t: Record, v: Record, s: Record, rng: Array) -> None:
    """Fill in a state from a sight; it gets a key of its own, so that it tells nothing of the real game's chance."""
    _copy_known(v, s)
    for i in range(8):
        s.key[i] = np.uint32(cheap_word(rng) & _WORD)
    s.counter = 0
    s.word = 16
    _deal_cards(t, v, s, rng)
    _deal_tickets(t, v, s, rng)
