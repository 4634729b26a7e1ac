"""How strong a policy is: whole games against a built-in bot, on deals that are the same for every policy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from perron.env import vector

Policy = Callable[[NDArray[np.uint8], NDArray[np.int8]], NDArray[np.int64]]
"""Observations and masks of many games to an action for each."""
OPPONENTS = ("random", "greedy", "planner")
DEALS = 20_261_117
"""The seed of the deals that policies are measured on; none of them learns on it."""


def points(policy: Policy, edition: str, opponent: str, games: int) -> float:
    """Points per game against a bot, a win being 1 and a tie 1/2; the policy takes every seat equally often."""
    envs = vector(edition, 2, num_envs=games, opponents=opponent, threads=1)
    envs.reset(seed=DEALS)
    result = np.full(games, np.nan)
    # The first game of each environment alone: counting whichever games end first would favour short ones.
    while np.isnan(result).any():
        _, reward, over, cut, _ = envs.step(policy(envs.rows, envs.masks))
        ended = (over | cut) & np.isnan(result)
        result[ended] = (reward[ended] + 1) / 2
    envs.close()
    return float(result.mean())
