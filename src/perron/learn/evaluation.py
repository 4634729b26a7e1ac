"""How well a learner plays while it learns: its best action of one pass, against planners."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import torch

from perron.editions.edition import Edition
from perron.learn.model import Model
from perron.learn.self_play import Games

SEED = 1 << 40
"""Of the deals that learners are judged on: far from those they learn on."""


@dataclass(frozen=True, slots=True)
class Judged:
    """How a learner did against planners."""

    seats: int
    games: int
    wins: float
    """Share of the games won; a shared win counts as its share."""

    @property
    def error(self) -> float:
        """Half an interval of 95 %."""
        return 1.96 * sqrt(max(self.wins * (1 - self.wins), 1e-9) / self.games)


@torch.no_grad()
def judge(model: Model, edition: Edition, seats: int, games: int, device: str) -> Judged:
    """Play that many deals, always the same, with the learner in each seat equally often and planners in the others."""
    games -= games % seats
    env = Games(edition, seats, games, SEED, device, reward="win")
    own = torch.arange(games, device=env.device) % seats
    done = torch.zeros(games, dtype=torch.bool, device=env.device)
    share = torch.zeros(games, device=env.device)
    while not bool(done.all()):
        for _ in range(16):  # to ask whether all is done takes longer than a step
            rows, seat = env.rows, env.seat
            logs, _ = model(rows, env.masks, seats)
            over, rewards = env.step(torch.where(seat == own, logs.argmax(1), env.advised(rows)))
            # A win's reward is 1 and a loss's such that all add up to 0: the share of the win follows from it.
            gained = (rewards.gather(1, own[:, None])[:, 0] * (seats - 1) + 1) / seats
            share = torch.where(over & ~done, gained, share)
            done |= over
    return Judged(seats, games, float(share.mean()))
