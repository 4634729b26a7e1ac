"""Random games for the tests of environments, on the engine's own functions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from perron.editions import load, names
from perron.engine import chance, entries
from perron.engine.state import OVER, STATE
from perron.engine.tables import tables_of
from perron.keys import key_words, simulation_key

TABLES = [(name, seats) for name in names() for seats in range(load(name).players[0], load(name).players[1] + 1)]
"""Every edition with every number of players."""


def positions(name: str, seats: int, mode: int, games: int) -> Iterator[tuple[np.ndarray, NDArray[np.int64]]]:
    """The state before each decision of some random games, and its legal actions; look, and do not touch."""
    tables, states = tables_of(load(name)), np.zeros(1, STATE)
    tape, out = chance.new_tape(chance.OFF), np.zeros(1 << 15, np.int64)
    rng = Random(f"{name} {seats} {mode}")
    for game in range(games):
        entries.deal(tables, states, 0, seats, key_words(simulation_key("positions", game)), tape)
        while states[0]["phase"] != OVER:
            n = entries.legal_into(tables, states, 0, mode, out)
            yield states, out[:n]
            entries.play_legal(tables, states, 0, int(out[rng.randrange(n)]), tape)
