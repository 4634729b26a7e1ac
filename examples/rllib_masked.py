"""PPO of RLlib on one learner's environment, legal actions alone. `python examples/rllib_masked.py`

RLlib pins Gymnasium to a version of its own: `pip install "ray[rllib]" torch` in an environment beside Perron's.
"""

import gymnasium
import numpy as np
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from perron.env.gym_env import LearnerEnv


class MaskedEnv(gymnasium.ObservationWrapper):
    """The observation as RLlib's masking module wants it: `observations` and `action_mask`, both as floats."""

    def __init__(self, env):
        super().__init__(env)
        seen = env.observation_space["observation"]
        self.observation_space = spaces.Dict(
            {
                "action_mask": spaces.Box(0.0, 1.0, (int(env.action_space.n),), np.float32),
                "observations": spaces.Box(0.0, 1.0, seen.shape, np.float32),
            }
        )
        self._scale = np.maximum(seen.high, 1).astype(np.float32)

    def observation(self, observation):
        """Every byte as a part of the most it can be."""
        mask = observation["action_mask"].astype(np.float32)
        if not mask.any():  # the game is over, but RLlib masks there too
            mask[:] = 1
        return {"action_mask": mask, "observations": observation["observation"] / self._scale}


class Counted(gymnasium.Wrapper):
    """Makes sure that no action was refused."""

    def step(self, action):
        """Play it."""
        *rest, info = self.env.step(action)
        assert info["refused"] == 0, "a masked policy chose an action that is not legal"
        return *rest, info


def main(iterations=2, edition="tiny", opponents="random"):
    """Learn for some iterations; the mean reward of each."""
    register_env("perron", lambda options: MaskedEnv(Counted(LearnerEnv(edition, 2, opponents=opponents))))
    config = (
        PPOConfig()
        .environment("perron")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=4)
        .training(train_batch_size_per_learner=512, minibatch_size=256, num_epochs=2, lr=1e-3)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [128, 128], "head_fcnet_activation": "tanh"},
            )
        )
    )
    algorithm = config.build_algo()
    means = [algorithm.train()["env_runners"]["episode_return_mean"] for _ in range(iterations)]
    algorithm.stop()
    return means


if __name__ == "__main__":
    means = main()
    print("mean reward against random play:", ", ".join(f"{mean:+.2f}" for mean in means))
