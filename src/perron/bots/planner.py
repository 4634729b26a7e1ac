"""The planner: plans ways for all its tickets together, draws what the plan lacks, claims what is in danger first."""

from __future__ import annotations

import numpy as np

from perron.bots.cards import choose_card
from perron.bots.choices import choose_station, choose_tickets, ticket_prospect
from perron.bots.claims import NO_ACTION, best_claim_now, claim_of_plan, lacking, payment_for, target
from perron.bots.mind import STATION_LATE, TICKETS_GAIN
from perron.bots.plan import need_route, plan_now, plan_turns
from perron.engine.actions import DRAW_TICKETS, ONE, SWAP_TICKETS, action
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.legal import nth_legal
from perron.engine.state import KEEP, SECOND, SETUP, TUNNEL_ANSWER
from perron.engine.tunnels import nth_answer


@kernel
def _find_target(t: Record, s: Record, p: Int, m: Record, w: Array, left: Int) -> Int:
    """Without tickets to make: a route to go for; NO_ACTION if none, or if there are."""
    if m.claims > 0:
        return np.int64(NO_ACTION)
    return target(t, s, p, m, w, left - plan_turns(m))


@kernel
def _station_may_save(s: Record, m: Record, w: Array, left: Int) -> Int:
    if s.last_round > 0:
        return m.dropped > 0 or m.wanted_count > 0
    return m.dropped > 0 and left <= w[STATION_LATE]


@kernel
def _wants_tickets(t: Record, s: Record, p: Int, m: Record, w: Array, left: Int) -> Int:
    """With all tickets made and time left: whether a draw promises enough."""
    if m.claims > 0 or t.race or s.tickets_left == 0 or left <= 2:
        return False
    return ticket_prospect(t, s, p, m, w, left) > w[TICKETS_GAIN]


@kernel
def _choose_turn(t: Record, s: Record, p: Int, m: Record, w: Array, work: Record, row: Array) -> Int:
    left = plan_now(t, s, p, m, w)
    if t.race and m.wanted_count == 0 and s.tickets_left > 0:
        return action(SWAP_TICKETS, 0, 0, 0)
    if _station_may_save(s, m, w, left):
        a = choose_station(t, s, p, m, work, row)
        if a >= 0:
            return a
    a = claim_of_plan(t, s, p, m, w, left)
    if a >= 0:
        return a
    if s.last_round > 0:
        a = best_claim_now(t, s, p, m, w)
        if a >= 0:
            return a
    elif _wants_tickets(t, s, p, m, w, left):
        return action(DRAW_TICKETS, 0, 0, 0)
    r = _find_target(t, s, p, m, w, left)
    if r >= 0:
        if lacking(t, s, p, m, r) == 0:
            a = payment_for(t, s, p, m, r)
            if a >= 0:
                return a
        need_route(t, m, r)
    a = choose_card(t, s, p, m, w)
    if a >= 0:
        return a
    a = best_claim_now(t, s, p, m, w)
    return a if a >= 0 else nth_legal(t, s, ONE, 0)


@kernel
def _choose_second(t: Record, s: Record, p: Int, m: Record, w: Array) -> Int:
    left = plan_now(t, s, p, m, w)
    r = _find_target(t, s, p, m, w, left)
    if r >= 0:
        need_route(t, m, r)
    return choose_card(t, s, p, m, w)


@kernel
def choose_planned(t: Record, v: Record, m: Record, w: Array, work: Record, row: Array) -> Int:
    """The planner's action for a sight; `m`, `work` and `row` (four stations of a score sheet) are scratch."""
    s = v.s
    p = np.int64(v.seat)
    if s.phase == SETUP or s.phase == KEEP:
        return choose_tickets(t, s, p, m, w)
    if s.phase == TUNNEL_ANSWER:
        return nth_answer(t, s, ONE, 0)
    if s.phase == SECOND:
        return _choose_second(t, s, p, m, w)
    return _choose_turn(t, s, p, m, w, work, row)
