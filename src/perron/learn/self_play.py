"""Games of a learner: against itself, past selves and planners, on a GPU or on this machine's cores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from perron.editions.edition import Edition
from perron.learn.layout import Layout
from perron.learn.model import Critic, Model
from perron.learn.returns import by_seat, outcomes
from perron.learned.inputs import inputs_of

PLANNER_SHARE, PAST_SHARE = 0.2, 0.2
"""Shares of the games in which one seat learns and the others are planners, or a past self."""
_PARTS = 8
"""At first one part of the games after another is dealt again, one a round, so that rounds see all stages of a game."""
_AT_ONCE = 65536  # positions that the critic values at once


class Games:
    """Many games of one table size, stepped together; everything they show is a tensor on one device."""

    def __init__(self, edition: Edition, seats: int, games: int, seed: int, device: str, reward: str = "score") -> None:
        self.edition, self.seats, self.games, self.device = edition, seats, games, torch.device(device)
        self.layout = Layout(inputs_of(edition)).to(self.device)
        options: dict[str, Any] = {"observation": "planned", "reward": reward, "mask": "info", "copy": False}
        if self.device.type == "cuda":
            from perron.env.gpu.vector import GpuVector  # noqa: PLC0415  # needs a GPU

            self._env: Any = GpuVector(games, edition, seats, **options)
        else:
            from perron.env.vector_env import VectorGame  # noqa: PLC0415

            self._env = VectorGame(games, edition, seats, **options)
        self._env.reset(seed=seed)

    def deal_again(self, which: Tensor) -> None:
        """Deal new games in place of some, wherever these are."""
        self._env.reset(options={"reset_mask": which.cpu().numpy()})

    def _tensor(self, array: Any) -> Tensor:
        return array if isinstance(array, Tensor) else torch.from_numpy(np.ascontiguousarray(array))

    @property
    def rows(self) -> Tensor:
        """Packed observations of the seats to move."""
        return self.layout.pack(self._tensor(self._env.rows), self.seats)

    @property
    def masks(self) -> Tensor:
        """The legal actions."""
        return self._tensor(self._env.masks).bool()

    @property
    def seat(self) -> Tensor:
        """The seats to move."""
        return self._tensor(self._env.seat).long()

    def advised(self, rows: Tensor) -> Tensor:
        """What the planner advises, for packed observations."""
        return self.layout.advised(rows, self.seats)

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Play an action in every game: which games ended, and every seat's reward."""
        if self.device.type == "cuda":
            self._env.step(actions)
            return self._env.over.clone(), self._env.rewards.clone()
        _, _, over, _, info = self._env.step(actions.numpy())
        return torch.from_numpy(over.copy()), torch.from_numpy(info["rewards"].copy())


@dataclass(slots=True)
class Experience:
    """What a number of steps of many games have brought, [steps, games, ...] each."""

    rows: Tensor
    """All observations that are needed, [n, bytes]; the others point into them."""
    looks: Tensor
    """Per decision: every seat's last observation, from the one to move on, [steps + 1, games, seats]."""
    masks: Tensor
    actions: Tensor
    likelihoods: Tensor
    learns: Tensor
    """Whether the learner has decided."""
    seat: Tensor
    over: Tensor
    results: Tensor
    """Where a game ended: shares of the win and margins, by seat."""

    def seen(self, looks: Tensor) -> Tensor:
        """The packed observations that looks [n, seats] point at, [n, seats, bytes]."""
        words = self.rows.view(torch.int64)  # eight bytes at a time
        return words.index_select(0, looks.flatten()).view(torch.uint8).reshape(*looks.shape, -1)


class Table:
    """The games of one table size that a learner learns from."""

    def __init__(self, edition: Edition, seats: int, games: int, steps: int, seed: int, device: str) -> None:
        self.seats, self.steps = seats, steps
        n, place, width = games, torch.device(device), Layout(inputs_of(edition)).widths[seats]
        # The observations of the steps, those before them, and one that is blank; twice, so that steps can be played
        # while others are learned from. They take the most memory: if it is too little, that shows before any game is
        # dealt.
        shape = (2, (steps + 1) * n + n * seats + 1, width)
        self._rows, self._other_rows = torch.zeros(shape, dtype=torch.uint8, device=place)
        self.env = Games(edition, seats, games, seed, device)
        self.scale = 0.45 * sum(kind.count for kind in edition.pieces) + 21 if edition.points else 3.0
        each = torch.arange(n, device=place)
        planned, past = int(n * PLANNER_SHARE), int(n * PAST_SHARE)
        self.against_past = slice(planned, planned + past)
        self._own = each % seats  # the learner's seat where others play too
        self._planned, self._mixed = each < planned, each < planned + past
        self._blank, self._before = (steps + 1) * n + n * seats, (steps + 1) * n
        self._last = torch.full((n, seats), self._blank, device=place)
        self._each = each
        self._against_planners = torch.zeros(2, device=place)
        self.rounds = 0  # played
        self._generator = torch.Generator(device)
        self._generator.manual_seed(seed)

    def take_wins(self) -> tuple[float, int]:
        """Games that the learner has won against planners since this was last asked, while it explored, of how many."""
        won, games = self._against_planners.tolist()
        self._against_planners.zero_()
        return won, int(games)

    def _look(self, t: int) -> Tensor:
        """Note what the seats to move see now; where every seat's last observation is, from the one to move on."""
        n, seat = len(self._each), self.env.seat
        self._rows[t * n : (t + 1) * n] = self.env.rows
        self._last[self._each, seat] = t * n + self._each
        order = (torch.arange(self.seats, device=seat.device) + seat[:, None]) % self.seats
        return self._last.gather(1, order)

    def _keep(self) -> None:
        """Move the last observations of every seat to where the next steps will not overwrite them."""
        kept = self._rows[self._last.flatten()]
        self._rows, self._other_rows = self._other_rows, self._rows
        was_blank = self._last == self._blank
        self._rows[self._before : self._blank] = kept
        self._last = self._before + torch.arange(self._last.numel(), device=kept.device).reshape(self._last.shape)
        self._last[was_blank] = self._blank

    @torch.no_grad()
    def play(self, model: Model, past: Model | None) -> Experience:
        """Play the next steps of all games. What the steps before brought stays as it is until this is called again."""
        n, seats, steps = len(self._each), self.seats, self.steps
        if 0 < self.rounds < _PARTS:
            part = self._each % _PARTS == self.rounds
            self.env.deal_again(part)
            self._last[part] = self._blank
        self.rounds += 1
        looks, masks, actions, likelihoods, learns, seat, over, results = ([] for _ in range(8))
        self._keep()
        for t in range(steps):
            looks.append(self._look(t))
            rows, mask, mover = self._rows[t * n : (t + 1) * n], self.env.masks, self.env.seat
            logs, _ = model(rows, mask, seats)
            chosen = _sample(logs, self._generator)
            own = ~self._mixed | (mover == self._own)
            if past is not None:
                which = self.against_past
                theirs = _sample(past(rows[which], mask[which], seats)[0], self._generator)
                chosen[which] = torch.where(own[which], chosen[which], theirs)
            planned = self._planned if past is not None else self._mixed
            chosen = torch.where(planned & ~own, self.env.advised(rows), chosen)
            ended, scores = self.env.step(chosen)
            self._last.masked_fill_(ended[:, None], self._blank)
            seat.append(mover.clone())
            masks.append(mask)
            actions.append(chosen)
            likelihoods.append(logs.gather(1, chosen[:, None])[:, 0])
            learns.append(own)
            over.append(ended)
            results.append(outcomes(scores, self.scale))
            counted = (ended & planned & self._mixed).float()
            share = results[-1][:, 0].gather(1, self._own[:, None])[:, 0]
            self._against_planners += torch.stack([(share * counted).sum(), counted.sum()])
        looks.append(self._look(steps))
        seat.append(self.env.seat.clone())
        lists = (looks, masks, actions, likelihoods, learns, seat, over, results)
        return Experience(self._rows, *(torch.stack(one) for one in lists))

    @torch.no_grad()
    def value(self, critic: Critic, found: Experience) -> Tensor:
        """The critic's values by seat, [steps + 1, games, 2, seats]."""
        looks = found.looks.reshape(-1, self.seats)
        parts = [critic(found.seen(part), self.seats) for part in torch.split(looks, _AT_ONCE)]
        relative = torch.cat(parts).reshape(self.steps + 1, -1, 2, self.seats)
        return by_seat(relative, found.seat)


def _sample(logs: Tensor, generator: torch.Generator) -> Tensor:
    """An action for each row, by its likelihood."""
    noise = torch.empty_like(logs).exponential_(generator=generator)
    return (logs - noise.log()).argmax(1)
