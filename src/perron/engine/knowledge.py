"""What one seat, or a spectator, knows of a game, as a record. Bots read it, and views are made of it.

It is a state in which all that is hidden from the seat is blank, so that the rules' own functions read it, and beside
it the numbers of cards and tickets that everybody can count. It is written field by field: an allow-list, the only one.
"""

import numpy as np

from perron.engine import bits, tunnels
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.sizes import DISPLAY, KINDS, NONE, OFFER, PIECE_KINDS, SEATS, TICKETS, TUNNEL, WILD, WORDS
from perron.engine.state import OVER, STATE

KNOWLEDGE = np.dtype(
    [
        ("s", STATE),  # chance, other hands, other tickets, the pile and unknown places in the ticket pile are blank
        ("hand_size", "i1", (SEATS,)),  # cards laid for a tunnel included
        ("ticket_count", "i1", (SEATS,)),
        ("offer_count", "i1", (SEATS,)),  # tickets still to choose from; 0 where they are swapped
        ("seat", "i1"),  # NONE: a spectator
    ],
    align=True,
)


def new_knowledge(n: int) -> np.ndarray:
    """n blank records of what a seat knows."""
    return np.zeros(n, KNOWLEDGE)


@kernel
def _look_at_player(t: Record, s: Record, q: Int, own: Int, v: Record) -> None:
    o = v.s
    tickets, cards, offered = 0, 0, 0
    for w in range(WORDS):
        o.may_claim[q, w] = s.may_claim[q, w]
        o.owned[q, w] = s.owned[q, w]
        o.completed[q, w] = s.completed[q, w]
        tickets += bits.count(s.tickets[q, w])
        o.tickets[q, w] = s.tickets[q, w] if own else np.uint64(0)
    for k in range(KINDS):
        cards += s.hand[q, k]
        o.hand[q, k] = s.hand[q, k] if own else 0
        o.seen[q, k] = s.seen[q, k]
    for i in range(OFFER):
        offered += s.dealt[q, i] != NONE
        o.dealt[q, i] = s.dealt[q, i] if own else NONE
    for k in range(PIECE_KINDS):
        o.pieces[q, k] = s.pieces[q, k]
    o.stations[q] = s.stations[q]
    o.score[q] = s.score[q]
    o.bonus[q] = s.bonus[q]
    o.chosen[q] = s.chosen[q] if own else 0
    v.hand_size[q] = cards
    v.ticket_count[q] = tickets
    v.offer_count[q] = 0 if t.swap_tickets else offered


@kernel
def _look_at_tunnel(t: Record, s: Record, o: Record) -> None:
    """Cards laid lie open; what is known of the hand beside them is counted apart."""
    o.tunnel_route = s.tunnel_route
    o.tunnel_colour = s.tunnel_colour
    o.tunnel_wilds = s.tunnel_wilds
    o.tunnel_extra = s.tunnel_extra
    for i in range(TUNNEL):
        o.tunnel_shown[i] = s.tunnel_shown[i]
    if s.tunnel_route != NONE:
        q = s.to_move
        if s.tunnel_colour != WILD:
            o.seen[q, s.tunnel_colour] = max(0, s.seen[q, s.tunnel_colour] - tunnels.laid(t, s))
        o.seen[q, WILD] = max(0, s.seen[q, WILD] - s.tunnel_wilds)


@kernel
def _look_at_ticket_pile(s: Record, seat: Int, o: Record) -> None:
    """How many lie there, and where those lie that the seat gave back."""
    me = 1 << seat if seat != NONE else 0
    for i in range(TICKETS):
        o.known_to[i] = s.known_to[i] & me
        o.ticket_pile[i] = NONE
    for i in range(s.tickets_left):
        at = s.ticket_top + i
        ticket = s.ticket_pile[at if at < TICKETS else at - TICKETS]
        if s.known_to[ticket] & me:
            o.ticket_pile[i] = ticket
    o.ticket_top = 0
    o.tickets_left = s.tickets_left


@kernel
def look(t: Record, s: Record, seat: Int, v: Record) -> None:
    """Write down what a seat, or NONE for a spectator, knows of a state."""
    o = v.s
    v.seat = seat
    for q in range(SEATS):
        _look_at_player(t, s, q, q == seat, v)
    for i in range(8):
        o.key[i] = 0
    for i in range(16):
        o.block[i] = 0
    o.counter = 0
    o.word = 16
    for k in range(KINDS):
        o.pile[k] = 0
        o.discards[k] = s.discards[k]
    for i in range(DISPLAY):
        o.display[i] = s.display[i]
    o.pile_size = s.pile_size
    o.discards_size = s.discards_size
    o.display_size = s.display_size
    o.display_wilds = s.display_wilds
    _look_at_ticket_pile(s, seat, o)
    _look_at_tunnel(t, s, o)
    o.bonus_pile = s.bonus_pile
    o.seats = s.seats
    o.turn = s.turn
    o.to_move = s.to_move if s.phase != OVER else 0
    o.phase = s.phase
    o.last_round = s.last_round


@kernel
def look_into(tables: Array, states: Array, i: Int, seat: Int, knowledge: Array, j: Int) -> None:
    """Write what a seat knows of game i into knowledge j."""
    look(tables[0], states[i], seat, knowledge[j])


def knowledge_of(tables: np.ndarray, states: np.ndarray, seat: int | None, game: int = 0) -> np.ndarray:
    """What a seat, or None for a spectator, knows of a game, as a new record (an array of one)."""
    knowledge = new_knowledge(1)
    look_into(tables, states, game, NONE if seat is None else seat, knowledge, 0)
    return knowledge
