"""PPO by self-play in a vector of games, arrays shared with torch. `python examples/ppo_self_play.py`"""

import sys
from collections.abc import Callable

import torch
from torch import nn

from perron.env import vector

GAMES, STEPS, UPDATES, EPOCHS, LAMBDA = 256, 32, 40, 3, 0.95


class Player(nn.Module):
    """A policy over the legal actions, and what it expects to win."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.actor, self.critic = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """What to do, and the value of the position for the seat to move."""
        hidden = self.body(seen.float())
        logits = self.actor(hidden).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.critic(hidden).squeeze(-1)


def learn(
    updates: int = UPDATES, seed: int = 1, edition: str = "tiny", watch: Callable[[Player], object] = lambda _: None
) -> Player:
    """A player that has played against itself; `watch` is called with it before the first update and after each one."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the networks are small: more threads wait for each other
    envs = vector(edition, seats=2, num_envs=GAMES, copy=False)  # we look at its own arrays
    envs.reset(seed=seed)
    rows, masks, seats = (torch.from_numpy(array) for array in (envs.rows, envs.masks, envs.seat))  # no copies
    player = Player(rows.shape[1], masks.shape[1])
    optimizer = torch.optim.Adam(player.parameters(), 1e-3)
    for _ in range(updates):
        watch(player)
        played = []
        for _ in range(STEPS):
            seen, mask, seat = rows.clone(), masks.clone(), seats.clone()
            with torch.no_grad():
                choice, value = player(seen, mask)
                action = choice.sample()
            _, reward, over, _, _ = envs.step(action.numpy())
            # What is good for the seat to move next is bad for the other.
            sign = torch.where(seats == seat, 1.0, -1.0) * ~torch.from_numpy(over)
            played.append((seen, mask, action, choice.log_prob(action), value, torch.from_numpy(reward), sign))
        seen, mask, action, before, value, reward, sign = (torch.stack(column) for column in zip(*played, strict=True))
        with torch.no_grad():
            after = player(rows, masks)[1]
        gain, gains = torch.zeros(GAMES), torch.zeros(STEPS, GAMES)
        for k in reversed(range(STEPS)):
            gain = reward[k] + sign[k] * (after + LAMBDA * gain) - value[k]
            gains[k], after = gain, value[k]
        aim, gains = gains + value, (gains - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(EPOCHS):
            for part in torch.randperm(STEPS * GAMES).split(1024):
                choice, guess = player(seen.flatten(0, 1)[part], mask.flatten(0, 1)[part])
                ratio = (choice.log_prob(action.flatten()[part]) - before.flatten()[part]).exp()
                better = gains.flatten()[part]
                loss = -torch.min(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
                loss += 0.5 * (guess - aim.flatten()[part]).square().mean() - 0.01 * choice.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
    watch(player)
    return player


def measure(player: Player, opponents: str = "random", games: int = 400, seed: int = 2) -> float:
    """The mean reward of a player against bots: 1 for a win, -1 for a loss."""
    torch.manual_seed(seed)
    envs = vector("tiny", seats=2, num_envs=100, opponents=opponents)
    envs.reset(seed=seed)
    ended: list[float] = []
    while len(ended) < games:
        with torch.no_grad():
            action = player(torch.from_numpy(envs.rows), torch.from_numpy(envs.masks))[0].sample()
        _, reward, over, _, _ = envs.step(action.numpy())
        ended += reward[over].tolist()
    return sum(ended) / len(ended)


if __name__ == "__main__":
    for updates in (0, UPDATES):
        sys.stdout.write(f"after {updates} updates: {measure(learn(updates)):+.2f} against random play\n")
