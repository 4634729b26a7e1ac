"""Apply an action that is known to be legal."""

from perron.engine import claim, draw, stations, swapping, tickets, turns
from perron.engine.actions import (
    CLAIM,
    DRAW_BLIND,
    DRAW_CARDS,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP_TICKETS,
    LET_GO,
    PASS,
    PAY_TUNNEL,
    STATION,
    SWAP_TICKETS,
    colour_of,
    index_of,
    kind_of,
    wilds_of,
)
from perron.engine.compiled import Array, Int, Record, kernel


@kernel
def apply(t: Record, s: Record, a: Int, tape: Array) -> None:
    """Play an action. It is trusted: check with `refuse` what comes from outside."""
    kind = kind_of(a)
    if kind != PASS:
        s.passes = 0
        if kind != SWAP_TICKETS:
            s.stalled = 0
    if kind == DRAW_FACE_UP:
        draw.draw_face_up(t, s, colour_of(a), tape)
    elif kind == DRAW_BLIND:
        draw.draw_blind(t, s, tape)
    elif kind == DRAW_CARDS:
        draw.draw_cards(t, s, tape)
    elif kind == DRAW_TICKETS:
        tickets.draw_tickets(t, s)
    elif kind == KEEP_TICKETS:
        tickets.keep_tickets(t, s, index_of(a))
    elif kind == SWAP_TICKETS:
        swapping.swap_tickets(t, s)
    elif kind == CLAIM:
        claim.claim(t, s, index_of(a), colour_of(a), wilds_of(a), tape)
    elif kind == STATION:
        stations.build_station(t, s, index_of(a), colour_of(a), wilds_of(a), tape)
    elif kind == PAY_TUNNEL:
        claim.pay_tunnel(t, s, wilds_of(a), tape)
    elif kind == LET_GO:
        claim.let_tunnel_go(t, s, tape)
    else:
        turns.pass_turn(t, s)
