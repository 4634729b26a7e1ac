"""What chance answers: from the game's stream, and on request written to, or read back from, a tape.

A tape is an int32 array: mode, number of answers, position, fault, then the answers. With tape mode OFF it is never
written, so that a million games can share one. A replay that runs short of answers says, if there is room behind them,
what was asked: so chance can be played from outside, one answer at a time.
"""

import numpy as np
from numpy.typing import NDArray

from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.rng import below
from perron.engine.sizes import KINDS, NONE, TICKETS

MODE, COUNT, AT, FAULT, ANSWERS = 0, 1, 2, 3, 4
OFF, LOG, REPLAY = 0, 1, 2
# faults
TAPE_FULL = 1  # the log has no room: play again with a longer tape
TAPE_SHORT = 2  # the record has fewer answers than chance was asked
IMPOSSIBLE = 3  # the record names a card or ticket that is not there
# what was asked for
CARD, TICKET = 1, 2
ASKING = 1 + TICKETS
"""Room for a question: what was asked for, then how many there are of each card kind or ticket."""


def new_tape(mode: int, room: int = 0, answers: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
    """A tape that is off, logs up to `room` answers, or replays the given ones, with room for a question if asked."""
    known = 0 if answers is None else len(answers)
    tape = np.zeros(ANSWERS + known + room, np.int32)
    tape[MODE] = mode
    if answers is not None:
        tape[COUNT] = known
        tape[ANSWERS : ANSWERS + known] = answers
    return tape


def question(tape: NDArray[np.int32]) -> tuple[int, list[tuple[int, int]]]:
    """What a tape that ran short was asked for: CARD or TICKET, and every possible answer with how many there are."""
    asked = tape[ANSWERS + tape[COUNT] :].tolist()
    return asked[0], [(answer, n) for answer, n in enumerate(asked[1:]) if n]


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
def _runs_short(tape: Array) -> Int:
    """Whether this is the first answer that a replay lacks, and there is room for the question."""
    short = tape[FAULT] == 0 and tape[AT] >= tape[COUNT]
    return short and ANSWERS + tape[COUNT] + ASKING <= tape.size


@kernel
def top_card(s: Record) -> Int:
    """The kind of the pile's top card, from the game's stream. To look at all kinds is faster than to stop at it."""
    r = below(s, s.pile_size)
    kind, upto = np.int64(0), np.int64(0)
    for k in range(KINDS - 1):
        upto += s.pile[k]
        if r >= upto:
            kind += 1
    return kind


@kernel
def card(s: Record, tape: Array) -> Int:
    """The kind of the pile's top card; the pile is not empty. It is not yet taken off."""
    if tape[MODE] == REPLAY:
        if _runs_short(tape):
            at = ANSWERS + tape[COUNT]
            tape[at] = CARD
            for kind in range(KINDS):
                tape[at + 1 + kind] = s.pile[kind]
        k = _replayed(tape)
        if 0 <= k < KINDS and s.pile[k] > 0:
            return k
        if tape[FAULT] == 0:
            tape[FAULT] = IMPOSSIBLE
        k = np.int64(0)
        while s.pile[k] == 0:
            k += 1
        return k
    k = top_card(s)
    if tape[MODE] == LOG:
        _log(tape, k)
    return k


@kernel
def shuffled(s: Record, cards: Array, first: Int, last: Int, tape: Array) -> None:
    """Make cards[first] a uniform choice of cards[first:last]."""
    if tape[MODE] == REPLAY:
        if _runs_short(tape):
            at = ANSWERS + tape[COUNT]
            tape[at] = TICKET
            for i in range(first, last):
                tape[at + 1 + cards[i]] = 1
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
