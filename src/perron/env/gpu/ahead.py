"""A game's chance made ahead, so that the threads of a warp make it at the same time.

A block of ChaCha gives sixteen words. Threads that need their next block one by one would let the whole warp wait for
each. So a game that is being played keeps two blocks, and when one thread of the warp runs short, all those whose first
block is used up make another. `AHEAD` is a state but for that: the rules read it like any other.
"""

from typing import Any

import numpy as np

from perron.engine.chance import top_card
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.rng import ROUNDS, chacha_block
from perron.engine.state import STATE

BLOCK = 16  # words
SHORT = 2 * BLOCK - 4
"""From this word on the next turn may need more than there are: a turn seldom takes more than four."""


def _ahead() -> Any:
    """A state with room for two blocks after all else. The state's own block is a field that is not used meanwhile."""
    fields: dict[str, Any] = dict(STATE.fields or {})
    block, at = fields.pop("block")[:2]
    formats = {name: (field[0], field[1]) for name, field in fields.items()}
    formats["last_block"] = (block, at)
    formats["block"] = (np.dtype(("u4", (2 * BLOCK,))), STATE.itemsize)
    return np.dtype(
        {
            "names": list(formats),
            "formats": [one[0] for one in formats.values()],
            "offsets": [one[1] for one in formats.values()],
            "itemsize": STATE.itemsize + 2 * BLOCK * 4,
        },
        align=True,
    )


AHEAD: Any = _ahead()


@kernel
def begin(s: Record) -> None:
    """The words of a state have been copied here: its block becomes the second of two, the first is used up."""
    for i in range(BLOCK):
        s.block[BLOCK + i] = s.last_block[i]
    s.word += BLOCK


@kernel
def end(s: Record) -> None:
    """Make the words a state again, with the block that the last word came from."""
    first = np.int64(0)
    if s.word > BLOCK:
        first = np.int64(BLOCK)
        s.word -= BLOCK
    else:
        s.counter = np.uint32(s.counter - np.uint32(1))
    for i in range(BLOCK):
        s.last_block[i] = s.block[first + i]


@kernel
def is_short(s: Record) -> Int:
    """Whether there may be too few words for the next turn."""
    return s.word > SHORT


@kernel
def make_block(s: Record) -> None:
    """Make another block, if the first one is used up."""
    if s.word > BLOCK:
        for i in range(BLOCK):
            s.block[i] = s.block[BLOCK + i]
        chacha_block(s.key, s.counter, np.uint32(0), np.uint32(0), np.uint32(0), ROUNDS, s.block[BLOCK:])
        s.counter = np.uint32(s.counter + np.uint32(1))
        s.word -= BLOCK


@kernel
def card(s: Record, tape: Array) -> Int:
    """`chance.card` without a look at the tape, which is off on a GPU."""
    return top_card(s)
