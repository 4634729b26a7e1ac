"""Playing an action so that the threads of a warp, each with another action, do alike things at the same time.

`engine.apply` follows each kind of action to its end. On a GPU the threads of a warp would go through all these one
after the other; here what several kinds have in common stands in one place: turning cards up, paying, the end of a
turn. The functions of the rules are the engine's, and so is the result, to the byte.
"""

import numpy as np

from perron.engine import cards, stations, swapping, tickets, tunnels, turns
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
from perron.engine.bits import bit
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.routes import place_pieces
from perron.engine.sizes import DISPLAY, NONE, TUNNEL, WILD
from perron.engine.state import SECOND, SETUP, TUNNEL_ANSWER


@kernel
def _take_face_up(t: Record, s: Record, seat: Int, kind: Int) -> Int:
    """Take the first card of a kind from the display; its place, or NONE if there are other gaps as well."""
    place = np.int64(0)
    for i in range(DISPLAY - 1, -1, -1):
        if s.display[i] == kind:
            place = np.int64(i)
    cards.take_from_place(s, seat, place, kind)
    return place if s.display_size == t.display - 1 else np.int64(NONE)


@kernel
def _turn_up(s: Record, seat: Int, n: Int, gap: Int, tunnel: Int, colour: Int, tape: Array) -> Int:
    """Turn up n cards, for the display, a tunnel or the hand; how many of them a tunnel asks for again."""
    extra = np.int64(0)
    for i in range(n):
        kind = np.int64(cards.turn_up(s, tape))
        if tunnel:
            s.tunnel_shown[i] = kind
            if kind == WILD or kind == colour:
                extra += 1
        elif kind != NONE:
            if gap >= 0:
                s.display[gap] = kind
                s.display_size += 1
                if kind == WILD:
                    s.display_wilds += 1
            else:
                s.hand[seat, kind] += 1
    return extra


@kernel
def _price(t: Record, s: Record, kind: Int, a: Int) -> Int:
    """Route, colour, cards of the colour and wilds that an action pays; a tunnel's extra cards included."""
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
def _await_answer(s: Record, route: Int, colour: Int, wilds: Int, extra: Int) -> None:
    """A tunnel asks for extra cards: that is put to the player."""
    s.tunnel_route = route
    s.tunnel_colour = colour
    s.tunnel_wilds = wilds
    s.tunnel_extra = extra
    s.phase = TUNNEL_ANSWER


@kernel
def _goes_on(t: Record, s: Record, kind: Int, colour: Int) -> Int:
    """Whether a second card follows."""
    last = kind != DRAW_BLIND and (kind != DRAW_FACE_UP or colour == WILD)
    if last or s.phase == SECOND or t.draw_cards <= 1:
        return False
    s.phase = SECOND
    return s.display_size > s.display_wilds or cards.available(s) > 0


@kernel
def _is_done(t: Record, s: Record, kind: Int, a: Int) -> Int:
    """Draw, keep or swap tickets; whether that was all, or the turn is still to be ended."""
    if kind == DRAW_TICKETS:
        tickets.draw_tickets(t, s)
    elif kind == SWAP_TICKETS:
        swapping.swap_tickets(t, s)
    elif kind == KEEP_TICKETS and s.phase == SETUP:
        tickets._choose_at_setup(t, s, index_of(a))
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
    """Play an action that is known to be legal."""
    kind, seat = np.int64(kind_of(a)), np.int64(s.to_move)
    if kind == PASS:
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
        gap = _take_face_up(t, s, seat, colour)
        n = np.int64(gap != NONE)
    elif kind == DRAW_BLIND:
        n = np.int64(1)
    elif kind == DRAW_CARDS:
        n = np.int64(t.draw_cards)
    extra = _turn_up(s, seat, n, gap, tunnel, colour, tape)
    if extra > 0:
        _await_answer(s, route, colour, wilds, extra)
        return
    if kind == LET_GO:
        tunnels.show_laid(t, s)
    if tunnel or kind == PAY_TUNNEL or kind == LET_GO:
        tunnels.discard_shown(s)
        tunnels.clear(s)
    if kind == CLAIM or kind == PAY_TUNNEL or kind == STATION:
        cards.pay(s, seat, colour, coloured, wilds)
        if kind == STATION:
            s.stations[seat] |= bit(route)
        else:
            place_pieces(t, s, route)
    if kind == DRAW_FACE_UP or kind == CLAIM or kind == STATION or kind == PAY_TUNNEL or kind == LET_GO:
        _settle(t, s, tape)
    if t.open_tickets and (kind == CLAIM or kind == PAY_TUNNEL):
        swapping.settle_claim(t, s, route)
    if not _goes_on(t, s, kind, colour):
        turns.end_turn(t, s)
