"""Planned observations as a GPU multiplies them best: packed rows of bytes, of a width that its units like."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from perron.learned.inputs import ACTION_KINDS, Inputs, advice_key

ALIGNED = 16
"""Matrices whose sides are no multiples of this are multiplied several times as slowly."""


def aligned(size: int) -> int:
    """The next multiple of `ALIGNED`."""
    return -(-size // ALIGNED) * ALIGNED


def _places(inputs: Inputs, seats: int, width: int) -> NDArray[np.int64]:
    """For each byte of a packed row the input that it is, or the number of inputs for none."""
    source = inputs.sources[seats]
    bytes_of_row = int(source.max())
    found = np.full(width, inputs.size, np.int64)
    given = np.flatnonzero(source < bytes_of_row)
    found[source[given]] = given
    found[bytes_of_row : bytes_of_row + ACTION_KINDS] = inputs.kinds_at + np.arange(ACTION_KINDS)
    return found


class Layout(nn.Module):
    """Packs observations, and gives the first layer of a network what `Inputs.lay_out` lays out.

    A packed row is the observation, the kind of the advised action as one byte for each kind, and zeros. Its bytes stay
    where the observation has them: it is the layer's weights that are put in their order.
    """

    scale: Tensor
    numbers: Tensor

    def __init__(self, inputs: Inputs) -> None:
        super().__init__()
        self.seats_at, self.advice_at = inputs.seats_at, inputs.advice_at
        self.fewest = inputs.edition.players[0]
        self.widths = {seats: aligned(int(one.max()) + ACTION_KINDS) for seats, one in inputs.sources.items()}
        """Bytes of a packed row, by number of seats."""
        for seats, width in self.widths.items():
            self.register_buffer(f"places_{seats}", torch.from_numpy(_places(inputs, seats, width)), persistent=False)
        self.register_buffer("scale", torch.from_numpy(inputs.scale), persistent=False)
        self.register_buffer("numbers", torch.from_numpy(inputs.numbers), persistent=False)

    def pack(self, rows: Tensor, seats: int) -> Tensor:
        """Packed rows of observations [n, bytes]."""
        size = rows.shape[1]
        packed = rows.new_zeros((len(rows), self.widths[seats]))
        packed[:, :size] = rows
        kind = rows[:, self.advice_at[seats]].long()
        at = (size + kind - 1).clamp_min(size)[:, None]
        return packed.scatter_(1, at, (kind > 0).to(torch.uint8)[:, None])

    @staticmethod
    def numbers_of(packed: Tensor) -> Tensor:
        """Packed rows as they are multiplied."""
        # A byte is exact in bfloat16 too.
        return packed.to(torch.bfloat16 if packed.is_cuda else torch.float32)

    def first(self, layer: nn.Linear, given: Tensor, seats: int) -> Tensor:
        """The first layer's answer to packed rows, as they are multiplied."""
        weight = nn.functional.pad(layer.weight * self.scale, (0, 1))
        weight = weight.index_select(1, getattr(self, f"places_{seats}"))
        bias = layer.bias + layer.weight[:, self.seats_at + seats - self.fewest]
        return nn.functional.linear(given, weight, bias)

    def advised(self, packed: Tensor, seats: int) -> Tensor:
        """The number of the action that the planner advises."""
        at = self.advice_at[seats]
        kind, index, colour = packed[:, at].long(), packed[:, at + 1].long(), packed[:, at + 2].long()
        return self.numbers[advice_key(kind, index, colour)]
