"""Re-dealing: a complete state that agrees with what a seat knows, the rest dealt at random (determinization)."""

import numpy as np

from perron.bots.paths import find_path
from perron.engine import bits, tickets
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.network import joined
from perron.engine.rng import cheap_below, cheap_word
from perron.engine.sizes import DISPLAY, KINDS, NONE, OFFER, PIECE_KINDS, SEATS, TICKETS, TUNNEL, WORDS
from perron.engine.state import SETUP

_WORD = np.uint64(0xFFFFFFFF)
_TRIES = 1000  # deals before tickets that would lie open are excluded one by one
_MADE_FIT = 160  # weight of a ticket that the seat has completed
_POINTS_FIT = (10, 10, 14, 16, 8, 6, 4, 3, 1)  # weight of a ticket, by how many eighths of its path are left to build
_SWAPPED_FIT = (10, 10, 10, 14, 9, 4, 2, 2, 1)


@kernel
def _copy_known(v: Record, s: Record) -> None:
    o = v.s
    for q in range(SEATS):
        for w in range(WORDS):
            s.may_claim[q, w] = o.may_claim[q, w]
            s.owned[q, w] = o.owned[q, w]
            s.completed[q, w] = o.completed[q, w]
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
def lay_seen_cards(t: Record, v: Record, s: Record) -> None:
    """Give other hands what they were seen to take, and put all unseen cards into the pile for now."""
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


@kernel
def unknown_cards(v: Record, s: Record, q: Int) -> Int:
    """How many cards a hand holds besides those put into it so far."""
    unknown = np.int64(v.hand_size[q])
    for k in range(KINDS):
        unknown -= s.hand[q, k]
    return unknown


@kernel
def take_unseen(s: Record, n: Int, rng: Array) -> Int:
    """Take a random card off the first n of the pile, which lies sorted by kind, the wilds last."""
    r = cheap_below(rng, n)
    k = 0
    while r >= s.pile[k]:
        r -= s.pile[k]
        k += 1
    s.pile[k] -= 1
    return k


@kernel
def _deal_cards(t: Record, v: Record, s: Record, rng: Array) -> None:
    """Deal other hands what they were seen to take and unknown cards; the rest is the pile."""
    lay_seen_cards(t, v, s)
    left = np.int64(0)
    for k in range(KINDS):
        left += s.pile[k]
    for q in range(s.seats):
        if q != v.seat:
            for _ in range(unknown_cards(v, s, q)):
                s.hand[q, take_unseen(s, left, rng)] += 1
                left -= 1


@kernel
def _weight_of(t: Record, u0: Int, u1: Int, long: Int, fit: Array, q: Int) -> Int:
    """Of the long or the regular tickets in u0, u1: the sum of their weights for a seat, and how many there are."""
    total, n = np.int64(0), np.int64(0)
    for word in range(WORDS):
        of_kind = t.long_tickets[word] if long else ~t.long_tickets[word]
        left = (u0 if word == 0 else u1) & of_kind
        while left:
            total += fit[q, 64 * word + bits.lowest(left)]
            left = bits.without_lowest(left)
            n += 1
    return total, n


@kernel
def _unseen(t: Record, u0: Int, u1: Int, long: Int, fit: Array, q: Int, rng: Array) -> Int:
    """A random long or regular ticket of those in u0, u1, by weight; NONE if there is none."""
    total, n = _weight_of(t, u0, u1, long, fit, q)
    if n == 0:
        return np.int64(NONE)
    even = total == 0
    r = cheap_below(rng, n if even else total)
    for word in range(WORDS):
        of_kind = t.long_tickets[word] if long else ~t.long_tickets[word]
        left = (u0 if word == 0 else u1) & of_kind
        while left:
            k = 64 * word + bits.lowest(left)
            left = bits.without_lowest(left)
            r -= 1 if even else np.int64(fit[q, k])
            if r < 0:
                return k
    return np.int64(NONE)


@kernel
def _unseen_tickets(t: Record, v: Record) -> Int:
    """Tickets whose place the seat does not know: two words."""
    o = v.s
    u0, u1 = np.uint64(0), np.uint64(0)
    for k in range(t.tickets):
        if o.known_to[k] == 0:
            if k < 64:
                u0 |= bits.bit(k)
            else:
                u1 |= bits.bit(k)
    for q in range(o.seats):
        u0 &= ~(o.completed[q, 0] | o.tickets[q, 0])
        u1 &= ~(o.completed[q, 1] | o.tickets[q, 1])
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
def choose_at_setup(t: Record, s: Record, q: Int, rng: Array) -> None:
    """Choose a random legal subset of the first tickets for a seat that has chosen."""
    n = tickets.offered(s, q)
    mask = np.int64(0)
    while bits.count(np.uint64(mask)) < min(np.int64(t.setup_keep), n):
        mask = cheap_below(rng, 1 << n)
    s.chosen[q] = mask


@kernel
def _holds_long(t: Record, u0: Int, u1: Int, fit: Array, q: Int, rng: Array) -> Int:
    """Whether a seat keeps a long ticket: three times in four, more if one fits it better than regular tickets do."""
    long, longs = _weight_of(t, u0, u1, True, fit, q)
    regular, regulars = _weight_of(t, u0, u1, False, fit, q)
    if longs == 0 or regular == 0:
        return longs > 0
    odds = 3 * 64 * long * regulars // (longs * regular)
    return cheap_below(rng, odds + 64) < odds


@kernel
def _deal_tickets(t: Record, v: Record, s: Record, fit: Array, rng: Array) -> None:
    """Deal the other seats their tickets, one of them often long where long ones are dealt at setup; then the pile."""
    u0, u1 = _unseen_tickets(t, v)
    owed = _long_tickets_owed(t, v, u0, u1)
    for q in range(s.seats):
        if q == v.seat:
            continue
        held = np.int64(v.ticket_count[q])
        for j in range(held + v.offer_count[q]):
            k = np.int64(NONE)
            if j == 0 and t.setup_long > 0 and (owed > 0 or s.phase == SETUP or _holds_long(t, u0, u1, fit, q, rng)):
                k = _unseen(t, u0, u1, True, fit, q, rng)
                owed -= 1
            if k == NONE:
                k = _unseen(t, u0, u1, False, fit, q, rng)
            if k == NONE:
                k = _unseen(t, u0, u1, True, fit, q, rng)
            if k == NONE:
                break
            if k < 64:
                u0 &= ~bits.bit(k)
            else:
                u1 &= ~bits.bit(k)
            if j < held:
                s.tickets[q, k >> 6] |= bits.bit(k)
            if j >= held or t.swap_tickets:
                s.dealt[q, j if t.swap_tickets else j - held] = k
        if s.phase == SETUP and q < s.to_move:
            choose_at_setup(t, s, q, rng)
    for i in range(s.tickets_left):
        if s.ticket_pile[i] == NONE:
            k = _unseen(t, u0, u1, False, fit, SEATS, rng)
            s.ticket_pile[i] = k
            if k < 64:
                u0 &= ~bits.bit(k)
            else:
                u1 &= ~bits.bit(k)


@kernel
def deal_weighed(t: Record, v: Record, s: Record, fit: Array, rng: Array) -> None:
    """Fill in a state from what a seat knows; its key is its own and tells nothing about the real game's chance.

    `fit` (SEATS + 1 rows, the last for the pile) says how likely each seat is to hold each ticket.
    """
    _copy_known(v, s)
    for i in range(8):
        s.key[i] = np.uint32(cheap_word(rng) & _WORD)
    s.counter = 0
    s.word = 16
    _deal_cards(t, v, s, rng)
    _deal_tickets(t, v, s, fit, rng)


@kernel
def _forbid_completed(t: Record, v: Record, fit: Array) -> None:
    """Where tickets lie open nobody holds a completed one: it would have been laid open."""
    for q in range(v.s.seats):
        for k in range(t.tickets):
            if joined(t, v.s, q, t.ticket_a[k], t.ticket_b[k]):
                fit[q, k] = 0


@kernel
def weigh_tickets(t: Record, v: Record, m: Record, fit: Array) -> None:
    """How likely each other seat is to hold each ticket, judged by how much of its path it has built.

    `m` is scratch space. The weights approximate the odds counted in games of the planner: `_POINTS_FIT` by how much of
    the ticket's cheapest path is left, in eighths.
    """
    o = v.s
    none, all_routes = np.uint64(0), ~np.uint64(0)
    for r in range(t.routes):
        m.cost[r] = t.price[r] + 1
    for q in range(SEATS + 1):
        for k in range(t.tickets):
            fit[q, k] = 1
    for k in range(t.tickets):
        a, b = np.int64(t.ticket_a[k]), np.int64(t.ticket_b[k])
        whole = find_path(t, m, all_routes, all_routes, none, none, a, b)
        for q in range(o.seats):
            if q == v.seat or not o.owned[q, 0] | o.owned[q, 1]:
                continue
            u0, u1 = o.may_claim[q, 0] | o.owned[q, 0], o.may_claim[q, 1] | o.owned[q, 1]
            left = find_path(t, m, u0, u1, o.owned[q, 0], o.owned[q, 1], a, b)
            eighths = min(np.int64(8), 8 * left // whole)
            if t.swap_tickets:
                routes = bits.count(o.owned[q, 0]) + bits.count(o.owned[q, 1])
                swapped = 0 if routes <= 4 else 12 if routes <= 7 else 60
                fit[q, k] = 4 * _SWAPPED_FIT[eighths] + swapped
            else:
                fit[q, k] = _POINTS_FIT[eighths] if left > 0 else _MADE_FIT
    if t.open_tickets:
        _forbid_completed(t, v, fit)


def _holds(s: Record, q: int, ticket: int) -> bool:
    return bool(int(s["tickets"][q][ticket // 64]) >> ticket % 64 & 1)


def deal_hidden(t: Record, v: Record, s: Record, rng: Array) -> None:
    """Fill in a state from what a seat knows; all deals of hands and open tickets that rules allow are as likely."""
    even = np.ones((SEATS + 1, TICKETS), np.int32)
    deal_weighed(t, v, s, even, rng)
    if not t["open_tickets"]:
        return
    allowed = even.copy()
    _forbid_completed(t, v, allowed)
    others = [q for q in range(s["seats"]) if q != v["seat"]]
    for _ in range(_TRIES):
        if not any(_holds(s, q, k) and not allowed[q, k] for q in others for k in range(t["tickets"])):
            return
        deal_weighed(t, v, s, even, rng)
    deal_weighed(t, v, s, allowed, rng)
