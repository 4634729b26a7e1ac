"""What a network is given: planned observations for any number of seats, laid out for as many as can play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perron.editions.edition import Edition
from perron.engine.actions import DECLINE
from perron.env.numbering import numbering_of
from perron.env.observation import fields, flat_size

ACTION_KINDS = DECLINE + 1
_SOME = 15
_COLOURS, _INDICES = 16, 256


@dataclass(frozen=True, eq=False)
class Inputs:
    """Where each input comes from, for one edition. An input is a byte; `scale` says what one of it counts for."""

    edition: Edition
    most_seats: int
    size: int
    scale: NDArray[np.float32]
    """Powers of two, so that folding them into weights loses nothing."""
    sources: dict[int, NDArray[np.int64]]
    """By number of seats: for each input the byte of the row, or the row's size for 0."""
    seats_at: int
    """Where the number of seats begins, one input for each."""
    kinds_at: int
    """Where the kind of the advised action begins, one input for each."""
    advice_at: dict[int, int]
    """By number of seats: where in a row the advice stands."""
    numbers: NDArray[np.int64]
    """By an advice's three bytes, as one number: the number of the action."""

    @property
    def actions(self) -> int:
        """Actions that a network chooses from."""
        return numbering_of(self.edition).size

    def lay_out(self, rows: NDArray[np.uint8], seats: int) -> NDArray[np.uint8]:
        """The inputs for planned observations [n, bytes] of games with that many seats."""
        padded = np.concatenate([rows, np.zeros((len(rows), 1), np.uint8)], axis=1)
        found: NDArray[np.uint8] = padded[:, self.sources[seats]]
        found[:, self.seats_at + seats - self.edition.players[0]] = 1
        kind = rows[:, self.advice_at[seats]].astype(np.int64)
        found[np.arange(len(rows)), self.kinds_at + np.maximum(kind - 1, 0)] = kind > 0
        return found

    def advised(self, rows: NDArray[np.uint8], seats: int) -> NDArray[np.int64]:
        """The number of the action that the planner advises, for each row."""
        at = self.advice_at[seats]
        kind, index, colour = rows[:, at : at + 3].astype(np.int64).T
        found: NDArray[np.int64] = self.numbers[advice_key(kind, index, colour)]
        return found


def advice_key(kind: Any, index: Any, colour: Any) -> Any:
    """The three bytes of an advice as one number, in which `Inputs.numbers` is looked up; arrays of any library."""
    return (kind * _INDICES + index) * _COLOURS + colour


def _scale(high: int) -> float:
    return 1.0 if high == 1 else 0.25 if high <= _SOME else 0.0625


@lru_cache(maxsize=32)
def inputs_of(edition: Edition) -> Inputs:
    """The inputs for an edition."""
    fewest, most = edition.players
    largest = fields(edition, most, "planned")
    scale = np.concatenate([np.full(field.size, _scale(field.high), np.float32) for field in largest])
    extra = (most - fewest + 1) + ACTION_KINDS
    size = len(scale) + extra
    sources, advice_at = {}, {}
    for seats in range(fewest, most + 1):
        width = flat_size(edition, seats, "planned")
        source = np.full(size, width, np.int64)
        for wide, field in zip(largest, fields(edition, seats, "planned"), strict=True):
            if field.name == "advice":
                advice_at[seats] = field.at
                continue
            # What there is for each seat comes first for the seat itself, so that fewer seats fill the front.
            source[wide.at : wide.at + field.size] = np.arange(field.at, field.at + field.size)
        sources[seats] = source
    numbering = numbering_of(edition)
    numbers = np.full((ACTION_KINDS + 1) * _INDICES * _COLOURS, 0, np.int64)
    for number, action in enumerate(numbering.record["actions"][0][: numbering.size].tolist()):
        kind, index, colour = action >> 16, action >> 8 & 255, action >> 4 & 15
        numbers[((kind + 1) * _INDICES + index) * _COLOURS + colour] = number
    return Inputs(
        edition,
        most,
        size,
        np.concatenate([scale, np.ones(extra, np.float32)]),
        sources,
        len(scale),
        len(scale) + most - fewest + 1,
        advice_at,
        numbers,
    )
