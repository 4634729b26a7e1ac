"""The planned part of an observation: what a seat's tickets lack, its plan for them, and the planner's advice.

It follows from what the seat knows, like the derived features before it in the row, but takes far longer to compute
and to compile. So it is written by a function of its own, in a second pass over the games, and stays 0 in the last
observation of a game.
"""

import numpy as np

from perron.bots.paths import FAR, add_path, find_path, usable
from perron.bots.plan import measure, plan_now, turns_left
from perron.bots.planner import choose_planned
from perron.engine import bits, tickets
from perron.engine.actions import colour_of, index_of, kind_of
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.knowledge import look
from perron.engine.sizes import WILD
from perron.engine.state import KEEP, OVER, SECOND, SETUP, TURN
from perron.env.observing import as_byte, write_set

ADVICE = 3
"""Bytes of the advice: 1 + the kind of the action, its index and its colour; all 0 for a seat that is not to move."""
OUTLOOK = 3
"""Bytes of the outlook before the pieces: turns left, claims and missing cards of the plan."""
MOST_LACKING = 15
"""Stands for a route that the seat cannot claim whatever it holds."""


@kernel
def _write_advice(t: Record, v: Record, m: Record, w: Array, work: Record, row: Array, out: Array, at: Int) -> Int:
    """advice. Afterwards `m` holds the seat's plan."""
    s = v.s
    p = np.int64(v.seat)
    if s.to_move == p:
        a = choose_planned(t, v, m, w, work, row)
        out[at] = 1 + kind_of(a)
        out[at + 1] = index_of(a)
        out[at + 2] = colour_of(a)
    if s.to_move != p or not (s.phase == TURN or s.phase == SECOND):
        plan_now(t, s, p, m, w)
    return at + ADVICE


@kernel
def _write_plan(t: Record, s: Record, m: Record, left: Int, out: Array, at: Int) -> Int:
    """outlook, plan_cards, planned"""
    out[at] = as_byte(left)
    out[at + 1] = as_byte(m.claims)
    out[at + 2] = as_byte(m.missing)
    at += OUTLOOK
    out[at] = as_byte(m.pieces[0])
    at += 1
    if t.pieces[1] > 0:
        out[at] = as_byte(m.pieces[1])
        at += 1
    out[at] = as_byte(m.dropped)
    at += 1
    for c in range(t.colours):
        out[at + c] = as_byte(m.need[c])
    out[at + t.colours] = as_byte(m.need[WILD])
    out[at + t.colours + 1] = as_byte(m.gray)
    at += t.colours + 2
    return write_set(m.plan[0], m.plan[1], np.int64(t.routes), out, at)


@kernel
def _lacking(t: Record, s: Record, p: Int, r: Int) -> Int:
    """Cards that a route lacks, paid in the colour that suits the hand best."""
    price, symbols, wilds = np.int64(t.price[r]), np.int64(t.symbols[r]), np.int64(s.hand[p, WILD])
    held = np.int64(0)
    for c in range(t.colours):
        if t.colour[r] < 0 or t.colour[r] == c:
            held = max(held, np.int64(s.hand[p, c]))
    return max(np.int64(0), price - min(held, price - symbols) - wilds)


@kernel
def _write_lacking(t: Record, s: Record, p: Int, u0: Int, u1: Int, out: Array, at: Int) -> Int:
    """lacking"""
    for r in range(t.routes):
        word = u0 if r < 64 else u1
        free = word & bits.bit(r) and not s.owned[p, r >> 6] & bits.bit(r)
        out[at + r] = min(_lacking(t, s, p, r), np.int64(MOST_LACKING - 1)) if free else MOST_LACKING
    return at + t.routes


@kernel
def _write_ticket(t: Record, s: Record, p: Int, m: Record, k: Int, cost: Int, out: Array, at: Int) -> None:
    """What ticket k lacks, its cheapest path being in m.trial."""
    n, routes = np.int64(t.tickets), np.int64(t.routes)
    out[at + routes + k] = 1
    if cost == 0:
        return
    m.plan[0] = m.trial[0] & ~s.owned[p, 0]
    m.plan[1] = m.trial[1] & ~s.owned[p, 1]
    measure(t, s, p, m)
    out[at + routes + n + k] = as_byte(m.missing)
    out[at + routes + 2 * n + k] = as_byte(m.pieces[0] + m.pieces[1])
    for word in range(2):
        path = m.plan[word]
        while path:
            out[at + 64 * word + bits.lowest(path)] += 1
            path = bits.without_lowest(path)


@kernel
def _write_tickets(t: Record, s: Record, p: Int, m: Record, u0: Int, u1: Int, out: Array, at: Int) -> None:
    """paths, within_reach, ticket_cards, ticket_pieces; the plan in `m` is lost."""
    h0, h1 = s.tickets[p, 0], s.tickets[p, 1]
    for word in range(2):
        held = h0 if word == 0 else h1
        while held:
            k = 64 * word + bits.lowest(held)
            held = bits.without_lowest(held)
            cost = np.int64(m.alone[k])
            if cost < FAR:
                m.trial[0] = m.path[k, 0]
                m.trial[1] = m.path[k, 1]
                _write_ticket(t, s, p, m, k, cost, out, at)
    if t.swap_tickets or not (s.phase == SETUP or s.phase == KEEP):
        return
    for i in range(tickets.offered(s, p)):
        k = np.int64(s.dealt[p, i])
        if (h0 if k < 64 else h1) & bits.bit(k):
            continue
        a, b = np.int64(t.ticket_a[k]), np.int64(t.ticket_b[k])
        cost = find_path(t, m, u0, u1, s.owned[p, 0], s.owned[p, 1], a, b)
        if cost < FAR:
            m.trial[0] = 0
            m.trial[1] = 0
            add_path(t, m, a, b)
            _write_ticket(t, s, p, m, k, cost, out, at)


@kernel
def write_planned(t: Record, v: Record, m: Record, w: Array, work: Record, row: Array, out: Array, at: Int) -> None:
    """Write the planned part from `at` on, where the row is 0; `m`, `work` and `row` (of a sheet) are scratch."""
    s = v.s
    p = np.int64(v.seat)
    if s.phase == OVER:
        return
    at = _write_advice(t, v, m, w, work, row, out, at)
    left = turns_left(t, s, w)
    at = _write_plan(t, s, m, left, out, at)
    for i in range(m.wanted_count):
        out[at + m.wanted[i]] = 1
    at += t.tickets
    u0, u1 = usable(t, s, p)
    at = _write_lacking(t, s, p, u0, u1, out, at)
    _write_tickets(t, s, p, m, u0, u1, out, at)


@kernel
def plan_one(
    t: Record, s: Record, seat: Int, v: Record, m: Record, w: Array, work: Record, row: Array, out: Array, at: Int
) -> None:
    """Write the planned part of a seat's observation of a state; `v` is scratch for what it knows."""
    look(t, s, seat, v)
    write_planned(t, v, m, w, work, row, out, at)


@kernel
def plan_into(tables: Array, states: Array, i: Int, seat: Int, w: Array, scratch: Array, out: Array, at: Int) -> None:
    """`plan_one` for a seat of game i; scratch are knowledge, memories, work and sheets, an array of one each."""
    knowledge, memories, work, sheets = scratch
    plan_one(
        tables[0], states[i], seat, knowledge[0], memories[0], w, work[0], sheets[0].borrowed[0], out, np.int64(at)
    )


@kernel
def plan_games(
    first: Int, last: Int, tables: Array, states: Array, episodes: Array, w: Array, scratch: Array, rows: Array, at: Int
) -> None:
    """`plan_one` for the seats that the games first to last - 1 are shown to, from `at` on in their rows."""
    knowledge, memories, work, sheets = scratch
    t, v, m = tables[0], knowledge[0], memories[0]
    for i in range(first, last):
        rows[i, at:] = 0  # a game that waits was not shown again
        plan_one(t, states[i], episodes[i].seat, v, m, w, work[0], sheets[0].borrowed[0], rows[i], np.int64(at))
