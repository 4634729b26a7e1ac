"""The pile, the discards, the display and the hands."""

import numpy as np

from perron.engine import chance
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.sizes import DISPLAY, KINDS, NONE, WILD


@kernel
def available(s: Record) -> Int:
    """Cards that could still come off the pile: its own and the discards (RU-22)."""
    return s.pile_size + s.discards_size


@kernel
def turn_up(s: Record, tape: Array) -> Int:
    """Take the pile's top card; an empty pile is first reshuffled from the discards (RU-22). NONE if none."""
    if s.pile_size == 0:
        if s.discards_size == 0:
            return NONE
        for k in range(KINDS):
            s.pile[k] = s.discards[k]
            s.discards[k] = 0
        s.pile_size = s.discards_size
        s.discards_size = 0
    kind = chance.card(s, tape)
    s.pile[kind] -= 1
    s.pile_size -= 1
    return kind


@kernel
def deal_to(s: Record, seat: Int, tape: Array) -> None:
    """One card off the pile into a hand, unseen."""
    kind = turn_up(s, tape)
    if kind != NONE:
        s.hand[seat, kind] += 1


@kernel
def discard(s: Record, kind: Int, n: Int) -> None:
    """Lay n cards of a kind on the discards."""
    s.discards[kind] += n
    s.discards_size += n


@kernel
def spend(s: Record, seat: Int, kind: Int, n: Int) -> None:
    """Take n cards of a kind out of a hand, for all to see; what was known of the hand shrinks with it."""
    s.hand[seat, kind] -= n
    s.seen[seat, kind] = max(0, s.seen[seat, kind] - n)


@kernel
def pay(s: Record, seat: Int, colour: Int, n: Int, wilds: Int) -> None:
    """Discard n cards of a colour and some wilds from a hand."""
    if n > 0:
        spend(s, seat, colour, n)
        discard(s, colour, n)
    if wilds > 0:
        spend(s, seat, WILD, wilds)
        discard(s, WILD, wilds)


@kernel
def take_face_up(t: Record, s: Record, seat: Int, kind: Int) -> Int:
    """Take the first card of a kind from the display; its place, or NONE if there are other gaps as well.

    The place stays empty until it is filled or the display is settled. All places are looked at: a loop that ends early
    for one thread of a GPU and late for another takes longer.
    """
    place = np.int64(0)
    for i in range(DISPLAY - 1, -1, -1):
        if s.display[i] == kind:
            place = np.int64(i)
    s.display[place] = NONE
    s.display_size -= 1
    if kind == WILD:
        s.display_wilds -= 1
    s.hand[seat, kind] += 1
    s.seen[seat, kind] += 1
    return place if s.display_size == t.display - 1 else np.int64(NONE)


@kernel
def put_up(s: Record, place: Int, kind: Int) -> None:
    """Lay a card at an empty place of the display."""
    s.display[place] = kind
    s.display_size += 1
    if kind == WILD:
        s.display_wilds += 1


@kernel
def _fill_display(t: Record, s: Record, tape: Array) -> None:
    for i in range(t.display):
        if s.display[i] == NONE:
            kind = turn_up(s, tape)
            if kind == NONE:
                return
            put_up(s, i, kind)


@kernel
def _reset_can_end(t: Record, s: Record) -> Int:
    """RU-1: pile, discards and display together hold enough other cards for a display with few wilds."""
    others = s.display_size - s.display_wilds
    for k in range(WILD):
        others += s.pile[k] + s.discards[k]
    return others > t.display - t.reset_at


@kernel
def settle_display(t: Record, s: Record, tape: Array) -> None:
    """Fill the gaps; with too many wilds discard all and begin again (RU-1, RU-2, RU-23)."""
    if s.display_size < t.display:
        _fill_display(t, s, tape)
    # A replay that has run out of answers turns up the same cards again and again: it would not end.
    while t.display > 0 and s.display_wilds >= t.reset_at and _reset_can_end(t, s) and tape[chance.FAULT] == 0:
        for i in range(t.display):
            if s.display[i] != NONE:
                discard(s, s.display[i], 1)
                s.display[i] = NONE
        s.display_size = 0
        s.display_wilds = 0
        _fill_display(t, s, tape)
