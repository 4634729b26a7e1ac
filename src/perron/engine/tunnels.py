"""Tunnels: once the cards are laid, three are turned up, and each match costs one card more."""

from perron.engine import cards
from perron.engine import refusals as no
from perron.engine.actions import DECLINE, ONE, PAY_TUNNEL, action
from perron.engine.compiled import Int, Record, kernel
from perron.engine.sizes import NONE, TUNNEL, WILD
from perron.engine.state import TUNNEL_ANSWER


@kernel
def await_answer(s: Record, route: Int, colour: Int, wilds: Int, extra: Int) -> None:
    """A tunnel asks for extra cards, which is put to the player (RU-21).

    The cards laid are still in the hand then; the tunnel fields say which they are.
    """
    s.tunnel_route = route
    s.tunnel_colour = colour
    s.tunnel_wilds = wilds
    s.tunnel_extra = extra
    s.phase = TUNNEL_ANSWER


@kernel
def discard_shown(s: Record) -> None:
    """The cards turned up go to the discards at the end of the turn."""
    for i in range(TUNNEL):
        if s.tunnel_shown[i] != NONE:
            cards.discard(s, s.tunnel_shown[i], 1)
            s.tunnel_shown[i] = NONE


@kernel
def laid(t: Record, s: Record) -> Int:
    """How many coloured cards lie on the table for the tunnel."""
    return t.price[s.tunnel_route] - s.tunnel_wilds


@kernel
def wild_range(t: Record, s: Record) -> Int:
    """The fewest and the most wilds the extra cards can be paid with; fewest > most if they cannot be paid."""
    wilds_left = s.hand[s.to_move, WILD] - s.tunnel_wilds
    most = min(wilds_left, s.tunnel_extra)
    if s.tunnel_colour == WILD:
        return s.tunnel_extra, most
    coloured_left = s.hand[s.to_move, s.tunnel_colour] - laid(t, s)
    return max(0, s.tunnel_extra - coloured_left), most


@kernel
def count_answers(t: Record, s: Record, mode: Int) -> Int:
    """How many answers there are; letting go is always one (RU-21)."""
    fewest, most = wild_range(t, s)
    n = most - fewest + 1
    if n <= 0:
        return 1
    return 2 if mode == ONE else n + 1


@kernel
def nth_answer(t: Record, s: Record, mode: Int, k: Int) -> Int:
    """The k-th of them: payments by wilds, letting go last."""
    if k == count_answers(t, s, mode) - 1:
        return action(DECLINE, 0, 0, 0)
    fewest, _ = wild_range(t, s)
    return action(PAY_TUNNEL, 0, 0, fewest + k)


@kernel
def refuse_pay(t: Record, s: Record, wilds: Int) -> Int:
    """Why the extra cards cannot be paid with that many wilds; 0 if they can."""
    if wilds > s.tunnel_extra:
        return no.TUNNEL_AMOUNT
    if s.tunnel_colour == WILD and wilds < s.tunnel_extra:
        return no.TUNNEL_WILDS_ONLY
    fewest, most = wild_range(t, s)
    return no.LEGAL if fewest <= wilds <= most else no.NOT_IN_HAND


@kernel
def clear(s: Record) -> None:
    """No tunnel is being tried."""
    s.tunnel_route = NONE
    s.tunnel_colour = NONE
    s.tunnel_wilds = 0
    s.tunnel_extra = 0


@kernel
def show_laid(t: Record, s: Record) -> None:
    """Cards laid and taken back have been seen by everybody (RU-38)."""
    seat = s.to_move
    if s.tunnel_colour != WILD:
        s.seen[seat, s.tunnel_colour] = max(s.seen[seat, s.tunnel_colour], laid(t, s))
    s.seen[seat, WILD] = max(s.seen[seat, WILD], s.tunnel_wilds)
