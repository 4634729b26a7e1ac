"""Drawing cards: from the display, blind, or (where nothing is face up) two at once."""

import numpy as np

from perron.engine import bits, cards
from perron.engine import refusals as no
from perron.engine.actions import DRAW_BLIND, DRAW_CARDS, DRAW_FACE_UP, action
from perron.engine.compiled import Int, Record, kernel
from perron.engine.sizes import DISPLAY, KINDS, NONE, WILD
from perron.engine.state import SECOND


@kernel
def face_up(s: Record) -> Int:
    """The card kinds that may be taken from the display, as bits: no wild as second card."""
    kinds = np.uint64(0)
    for i in range(DISPLAY):
        if s.display[i] != NONE:
            kinds |= bits.bit(s.display[i])
    if s.phase == SECOND:
        kinds &= ~bits.bit(WILD)
    return kinds


@kernel
def count_draws(s: Record) -> Int:
    """How many kinds of draw there are now."""
    return bits.count(face_up(s)) + (1 if cards.available(s) > 0 else 0)


@kernel
def nth_draw(t: Record, s: Record, k: Int) -> Int:
    """The k-th of them: the display by kind, then blind."""
    kinds = face_up(s)
    if k < bits.count(kinds):
        return action(DRAW_FACE_UP, 0, bits.nth(kinds, k), 0)
    return action(DRAW_BLIND if t.display > 0 else DRAW_CARDS, 0, 0, 0)


@kernel
def refuse_face_up(t: Record, s: Record, kind: Int) -> Int:
    """Why this kind may not be taken from the display; 0 if it may."""
    if t.display == 0:
        return no.NO_DISPLAY
    if kind >= KINDS:
        return no.NO_SUCH_ACTION
    shown = False
    for i in range(t.display):
        shown |= s.display[i] == kind
    if not shown:
        return no.NOT_FACE_UP
    if s.phase == SECOND and kind == WILD:
        return no.WILD_SECOND
    return no.LEGAL


@kernel
def refuse_blind(t: Record, s: Record) -> Int:
    """Why no card may be drawn blind; 0 if one may."""
    if t.display == 0:
        return no.DRAWN_TOGETHER
    return no.LEGAL if cards.available(s) > 0 else no.NO_CARDS


@kernel
def refuse_cards(t: Record, s: Record) -> Int:
    """Why the cards of a draw may not be drawn at once; 0 if they may."""
    if t.display > 0:
        return no.DRAWN_ONE_BY_ONE
    return no.LEGAL if cards.available(s) > 0 else no.NO_CARDS


@kernel
def goes_on(t: Record, s: Record, kind: Int, colour: Int) -> Int:
    """Whether a second card follows: if there is one (RU-3), and the first was no face-up wild.

    A wild drawn blind counts like any other card. Cards drawn at once are all.
    """
    last = kind != DRAW_BLIND and (kind != DRAW_FACE_UP or colour == WILD)
    if last or s.phase == SECOND or t.draw_cards <= 1:
        return False
    s.phase = SECOND
    return s.display_size > s.display_wilds or cards.available(s) > 0
