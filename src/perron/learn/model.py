"""The networks while they learn: the player's, which sees one seat's observation, and a critic that sees all seats'."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from perron.learned.first_guess import first_guess, trust_by_choices
from perron.learned.inputs import Inputs, advice_key
from perron.learned.network import LAYERS

_CRITIC = 256


class Layout(nn.Module):
    """`Inputs.lay_out` for tensors."""

    scale: Tensor
    numbers: Tensor

    def __init__(self, inputs: Inputs) -> None:
        super().__init__()
        self.seats_at, self.kinds_at, self.advice_at = inputs.seats_at, inputs.kinds_at, inputs.advice_at
        self.fewest = inputs.edition.players[0]
        for seats, source in inputs.sources.items():
            self.register_buffer(f"source_{seats}", torch.from_numpy(source), persistent=False)
        self.register_buffer("scale", torch.from_numpy(inputs.scale), persistent=False)
        self.register_buffer("numbers", torch.from_numpy(inputs.numbers), persistent=False)

    def forward(self, rows: Tensor, seats: int, dtype: torch.dtype) -> Tensor:
        """Inputs, each times its scale."""
        padded = nn.functional.pad(rows, (0, 1))
        found = padded.index_select(1, getattr(self, f"source_{seats}")).to(dtype) * self.scale.to(dtype)
        found[:, self.seats_at + seats - self.fewest] = 1
        kind = rows[:, self.advice_at[seats]].long()
        found.scatter_(1, (self.kinds_at + kind - 1).clamp_min(self.kinds_at)[:, None], (kind > 0).to(dtype)[:, None])
        return found

    def advised(self, rows: Tensor, seats: int) -> Tensor:
        """The number of the action that the planner advises."""
        at = self.advice_at[seats]
        kind, index, colour = rows[:, at].long(), rows[:, at + 1].long(), rows[:, at + 2].long()
        return self.numbers[advice_key(kind, index, colour)]


class Model(nn.Module):
    """The player: what speaks for each action, and the chance of each seat to win."""

    guess: Tensor
    trusts: Tensor

    def __init__(self, inputs: Inputs, width: int) -> None:
        super().__init__()
        self.inputs, self.width = inputs, width
        self.layout = Layout(inputs)
        sizes = [inputs.size, *[width] * LAYERS]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.policy = nn.Linear(width, inputs.actions)
        self.trust = nn.Linear(width, 1)
        self.value = nn.Linear(width, inputs.most_seats)
        for layer in self.layers:
            assert isinstance(layer, nn.Linear)
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        for head in (self.policy, self.trust, self.value):
            nn.init.normal_(head.weight, std=0.01 / width**0.5)
            nn.init.zeros_(head.bias)
        self.register_buffer("guess", torch.from_numpy(first_guess(inputs.edition)), persistent=False)
        self.register_buffer("trusts", torch.from_numpy(trust_by_choices(inputs.actions)), persistent=False)

    def forward(self, rows: Tensor, masks: Tensor, seats: int) -> tuple[Tensor, Tensor]:
        """Log-likelihoods of actions (illegal ones: very low), and the logits of each seat's win from this one on."""
        dtype = torch.bfloat16 if rows.is_cuda else torch.float32
        x = self.layout(rows, seats, dtype)
        with torch.autocast("cuda", torch.bfloat16, enabled=rows.is_cuda):
            for layer in self.layers:
                x = torch.relu(layer(x))
            logits, trust, value = self.policy(x), self.trust(x), self.value(x)
        logits = logits.float() + self.guess
        bonus = self.trusts[masks.sum(1, dtype=torch.int64)][:, None] + trust.float()
        logits = logits.scatter_add(1, self.layout.advised(rows, seats)[:, None], bonus)
        logits = logits.masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, 1), value.float()[:, :seats]


class Critic(nn.Module):
    """How good a position is for each seat, seen with every seat's own eyes. It only helps to learn."""

    def __init__(self, inputs: Inputs, width: int) -> None:
        super().__init__()
        self.most = inputs.most_seats
        self.layout = Layout(inputs)
        self.look = nn.Linear(inputs.size, _CRITIC)
        self.first = nn.Linear(_CRITIC * self.most, width)
        self.second = nn.Linear(width, width)
        self.last = nn.Linear(width, 2 * self.most)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def forward(self, rows: Tensor, seats: int) -> Tensor:
        """Rows [n, seats, bytes], the seat to move first; values [n, 2, seats]: of the win, and of the margin."""
        n = len(rows)
        dtype = torch.bfloat16 if rows.is_cuda else torch.float32
        x = self.layout(rows.reshape(n * seats, -1), seats, dtype)
        with torch.autocast("cuda", torch.bfloat16, enabled=rows.is_cuda):
            x = torch.relu(self.look(x)).reshape(n, seats * _CRITIC)
            x = nn.functional.pad(x, (0, (self.most - seats) * _CRITIC))
            x = torch.relu(self.first(x))
            x = torch.relu(self.second(x))
            x = self.last(x)
        win, margin = x.float().reshape(n, 2, self.most)[:, :, :seats].unbind(1)
        return torch.stack([torch.softmax(win, 1), torch.sigmoid(margin)], 1)


def state_of(module: nn.Module) -> dict[str, Any]:
    """What a module has learned, copied."""
    return {name: value.detach().clone() for name, value in module.state_dict().items()}
