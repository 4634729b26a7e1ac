"""PPO on Gymnasium: one learner against random play on the tiny board. `python examples/ppo_gymnasium.py`"""

import gymnasium
import torch
from torch import nn

import perron.env  # noqa: F401  # makes the ids known


def main(updates=60, games=64, steps=32, seed=1, kind="perron/Tiny-2p-v1", watch=None):
    """Learn; the mean reward (1 for a win, -1 for a loss) of the games that ended in each update.

    `watch` is called with the policy before the first update and after each one.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the network is small: more threads wait for each other
    envs = gymnasium.make_vec(kind, num_envs=games, opponents="random")
    size, actions = envs.single_observation_space["observation"].shape[0], int(envs.single_action_space.n)
    net = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, actions + 1))
    optimizer, now, means = torch.optim.Adam(net.parameters(), 1e-3), envs.reset(seed=seed)[0], []

    def think(seen, mask):  # a choice of the legal actions, and what the position is worth
        logits, value = net(seen.float()).split([actions, 1], dim=-1)
        return torch.distributions.Categorical(logits=logits.masked_fill(mask == 0, -1e9)), value.squeeze(-1)

    for _ in range(updates):
        if watch is not None:
            watch(think)
        played, aims = [], []
        with torch.no_grad():
            for _ in range(steps):
                seen, mask = torch.tensor(now["observation"]), torch.tensor(now["action_mask"])
                choice, value = think(seen, mask)
                action = choice.sample()
                now, *came, _, _ = envs.step(action.numpy())  # reward, and whether the game is over
                played.append((seen, mask, action, choice.log_prob(action), value, *map(torch.tensor, came)))
            aim = think(torch.tensor(now["observation"]), torch.tensor(now["action_mask"]))[1]
            for *_, reward, over in reversed(played):
                aims.insert(0, aim := reward + 0.99 * aim * ~over)
        seen, mask, action, before, value, reward, over = map(torch.cat, zip(*played, strict=True))
        aims = torch.cat(aims)
        for part in torch.cat([torch.randperm(games * steps) for _ in range(4)]).split(512):
            choice, guess = think(seen[part], mask[part])
            ratio, gain = (choice.log_prob(action[part]) - before[part]).exp(), (aims - value)[part]
            clipped = torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain)
            loss = (0.5 * (guess - aims[part]) ** 2 - clipped - 0.01 * choice.entropy()).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        means.append(float(reward[over].mean()) if over.any() else 0.0)
    if watch is not None:
        watch(think)
    return means


if __name__ == "__main__":
    curve = main()
    print(f"mean reward against random play: {curve[0]:+.2f}, at last {sum(curve[-10:]) / 10:+.2f}")
