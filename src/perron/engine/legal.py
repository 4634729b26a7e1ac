"""Legal actions: how many, the k-th of them, all of them, and why another is refused. Their order is pinned."""

from perron.engine import claim, draw, stations, swapping, tickets, tunnels
from perron.engine import refusals as no
from perron.engine.actions import (
    CLAIM,
    DECLINE,
    DRAW_BLIND,
    DRAW_CARDS,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP_TICKETS,
    PASS,
    PAY_TUNNEL,
    STATION,
    SWAP_TICKETS,
    action,
    colour_of,
    index_of,
    kind_of,
    wilds_of,
)
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.state import KEEP, OVER, SECOND, SETUP, TUNNEL_ANSWER, TURN


@kernel
def can_get_tickets(s: Record) -> Int:
    """Whether the turn's ticket action is legal: draw, or swap; both need a ticket in the pile (RU-8)."""
    return 1 if s.tickets_left > 0 else 0


@kernel
def _count_answers(t: Record, s: Record, mode: Int) -> Int:
    """Legal actions in every phase but TURN."""
    if s.phase == SECOND:
        return draw.count_draws(s)
    if s.phase == TUNNEL_ANSWER:
        return tunnels.count_answers(t, s, mode)
    if s.phase == OVER:
        return 0
    return tickets.count_keeps(t, s)


@kernel
def _nth_answer(t: Record, s: Record, mode: Int, k: Int) -> Int:
    if s.phase == SECOND:
        return draw.nth_draw(t, s, k)
    if s.phase == TUNNEL_ANSWER:
        return tunnels.nth_answer(t, s, mode, k)
    return tickets.nth_keep(t, s, k)


@kernel
def nth_of_turn(t: Record, s: Record, mode: Int, k: Int, draws: Int, claims: Int) -> Int:
    """The k-th action of a turn: draws, tickets, claims, stations; a pass if there is nothing else (RU-4)."""
    if k < draws:
        return draw.nth_draw(t, s, k)
    k -= draws
    ticket = can_get_tickets(s)
    if k < ticket:
        return action(SWAP_TICKETS if t.swap_tickets else DRAW_TICKETS, 0, 0, 0)
    k -= ticket
    if k < claims:
        return claim.nth_claim(t, s, mode, k)
    k -= claims
    if k < stations.count_stations(t, s, mode):
        return stations.nth_station(t, s, mode, k)
    return action(PASS, 0, 0, 0)


@kernel
def count_legal(t: Record, s: Record, mode: Int) -> Int:
    """How many actions are legal for the seat to move; mode is ONE or ALL payments."""
    if s.phase != TURN:
        return _count_answers(t, s, mode)
    n = draw.count_draws(s) + can_get_tickets(s) + claim.count_claims(t, s, mode)
    return max(n + stations.count_stations(t, s, mode), 1)


@kernel
def nth_legal(t: Record, s: Record, mode: Int, k: Int) -> Int:
    """The k-th legal action; k is below `count_legal`."""
    if s.phase != TURN:
        return _nth_answer(t, s, mode, k)
    return nth_of_turn(t, s, mode, k, draw.count_draws(s), claim.count_claims(t, s, mode))


@kernel
def list_legal(t: Record, s: Record, mode: Int, out: Array) -> Int:
    """Write the legal actions in order, as far as `out` has room; returns how many there are."""
    n = count_legal(t, s, mode)
    for k in range(min(n, out.size)):
        out[k] = nth_legal(t, s, mode, k)
    return n


@kernel
def _refuse_now(s: Record, kind: Int) -> Int:
    """Why an action of this kind does not answer what the seat has to decide; 0 if it does."""
    if s.phase == OVER:
        return no.GAME_OVER
    if s.phase == SETUP or s.phase == KEEP:
        return no.LEGAL if kind == KEEP_TICKETS else no.KEEP_FIRST
    if s.phase == TUNNEL_ANSWER:
        return no.LEGAL if kind == PAY_TUNNEL or kind == DECLINE else no.TUNNEL_FIRST
    if kind == KEEP_TICKETS:
        return no.NOTHING_OFFERED
    if kind == PAY_TUNNEL or kind == DECLINE:
        return no.NO_TUNNEL
    if s.phase == SECOND:
        return no.LEGAL if kind == DRAW_FACE_UP or kind == DRAW_BLIND else no.FINISH_DRAW
    return no.LEGAL


@kernel
def refuse(t: Record, s: Record, a: Int) -> Int:
    """Why the action is not legal for the seat to move (a number of `refusals`); 0 if it is."""
    kind, index, colour, wilds = kind_of(a), index_of(a), colour_of(a), wilds_of(a)
    if a < 0 or kind > DECLINE:
        return no.NO_SUCH_ACTION
    reason = _refuse_now(s, kind)
    if reason != no.LEGAL:
        return reason
    if kind == CLAIM:
        return claim.refuse_claim(t, s, index, colour, wilds)
    if kind == STATION:
        return stations.refuse_station(t, s, index, colour, wilds)
    # The fields an action does not use are 0, so that every action has one int.
    if kind == DRAW_FACE_UP:
        return draw.refuse_face_up(t, s, colour) if index == 0 and wilds == 0 else no.NO_SUCH_ACTION
    if kind == PAY_TUNNEL:
        return tunnels.refuse_pay(t, s, wilds) if index == 0 and colour == 0 else no.NO_SUCH_ACTION
    if colour != 0 or wilds != 0:
        return no.NO_SUCH_ACTION
    if kind == KEEP_TICKETS:
        return tickets.refuse_keep(t, s, index)
    if index != 0:
        return no.NO_SUCH_ACTION
    if kind == DRAW_BLIND:
        return draw.refuse_blind(t, s)
    if kind == DRAW_CARDS:
        return draw.refuse_cards(t, s)
    if kind == DRAW_TICKETS:
        return tickets.refuse_draw(t, s)
    if kind == SWAP_TICKETS:
        return swapping.refuse_swap(t, s)
    if kind == PASS:
        return no.LEGAL if nth_legal(t, s, 0, 0) == action(PASS, 0, 0, 0) else no.MUST_ACT
    return no.LEGAL  # letting a tunnel go
