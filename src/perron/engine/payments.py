"""Payments: n cards of one colour, wilds standing in. Wilds alone have no colour and are one payment (RU-26)."""

from perron.engine import refusals as no
from perron.engine.actions import ONE
from perron.engine.compiled import Int, Record, kernel
from perron.engine.sizes import COLOURS, WILD


@kernel
def fewest_wilds(price: Int, symbols: Int, in_hand: Int) -> Int:
    """Wilds in the payment that saves most of them, for a price with that many wild symbols."""
    return max(symbols, price - in_hand)


@kernel
def _splits(price: Int, in_hand: Int, wilds: Int, mode: Int) -> Int:
    """Ways to pay with at least one card of a colour."""
    if in_hand == 0 or in_hand + wilds < price:
        return 0
    if mode == ONE:
        return 1
    return min(wilds, price - 1) - fewest_wilds(price, 0, in_hand) + 1


@kernel
def count_payments(t: Record, s: Record, seat: Int, price: Int, mode: Int) -> Int:
    """Ways to pay `price` cards of any one colour."""
    wilds = s.hand[seat, WILD]
    n = 1 if wilds >= price else 0
    for c in range(t.colours):
        n += _splits(price, s.hand[seat, c], wilds, mode)
    return n


@kernel
def nth_payment(t: Record, s: Record, seat: Int, price: Int, mode: Int, k: Int) -> Int:
    """Colour and wilds of the k-th payment: by colour, then by wilds, wilds alone last."""
    wilds = s.hand[seat, WILD]
    for c in range(t.colours):
        n = _splits(price, s.hand[seat, c], wilds, mode)
        if k < n:
            return c, fewest_wilds(price, 0, s.hand[seat, c]) + k
        k -= n
    return WILD, price


@kernel
def refuse_payment(t: Record, s: Record, seat: Int, price: Int, colour: Int, wilds: Int) -> Int:
    """Why `price` cards cannot be paid with this colour and that many wilds; 0 if they can."""
    if colour == WILD:
        if wilds != price:
            return no.WRONG_AMOUNT
    elif colour >= t.colours or colour >= COLOURS:
        return no.NO_SUCH_ACTION
    elif wilds >= price:
        return no.WRONG_AMOUNT
    elif s.hand[seat, colour] < price - wilds:
        return no.NOT_IN_HAND
    return no.LEGAL if s.hand[seat, WILD] >= wilds else no.NOT_IN_HAND
