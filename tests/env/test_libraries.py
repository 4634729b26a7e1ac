"""Other people's libraries play our games: each with its own classes, for a short run, and no action is refused."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest

from perron.env import aec, vector
from perron.env.gym_env import LearnerEnv
from perron.env.vector_env import VectorGame
from perron.errors import PerronError

pytestmark = pytest.mark.xdist_group("libraries")  # each takes seconds to import: one process does


@pytest.fixture(scope="module")
def torchrl() -> Any:
    """TorchRL's environments."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module("torchrl.envs")


@pytest.fixture(scope="module")
def sb3() -> Any:
    """Our vectors for Stable-Baselines3."""
    return import_module("perron.env.sb3")


def masked(torchrl: Any, env: Any) -> Any:
    """An environment of TorchRL's in which random play is legal play."""
    return torchrl.TransformedEnv(env, torchrl.ActionMask())


@pytest.mark.parametrize("mask", ["observation", "both"])
def test_torchrl_plays_a_gymnasium_environment(torchrl: Any, mask: str) -> None:
    single = gymnasium.make("perron/Tiny-2p-v1", mask=mask, disable_env_checker=True)
    env = masked(torchrl, torchrl.GymWrapper(single, categorical_action_encoding=True))
    env.set_seed(1)
    rolled = env.rollout(1000)
    learner = single.unwrapped
    assert isinstance(learner, LearnerEnv)
    assert rolled["next", "terminated"][-1].item()
    assert learner.game.refused == 0
    assert len(rolled) > 10


def test_torchrl_s_rollouts_of_a_vector_hold_every_step_and_not_the_last_one_again(torchrl: Any) -> None:
    games = vector("tiny", 2, 8, opponents="random", mask="info")  # it takes last observations that are rows alone
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = torchrl.GymWrapper(games, categorical_action_encoding=True)
        rolled = masked(torchrl, env).rollout(60, break_when_any_done=False)
    assert not rolled["next", "illegal"].any()
    before, after = rolled["observation"].numpy(), rolled["next", "observation"].numpy()
    going = ~rolled["next", "done"].numpy()[..., 0]
    assert not going.all()
    assert (after[:, :-1][going[:, :-1]] == before[:, 1:][going[:, :-1]]).all()
    assert (after != before).any(axis=2).all(), "every decision changes what the learner sees"


@pytest.mark.parametrize("mask", ["observation", "info"])
def test_torchrl_plays_a_pettingzoo_environment(torchrl: Any, mask: str) -> None:
    game = aec("tiny", 3, mask=mask)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of PettingZoo's versions, it has been tested with one
        env = torchrl.PettingZooWrapper(game, use_mask=True)
    env.set_seed(1)
    rolled = env.rollout(2000)
    assert game.game.over
    assert game.game.refused == 0
    assert rolled["next", "done"][-1].item()
    inner = ("observation",) if mask == "info" else ("observation", "observation")
    rows = rolled["seat_0", *inner]
    assert rows.shape[-1] == game.game.size
    assert len({row.numpy().tobytes() for row in rows.reshape(len(rolled), -1)}) > 10


def test_supersuit_wraps_a_game_whose_mask_is_in_the_info() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        supersuit = import_module("supersuit")
    game = aec("tiny", 3, mask="info")
    env = supersuit.frame_stack_v1(supersuit.dtype_v0(game, np.float32), 2)
    env.reset(seed=1)
    decisions = 0
    for agent in env.agent_iter():
        seen, _, over, cut, info = env.last()
        assert seen.shape == (2 * game.game.size,)
        assert seen.dtype == np.float32
        env.step(None if over or cut else int(env.action_space(agent).sample(info["action_mask"])))
        decisions += 1
    assert decisions > 20
    assert game.game.refused == 0


def fast(opponents: str, **options: Any) -> VectorGame:
    return vector("tiny", 2, 16, opponents=opponents, **options)


@pytest.mark.parametrize(
    ("mask", "policy"), [("info", "MlpPolicy"), ("observation", "MultiInputPolicy"), ("both", "MultiInputPolicy")]
)
def test_maskable_ppo_learns_on_the_fast_vector(sb3: Any, mask: str, policy: str) -> None:
    contrib, monitor = import_module("sb3_contrib"), import_module("stable_baselines3.common.vec_env")
    games = fast("random", mask=mask, illegal_reward=-100.0)
    env = monitor.VecMonitor(sb3.VecGames(games))
    model = contrib.MaskablePPO(policy, env, n_steps=64, batch_size=256, n_epochs=1, seed=1, device="cpu")
    model.learn(2 * 16 * 64)
    assert model.num_timesteps == 2 * 16 * 64
    assert len(model.ep_info_buffer) > 10
    assert {episode["r"] for episode in model.ep_info_buffer} <= {1.0, 0.0, -1.0}, "no action was refused"


def test_sb3_keeps_the_last_observation_of_a_game_and_the_seed(sb3: Any) -> None:
    env, games = sb3.VecGames(fast("greedy", mask="info")), fast("greedy", mask="info")
    env.seed(7)
    first, (other, _) = env.reset(), games.reset(seed=7)
    assert (first == other).all()
    rng, ended = np.array([1], np.uint64), 0
    while ended < 5:
        chosen = games.choose_randomly(rng)
        assert (np.stack(env.env_method("action_masks")) == games.masks.astype(bool)).all()
        assert (env.env_method("action_masks", indices=3)[0] == games.masks[3].astype(bool)).all()
        seen, rewards, done, infos = env.step(chosen)
        other, gained, over, cut, told = games.step(chosen)
        assert (seen == other).all()
        assert (rewards == gained).all()
        assert (done == (over | cut)).all()
        for i, info in enumerate(infos):
            assert bool(info) == bool(done[i])
            if done[i]:
                ended += 1
                assert (info["terminal_observation"] == told["final_obs"][i]).all()
                assert not info["TimeLimit.truncated"]
    assert env.env_is_wrapped(object) == [False] * 16
    with pytest.raises(AttributeError, match="no method"):
        env.env_method("clone")
    env.close()


def test_sb3_refuses_vectors_that_wait_for_the_next_step(sb3: Any) -> None:
    with pytest.raises(PerronError, match="same_step"):
        sb3.VecGames(fast("random", autoreset_mode="next_step"))
