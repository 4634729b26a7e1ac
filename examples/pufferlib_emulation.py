"""PufferLib's emulation: one learner's environment as flat arrays. `python examples/pufferlib_emulation.py`"""

import numpy as np
import pufferlib.emulation

from perron.env.gym_env import LearnerEnv


def play(steps=200, seed=1):
    """Play at random, legally; the wins less the losses, and how many games have ended."""
    env = pufferlib.emulation.GymnasiumPufferEnv(env_creator=lambda **_: LearnerEnv("tiny", 2, mask="info"))
    rng, total, ended = np.random.default_rng(seed), 0.0, 0
    _, info = env.reset(seed=seed)
    for _ in range(steps):
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, cut, info = env.step(action)
        assert seen.shape == env.single_observation_space.shape
        total += reward
        if over or cut:
            assert info["refused"] == 0
            ended += 1
            _, info = env.reset()
    return total, ended


if __name__ == "__main__":
    won, games = play()
    assert games > 0
    print(f"{games} games, {won:+.0f} wins over losses")
