"""The routes: which a seat may still claim, and what happens to the board when one is claimed."""

from perron.engine import bits, bonus
from perron.engine.compiled import Int, Record, kernel
from perron.engine.sizes import PRICE


@kernel
def claimable(t: Record, s: Record, seat: Int) -> Int:
    """The routes the seat may still claim and has pieces for (RU-28), whatever its cards: two words."""
    first = min(s.pieces[seat, 0], PRICE)
    second = min(s.pieces[seat, 1], PRICE)
    return (
        s.may_claim[seat, 0] & (t.fits[0, first, 0] | t.fits[1, second, 0]),
        s.may_claim[seat, 1] & (t.fits[0, first, 1] | t.fits[1, second, 1]),
    )


@kernel
def nobody_can_claim(t: Record, s: Record) -> Int:
    """RU-28: no seat has pieces for a route it may still claim."""
    for q in range(s.seats):
        m0, m1 = claimable(t, s, q)
        if m0 | m1:
            return False
    return True


@kernel
def place_pieces(t: Record, s: Record, route: Int) -> None:
    """Pieces on every space, points at once, a trade bonus card; the other track may close."""
    seat = s.to_move
    word, one = route >> 6, bits.bit(route)
    s.owned[seat, word] |= one
    twin = t.twin[route]
    for q in range(s.seats):
        s.may_claim[q, word] &= ~one
        if twin >= 0 and (q == seat or s.seats <= t.closed_up_to):
            s.may_claim[q, twin >> 6] &= ~bits.bit(twin)
    s.pieces[seat, t.piece[route]] -= t.length[route]
    s.score[seat] += t.points[route]
    if t.carts[word] & one:
        bonus.take_trade_card(s, seat)
