"""A game that was played before goes on from its middle, with chance of its own."""

import numpy as np

from perron.engine import chance
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.sizes import TICKETS


@kernel
def _place(s: Record, i: Int) -> Int:
    """Where the i-th ticket of the pile lies, counted from the top."""
    at = np.int64(s.ticket_top) + i
    return at if at < TICKETS else at - TICKETS


@kernel
def branch(s: Record, key: Array, order: Array, tape: Array) -> None:
    """All later chance follows from this key, and the tickets in the pile whose places no seat knows are shuffled.

    The cards in the pile have no order. `order` is scratch for as many tickets as there are.
    """
    for i in range(8):
        s.key[i] = key[i]
    for i in range(16):
        s.block[i] = 0
    s.counter = 0
    s.word = 16
    n = 0
    for i in range(s.tickets_left):
        ticket = s.ticket_pile[_place(s, i)]
        if s.known_to[ticket] == 0:
            order[n] = ticket
            n += 1
    for i in range(n - 1):
        chance.shuffled(s, order, i, n, tape)
    n = 0
    for i in range(s.tickets_left):
        at = _place(s, i)
        if s.known_to[s.ticket_pile[at]] == 0:
            s.ticket_pile[at] = order[n]
            n += 1
