"""What a decision was worth: wins and margins of finished games, and estimates over those that go on."""

from __future__ import annotations

import torch
from torch import Tensor


def outcomes(scores: Tensor, scale: float) -> Tensor:
    """Of finished games, from rewards "score" [..., seats]: [..., 2, seats], shares of the win and squashed margins.

    The margin is over the best other seat: 0.5 for none.
    """
    seats = scores.shape[-1]
    best = scores.max(-1, keepdim=True).values
    wins = (scores >= best - 1e-4).float()
    wins = wins / wins.sum(-1, keepdim=True)
    others = torch.stack([scores.roll(k, -1) for k in range(1, seats)], -1).max(-1).values
    # Rewards differ from points by a factor: a seat's points less the others' average.
    lead = (scores - others) * (seats - 1) / seats / scale
    return torch.stack([wins, 0.5 + 0.5 * lead / (1 + lead.abs())], -2)


def by_seat(relative: Tensor, seat: Tensor) -> Tensor:
    """Values [..., seats] counted from the seat to move on, by the seats' own numbers."""
    seats = relative.shape[-1]
    order = (torch.arange(seats, device=seat.device) - seat[..., None].long()) % seats
    return relative.gather(-1, order.unsqueeze(-2).expand(relative.shape) if relative.dim() > order.dim() else order)


def from_seat(values: Tensor, seat: Tensor) -> Tensor:
    """The reverse of `by_seat`."""
    seats = values.shape[-1]
    order = (torch.arange(seats, device=seat.device) + seat[..., None].long()) % seats
    return values.gather(-1, order.unsqueeze(-2).expand(values.shape) if values.dim() > order.dim() else order)


def lambda_returns(values: Tensor, results: Tensor, over: Tensor, decay: float) -> Tensor:
    """Returns [steps, games, 2, seats] from values [steps + 1, ...], results of games that ended, and which did.

    The mean of looks ahead over one step, two, and so on, each weighted `decay` times the one before.
    """
    steps = len(over)
    found = torch.empty_like(results)
    ahead = values[steps]
    for t in range(steps - 1, -1, -1):
        ended = over[t][:, None, None]
        found[t] = torch.where(ended, results[t], ahead)
        ahead = (1 - decay) * values[t] + decay * found[t]
    return found
