"""Fast play for play-outs: a plan is made once and followed until it is done or broken."""

import numpy as np

from perron.bots.cards import choose_card
from perron.bots.claims import best_claim_now, claim_of_plan, target
from perron.bots.futile import may_help_to_swap
from perron.bots.plan import measure, plan_now, turns_left
from perron.bots.planner_memory import AIM_NOTHING, AIM_TARGET, AIM_TICKETS
from perron.bots.stations import choose_station
from perron.bots.tickets import choose_tickets, keep_quickly
from perron.bots.weights import SWAP, TICKET_PIECES, weight
from perron.engine import bits
from perron.engine.actions import DRAW_TICKETS, ONE, SWAP_TICKETS, action, index_of
from perron.engine.apply import apply
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.legal import nth_legal
from perron.engine.state import KEEP, OVER, SECOND, SETUP, TUNNEL_ANSWER
from perron.engine.tunnels import nth_answer

NO_PLAN = -1


@kernel
def forget_plan(m: Record) -> None:
    """Discard the plan: the next decision makes a new one."""
    m.claims = NO_PLAN


@kernel
def _drop_target(t: Record, s: Record, p: Int, m: Record) -> None:
    """Give up the target: an empty plan is left."""
    m.plan[0] = 0
    m.plan[1] = 0
    measure(t, s, p, m)


@kernel
def _aim_elsewhere(t: Record, s: Record, p: Int, m: Record, w: Array) -> None:
    """Aim at a target route, all tickets being complete or given up."""
    _drop_target(t, s, p, m)
    r = target(t, s, p, m, w, turns_left(t, s, w))
    m.aim = AIM_NOTHING
    if r >= 0:
        m.plan[r >> 6] |= bits.bit(r)
        m.aim = AIM_TARGET


@kernel
def _make_plan(t: Record, s: Record, p: Int, m: Record, w: Array) -> None:
    done = m.claims != NO_PLAN and m.aim == AIM_TARGET
    if not (done and m.tickets[0] == s.tickets[p, 0] and m.tickets[1] == s.tickets[p, 1]):
        plan_now(t, s, p, m, w)
        m.aim = AIM_TICKETS
        m.tickets[0] = s.tickets[p, 0]
        m.tickets[1] = s.tickets[p, 1]
        if m.claims > 0:
            return
    _aim_elsewhere(t, s, p, m, w)


@kernel
def _is_broken(s: Record, p: Int, m: Record) -> Int:
    """Whether there is no plan, or it is done, for other tickets, has lost a route, or takes too many pieces."""
    if m.claims == NO_PLAN or (m.plan[0] & ~s.may_claim[p, 0]) | (m.plan[1] & ~s.may_claim[p, 1]):
        return True
    if m.tickets[0] != s.tickets[p, 0] or m.tickets[1] != s.tickets[p, 1]:
        return True
    if not m.plan[0] | m.plan[1]:
        return m.aim != AIM_NOTHING
    return m.pieces[0] > s.pieces[p, 0] or m.pieces[1] > s.pieces[p, 1]


@kernel
def _is_hopeless(t: Record, s: Record, m: Record, w: Array) -> Int:
    """Whether new tickets, where they are swapped, are better than those in hand."""
    if not may_help_to_swap(t, s):
        return False
    return m.aim != AIM_TICKETS or m.wanted_count == 0 or m.alone[m.wanted[0]] >= weight(s, w, SWAP)


@kernel
def _follow_turn(t: Record, s: Record, p: Int, m: Record, w: Array, work: Record, row: Array) -> Int:
    if s.last_round > 0 and (m.wanted_count > 0 or m.dropped > 0):
        a = choose_station(t, s, p, m, work, row)
        if a >= 0:
            return a
    a = claim_of_plan(t, s, p, m, w, turns_left(t, s, w))
    if a >= 0:
        r = index_of(a)
        if not t.tunnels[r >> 6] & bits.bit(r):
            m.plan[r >> 6] &= ~bits.bit(r)
        return a
    if s.last_round > 0:
        a = best_claim_now(t, s, p, m, w)
        if a >= 0:
            return a
    elif (
        m.aim == AIM_TARGET
        and not t.swap_tickets
        and m.dropped == 0
        and s.tickets_left > 0
        and s.pieces[p, 0] + s.pieces[p, 1] >= weight(s, w, TICKET_PIECES)
    ):
        _drop_target(t, s, p, m)
        return action(DRAW_TICKETS, 0, 0, 0)
    a = choose_card(t, s, p, m, w)
    if a >= 0:
        return a
    a = best_claim_now(t, s, p, m, w)
    return a if a >= 0 else nth_legal(t, s, ONE, 0)


@kernel
def follow(t: Record, s: Record, m: Record, w: Array, work: Record, row: Array) -> Int:
    """A quick action for the seat to move in a re-dealt state; `m` is that seat's planner memory and holds its plan."""
    p = np.int64(s.to_move)
    if s.phase == SETUP:
        a = choose_tickets(t, s, p, m, w)
        forget_plan(m)
        return a
    if s.phase == KEEP:
        if m.claims == NO_PLAN:
            plan_now(t, s, p, m, w)
        a = keep_quickly(t, s, p, m, w)
        forget_plan(m)
        return a
    if s.phase == TUNNEL_ANSWER:
        return nth_answer(t, s, ONE, 0)
    if _is_broken(s, p, m):
        _make_plan(t, s, p, m, w)
        if s.phase != SECOND and _is_hopeless(t, s, m, w):
            forget_plan(m)
            return action(SWAP_TICKETS, 0, 0, 0)
    measure(t, s, p, m)
    if s.phase == SECOND:
        return choose_card(t, s, p, m, w)
    return _follow_turn(t, s, p, m, w, work, row)


@kernel
def follow_to_end(
    t: Record, s: Record, thorough: Int, memories: Array, weights: Array, work: Record, row: Array, tape: Array
) -> None:
    """Let planners play a re-dealt state to its end; unless they are thorough, they keep plans that still hold.

    That is half the work, and good enough to tell which moves are worth a closer look.
    """
    for q in range(s.seats):
        forget_plan(memories[q])
    while s.phase != OVER:
        q = s.to_move
        if thorough:
            forget_plan(memories[q])
        apply(t, s, follow(t, s, memories[q], weights[q], work, row), tape)
