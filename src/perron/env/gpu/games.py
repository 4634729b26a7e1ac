"""Many games of one edition, resident on the GPU: dealt there, played there by bots, read back when wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from perron.bots.matches import GREEDY, RANDOM
from perron.editions import load
from perron.engine.actions import ALL, ONE
from perron.engine.chance import OFF, new_tape
from perron.engine.state import SHEET, STATE
from perron.engine.tables import tables_of
from perron.env.gpu.arrays import new_tiles, read_tiles, write_tiles
from perron.env.gpu.device import THREADS, blocks, cuda
from perron.env.gpu.play_out import deal_games, finish_games, finish_randomly, score_games
from perron.keys import key_words, seed_key

BOTS = {"random": RANDOM, "greedy": GREEDY}
MODES = {"one": ONE, "all": ALL}


class Games:
    """Many games on the device. Game i of a deal from `first` on has the key of game first + i of the seed."""

    def __init__(self, edition: str, seats: int, games: int, *, seed: int | str = 0, payments: str = "one") -> None:
        self.edition, self.seats, self.games = load(edition), seats, games
        self.mode = MODES[payments]
        self.tables = cuda.to_device(np.array(tables_of(self.edition)))
        self.root = cuda.to_device(key_words(seed_key(seed)))
        self.tape = cuda.to_device(new_tape(OFF))
        self.states, self.sheets = new_tiles(games, STATE), new_tiles(games, SHEET)
        self.seeds = cuda.to_device(np.zeros(games, np.uint64))
        self.decisions = cuda.to_device(np.zeros(games, np.int32))

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        kernel[blocks(self.games), THREADS](self.tables, self.states, *arguments, self.tape)

    def deal(self, first: int = 0) -> None:
        """Set the games up again."""
        self._launch(deal_games, self.seeds, self.root, first, self.seats)

    def play_randomly(self, first: int = 0) -> None:
        """Set the games up again and play them to the end, uniformly over the legal actions; they are scored."""
        self.deal(first)
        self._launch(finish_randomly, self.decisions, self.seeds, self.mode)
        score_games[blocks(self.games), THREADS](self.tables, self.states, self.sheets, self.games)

    def finish(self, bots: Sequence[str]) -> None:
        """Play the games to the end as they stand, with one bot a seat; they are scored."""
        numbers = cuda.to_device(np.array([BOTS[bot] for bot in bots], np.int8))
        self._launch(finish_games, self.sheets, self.decisions, numbers, self.seeds, self.mode)

    def read_states(self) -> np.ndarray:
        """The states, copied from the device."""
        return read_tiles(self.states, self.games, STATE)

    def write_states(self, states: np.ndarray) -> None:
        """Put other states in place of the games'."""
        write_tiles(self.states, states)

    def read_sheets(self) -> np.ndarray:
        """The score sheets, copied from the device."""
        return read_tiles(self.sheets, self.games, SHEET)

    def read_decisions(self) -> np.ndarray:
        """How many decisions each game took when it was last played to the end, copied from the device."""
        return np.asarray(self.decisions.copy_to_host())
