"""Observations in compiled code: what a seat knows, as one row of bytes. `observation.fields` says what stands where.

Every function writes one field or a few at `at` and returns where the next one begins. Seats are counted from the one
that looks. Only what the seat knows is read, but for `write_perfect`, which says so.
"""

import numpy as np

from perron.engine import bits, network, tickets, tunnels
from perron.engine.claim import in_colour, in_wilds, with_symbols
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.knowledge import look
from perron.engine.routes import claimable
from perron.engine.scoring import score_in_play
from perron.engine.sizes import DISPLAY, KINDS, NONE, TICKETS, TUNNEL, TURNS, WILD
from perron.engine.state import OVER

PHASES = 6
TURNS_TOGETHER = 8  # a turn's number takes two bytes: how many eights, and the rest
MOST = 255
assert TURNS // TURNS_TOGETHER <= MOST


@kernel
def as_byte(x: Int) -> Int:
    """A number as the nearest that a byte holds."""
    return np.uint8(min(max(x, 0), MOST))


@kernel
def write_set(m0: Int, m1: Int, n: Int, out: Array, at: Int) -> Int:
    """A set as that many bytes of 0 and 1; the row is 0 before. A GPU writes it in its own way (`gpu.rows`)."""
    words = m0
    while words:
        out[at + bits.lowest(words)] = 1
        words = bits.without_lowest(words)
    words = m1
    while words:
        out[at + 64 + bits.lowest(words)] = 1
        words = bits.without_lowest(words)
    return at + n


@kernel
def _write_kinds(t: Record, counts: Array, out: Array, at: Int) -> Int:
    """Cards by kind, wilds last."""
    for c in range(t.colours):
        out[at + c] = counts[c]
    out[at + t.colours] = counts[WILD]
    return at + t.colours + 1


@kernel
def _kind_place(t: Record, kind: Int) -> Int:
    return np.int64(t.colours if kind == WILD else kind)


@kernel
def slots(t: Record) -> Int:
    """Tickets that a seat may have to choose from at once; where they are swapped, tickets in hand."""
    return max(np.int64(t.setup_tickets) + t.setup_long, np.int64(t.draw_tickets))


@kernel
def _write_moment(s: Record, me: Int, out: Array, at: Int) -> Int:
    """phase, seat, to_move, turn, last_round"""
    seats = np.int64(s.seats)
    out[at + s.phase] = 1
    at += PHASES
    out[at + me] = 1
    at += seats
    if s.phase != OVER:
        q = s.to_move - me
        out[at + (q if q >= 0 else q + seats)] = 1
    at += seats
    out[at] = s.turn // TURNS_TOGETHER
    out[at + 1] = s.turn % TURNS_TOGETHER
    out[at + 2] = s.last_round
    return at + 3


@kernel
def _write_cards(t: Record, s: Record, me: Int, out: Array, at: Int) -> Int:
    """hand, display, discards, pile, ticket_pile, bonus_pile"""
    at = _write_kinds(t, s.hand[me], out, at)
    if t.display > 0:
        for i in range(DISPLAY):
            if s.display[i] != NONE:
                out[at + _kind_place(t, s.display[i])] += 1
        at += t.colours + 1
    at = _write_kinds(t, s.discards, out, at)
    out[at] = s.pile_size
    out[at + 1] = s.tickets_left
    at += 2
    if t.bonus_cards > 0:
        out[at] = s.bonus_pile
        at += 1
    return at


@kernel
def _write_player(t: Record, s: Record, q: Int, i: Int, out: Array, at: Int) -> None:
    """Of seat q, which is number i from the one that looks: score, pieces, seen, bonus."""
    seats = np.int64(s.seats)
    kinds = np.int64(t.colours) + 1
    out[at + 2 * seats + i] = as_byte(score_in_play(t, s, q))
    at += 3 * seats
    out[at + i] = s.pieces[q, 0]
    at += seats
    if t.pieces[1] > 0:
        out[at + i] = s.pieces[q, 1]
        at += seats
    _write_kinds(t, s.seen[q], out, at + kinds * i)
    at += kinds * seats
    if not t.swap_tickets:
        at += seats
    if t.bonus_cards > 0:
        out[at + i] = s.bonus[q]


@kernel
def _players_size(t: Record, s: Record) -> Int:
    """Bytes of: hand_size, ticket_count, score, pieces, seen, and where there are such offer_count and bonus."""
    each = np.int64(t.colours) + 5
    if t.pieces[1] > 0:
        each += 1
    if not t.swap_tickets:
        each += 1
    if t.bonus_cards > 0:
        each += 1
    return each * s.seats


@kernel
def _offer_count_at(t: Record, s: Record) -> Int:
    """Where in the players' part the offer_count stands."""
    return (np.int64(t.colours) + (6 if t.pieces[1] > 0 else 5)) * s.seats


@kernel
def _write_known_players(t: Record, v: Record, out: Array, at: Int) -> Int:
    """The players, from what a seat knows, in which cards and tickets are counted."""
    s = v.s
    seats = np.int64(s.seats)
    offers = at + _offer_count_at(t, s)
    for i in range(seats):
        q = i + v.seat if i + v.seat < seats else i + v.seat - seats
        _write_player(t, s, q, i, out, at)
        out[at + i] = v.hand_size[q]
        out[at + seats + i] = v.ticket_count[q]
        if not t.swap_tickets:
            out[offers + i] = v.offer_count[q]
    return at + _players_size(t, s)


@kernel
def _write_players(t: Record, s: Record, me: Int, out: Array, at: Int) -> Int:
    """The players, from a state: how many cards and tickets each holds, but not which."""
    seats = np.int64(s.seats)
    offers = at + _offer_count_at(t, s)
    for i in range(seats):
        q = i + me if i + me < seats else i + me - seats
        _write_player(t, s, q, i, out, at)
        cards = np.int64(0)
        for k in range(KINDS):
            cards += s.hand[q, k]
        out[at + i] = cards
        out[at + seats + i] = bits.count(s.tickets[q, 0]) + bits.count(s.tickets[q, 1])
        if not t.swap_tickets:
            out[offers + i] = tickets.offered(s, q)
    if s.tunnel_route != NONE:
        # Cards laid lie open; what is known of the hand beside them is counted apart.
        i = s.to_move - me if s.to_move >= me else s.to_move - me + seats
        kinds = np.int64(t.colours) + 1
        seen = at + (5 if t.pieces[1] > 0 else 4) * seats + kinds * i
        if s.tunnel_colour != WILD:
            left = s.seen[s.to_move, s.tunnel_colour] - tunnels.laid(t, s)
            out[seen + s.tunnel_colour] = max(0, left)
        out[seen + t.colours] = max(0, s.seen[s.to_move, WILD] - s.tunnel_wilds)
    return at + _players_size(t, s)


@kernel
def _write_board(t: Record, s: Record, me: Int, out: Array, at: Int) -> Int:
    """owned, open, and where there are such: stations"""
    seats = np.int64(s.seats)
    n = np.int64(t.routes)
    for i in range(seats):
        q = i + me if i + me < seats else i + me - seats
        at = write_set(s.owned[q, 0], s.owned[q, 1], n, out, at)
    at = write_set(s.may_claim[me, 0], s.may_claim[me, 1], n, out, at)
    if t.stations > 0:
        for i in range(seats):
            q = i + me if i + me < seats else i + me - seats
            at = write_set(s.stations[q], np.uint64(0), np.int64(t.cities), out, at)
    return at


@kernel
def _write_tickets(t: Record, s: Record, me: Int, out: Array, at: Int) -> Int:
    """tickets, made (open tickets), offer, chosen (no swapping), given_back"""
    seats = np.int64(s.seats)
    n = np.int64(t.tickets)
    at = write_set(s.tickets[me, 0], s.tickets[me, 1], n, out, at)
    if t.open_tickets:
        for i in range(seats):
            q = i + me if i + me < seats else i + me - seats
            at = write_set(s.completed[q, 0], s.completed[q, 1], n, out, at)
    places = slots(t)
    for i in range(places):
        if s.dealt[me, i] != NONE:
            out[at + i * n + s.dealt[me, i]] = 1
    at += places * n
    if not t.swap_tickets:
        for i in range(places):
            out[at + i] = np.uint8((s.chosen[me] >> i) & 1)
        at += places
    own = 1 << me
    known = np.int64(0)
    for ticket in range(n):
        known |= s.known_to[ticket]
    if known & own:  # which is rare
        for ticket in range(n):
            if s.known_to[ticket] & own:
                out[at + ticket] = 1
        for i in range(s.tickets_left):
            place = s.ticket_top + i
            ticket = s.ticket_pile[place if place < TICKETS else place - TICKETS]
            if ticket != NONE and s.known_to[ticket] & own:
                out[at + ticket] = 2 + i
    return at + n


@kernel
def _write_tunnel(t: Record, s: Record, out: Array, at: Int) -> Int:
    """tunnel_route, tunnel_colour, tunnel_shown, tunnel_wilds, tunnel_extra"""
    kinds = np.int64(t.colours) + 1
    if s.tunnel_route != NONE:
        out[at + s.tunnel_route] = 1
        out[at + t.routes + _kind_place(t, s.tunnel_colour)] = 1
        for i in range(TUNNEL):
            if s.tunnel_shown[i] != NONE:
                out[at + t.routes + kinds + _kind_place(t, s.tunnel_shown[i])] += 1
        out[at + t.routes + 2 * kinds] = s.tunnel_wilds
        out[at + t.routes + 2 * kinds + 1] = s.tunnel_extra
    return at + t.routes + 2 * kinds + 2


@kernel
def _write_rest(t: Record, s: Record, me: Int, out: Array, at: Int) -> Int:
    at = _write_board(t, s, me, out, at)
    at = _write_tickets(t, s, me, out, at)
    if t.tunnels[0] | t.tunnels[1]:
        at = _write_tunnel(t, s, out, at)
    return at


@kernel
def write_plain(t: Record, v: Record, out: Array) -> Int:
    """Write what a seat knows; returns how many bytes of the row that took. The rest of it is 0."""
    for i in range(out.size):
        out[i] = 0
    me = np.int64(v.seat)
    at = _write_moment(v.s, me, out, np.int64(0))
    at = _write_cards(t, v.s, me, out, at)
    at = _write_known_players(t, v, out, at)
    return _write_rest(t, v.s, me, out, at)


@kernel
def fill_from_state(t: Record, s: Record, me: Int, out: Array) -> None:
    """`write_from_state` into a row that is 0 everywhere."""
    at = _write_moment(s, me, out, np.int64(0))
    at = _write_cards(t, s, me, out, at)
    at = _write_players(t, s, me, out, at)
    _write_rest(t, s, me, out, at)


@kernel
def write_from_state(t: Record, s: Record, me: Int, out: Array) -> None:
    """Write the same bytes as `write_plain`, without a record of knowledge in between: that takes half the time.

    An allow-list like that record: of what is hidden only the own part and the numbers of cards and tickets are read.
    """
    for i in range(out.size):
        out[i] = 0
    fill_from_state(t, s, me, out)


@kernel
def _write_unseen(t: Record, v: Record, out: Array, at: Int) -> Int:
    """unseen: cards that may lie in the pile or in another hand, by kind."""
    s = v.s
    for place in range(t.colours + 1):
        k = WILD if place == t.colours else place
        n = np.int64(t.deck[k]) - s.hand[v.seat, k] - s.discards[k]
        for i in range(DISPLAY):
            n -= s.display[i] == k
        for i in range(TUNNEL):
            n -= s.tunnel_shown[i] == k
        for q in range(s.seats):
            if q != v.seat:
                n -= s.seen[q, k]
        if s.tunnel_route != NONE and s.to_move != v.seat:
            if k == WILD:
                n -= s.tunnel_wilds
            elif k == s.tunnel_colour:
                n -= tunnels.laid(t, s)
        out[at + place] = as_byte(n)
    return at + t.colours + 1


@kernel
def _write_payable(t: Record, v: Record, out: Array, at: Int) -> Int:
    """payable: routes that the seat could claim with the cards in its hand, were it its turn."""
    s = v.s
    m0, m1 = claimable(t, s, v.seat)
    wilds = s.hand[v.seat, WILD]
    y0, y1 = with_symbols(t, m0, m1, wilds)
    p0, p1 = in_wilds(t, m0, m1, wilds)
    for c in range(t.colours):
        c0, c1 = in_colour(t, y0, y1, c, s.hand[v.seat, c], wilds)
        p0 |= c0
        p1 |= c1
    return write_set(p0, p1, np.int64(t.routes), out, at)


@kernel
def _write_joined(t: Record, v: Record, out: Array, at: Int) -> Int:
    """joined: tickets, of all that the edition has, whose two cities the seat's own routes join."""
    s = v.s
    cities, last = np.uint64(0), np.int64(NONE)
    for ticket in range(t.tickets):
        if t.ticket_a[ticket] != last:
            last = np.int64(t.ticket_a[ticket])
            cities = network.reached(t, s.owned[v.seat, 0], s.owned[v.seat, 1], last)
        out[at + ticket] = 1 if cities & bits.bit(t.ticket_b[ticket]) else 0
    return at + t.tickets


@kernel
def write_derived(t: Record, v: Record, out: Array) -> None:
    """Write the observation, and after it features that follow from it."""
    at = write_plain(t, v, out)
    at = _write_unseen(t, v, out, at)
    at = _write_payable(t, v, out, at)
    _write_joined(t, v, out, at)


@kernel
def write_perfect(t: Record, s: Record, v: Record, out: Array) -> None:
    """Write the observation of a seat, and after it ALL that is hidden from it: for critics while training, no players.

    hidden_hands, hidden_tickets, hidden_offers, hidden_chosen (no swapping), hidden_pile, hidden_ticket_pile
    """
    at = write_plain(t, v, out)
    seats = np.int64(s.seats)
    n = np.int64(t.tickets)
    places = slots(t)
    for i in range(1, seats):
        q = i + v.seat if i + v.seat < seats else i + v.seat - seats
        at = _write_kinds(t, s.hand[q], out, at)
    for i in range(1, seats):
        q = i + v.seat if i + v.seat < seats else i + v.seat - seats
        at = write_set(s.tickets[q, 0], s.tickets[q, 1], n, out, at)
    for i in range(1, seats):
        q = i + v.seat if i + v.seat < seats else i + v.seat - seats
        for k in range(tickets.offered(s, q)):
            out[at + k * n + s.dealt[q, k]] = 1
        at += places * n
    if not t.swap_tickets:
        for i in range(1, seats):
            q = i + v.seat if i + v.seat < seats else i + v.seat - seats
            for k in range(places):
                out[at + k] = np.uint8((s.chosen[q] >> k) & 1)
            at += places
    at = _write_kinds(t, s.pile, out, at)
    for i in range(s.tickets_left):
        place = s.ticket_top + i
        out[at + s.ticket_pile[place if place < TICKETS else place - TICKETS]] = 1 + i


PLAIN, DERIVED, PERFECT, PLANNED = 0, 1, 2, 3


@kernel
def observe(t: Record, s: Record, seat: Int, what: Int, v: Record, out: Array) -> None:
    """Write a seat's observation of a state; `v` is scratch for what it knows.

    PLANNED: as far as it is derived. `planning` writes the rest.
    """
    if what == PLAIN:
        write_from_state(t, s, np.int64(seat), out)
        return
    look(t, s, seat, v)
    if what == PERFECT:
        write_perfect(t, s, v, out)
    else:
        write_derived(t, v, out)


@kernel
def observe_into(tables: Array, states: Array, i: Int, seat: Int, what: Int, knowledge: Array, out: Array) -> None:
    """A seat's observation of game i."""
    observe(tables[0], states[i], seat, what, knowledge[0], out)
