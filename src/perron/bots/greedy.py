"""The greedy player: the claim with most points (without points: the longest route), else a blind card."""

import numpy as np

from perron.bots.claims import NO_ACTION, payment_for
from perron.engine import bits, draw, tickets
from perron.engine.actions import ONE
from perron.engine.compiled import Int, Record, kernel
from perron.engine.legal import nth_legal
from perron.engine.routes import claimable
from perron.engine.sizes import KINDS
from perron.engine.state import KEEP, SECOND, SETUP, TUNNEL_ANSWER
from perron.engine.tunnels import nth_answer


@kernel
def _richest_claim(t: Record, s: Record, p: Int, m: Record) -> Int:
    best, most = np.int64(NO_ACTION), np.int64(-1)
    for k in range(KINDS):
        m.need[k] = 0
    c0, c1 = claimable(t, s, p)
    for word in range(2):
        routes = c0 if word == 0 else c1
        while routes:
            r = 64 * word + bits.lowest(routes)
            routes = bits.without_lowest(routes)
            value = np.int64(t.points[r] if t.has_points else t.length[r])
            if value > most:
                a = payment_for(t, s, p, m, r)
                if a >= 0:
                    most = value
                    best = a
    return best


@kernel
def choose_greedily(t: Record, v: Record, m: Record) -> Int:
    """The greedy action for what a seat knows."""
    s = v.s
    p = np.int64(v.seat)
    if s.phase == SETUP or s.phase == KEEP:
        return tickets.nth_keep(t, s, 0)
    if s.phase == TUNNEL_ANSWER:
        return nth_answer(t, s, ONE, 0)
    if s.phase != SECOND:
        a = _richest_claim(t, s, p, m)
        if a >= 0:
            return a
    n = draw.count_draws(s)
    return draw.nth_draw(t, s, n - 1) if n > 0 else nth_legal(t, s, ONE, 0)
