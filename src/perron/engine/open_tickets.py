"""Open tickets: one that is completed is laid open at once, for everybody to see, and the goal counts those."""

from perron.engine import bits, network, turns
from perron.engine.compiled import Int, Record, kernel
from perron.engine.sizes import WORDS
from perron.engine.state import GOAL


@kernel
def tickets_completed(t: Record, s: Record, seat: Int) -> Int:
    """Tickets laid open, the East-West bonus counting as one."""
    n = bits.count(s.completed[seat, 0]) + bits.count(s.completed[seat, 1])
    return n + s.bonus[seat] if t.east else n


@kernel
def check_goal(t: Record, s: Record, seat: Int) -> None:
    """The game ends at the moment the goal is reached (RU-10)."""
    if t.goal > 0 and tickets_completed(t, s, seat) >= t.goal:
        turns.finish(s, GOAL)


@kernel
def is_joined(t: Record, s: Record, seat: Int, ticket: Int) -> Int:
    """Whether the seat's own routes join the cities of a ticket."""
    return network.joined(t, s, seat, t.ticket_a[ticket], t.ticket_b[ticket])


@kernel
def lay_open(s: Record, seat: Int, ticket: Int) -> None:
    """A ticket of the hand is completed."""
    s.tickets[seat, ticket >> 6] &= ~bits.bit(ticket)
    s.completed[seat, ticket >> 6] |= bits.bit(ticket)


@kernel
def lay_open_kept(t: Record, s: Record, seat: Int) -> None:
    """Lay all tickets kept that are joined open together (RU-32)."""
    for w in range(WORDS):
        left = s.tickets[seat, w]
        while left:
            ticket = 64 * w + bits.lowest(left)
            left = bits.without_lowest(left)
            if is_joined(t, s, seat, ticket):
                lay_open(s, seat, ticket)


@kernel
def take_bonus(t: Record, s: Record, seat: Int, cities: Int) -> None:
    """East joined to West in one network: one bonus card, once a player (RU-10)."""
    if s.bonus[seat] == 0 and s.bonus_pile > 0 and (cities & t.east) and (cities & t.west):
        s.bonus[seat] = 1
        s.bonus_pile -= 1
