"""The planner: plans paths for all its tickets together, draws the cards that they lack, claims the most urgent."""

from __future__ import annotations

import numpy as np

from perron.bots.cards import choose_card
from perron.bots.claims import NO_ACTION, best_claim_now, claim_aside, claim_of_plan, lacking, payment_for, target
from perron.bots.ending import choose_last
from perron.bots.futile import FEW, may_help_to_swap
from perron.bots.plan import need_route, plan_now, plan_turns
from perron.bots.stations import choose_station
from perron.bots.tickets import choose_tickets, ticket_prospect
from perron.bots.weights import EARLY, ENOUGH, PAY_WILDS, STATION_LATE, SWAP, TICKETS_GAIN, weight
from perron.engine.actions import DECLINE, DRAW_TICKETS, ONE, PAY_TUNNEL, SWAP_TICKETS, action, kind_of, wilds_of
from perron.engine.cards import available
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.legal import nth_legal
from perron.engine.sizes import NONE, TUNNEL
from perron.engine.state import KEEP, SECOND, SETUP, TUNNEL_ANSWER
from perron.engine.tunnels import nth_answer


@kernel
def _find_target(t: Record, s: Record, p: Int, m: Record, w: Array, left: Int) -> Int:
    """A route to go for when no ticket is left to plan for; NO_ACTION if there is none, or a ticket left."""
    if m.claims > 0:
        return np.int64(NO_ACTION)
    return target(t, s, p, m, w, left - plan_turns(m))


@kernel
def _station_may_save(s: Record, m: Record, w: Array, left: Int) -> Int:
    return m.dropped > 0 and left <= weight(s, w, STATION_LATE)


@kernel
def _wants_tickets(t: Record, s: Record, p: Int, m: Record, w: Array, left: Int) -> Int:
    """Whether drawing tickets promises enough, all tickets being complete or time being left beyond the plan."""
    left -= plan_turns(m)
    if t.swap_tickets or s.tickets_left == 0 or left <= 2 or (m.claims > 0 and left < weight(s, w, EARLY)):
        return False
    if m.dropped >= weight(s, w, ENOUGH) or s.ticket_pile[0] != NONE:  # the top one was given back by this very seat
        return False
    return ticket_prospect(t, s, p, m, w, left) > weight(s, w, TICKETS_GAIN)


@kernel
def _is_hopeless(s: Record, m: Record, w: Array) -> Int:
    """Whether the tickets in hand cannot be completed, or only at a higher cost than new ones."""
    return m.wanted_count == 0 or m.alone[m.wanted[0]] >= weight(s, w, SWAP)


@kernel
def _answer_tunnel(t: Record, s: Record, w: Array) -> Int:
    """Pay a tunnel's extra cards unless that takes too many wilds.

    In the last round they are of no other use, and with few cards left the same ones would turn up again.
    """
    a = nth_answer(t, s, ONE, 0)
    sparing = s.last_round == 0 and available(s) + TUNNEL > FEW
    if sparing and kind_of(a) == PAY_TUNNEL and wilds_of(a) > weight(s, w, PAY_WILDS):
        return action(DECLINE, 0, 0, 0)
    return a


@kernel
def _choose_turn(t: Record, s: Record, p: Int, m: Record, w: Array, work: Record, row: Array) -> Int:
    left = plan_now(t, s, p, m, w)
    if may_help_to_swap(t, s) and _is_hopeless(s, m, w):
        return action(SWAP_TICKETS, 0, 0, 0)
    if s.last_round > 0:
        a = choose_last(t, s, p, m, w, work, row)
        if a >= 0:
            return a
    if _station_may_save(s, m, w, left):
        a = choose_station(t, s, p, m, work, row)
        if a >= 0:
            return a
    a = claim_of_plan(t, s, p, m, w, left)
    if a >= 0:
        return a
    if _wants_tickets(t, s, p, m, w, left):
        return action(DRAW_TICKETS, 0, 0, 0)
    r = _find_target(t, s, p, m, w, left)
    if r >= 0:
        if lacking(t, s, p, m, r) == 0:
            a = payment_for(t, s, p, m, r)
            if a >= 0:
                return a
        m.missing = lacking(t, s, p, m, r)
        need_route(t, m, r)
    elif m.claims > 0:
        a = claim_aside(t, s, p, m, w)
        if a >= 0:
            return a
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
        m.missing = lacking(t, s, p, m, r)
        need_route(t, m, r)
    return choose_card(t, s, p, m, w)


@kernel
def choose_planned(t: Record, v: Record, m: Record, w: Array, work: Record, row: Array) -> Int:
    """The planner's action, from what a seat knows; `m`, `work` and `row` (four stations of a sheet) are scratch."""
    s = v.s
    p = np.int64(v.seat)
    if s.phase == SETUP or s.phase == KEEP:
        return choose_tickets(t, s, p, m, w)
    if s.phase == TUNNEL_ANSWER:
        return _answer_tunnel(t, s, w)
    if s.phase == SECOND:
        return _choose_second(t, s, p, m, w)
    return _choose_turn(t, s, p, m, w, work, row)
