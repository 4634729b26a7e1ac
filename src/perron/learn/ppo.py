"""Learning from experience: proximal policy optimisation, with a critic that sees all seats' cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from perron.learn.model import Critic, Model
from perron.learn.replayed import Replayed
from perron.learn.returns import from_seat, lambda_returns
from perron.learn.self_play import Experience, Table

CLIP = 0.2
DECAY = 0.97
EPOCHS = {"cuda": 1, "cpu": 3}
"""By device: a GPU plays faster than it learns, so that new experience teaches more than the same once more."""
BATCHES = 256
"""Of an epoch, at most."""
_LEAST = 64  # decisions of a batch
VALUE_WEIGHT = 0.5
ENTROPY_WEIGHT = 0.1
"""How strongly the entropy is drawn to what the progress asks for."""
LISTENING = 2
"""Rounds at first in which only chances are learned: advantages mean nothing before."""
_EASING = 8
"""Rounds after those in which a player that knows how to play comes to learn at its full rate."""
_MOST_GRADIENT = 1.0


@dataclass(slots=True)
class Progress:
    """What changes while a learner learns, from 0 at the beginning to 1 at the end."""

    share: float
    round: int = LISTENING
    knows: bool = False
    """Whether it knew how to play when it began."""

    @property
    def rate(self) -> float:
        """The learning rate."""
        return 5e-4 * (1 - 0.9 * self.share)

    @property
    def ease(self) -> float:
        """How much of the rate is the player's: one that knows how to play would forget it by great steps at first."""
        return min(max(self.round - LISTENING, 0) / _EASING, 1.0) if self.knows else 1.0

    @property
    def margin(self) -> float:
        """How much the margin counts beside the win: at first it tells more."""
        return 0.7 - 0.6 * self.share

    @property
    def entropy(self) -> float:
        """How undecided the player is to be, in nats."""
        return float(0.35 * (0.05 / 0.35) ** self.share)


@dataclass(slots=True)
class Lesson:
    """What a round of learning was like."""

    entropy: float
    """Of the player's choices."""
    advised: float
    """Share of its decisions in which it did what the planner advises."""
    critic_loss: float
    value_loss: float
    changed: float
    """How far the player moved: the mean of how much likelihoods changed."""


class Learner:
    """A player, its critic and their optimisers."""

    def __init__(self, model: Model, critic: Critic) -> None:
        self.model, self.critic = model, critic
        device = next(model.parameters()).device
        options: dict[str, Any] = {"lr": 5e-4, "eps": 1e-5, "fused": True, "capturable": device.type == "cuda"}
        self.optimizers = [torch.optim.Adam(one.parameters(), **options) for one in (model, critic)]
        self._rates = [torch.zeros((), device=device) for _ in self.optimizers]
        self._entropy, self._speaks = torch.zeros((), device=device), torch.zeros((), device=device)
        self._steps: dict[int, Replayed] = {}

    def learn(self, tables: list[tuple[Table, Experience]], progress: Progress, generator: torch.Generator) -> Lesson:
        """Learn from what several tables brought, mixed batch by batch."""
        self._set(progress)
        prepared = [self._prepare(table, found, progress) for table, found in tables]
        sums: list[Tensor] = []
        for _ in range(EPOCHS[generator.device.type]):
            batches = []
            for (table, found), targets in zip(tables, prepared, strict=True):
                order = torch.randperm(found.actions.numel(), generator=generator, device=found.actions.device)
                batch = max(_LEAST, -(-order.numel() // (BATCHES // len(tables))))
                batches += [(table, found, targets, part) for part in torch.split(order, batch)]
            mixed = torch.randperm(len(batches), generator=generator, device=generator.device).tolist()
            for table, found, targets, part in (batches[k] for k in mixed):
                sums.append(self._lesson_of(table.seats)(*_batch(found, targets, part)))
        entropy, critic_loss, value_loss, changed = torch.stack(sums).nanmean(0).tolist()
        advised = [_advised(self.model, table.seats, found) for table, found in tables]
        return Lesson(entropy, sum(advised) / len(advised), critic_loss, value_loss, changed)

    def is_ready_for(self, sizes: set[int]) -> bool:
        """Whether the steps for tables of these sizes have been captured, so that nothing is compiled any more."""
        return all(seats in self._steps and self._steps[seats].captured for seats in sizes)

    def _set(self, progress: Progress) -> None:
        """Put what changes with the progress where steps look for it, graphs too: in tensors that stay."""
        self._entropy.fill_(progress.entropy)
        self._speaks.fill_(float(progress.round >= LISTENING))
        for optimizer, tensor, part in zip(self.optimizers, self._rates, (progress.ease, 1.0), strict=True):
            rate = part * progress.rate
            tensor.fill_(rate)
            for group in optimizer.param_groups:
                group["lr"] = tensor if tensor.is_cuda else rate

    def _prepare(self, table: Table, found: Experience, progress: Progress) -> tuple[Tensor, Tensor]:
        """Returns counted from the seat to move on, and the advantage of its decision; both over all decisions."""
        values = table.value(self.critic, found)
        returns = lambda_returns(values, found.results, found.over, DECAY)
        seat = found.seat[:-1]
        gain = from_seat(returns - values[:-1], seat)[..., 0]
        mixed = (1 - progress.margin) * gain[..., 0] + progress.margin * gain[..., 1]
        own = mixed[found.learns]
        mixed = (mixed - own.mean()) / (own.std() + 1e-6)
        return from_seat(returns, seat).flatten(0, 1), mixed.flatten()

    def _lesson_of(self, seats: int) -> Replayed:
        """The step for tables of one size."""
        if seats not in self._steps:
            self._steps[seats] = Replayed(partial(self._step, seats))
        return self._steps[seats]

    def _step(
        self,
        seats: int,
        rows: Tensor,
        masks: Tensor,
        actions: Tensor,
        likelihoods: Tensor,
        learns: Tensor,
        returns: Tensor,
        gain: Tensor,
    ) -> Tensor:
        logs, win = self.model(rows[:, 0], masks, seats)
        change = logs.gather(1, actions[:, None])[:, 0] - likelihoods
        # What others chose may be all but impossible for the learner, and the ratio of two such likelihoods infinite.
        change = change.where(learns > 0, 0)
        ratio = change.exp()
        better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
        entropy = -(logs.exp() * logs).sum(1)
        n = learns.sum().clamp_min(1)
        mean_entropy = (entropy * learns).sum() / n
        value_loss = -(returns[:, 0] * torch.log_softmax(win, 1)).sum(1).mean()
        off = (mean_entropy.detach() / self._entropy - 1).clamp(-1, 1)
        choice_loss = ENTROPY_WEIGHT * off * mean_entropy - (better * learns).sum() / n
        self._descend(0, self.model, VALUE_WEIGHT * value_loss + self._speaks * choice_loss)
        critic_loss = (self.critic(rows, seats) - returns).square().mean()
        self._descend(1, self.critic, critic_loss)
        moved = (change.abs().sum() / n).detach()
        return torch.stack([mean_entropy.detach(), critic_loss.detach(), value_loss.detach(), moved])

    def _descend(self, which: int, module: nn.Module, loss: Tensor) -> None:
        optimizer = self.optimizers[which]
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call,unused-ignore]
        nn.utils.clip_grad_norm_(module.parameters(), _MOST_GRADIENT)
        optimizer.step()


def _batch(found: Experience, targets: tuple[Tensor, Tensor], part: Tensor) -> tuple[Tensor, ...]:
    """What a step learns from: of some decisions all that `Learner._step` is given."""
    looks = found.looks[:-1].flatten(0, 1)[part]
    flat = (found.masks, found.actions, found.likelihoods, found.learns.float())
    return (found.seen(looks), *(one.flatten(0, 1)[part] for one in flat), *(one[part] for one in targets))


def _advised(model: Model, seats: int, found: Experience) -> float:
    """Share of the learner's decisions that follow the advice."""
    chosen, learns = found.actions[0], found.learns[0]
    rows = found.seen(found.looks[0][:, :1])[:, 0]
    same = chosen == model.layout.advised(rows, seats)
    return float((same & learns).sum() / learns.sum().clamp_min(1))
