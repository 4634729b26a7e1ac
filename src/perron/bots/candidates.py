"""Candidate moves for the search: all that a plan could want, and the best of the rest."""

import numpy as np

from perron.bots.claims import danger, payment_for, worth
from perron.bots.futile import may_help_to_swap
from perron.bots.plan import plan_now
from perron.bots.stations import choose_station
from perron.engine import bits, draw
from perron.engine.actions import DRAW_TICKETS, ONE, SWAP_TICKETS, action
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.legal import count_legal, nth_legal
from perron.engine.routes import claimable
from perron.engine.state import TURN

ARMS = 32
_OTHERS = 4  # claims outside the plan


@kernel
def _add(out: Array, n: Int, a: Int) -> Int:
    if a >= 0 and n < ARMS:
        out[n] = a
        return n + 1
    return n


@kernel
def _best_other(t: Record, s: Record, p: Int, m: Record, w: Array, c0: Int, c1: Int) -> Int:
    """Of the routes c0, c1 the one worth most to claim now, for itself or to deny it to others; -1 if none."""
    best, most = np.int64(-1), np.int64(-1)
    for word in range(2):
        routes = c0 if word == 0 else c1
        while routes:
            r = 64 * word + bits.lowest(routes)
            routes = bits.without_lowest(routes)
            if payment_for(t, s, p, m, r) >= 0:
                value = worth(t, s, p, r, w) + danger(t, s, p, r) * 4
                if value > most:
                    most = value
                    best = r
    return best


@kernel
def _add_claims(t: Record, s: Record, p: Int, m: Record, w: Array, out: Array, n: Int) -> Int:
    for word in range(2):
        routes = m.plan[word]
        while routes:
            n = _add(out, n, payment_for(t, s, p, m, 64 * word + bits.lowest(routes)))
            routes = bits.without_lowest(routes)
    c0, c1 = claimable(t, s, p)
    c0 &= ~m.plan[0]
    c1 &= ~m.plan[1]
    for _ in range(_OTHERS):
        r = _best_other(t, s, p, m, w, c0, c1)
        if r < 0:
            break
        n = _add(out, n, payment_for(t, s, p, m, r))
        if r < 64:
            c0 &= ~bits.bit(r)
        else:
            c1 &= ~bits.bit(r)
    return n


@kernel
def list_candidates(t: Record, s: Record, m: Record, w: Array, out: Array, work: Record, row: Array) -> Int:
    """Write the candidates of the seat to move into `out`, which has room for ARMS; returns how many."""
    p = np.int64(s.to_move)
    n = 0
    if s.phase != TURN:
        for k in range(min(ARMS, count_legal(t, s, ONE))):
            out[k] = nth_legal(t, s, ONE, k)
            n += 1
        return n
    for k in range(draw.count_draws(s)):
        n = _add(out, n, draw.nth_draw(t, s, k))
    if may_help_to_swap(t, s):
        n = _add(out, n, action(SWAP_TICKETS, 0, 0, 0))
    if not t.swap_tickets and s.tickets_left > 0:
        n = _add(out, n, action(DRAW_TICKETS, 0, 0, 0))
    plan_now(t, s, p, m, w)
    n = _add(out, n, choose_station(t, s, p, m, work, row))
    n = _add_claims(t, s, p, m, w, out, n)
    return n if n > 0 else _add(out, n, nth_legal(t, s, ONE, 0))
