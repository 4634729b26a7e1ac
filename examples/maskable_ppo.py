"""MaskablePPO of sb3-contrib on the fast vector, against random play. `python examples/maskable_ppo.py`"""

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from perron.env import vector
from perron.env.sb3 import VecGames


def main(steps=100_000, edition="tiny", opponents="random", seed=1):
    """Learn for that many decisions; the mean reward of the last games (1 for a win, -1 for a loss)."""
    env = VecMonitor(VecGames(vector(edition, 2, 64, opponents=opponents, mask="info")))
    env.seed(seed)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=512, learning_rate=1e-3, seed=seed, device="cpu")
    model.learn(steps)
    return float(np.mean([episode["r"] for episode in model.ep_info_buffer]))


if __name__ == "__main__":
    print(f"mean reward against random play: {main():+.2f}")
