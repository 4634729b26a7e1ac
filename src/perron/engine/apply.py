"""Apply an action that is known to be legal.

What several kinds of action have in common stands in one place: turning cards up, paying, the end of a turn. On a GPU
the threads of a warp, each with another action, do alike things at the same time then; on a CPU it takes no longer.
"""

import numpy as np

from perron.engine import cards, draw, stations, swapping, tickets, tunnels, turns
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
    colour_of,
    index_of,
    kind_of,
    wilds_of,
)
from perron.engine.bits import bit
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.routes import place_pieces
from perron.engine.sizes import NONE, TUNNEL, WILD
from perron.engine.state import SETUP


@kernel
def _turn_up(s: Record, seat: Int, n: Int, gap: Int, tunnel: Int, colour: Int, tape: Array) -> Int:
    """Turn up n cards, for a gap of the display, a tunnel or the hand; how many of them a tunnel asks for again.

    Fewer if there are fewer (RU-6, RU-11). A wild matches every colour, laid wilds alone only wilds.
    """
    extra = np.int64(0)
    for i in range(n):
        kind = np.int64(cards.turn_up(s, tape))
        if tunnel:
            s.tunnel_shown[i] = kind
            if kind == WILD or kind == colour:
                extra += 1
        elif kind != NONE:
            if gap >= 0:
                cards.put_up(s, gap, kind)
            else:
                s.hand[seat, kind] += 1
    return extra


@kernel
def _price(t: Record, s: Record, kind: Int, a: Int) -> Int:
    """Route or city, colour, cards of the colour and wilds that an action pays; a tunnel's extra cards included.

    Extra cards need no pieces and score nothing (RU-25).
    """
    route, colour, wilds = np.int64(index_of(a)), np.int64(colour_of(a)), np.int64(wilds_of(a))
    price = np.int64(0)
    if kind == CLAIM:
        price = np.int64(t.price[route])
    elif kind == STATION:
        price = np.int64(stations.cost(t, s, s.to_move))
    elif kind == PAY_TUNNEL:
        route, colour = np.int64(s.tunnel_route), np.int64(s.tunnel_colour)
        price = np.int64(t.price[route]) + s.tunnel_extra
        wilds += s.tunnel_wilds
    return route, colour, price - wilds, wilds


@kernel
def _is_done(t: Record, s: Record, kind: Int, a: Int) -> Int:
    """Draw, keep or swap tickets; whether that was all, or the turn is still to be ended."""
    if kind == DRAW_TICKETS:
        tickets.draw_tickets(t, s)
    elif kind == SWAP_TICKETS:
        swapping.swap_tickets(t, s)
    elif kind == KEEP_TICKETS and s.phase == SETUP:
        tickets.choose_at_setup(t, s, index_of(a))
    else:
        if kind == KEEP_TICKETS:
            tickets.answer_draw(t, s, index_of(a))
        return False
    return True


@kernel
def _settle(t: Record, s: Record, tape: Array) -> None:
    """Fill the display, or clear it; mostly there is nothing to do."""
    if t.display > 0 and (s.display_size < t.display or s.display_wilds >= t.reset_at):
        cards.settle_display(t, s, tape)


@kernel
def apply(t: Record, s: Record, a: Int, tape: Array) -> None:
    """Play an action. It is trusted: check with `refuse` what comes from outside."""
    kind, seat = np.int64(kind_of(a)), np.int64(s.to_move)
    if kind == PASS:  # a seat without a legal action (RU-4); that is a turn too (RU-27)
        s.passes += 1
        s.stalled += 1
    else:
        s.passes = 0
        if kind != SWAP_TICKETS:
            s.stalled = 0
    if _is_done(t, s, kind, a):
        return
    route, colour, coloured, wilds = _price(t, s, kind, a)
    tunnel = kind == CLAIM and t.tunnels[route >> 6] & bit(route) != np.uint64(0)
    n, gap = np.int64(TUNNEL if tunnel else 0), np.int64(NONE)
    if kind == DRAW_FACE_UP:
        gap = cards.take_face_up(t, s, seat, colour)
        n = np.int64(gap != NONE)
    elif kind == DRAW_BLIND:
        n = np.int64(1)
    elif kind == DRAW_CARDS:
        n = np.int64(t.draw_cards)
    extra = _turn_up(s, seat, n, gap, tunnel, colour, tape)
    if extra > 0:
        tunnels.await_answer(s, route, colour, wilds, extra)
        return
    if kind == DECLINE:
        tunnels.show_laid(t, s)
    if tunnel or kind == PAY_TUNNEL or kind == DECLINE:
        tunnels.discard_shown(s)
        tunnels.clear(s)
    if kind == CLAIM or kind == PAY_TUNNEL or kind == STATION:
        cards.pay(s, seat, colour, coloured, wilds)
        if kind == STATION:
            s.stations[seat] |= bit(route)
        else:
            place_pieces(t, s, route)
    if kind == DRAW_FACE_UP or kind == CLAIM or kind == STATION or kind == PAY_TUNNEL or kind == DECLINE:
        _settle(t, s, tape)
    if t.open_tickets and (kind == CLAIM or kind == PAY_TUNNEL):
        swapping.settle_claim(t, s, route)
    if not draw.goes_on(t, s, kind, colour):
        turns.end_turn(t, s)
