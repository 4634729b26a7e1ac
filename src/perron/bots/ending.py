"""A seat's last turn: the action that scores most at once, by exact count."""

import numpy as np

from perron.bots.claims import NO_ACTION, bare, gaps, payment_for, trade_gain
from perron.bots.stations import best_station, build_station, missed_points
from perron.bots.tickets import ticket_prospect
from perron.bots.weights import BLOCK, CART, TICKET, weight
from perron.engine import bits
from perron.engine.actions import DRAW_TICKETS, action
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.lines import LONGEST_PATH
from perron.engine.longest import longest_path
from perron.engine.routes import claimable
from perron.engine.sizes import KINDS, NONE

_ODDS = (16, 13, 8)  # chance that a tunnel succeeds with two, one or no spare cards, in sixteenths


@kernel
def _longest_of_others(t: Record, s: Record, p: Int, work: Record) -> Int:
    most = np.int64(0)
    if t.line_points[LONGEST_PATH] > 0:
        for q in range(s.seats):
            if q != p:
                most = max(most, np.int64(longest_path(t, s.owned[q, 0], s.owned[q, 1], work)))
    return most


@kernel
def _has_longest(t: Record, s: Record, p: Int, others: Int, work: Record) -> Int:
    """Whether the seat's longest path is at least as long as those of the others."""
    return t.line_points[LONGEST_PATH] > 0 and longest_path(t, s.owned[p, 0], s.owned[p, 1], work) >= others


@kernel
def _gain(
    t: Record, s: Record, p: Int, r: Int, w: Array, missed: Int, others: Int, longest: Int, work: Record, row: Array
) -> Int:
    """What claiming a route adds to the final score, in sixteenths of a point. The state is left unchanged."""
    word, one = r >> 6, bits.bit(r)
    points = np.int64(t.points[r])
    extra = gaps(t, s, p, r) * weight(s, w, BLOCK)
    if t.carts[word] & one and s.bonus_pile > 0:
        points += trade_gain(t, s, p)
        extra += weight(s, w, CART) // 4
    s.owned[p, word] |= one
    if missed > 0:
        points += 2 * (missed - missed_points(t, s, p, work, row))
    if not longest and _has_longest(t, s, p, others, work):
        points += t.line_points[LONGEST_PATH]
    s.owned[p, word] &= ~one
    return points * 16 + extra


@kernel
def _best_claim(t: Record, s: Record, p: Int, m: Record, w: Array, work: Record, row: Array) -> Int:
    """The claim that scores most, and how much; NO_ACTION if none can be paid."""
    best, most = np.int64(NO_ACTION), np.int64(0)
    missed = missed_points(t, s, p, work, row)
    others = _longest_of_others(t, s, p, work)
    longest = _has_longest(t, s, p, others, work)
    c0, c1 = claimable(t, s, p)
    for word in range(2):
        routes = c0 if word == 0 else c1
        while routes:
            r = 64 * word + bits.lowest(routes)
            routes = bits.without_lowest(routes)
            a = payment_for(t, s, p, m, r)
            if a >= 0:
                value = _gain(t, s, p, r, w, missed, others, longest, work, row)
                value = value * _ODDS[bare(t, s, p, a, r)] // 16
                if value > most:
                    most = value
                    best = a
    return best, most


@kernel
def choose_last(t: Record, s: Record, p: Int, m: Record, w: Array, work: Record, row: Array) -> Int:
    """The last turn: a claim, a station, or tickets that may be complete already; NO_ACTION if nothing scores."""
    for k in range(KINDS):
        m.need[k] = 0
    best, most = _best_claim(t, s, p, m, w, work, row)
    city, gain = best_station(t, s, p, work, row)
    if city >= 0 and gain * 16 > most:
        most = gain * 16
        best = build_station(t, s, p, m, city)
    if not t.swap_tickets and s.tickets_left > 0 and s.ticket_pile[0] == NONE:
        m.plan[0] = 0
        m.plan[1] = 0
        expected = ticket_prospect(t, s, p, m, w, np.int64(1)) * 32 // max(np.int64(1), weight(s, w, TICKET))
        if expected > most:
            best = action(DRAW_TICKETS, 0, 0, 0)
    return best
