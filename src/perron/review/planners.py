"""What planners make of a game: the value that reviews measure with, as arrays of results.

A value is the mean of what a number of futures bring. It is the chance to win if everybody went on as the planner
does, who sees only what its seat sees: not an estimate by rule of thumb, but the result of games, off by no more than
chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perron.bots.built_in import weights_of
from perron.bots.deal import weigh_tickets
from perron.bots.planner_memory import new_memories
from perron.editions import Edition
from perron.engine import chance, entries
from perron.engine.actions import ONE, STATION, colour_of, index_of, kind_of
from perron.engine.knowledge import knowledge_of
from perron.engine.sizes import SEATS, TICKETS
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import tables_of
from perron.keys import seed_key
from perron.review.playing_on import NO_MOVE, choose_planned_move, play_deals, play_futures, play_redealt

Shares = NDArray[np.float64]
"""Shares of the win: [future, seat]."""
SLICE = 32
"""Games between two moments at which a review may be interrupted."""
_KEY = 32
_APART = 0x9E3779B9
"""Multiples of it, as parts of 2**32, are spread evenly however many there are: it is the golden ratio of that."""


class Brought(NamedTuple):
    """What moves brought in games that were dealt again."""

    shares: NDArray[np.float64]
    """Of the win: [round, move, seat]."""
    totals: NDArray[np.float64]
    """Of the score: [round, move, seat]."""
    rewards: NDArray[np.float64]
    """Of the seat that moved: [round, move]."""


class Planners:
    """Planners for all seats of an edition, with the room that one thread needs."""

    def __init__(self, edition: Edition, seats: int, seed: str, futures: int) -> None:
        self.seats = seats
        self.tables = tables_of(edition)
        self._weights = weights_of(self.tables)
        words = hashlib.shake_256(seed_key(f"review {seed}")).digest(_KEY * (futures + 1))
        keys = np.frombuffer(words, "<u4").reshape(futures + 1, _KEY // 4)
        first_answers = keys[futures, 0] + np.arange(futures, dtype=np.uint32) * np.uint32(_APART)
        self.keys = np.column_stack([keys[:futures], first_answers])
        """Of the futures, the same for every position."""
        self._states = np.zeros(2, STATE)
        self._memories = new_memories(SEATS + 1)
        work, sheets, tape = np.zeros(1, SCRATCH), np.zeros(1, SHEET), chance.new_tape(chance.OFF)
        self._scratch = (self._memories, self._weights, work, sheets, tape)
        self._dice = np.zeros(TICKETS, np.int64), np.zeros(1, np.uint64)

    def _sliced(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        for at in range(first, last, SLICE):
            yield at, min(at + SLICE, last)

    def go_on(self, state: bytes, move: int, shares: Shares) -> Iterator[None]:
        """Fill in what the futures of a game bring, after a move or, with NO_MOVE, without one."""
        for first, last in self._sliced(0, len(shares)):
            self._states[0] = np.frombuffer(state, STATE)[0]
            room = (self._scratch, self._dice)
            play_futures(self.tables, self._states, move, self.keys, first, last, *room, shares)
            yield

    def deal(self, shares: Shares) -> Iterator[None]:
        """Fill in what games bring that have not been dealt yet."""
        for first, last in self._sliced(0, len(shares)):
            play_deals(self.tables, self._states, self.seats, self.keys, first, last, self._scratch, shares)
            yield

    def choose(self, state: bytes) -> int:
        """What the planner to move does, as the engine's int."""
        self._states[0] = np.frombuffer(state, STATE)[0]
        return int(choose_planned_move(self.tables, self._states, self._scratch))

    def legal(self, state: bytes) -> list[int]:
        """The legal actions of the seat to move: one payment for each route and colour, and for each station.

        A station can be paid for in hundreds of ways; the one is of the colour that most cards are held of.
        """
        states = np.frombuffer(bytearray(state), STATE)
        out = np.zeros(1024, np.int64)
        n = entries.legal_into(self.tables, states, 0, ONE, out)
        if n > out.size:
            out = np.zeros(n, np.int64)
            entries.legal_into(self.tables, states, 0, ONE, out)
        hand = states[0]["hand"][states[0]["to_move"]]
        moves = [int(move) for move in out[:n]]
        stations = [move for move in moves if kind_of(move) == STATION]
        best = {index_of(move): move for move in sorted(stations, key=lambda move: int(hand[colour_of(move)]))}
        return [move for move in moves if kind_of(move) != STATION or best[index_of(move)] == move]

    def knowledge(self, state: bytes) -> np.ndarray:
        """What the seat to move knows."""
        states = np.frombuffer(state, STATE)
        return knowledge_of(self.tables, states, int(states[0]["to_move"]))

    def redeals(self, knowledge: np.ndarray, seed: str) -> Redeals:
        """Games dealt again from what a seat knows."""
        return Redeals(self, knowledge, seed)


class Redeals:
    """Games dealt again from what a seat knows, with tickets that fit what the others have built."""

    def __init__(self, planners: Planners, knowledge: np.ndarray, seed: str) -> None:
        self._planners, self._knowledge = planners, knowledge
        self._fit = np.zeros((SEATS + 1, TICKETS), np.int32)
        digest = hashlib.sha256(seed_key(seed) + knowledge.tobytes()).digest()
        self._rng = np.frombuffer(digest[:8], "<u8").astype(np.uint64)
        weigh_tickets(planners.tables[0], knowledge[0], planners._memories[0], self._fit)

    def play(self, moves: NDArray[np.int64], rounds: int, thorough: bool) -> Iterator[Brought]:
        """Try all moves in more games, in slices."""
        planners = self._planners
        at_once = max(1, SLICE // len(moves))
        for first in range(0, rounds, at_once):
            n = min(at_once, rounds - first)
            size = (n, len(moves), planners.seats)
            brought = Brought(np.zeros(size), np.zeros(size), np.zeros(size[:2]))
            play_redealt(
                *(planners.tables, self._knowledge, planners._states, moves, self._fit, self._rng),
                *(thorough, planners._scratch, *brought),
            )
            yield brought


__all__ = ["NO_MOVE", "Planners", "Redeals", "Shares"]
