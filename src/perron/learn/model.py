"""The networks while they learn: the player's, which sees one seat's observation, and a critic that sees all seats'."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from perron.learn.facts import FactsOfMany
from perron.learn.layout import Layout, aligned
from perron.learned.facts import PAYMENT_FACTS, ROUTE_FACTS, TICKET_FACTS
from perron.learned.first_guess import first_guess, trust_by_choices
from perron.learned.inputs import Inputs
from perron.learned.network import BY_FACTS, LAYERS

_CRITIC = 256


class FactsHead(nn.Module):
    """What speaks for routes, or tickets, by a few facts of each and by what the layers make of the game."""

    def __init__(self, facts: int, width: int, hidden: int) -> None:
        super().__init__()
        self.facts = facts
        self.first, self.second = nn.Linear(facts + width, hidden), nn.Linear(hidden, 1)
        nn.init.kaiming_normal_(self.first.weight, nonlinearity="relu")
        nn.init.normal_(self.second.weight, std=0.01 / hidden**0.5)
        for layer in (self.first, self.second):
            nn.init.zeros_(layer.bias)

    def forward(self, x: Tensor, numbers: Tensor) -> Tensor:
        """What speaks for each, [n, each], from the last layer [n, width] and numbers [n, each, facts, 1 and zeros]."""
        of_facts, of_game = self.first.weight[:, : self.facts], self.first.weight[:, self.facts :]
        game = nn.functional.linear(x, of_game, self.first.bias)[:, None]
        more = numbers.shape[2] - self.facts - 1
        weight = of_facts.T.to(game.dtype).expand(len(x), -1, -1)
        # A small product for each game: as one of all games its gradient would be a sum of millions, taken slowly.
        weights = torch.cat([weight, game, *[torch.zeros_like(game)] * more], 1)
        hidden = torch.relu(torch.bmm(numbers, weights))
        second = self.second.weight.T.to(game.dtype).expand(len(x), -1, -1)
        return torch.bmm(hidden, second)[..., 0] + self.second.bias.to(game.dtype)


class Model(nn.Module):
    """The player: what speaks for each action, and the chance of each seat to win."""

    spread: Tensor
    """[actions, those that speak]: routes, payments, tickets offered, and the first guess."""
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
        self.facts = FactsOfMany(inputs.edition, inputs.actions)
        self.routes = FactsHead(len(ROUTE_FACTS), width, BY_FACTS["routes"])
        self.payments = nn.Linear(width, len(PAYMENT_FACTS))
        self.tickets = FactsHead(len(TICKET_FACTS), width, BY_FACTS["tickets"])
        for layer in self.layers:
            assert isinstance(layer, nn.Linear)
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        for head in (self.policy, self.trust, self.value, self.payments):
            nn.init.normal_(head.weight, std=0.01 / width**0.5)
            nn.init.zeros_(head.bias)
        guess = torch.from_numpy(first_guess(inputs.edition))
        self.register_buffer("spread", torch.cat([self.facts.spread, guess[None]]).T.contiguous(), persistent=False)
        self.register_buffer("trusts", torch.from_numpy(trust_by_choices(inputs.actions)), persistent=False)

    def forward(self, packed: Tensor, masks: Tensor, seats: int) -> tuple[Tensor, Tensor]:
        """Log-likelihoods of actions (illegal ones: very low), and the logits of each seat's win from this one on."""
        first, *others = self.layers
        assert isinstance(first, nn.Linear)
        given = self.layout.numbers_of(packed)
        with _low_precision(packed):
            x = torch.relu(self.layout.first(first, given, seats))
            for layer in others:
                x = torch.relu(layer(x))
            answers = self._heads(torch.cat([x, *self._by_facts(x, given, seats), torch.ones_like(x[:, :1])], 1))
        actions = self.inputs.actions
        logits = answers[:, :actions].float()
        bonus = self.trusts[masks.sum(1, dtype=torch.int64)] + answers[:, actions].float()
        logits.scatter_add_(1, self.layout.advised(packed, seats)[:, None], bonus[:, None])
        logits.masked_fill_(~masks, -1e9)
        return torch.log_softmax(logits, 1), answers[:, actions + 1 : actions + 1 + seats].float()

    def _by_facts(self, x: Tensor, given: Tensor, seats: int) -> Iterator[Tensor]:
        """What speaks for every route, every kind of payment and every ticket that is offered, each [n, those]."""
        routes, payments = self.facts.of_claims(given, seats)
        yield self.routes(x, routes)
        yield torch.bmm(torch.stack(payments, -1), self.payments(x)[..., None])[..., 0]
        if self.facts.offered:
            tickets = self.facts.of_tickets(given, seats)
            yield self.tickets(x, tickets) * tickets[..., -1]

    def _heads(self, x: Tensor) -> Tensor:
        """What all heads say, side by side: one product of matrices.

        After the last layer `x` holds what speaks for routes, payments and tickets, which is spread over the actions,
        and 1 for the first guess.
        """
        heads = (self.policy, self.trust, self.value)
        size = sum(head.out_features for head in heads)
        weight = torch.cat([head.weight for head in heads])
        weight = torch.cat([weight, nn.functional.pad(self.spread, (0, 0, 0, size - len(self.spread)))], 1)
        more = aligned(size) - size, aligned(x.shape[1]) - x.shape[1]
        weight = nn.functional.pad(weight, (0, more[1], 0, more[0]))
        bias = nn.functional.pad(torch.cat([head.bias for head in heads]), (0, more[0]))
        return nn.functional.linear(nn.functional.pad(x, (0, more[1])), weight, bias)


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
            given = self.layout.numbers_of(packed.reshape(n * seats, -1))
            x = torch.relu(self.layout.first(self.look, given, seats))
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
