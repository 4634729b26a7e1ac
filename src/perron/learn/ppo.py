"""Learning from experience: proximal policy optimisation, with a critic that sees all seats' cards."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from perron.learn.model import Critic, Model
from perron.learn.returns import from_seat, lambda_returns
from perron.learn.self_play import Experience, Table

CLIP = 0.2
DECAY = 0.97
EPOCHS = 3
BATCHES = 256
"""Of an epoch, at most."""
_LEAST = 64  # decisions of a batch
VALUE_WEIGHT = 0.5
ENTROPY_WEIGHT = 0.1
"""How strongly the entropy is drawn to what the progress asks for."""
LISTENING = 2
"""Rounds at first in which only chances are learned: advantages mean nothing before."""
_MOST_GRADIENT = 1.0


@dataclass(slots=True)
class Progress:
    """What changes while a learner learns, by the share of its time that is over."""

    share: float
    round: int = LISTENING

    @property
    def rate(self) -> float:
        """The learning rate."""
        return 5e-4 * (1 - 0.9 * self.share)

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
        self.optimizers = [torch.optim.Adam(one.parameters(), lr=5e-4, eps=1e-5, fused=True) for one in (model, critic)]

    def learn(self, tables: list[tuple[Table, Experience]], progress: Progress, generator: torch.Generator) -> Lesson:
        """Learn from what several tables brought, mixed batch by batch."""
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = progress.rate
        prepared = [self._prepare(table, found, progress) for table, found in tables]
        sums: list[Tensor] = []
        for _ in range(EPOCHS):
            batches = []
            for (table, found), targets in zip(tables, prepared, strict=True):
                order = torch.randperm(found.actions.numel(), generator=generator, device=found.actions.device)
                batch = max(_LEAST, -(-order.numel() // (BATCHES // len(tables))))
                batches += [(table, found, targets, part) for part in torch.split(order, batch)]
            mixed = torch.randperm(len(batches), generator=generator, device=generator.device).tolist()
            for table, found, targets, part in (batches[k] for k in mixed):
                sums.append(self._step(table, found, targets, part, progress))
        entropy, critic_loss, value_loss, changed = torch.stack(sums).nanmean(0).tolist()
        advised = [_advised(self.model, table.seats, found) for table, found in tables]
        return Lesson(entropy, sum(advised) / len(advised), critic_loss, value_loss, changed)

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

    def _step(
        self,
        table: Table,
        found: Experience,
        targets: tuple[Tensor, Tensor],
        part: Tensor,
        progress: Progress,
    ) -> Tensor:
        returns, gain = targets[0][part], targets[1][part]
        looks = found.looks[:-1].reshape(-1, table.seats)[part]
        masks = found.masks.flatten(0, 1)[part]
        learns = found.learns.flatten()[part].float()
        logs, win = self.model(found.rows[looks[:, 0]], masks, table.seats)
        chosen = logs.gather(1, found.actions.flatten()[part][:, None])[:, 0]
        change = chosen - found.likelihoods.flatten()[part]
        ratio = change.exp()
        better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
        entropy = -(logs.exp() * logs.clamp_min(-50)).sum(1)
        n = learns.sum().clamp_min(1)
        mean_entropy = (entropy * learns).sum() / n
        value_loss = -(returns[:, 0] * torch.log_softmax(win, 1)).sum(1).mean()
        loss = VALUE_WEIGHT * value_loss
        if progress.round >= LISTENING:
            off = (mean_entropy.detach() / progress.entropy - 1).clamp(-1, 1)
            loss = loss - (better * learns).sum() / n + ENTROPY_WEIGHT * off * mean_entropy
        self._descend(0, self.model, loss)
        critic_loss = (self.critic(found.rows[looks], table.seats) - returns).square().mean()
        self._descend(1, self.critic, critic_loss)
        moved = ((change.abs() * learns).sum() / n).detach()
        return torch.stack([mean_entropy.detach(), critic_loss.detach(), value_loss.detach(), moved])

    def _descend(self, which: int, module: nn.Module, loss: Tensor) -> None:
        optimizer = self.optimizers[which]
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call,unused-ignore]
        nn.utils.clip_grad_norm_(module.parameters(), _MOST_GRADIENT)
        optimizer.step()


def _advised(model: Model, seats: int, found: Experience) -> float:
    """Share of the learner's decisions that follow the advice."""
    chosen, learns = found.actions[0], found.learns[0]
    rows = found.rows[found.looks[0][:, 0]]
    same = chosen == model.layout.advised(rows, seats)
    return float((same & learns).sum() / learns.sum().clamp_min(1))
