"""Many games at once are the same games as one by one, whatever the threads."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from perron.env import aec, vector
from perron.env.gym_env import LearnerEnv
from perron.env.vector_env import VectorGame
from perron.errors import PerronError
from tests.env.games import TABLES

RNG = 0x5EED


def new_rng() -> Any:
    return np.array([RNG], np.uint64)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_vector_plays_the_games_of_the_single_environment(name: str, seats: int) -> None:
    n = 3
    many = vector(name, seats, n, reward="rank", threads=1)
    seen, _ = many.reset(seed=21)
    singles = []
    for i in range(n):
        one = aec(name, seats, reward="rank")
        for k in range(i + 1):
            one.reset(seed=21 if k == 0 else None)
        singles.append(one)
    rng, ended = new_rng(), 0
    while ended < n + 2:
        chosen = many.choose_randomly(rng)
        for i, one in enumerate(singles):
            assert many.states[i].tobytes() == one.table.states[0].tobytes()
            assert one.agent_selection == f"seat_{many.seat[i]}"
            row = one.last()[0]
            assert row is not None
            assert (seen["observation"][i] == row["observation"]).all()
            assert (seen["action_mask"][i] == row["action_mask"]).all()
            one.step(int(chosen[i]))
        seen, rewards, over, cut, info = many.step(chosen)
        assert not cut.any()
        for i, one in enumerate(singles):
            assert info["rewards"][i].tolist() == pytest.approx(list(one.rewards.values()), abs=1e-6)
            assert rewards[i] == info["rewards"][i][info["acted"][i]]
            assert over[i] == all(one.terminations.values())
            if over[i]:
                ended += 1
                last = one.observe(f"seat_{info['acted'][i]}")
                assert (info["final_obs"][i]["observation"] == last["observation"]).all()
                assert (many.final_rows[i] == last["observation"]).all()
                for _ in range(n):
                    one.reset()


def played(env: VectorGame, steps: int) -> list[bytes]:
    env.reset(seed=3)
    rng, rows = new_rng(), []
    for _ in range(steps):
        _, rewards, over, _, _ = env.step(env.choose_randomly(rng))
        rows.append(env.rows.tobytes() + env.masks.tobytes() + rewards.tobytes() + over.tobytes())
    return rows


@pytest.mark.parametrize("opponents", [None, "random"])
def test_what_is_played_does_not_depend_on_the_threads(opponents: str | None) -> None:
    one, three = (vector("tiny", 3, 64, opponents=opponents, threads=k) for k in (1, 3))
    assert played(one, 60) == played(three, 60)
    three.close()
    assert played(one, 10) == played(three, 10)


@pytest.mark.parametrize("opponents", ["greedy", "planner"])
def test_a_learner_in_a_vector_meets_the_same_opponents(opponents: str) -> None:
    n = 4
    many = vector("tiny", 3, n, opponents=opponents)
    seen, info = many.reset(seed=8)
    singles = [LearnerEnv("tiny", 3, opponents=opponents) for _ in range(n)]
    for i, one in enumerate(singles):
        for k in range(i + 1):
            one.reset(seed=8 if k == 0 else None)
    rng, ended = new_rng(), 0
    while ended < 8:
        assert [one.seat for one in singles] == info["seat"].tolist()
        for i, one in enumerate(singles):
            assert many.states[i].tobytes() == one.table.states[0].tobytes()
            assert (seen["observation"][i] == one.table.observe(one.seat)).all()
        chosen = many.choose_randomly(rng)
        alone = [one.step(int(chosen[i])) for i, one in enumerate(singles)]
        seen, rewards, over, _, info = many.step(chosen)
        assert rewards.tolist() == pytest.approx([step[1] for step in alone])
        assert over.tolist() == [step[2] for step in alone]
        for i in np.flatnonzero(over).tolist():
            ended += 1
            assert (info["final_obs"][i]["observation"] == alone[i][0]["observation"]).all()
            for _ in range(n):
                singles[i].reset()


def test_a_game_that_is_over_may_be_dealt_in_the_next_step() -> None:
    env = vector("tiny", 2, 8, autoreset_mode=AutoresetMode.NEXT_STEP)
    same = vector("tiny", 2, 8)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert same.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    env.reset(seed=1)
    rng, waited = new_rng(), 0
    over = np.zeros(8, bool)
    while waited < 10:
        chosen = env.choose_randomly(rng)
        before = over.copy()
        _, rewards, over, cut, _ = env.step(chosen)
        over = over.copy()
        for i in np.flatnonzero(before).tolist():
            waited += 1
            assert not over[i]
            assert not cut[i]
            assert rewards[i] == 0
            assert env.states[i]["turn"] == 0
            assert env.masks[i].any()
        for i in np.flatnonzero(over).tolist():
            assert not env.masks[i].any()


def test_a_game_that_is_over_may_wait_for_the_caller() -> None:
    env = vector("tiny", 2, 4, autoreset_mode="Disabled")
    env.reset(seed=1)
    rng = new_rng()
    while not env.step(env.choose_randomly(rng))[2].all():
        pass
    ended = env.states.tobytes()
    *_, over, _, _ = env.step(np.zeros(4, np.int64))
    assert over.all()
    assert env.states.tobytes() == ended
    which = np.array([True, False, True, False])
    env.reset(options={"reset_mask": which})
    assert (env.states["turn"] == 0).tolist() == which.tolist()
    *_, over, _, _ = env.step(env.choose_randomly(rng))
    assert over.tolist() == (~which).tolist()


def test_an_illegal_action_is_refused_and_counted_and_changes_nothing() -> None:
    env = vector("tiny", 2, 20, illegal_limit=2, illegal_reward=-0.5, autoreset_mode="NextStep")
    env.reset(seed=1)
    before = env.states.tobytes()
    wrong = np.array([-1, 10**6, 2**62, -(2**62)] * 5)
    _, rewards, over, cut, info = env.step(wrong)
    assert env.states.tobytes() == before
    assert (rewards == -0.5).all()
    assert not over.any()
    assert not cut.any()
    assert info["illegal"].all()
    assert (info["refused"] == 1).all()
    *_, over, cut, info = env.step(wrong)
    assert cut.all()
    assert not over.any()
    assert env.states.tobytes() == before


def test_a_clone_brings_everything_back() -> None:
    env = vector("europe", 2, 32, opponents="random")
    env.reset(seed=1)
    rng = new_rng()
    for _ in range(30):
        env.step(env.choose_randomly(rng))
    snapshot, kept, rows = env.clone(), rng.copy(), []
    for _ in range(2):
        env.restore(snapshot)
        rng[:] = kept
        for _ in range(40):
            env.step(env.choose_randomly(rng))
        rows.append(env.rows.tobytes() + env.states.tobytes())
    assert rows[0] == rows[1]


def test_what_a_step_returns_lies_in_the_same_arrays_every_time() -> None:
    env = vector("tiny", 2, 4)
    seen, _ = env.reset(seed=1)
    again, *_ = env.step(env.choose_randomly(new_rng()))
    assert seen["observation"] is again["observation"] is env.rows
    assert seen["action_mask"] is again["action_mask"] is env.masks
    named, _ = vector("tiny", 2, 4, form="dict").reset(seed=1)
    assert named["observation"]["hand"].base is not None
    assert env.observation_space.contains(again)


def test_gymnasium_makes_vectors_of_a_learner() -> None:
    env = gymnasium.make_vec("perron/Tiny-2p-v1", num_envs=6, opponents="greedy")
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert seen["observation"].shape[0] == 6
    env.close()


def test_what_cannot_be_is_refused() -> None:
    env = vector("tiny", 2, 4)
    with pytest.raises(PerronError, match="reset"):
        env.step(np.zeros(4, np.int64))
    env.reset(seed=1)
    for wrong in (np.zeros(3, np.int64), np.zeros(4), np.zeros((4, 1), np.int64)):
        with pytest.raises(PerronError, match="4 whole numbers"):
            env.step(wrong)
    with pytest.raises(PerronError, match="opponents"):
        vector("tiny", 2, 4, opponents="search")
    with pytest.raises(PerronError):
        vector("tiny", 2, 0)
    with pytest.raises(PerronError, match="4 entries"):
        env.reset(options={"reset_mask": np.ones(3, bool)})
