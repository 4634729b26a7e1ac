"""The networks while they learn: the player's, which sees one seat's observation, and a critic that sees all seats'."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from perron.learn.layout import Layout, aligned
from perron.learned.first_guess import first_guess, trust_by_choices
from perron.learned.inputs import Inputs
from perron.learned.network import LAYERS

_CRITIC = 256


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

    def forward(self, packed: Tensor, masks: Tensor, seats: int) -> tuple[Tensor, Tensor]:
        """Log-likelihoods of actions (illegal ones: very low), and the logits of each seat's win from this one on."""
        first, *others = self.layers
        assert isinstance(first, nn.Linear)
        with _low_precision(packed):
            x = torch.relu(self.layout.first(first, packed, seats))
            for layer in others:
                x = torch.relu(layer(x))
            answers = self._heads(x)
        actions = self.inputs.actions
        logits, trust = answers[:, :actions].float() + self.guess, answers[:, actions].float()
        bonus = self.trusts[masks.sum(1, dtype=torch.int64)] + trust
        logits = logits.scatter_add(1, self.layout.advised(packed, seats)[:, None], bonus[:, None])
        logits = logits.masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, 1), answers[:, actions + 1 : actions + 1 + seats].float()

    def _heads(self, x: Tensor) -> Tensor:
        """What all heads say, side by side: one product of matrices."""
        heads = (self.policy, self.trust, self.value)
        size = sum(head.out_features for head in heads)
        weight = nn.functional.pad(torch.cat([head.weight for head in heads]), (0, 0, 0, aligned(size) - size))
        bias = nn.functional.pad(torch.cat([head.bias for head in heads]), (0, aligned(size) - size))
        return nn.functional.linear(x, weight, bias)


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

    def forward(self, packed: Tensor, seats: int) -> Tensor:
        """Values [n, 2, seats], of win and margin, for packed rows [n, seats, bytes], the seat to move first."""
        n = len(packed)
        with _low_precision(packed):
            x = torch.relu(self.layout.first(self.look, packed.reshape(n * seats, -1), seats))
            x = nn.functional.pad(x.reshape(n, seats * _CRITIC), (0, (self.most - seats) * _CRITIC))
            x = torch.relu(self.first(x))
            x = torch.relu(self.second(x))
            x = self.last(x)
        win, margin = x.float().reshape(n, 2, self.most)[:, :, :seats].unbind(1)
        return torch.stack([torch.softmax(win, 1), torch.sigmoid(margin)], 1)


def _low_precision(packed: Tensor) -> torch.autocast:
    """On a GPU, products of matrices in bfloat16."""
    return torch.autocast("cuda", torch.bfloat16, enabled=packed.is_cuda, cache_enabled=False)


def state_of(module: nn.Module) -> dict[str, Any]:
    """What a module has learned, copied."""
    return {name: value.detach().clone() for name, value in module.state_dict().items()}
