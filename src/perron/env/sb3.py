"""Stable-Baselines3: a vector of games as its VecEnv, with the masks that sb3-contrib's MaskablePPO asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from perron.env.vector_env import VectorGame
from perron.errors import PerronError
from perron.extras import need

need("sb3", "Stable-Baselines3's interface needs")

from stable_baselines3.common.vec_env import VecEnv  # noqa: E402


class VecGames(VecEnv):
    """Games of one learner each: `VecGames(vector("utrecht", num_envs=64, opponents="greedy", mask="info"))`."""

    def __init__(self, games: VectorGame) -> None:
        if games.autoreset_mode != AutoresetMode.SAME_STEP:
            raise PerronError('Stable-Baselines3 deals a new game at once: autoreset_mode must be "same_step"')
        self.games = games
        self.render_mode = games.render_mode
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)

    def reset(self) -> Any:
        """Deal all games: those of the seed, if `seed` gave one."""
        observations, _ = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return observations

    def seed(self, seed: int | None = None) -> list[int | None]:
        """The seed of the next reset; one of them deals all games."""
        self._seeds = [seed] * self.num_envs
        return list(self._seeds)

    def step_async(self, actions: NDArray[Any]) -> None:
        """The actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play them; a game that ended has its last observation in its info."""
        observations, rewards, over, cut, told = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = over | cut
        for i in np.flatnonzero(ended).tolist():
            infos[i] = {"terminal_observation": told["final_obs"][i], "TimeLimit.truncated": bool(cut[i])}
        return observations, rewards, ended, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of every game."""
        return self.games.masks.astype(bool)

    def close(self) -> None:
        """End the threads."""
        self.games.close()

    def get_images(self) -> Sequence[Any]:
        """Every game as a spectator sees it."""
        return self.games.render() or ()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """`action_masks` of games, as sb3-contrib asks for them; all other methods belong to `games` as a whole."""
        if method_name != "action_masks":
            raise AttributeError(f"one game of a vector has no method {method_name}: ask .games")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the vector, for every game asked for."""
        found = self.action_masks if attr_name == "action_masks" else getattr(self.games, attr_name)
        return [found for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Games of a vector have no attributes of their own."""
        raise AttributeError(f"the games of a vector have no {attr_name} of their own")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]
