"""Bonus cards for claiming routes with carts: the trade bonus."""

from perron.engine.compiled import Int, Record, kernel
from perron.engine.lines import TRADE_BONUS


@kernel
def take_trade_card(s: Record, seat: Int) -> None:
    """Exactly one card, however long the route; none from an empty pile (RU-9)."""
    if s.bonus_pile > 0:
        s.bonus_pile -= 1
        s.bonus[seat] += 1


@kernel
def trade_points(t: Record, s: Record, seat: Int) -> Int:
    """Points by rank in number of cards (RU-37): tied seats share the better place, the next lapse."""
    if t.line_points[TRADE_BONUS] == 0 or s.bonus[seat] == 0:
        return 0
    rank = 0
    for q in range(s.seats):
        if s.bonus[q] > s.bonus[seat]:
            rank += 1
    return t.trade_points[s.seats, rank]
