"""What cannot succeed however often it is tried, so that games end by play.

A bot remembers nothing from one turn to the next. Where few cards are left to turn up, it would try a tunnel with the
same cards forever, and where no ticket can be completed, swap tickets forever. Drawing a card instead makes progress:
when nothing is left to turn up, a tunnel is claimed at once.
"""

import numpy as np

from perron.engine import bits
from perron.engine.cards import available
from perron.engine.compiled import Int, Record, kernel
from perron.engine.open_tickets import is_joined
from perron.engine.sizes import DISPLAY, NONE, OFFER, TUNNEL, WILD

FEW = 12
"""With this many cards left to turn up, or fewer, the same ones keep coming; with more, a new attempt meets others."""


@kernel
def is_tight(t: Record, s: Record, r: Int) -> Int:
    """Whether a route is a tunnel and few cards are left to turn up for it; with none it cannot fail."""
    return 0 < available(s) <= FEW and t.tunnels[r >> 6] & bits.bit(r) != np.uint64(0)


@kernel
def _unseen_others(t: Record, s: Record, p: Int, colour: Int) -> Int:
    """Cards that do not match a tunnel's colour and may lie in the pile, for all that the seat knows."""
    n = np.int64(0)
    for c in range(t.colours):
        if c != colour:
            n += t.deck[c] - s.discards[c]
            for q in range(s.seats):
                n -= s.hand[p, c] if q == p else s.seen[q, c]
    for i in range(DISPLAY):
        if s.display[i] != NONE and s.display[i] != WILD and s.display[i] != colour:
            n -= 1
    return n


@kernel
def least_extra(t: Record, s: Record, p: Int, colour: Int) -> Int:
    """The fewest extra cards that an attempt can be asked for (RU-6), for all that the seat knows."""
    from_pile = min(np.int64(s.pile_size), np.int64(TUNNEL))
    others = min(from_pile, _unseen_others(t, s, p, colour))
    from_discards = min(TUNNEL - from_pile, np.int64(s.discards_size))
    discarded = np.int64(0)
    for c in range(t.colours):
        if c != colour:
            discarded += s.discards[c]
    return from_pile + from_discards - others - min(from_discards, discarded)


@kernel
def is_futile(t: Record, s: Record, p: Int, r: Int, colour: Int, wilds: Int) -> Int:
    """Whether another attempt at a tunnel with this payment is pointless, few cards being left to turn up.

    It is if the extra cards cannot be paid whatever turns up. It also is if they may not be payable and the cards were
    shown before (RU-38): then the attempt that showed them failed, or they were taken face up, and one card more is
    worth a turn.
    """
    spare = np.int64(s.hand[p, WILD]) - wilds
    if colour != WILD:
        spare += s.hand[p, colour] - (t.price[r] - wilds)
    if spare >= min(np.int64(TUNNEL), np.int64(available(s))):
        return False
    if least_extra(t, s, p, colour) > spare:
        return True
    if s.last_round > 0 or s.seen[p, WILD] < wilds:
        return False
    return colour == WILD or s.seen[p, colour] >= t.price[r] - wilds


@kernel
def _holds_completed(t: Record, s: Record) -> Int:
    for i in range(OFFER):
        ticket = s.dealt[s.to_move, i]
        if ticket != NONE and is_joined(t, s, s.to_move, ticket):
            return True
    return False


@kernel
def may_help_to_swap(t: Record, s: Record) -> Int:
    """Whether other tickets can be swapped for, and not all of them have been through everybody's hands.

    Where tickets stay in the hand when they are completed, a swap would give those away.
    """
    if not t.swap_tickets or s.tickets_left == 0 or s.turn >= s.seats * t.tickets:
        return False
    return t.open_tickets or not _holds_completed(t, s)
