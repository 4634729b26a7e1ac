"""PettingZoo: its own checks pass, and its games are ours."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from perron import Game
from perron.editions import load
from perron.env import aec
from perron.env.aec_env import AECGame
from perron.env.env_game import Snapshot
from perron.errors import PerronError
from perron.keys import simulation_key
from tests.env.games import TABLES

pytestmark = pytest.mark.sampled


@contextmanager
def checked() -> Iterator[None]:
    """What PettingZoo says about environments it does not know by name, though its own look the same."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        # The mask of an agent whose game is over.
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        yield


def choose(env: AECGame, rng: np.random.Generator) -> int:
    """A legal action."""
    return int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo_finds_no_fault(name: str, seats: int) -> None:
    with checked():
        api_test(aec(name, seats), num_cycles=1000)


@pytest.mark.parametrize(
    "options",
    [
        *({"form": "dict"}, {"payments": "all"}, {"observation": "perfect"}, {"shaping": 0.1}),
        *({"mask": "info"}, {"mask": "both"}, {"mask": "info", "form": "dict"}),
    ],
)
def test_pettingzoo_finds_no_fault_whatever_the_options(options: dict[str, Any]) -> None:
    with checked():
        api_test(aec("tiny", 3, **options), num_cycles=200)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_same_seed_gives_the_same_game(name: str, seats: int) -> None:
    seed_test(lambda: aec(name, seats), num_cycles=200)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_is_the_one_that_its_key_deals(name: str, seats: int) -> None:
    env = aec(name, seats)
    rng = np.random.default_rng(1)
    for number in range(2):
        env.reset(seed=11 if number == 0 else None)
        game = Game(name, seats, key=simulation_key(11, number))
        while not game.over:
            assert env.agent_selection == f"seat_{game.to_move}"
            action = choose(env, rng)
            game.play(env.game.numbering.decode(action, env.game.states))
            env.step(action)
            assert env.game.states[0].tobytes() == game.state.tobytes()
        assert all(env.terminations.values())
        outcome = game.outcome
        assert outcome is not None
        winners = {f"seat_{seat}" for seat in outcome.winners}
        assert winners == {agent for agent, reward in env.rewards.items() if reward == max(env.rewards.values())}


def test_a_key_may_be_given() -> None:
    env = aec("tiny")
    env.reset(options={"key": bytes(range(32))})
    assert env.game.states[0].tobytes() == Game("tiny", 2, key=bytes(range(32))).state.tobytes()
    with pytest.raises(PerronError, match="32 bytes"):
        env.reset(options={"key": b"short"})


@pytest.mark.parametrize("action", [-1, 10**30, None, 1.5, "draw", np.int8(-1), [1, 2], 71])
def test_an_illegal_action_is_refused_and_counted_and_changes_nothing(action: object) -> None:
    env = aec("tiny", illegal_reward=-0.25)
    env.reset(seed=1)
    before = env.game.states[0].tobytes()
    agent = env.agent_selection
    env.step(action)
    assert env.game.states[0].tobytes() == before
    assert env.agent_selection == agent
    assert env.game.refused == 1
    assert env.infos[agent]["refused"] == 1
    assert env.rewards == {"seat_0": -0.25, "seat_1": 0.0}
    assert not any(env.terminations.values())
    assert not any(env.truncations.values())


def test_an_episode_is_cut_short_after_so_many_illegal_actions() -> None:
    env = aec("tiny", illegal_limit=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(-1)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    for _ in range(2):
        env.step(None)
    assert env.agents == []


def test_an_episode_may_end_at_once_or_never() -> None:
    once, never = aec("tiny", illegal_limit=1), aec("tiny", illegal_limit=0)
    for env in (once, never):
        env.reset(seed=1)
        env.step(-1)
    for _ in range(500):
        never.step(-1)
    assert all(once.truncations.values())
    assert not any(never.truncations.values())


def test_a_clone_brings_everything_back() -> None:
    env, other = aec("europe", 3), aec("europe", 3)
    rng = np.random.default_rng(2)
    env.reset(seed=4)
    other.reset()
    for _ in range(60):
        env.step(choose(env, rng))
    env.step(-1)
    snapshot = env.clone()
    chosen, rows = [], []
    for _ in range(40):
        chosen.append(choose(env, rng))
        env.step(chosen[-1])
        rows.append(env.last()[0])
    for one in (env, other):
        one.restore(snapshot)
        assert one.game.refused == 1
        for action, row in zip(chosen, rows, strict=True):
            one.step(action)
            seen = one.last()[0]
            assert seen is not None
            assert row is not None
            assert (seen["observation"] == row["observation"]).all()
            assert (seen["action_mask"] == row["action_mask"]).all()
    with pytest.raises(PerronError, match="another kind"):
        aec("tiny", 2).restore(snapshot)


@pytest.mark.parametrize("mask", ["observation", "info", "both"])
def test_only_the_agent_to_move_has_legal_actions(mask: str) -> None:
    env = aec("tiny", 3, mask=mask)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    while not env.game.over:
        for agent in env.agents:
            seen, info = env.observe(agent), env.infos[agent]
            assert env.observation_space(agent).contains(seen)
            assert ("action_mask" in info) == (mask != "observation")
            for place in {"observation": [seen], "info": [info], "both": [seen, info]}[mask]:
                assert place["action_mask"].any() == (agent == env.agent_selection)
        env.step(int(rng.choice(np.flatnonzero(env.game.mask()))))


@pytest.mark.parametrize("mask", ["observation", "info", "both"])
def test_the_infos_of_all_agents_have_the_same_keys_at_all_times(mask: str) -> None:
    env = aec("tiny", 3, mask=mask, illegal_limit=3)
    keys = {"refused"} if mask == "observation" else {"refused", "action_mask"}
    env.reset(seed=1)
    rng, k = np.random.default_rng(1), 0
    while env.agents:
        assert set(env.infos) == set(env.agents)
        assert all(set(info) == keys for info in env.infos.values())
        over = any(env.terminations.values())
        env.step(None if over else -1 if k == 7 else int(rng.choice(np.flatnonzero(env.game.mask()))))
        k += 1
    env.restore(aec_snapshot(mask))
    assert all(set(info) == keys for info in env.infos.values())
    assert set(env.infos) == set(env.agents)


def aec_snapshot(mask: str) -> Snapshot:
    """Of a game of three in which something was refused."""
    env = aec("tiny", 3, mask=mask, illegal_limit=3)
    env.reset(seed=2)
    env.step(-1)
    return env.clone()


def test_the_state_is_perfect_information() -> None:
    env = aec("europe", 2)
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
    assert env.state().size > env.game.size


@pytest.mark.parametrize(
    "name", ["tiny", *(pytest.param(one, marks=pytest.mark.exhaustive) for one in ("europe", "first_journey"))]
)
def test_a_game_can_be_looked_at(name: str) -> None:
    env = aec(name, render_mode="ansi")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(40):
        env.step(choose(env, rng))
    assert load(name).title["en"] in env.render()
    assert "P1:" in env.render()
    env.render_mode = "svg"
    assert env.render().startswith("<svg")
    env.render_mode = "rgb_array"
    picture = env.render()
    assert picture.shape[1:] == (900, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20
    assert aec(name).render() is None


def test_what_there_is_not_is_refused() -> None:
    for options in (
        {"render_mode": "film"},
        {"mask": "nowhere"},
        {"form": "round"},
        {"observation": "all"},
        {"reward": "fame"},
    ):
        with pytest.raises(PerronError):
            aec("tiny", 2, **options)
