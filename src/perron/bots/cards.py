"""Which card to draw."""

import numpy as np

from perron.bots.claims import NO_ACTION
from perron.bots.plan import turns_left
from perron.bots.weights import BLIND_BELOW, SPARE_WILD, WILD_LATE, weight
from perron.engine import bits, draw
from perron.engine.actions import DRAW_BLIND, DRAW_FACE_UP, action
from perron.engine.cards import available
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.sizes import WILD

_SURE_CARD = 42  # less than one of a colour that is missing


@kernel
def _wild_value(t: Record, s: Record, p: Int, m: Record, w: Array) -> Int:
    """A face-up wild costs a whole turn: it is worth that for a ferry, or late for the one card that is missing."""
    if m.need[WILD] > s.hand[p, WILD]:
        return weight(s, w, SPARE_WILD) + 30
    if m.missing == 1 and turns_left(t, s, w) <= weight(s, w, WILD_LATE):
        return np.int64(_SURE_CARD)
    return weight(s, w, SPARE_WILD) if m.missing <= 1 else weight(s, w, SPARE_WILD) // 2


@kernel
def _colour_value(s: Record, p: Int, m: Record, c: Int, fullest: Int) -> Int:
    """What the plan lacks most; for gray routes and targets, more of what there is most of."""
    surplus = np.int64(s.hand[p, c] - m.need[c])
    if surplus < 0:
        return 40 - 4 * surplus if surplus >= -4 else np.int64(50)
    if m.gray > 0 or m.claims == 0:
        return 20 + 2 * surplus if c == fullest else 8 + surplus
    return np.int64(0)


@kernel
def choose_card(t: Record, s: Record, p: Int, m: Record, w: Array) -> Int:
    """The draw that helps the plan most; blind where nothing face up does; NO_ACTION if none can be drawn."""
    n = draw.count_draws(s)
    if n == 0:
        return np.int64(NO_ACTION)
    fullest = 0
    for c in range(t.colours):
        if s.hand[p, c] - m.need[c] > s.hand[p, fullest] - m.need[fullest]:
            fullest = c
    best, most = np.int64(NO_ACTION), np.int64(0)
    kinds = draw.face_up(s)
    while kinds:
        c = bits.lowest(kinds)
        kinds = bits.without_lowest(kinds)
        value = _wild_value(t, s, p, m, w) if c == WILD else _colour_value(s, p, m, c, fullest)
        if value > most:
            most = value
            best = action(DRAW_FACE_UP, 0, c, 0)
    if t.display > 0 and most < weight(s, w, BLIND_BELOW) and available(s) > 0:
        return action(DRAW_BLIND, 0, 0, 0)
    return best if best >= 0 else draw.nth_draw(t, s, n - 1)
