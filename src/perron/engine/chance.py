"""What chance answers: from the game's stream, and on request written to, or read back from, a tape.

A tape is an int32 array: mode, number of answers, position, fault, then the answers. With tape mode OFF it is never
written, so that a million games can share one.
"""

import numpy as np
from numpy.typing import NDArray

from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.rng import below
from perron.engine.sizes import KINDS, NONE

MODE, COUNT, AT, FAULT, ANSWERS = 0, 1, 2, 3, 4
OFF, LOG, REPLAY = 0, 1, 2
# faults
TAPE_FULL = 1  # the log has no room: play again with a longer tape
TAPE_SHORT = 2  # the record has fewer answers than chance was asked
IMPOSSIBLE = 3  # the record names a card or ticket that is not there


def new_tape(mode: int, room: int = 0, answers: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
    """A tape that is off, logs up to `room` answers, or replays the given ones."""
    if answers is not None:
        room = len(answers)
    tape = np.zeros(ANSWERS + room, np.int32)
    tape[MODE] = mode
    if answers is not None:
        tape[COUNT] = room
        tape[ANSWERS:] = answers
    return tape


@kernel
def _log(tape: Array, answer: Int) -> None:
    at = ANSWERS + tape[COUNT]
    if at < tape.size:
        tape[at] = answer
        tape[COUNT] += 1
    else:
        tape[FAULT] = TAPE_FULL


@kernel
def _replayed(tape: Array) -> Int:
    if tape[AT] >= tape[COUNT]:
        if tape[FAULT] == 0:
            tape[FAULT] = TAPE_SHORT
        return np.int64(NONE)
    tape[AT] += 1
    return np.int64(tape[ANSWERS + tape[AT] - 1])


@kernel
def card(s: Record, tape: Array) -> Int:
    """The kind of the pile's top card; the pile is not empty. It is not yet taken off."""
    if tape[MODE] == REPLAY:
        k = _replayed(tape)
        if 0 <= k < KINDS and s.pile[k] > 0:
            return k
        if tape[FAULT] == 0:
            tape[FAULT] = IMPOSSIBLE
        k = np.int64(0)
        while s.pile[k] == 0:
            k += 1
        return k
    r = below(s, s.pile_size)
    k = np.int64(0)
    while r >= s.pile[k]:
        r -= s.pile[k]
        k += 1
    if tape[MODE] == LOG:
        _log(tape, k)
    return k


@kernel
def shuffled(s: Record, cards: Array, first: Int, last: Int, tape: Array) -> None:
    """Make cards[first] a uniform choice of cards[first:last]."""
    if tape[MODE] == REPLAY:
        wanted = _replayed(tape)
        j = first
        while j < last and cards[j] != wanted:
            j += 1
        if j == last:
            if tape[FAULT] == 0:
                tape[FAULT] = IMPOSSIBLE
            j = first
    else:
        j = first + below(s, last - first)
        if tape[MODE] == LOG:
            _log(tape, cards[j])
    cards[first], cards[j] = cards[j], cards[first]
