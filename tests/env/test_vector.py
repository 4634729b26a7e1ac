"""Many games at once are the same games as one by one, whatever the threads."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from perron.bots import Clock, register
from perron.env import aec, vector, vector_env
from perron.env.gym_env import LearnerEnv
from perron.env.vector_env import VectorGame
from perron.errors import PerronError
from perron.view import View
from tests.env.games import TABLES

pytestmark = pytest.mark.sampled

RNG = 0x5EED
SHAPING = [0.0, 0.01]
"""The end of a game gives only what it is worth, or takes back as well what its shaped rewards gave before."""


class _Dice:
    """A bot of somebody's own with a memory: its choices depend on how often it was asked."""

    name = "dice"

    def __init__(self, seed: str) -> None:
        self.dice = Random(seed)

    def choose(self, view: View, clock: Clock) -> str:
        assert view.seat == view.to_move
        return self.dice.choice(view.legal or ())


class _First(_Dice):
    """A bot that takes the first of the legal actions."""

    def choose(self, view: View, clock: Clock) -> str:
        assert view.legal
        return view.legal[0]


@pytest.fixture(scope="module", autouse=True)
def _bots_of_ones_own(_bots_of_this_file_alone: None) -> None:
    register("dice", lambda argument, seed: _Dice(seed))
    register("first_action", lambda argument, seed: _First(seed))


def new_rng() -> Any:
    return np.array([RNG], np.uint64)


@pytest.mark.parametrize("shaping", SHAPING)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_vector_plays_the_games_of_the_single_environment(name: str, seats: int, shaping: float) -> None:
    n = 3
    many = vector(name, seats, n, reward="rank", shaping=shaping, threads=1)
    seen, _ = many.reset(seed=21)
    singles = []
    for i in range(n):
        one = aec(name, seats, reward="rank", shaping=shaping)
        for k in range(i + 1):
            one.reset(seed=21 if k == 0 else None)
        singles.append(one)
    rng, ended = new_rng(), 0
    while ended < n + 2:
        chosen = many.choose_randomly(rng)
        for i, one in enumerate(singles):
            assert many.states[i].tobytes() == one.game.states[0].tobytes()
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


@pytest.mark.parametrize("shaping", SHAPING)
@pytest.mark.parametrize(
    "opponents",
    ["greedy", "planner", ["greedy", "planner"], ["planner", "greedy"], "first_action", ["first_action", "planner"]],
)
def test_a_learner_in_a_vector_meets_the_same_opponents(opponents: str | list[str], shaping: float) -> None:
    n = 4
    many = vector("tiny", 3, n, opponents=opponents, shaping=shaping)
    seen, info = many.reset(seed=8)
    singles = [LearnerEnv("tiny", 3, opponents=opponents, shaping=shaping) for _ in range(n)]
    for i, one in enumerate(singles):
        for k in range(i + 1):
            one.reset(seed=8 if k == 0 else None)
    rng, ended = new_rng(), 0
    while ended < 8:
        assert [one.seat for one in singles] == info["seat"].tolist()
        for i, one in enumerate(singles):
            assert many.states[i].tobytes() == one.game.states[0].tobytes()
            assert (seen["observation"][i] == one.game.observe(one.seat)).all()
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


def assert_same(one: Any, other: Any) -> None:
    """That all arrays in two things are equal."""
    if isinstance(one, np.ndarray) and one.dtype == object:  # which NumPy would compare by truth
        one, other = one.tolist(), other.tolist()
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name, value in one.items():
            assert_same(value, other[name])
    elif isinstance(one, list | tuple):
        for value, another in zip(one, other, strict=True):
            assert_same(value, another)
    else:
        np.testing.assert_array_equal(one, other)


def given(env: VectorGame, steps: int, frozen: bool) -> list[dict[str, Any]]:
    """All arrays that a vector gives away in some steps, by name; copied at once, or as they are at the end."""
    rng, found = new_rng(), []
    seen, info = env.reset(seed=1)
    step: list[Any] = [None, None, None]
    for _ in range(steps):
        arrays = {**seen, **info, **dict(zip(("gained", "over", "cut"), step, strict=True))}
        found.append(deepcopy(arrays) if frozen else arrays)
        seen, *step, info = env.step(env.choose_randomly(rng))
    return found


@pytest.mark.parametrize("opponents", [None, "random"])
def test_what_was_given_stays_as_it_was(opponents: str | None) -> None:
    options: dict[str, Any] = {"mask": "both", "opponents": opponents}
    kept = given(vector("tiny", 2, 8, **options), 60, frozen=False)
    true = given(vector("tiny", 2, 8, copy=False, **options), 60, frozen=True)
    assert len(kept) == len(true) == 60
    assert any("final_obs" in step for step in true)
    assert_same(kept, true)


def test_without_copies_a_step_returns_the_same_arrays_every_time() -> None:
    env = vector("tiny", 2, 4, copy=False, mask="both")
    seen, info = env.reset(seed=1)
    again, *_, after = env.step(env.choose_randomly(new_rng()))
    assert seen["observation"] is again["observation"] is env.rows
    assert seen["action_mask"] is again["action_mask"] is info["action_mask"] is env.masks
    assert info["seat"] is after["seat"] is env.seat
    named, _ = vector("tiny", 2, 4, form="dict", copy=False).reset(seed=1)
    assert named["observation"]["hand"].base is not None
    assert env.observation_space.contains(again)


def test_what_is_given_shares_no_memory_with_the_vector() -> None:
    for options in ({}, {"form": "dict"}, {"mask": "info"}, {"mask": "both", "autoreset_mode": "next_step"}):
        env = vector("tiny", 2, 4, **options)
        own = (env.rows, env.masks, env._episodes, env.rewards, env._finals)
        _, info = env.reset(seed=1)
        seen, *told, after = env.step(env.choose_randomly(new_rng()))
        for array in leaves([seen, told, info, after]):
            assert not any(np.shares_memory(array, one) for one in own)


def leaves(found: Any) -> Iterator[np.ndarray]:
    """The arrays in something."""
    if isinstance(found, np.ndarray):
        yield found
    else:
        for one in found.values() if isinstance(found, dict) else found:
            yield from leaves(one)


@pytest.mark.parametrize("form", ["flat", "dict"])
@pytest.mark.parametrize("mask", ["observation", "info", "both"])
def test_the_mask_is_where_it_is_asked_for(mask: str, form: str) -> None:
    env = vector("tiny", 2, 8, mask=mask, form=form)
    seen, info = env.reset(seed=1)
    rng, finals = new_rng(), 0
    while finals < 3:
        assert env.observation_space.contains(seen)
        assert ("action_mask" in info) == (mask != "observation")
        places = [info] if mask == "info" else [seen] if mask == "observation" else [seen, info]
        for place in places:
            np.testing.assert_array_equal(place["action_mask"], env.masks)
        seen, *_, info = env.step(env.choose_randomly(rng))
        for last in info.get("final_obs", ()):
            if last is not None:
                finals += 1
                assert env.single_observation_space.contains(last)
    if (mask, form) == ("info", "flat"):
        assert isinstance(env.single_observation_space, spaces.Box)


def test_gymnasium_makes_vectors_of_a_learner() -> None:
    env = gymnasium.make_vec("perron/Tiny-2p-v1", num_envs=6, opponents="greedy")
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert seen["observation"].shape[0] == 6
    env.close()


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
def test_bots_called_from_python_play_as_compiled_ones(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = {"opponents": ["greedy", "planner"], "autoreset_mode": mode, "illegal_limit": 2}
    options |= {"reward": "score", "shaping": 0.5, "illegal_reward": -0.25}
    compiled = vector("tiny", 3, 32, **options)
    monkeypatch.setattr(vector_env, "_BOTS", {})
    called = vector("tiny", 3, 32, threads=2, **options)
    ended = refused = 0
    for env in (compiled, called):
        env.reset(seed=5)
    rng = new_rng()
    for k in range(120):
        chosen = compiled.choose_randomly(rng)
        chosen[k % 32] = -1
        steps = [env.step(chosen) for env in (compiled, called)]
        assert_same(steps[0], steps[1])
        assert compiled.states.tobytes() == called.states.tobytes()
        over = steps[0][2] | steps[0][3]
        ended, refused = ended + int(over.sum()), refused + int(steps[0][4]["illegal"].sum())
        if mode == "disabled" and k % 10 == 0:
            for env in (compiled, called):
                env.reset(options={"reset_mask": over})
            assert compiled.rows.tobytes() == called.rows.tobytes()
    assert ended > 10
    assert refused > 10


def test_bots_with_a_memory_remember_after_a_clone() -> None:
    env, other = (vector("tiny", 2, 6, opponents="dice") for _ in range(2))
    env.reset(seed=1)
    other.reset(seed=2)
    rng = new_rng()
    for _ in range(5):
        env.step(env.choose_randomly(rng))
    snapshot, kept, played = env.clone(), rng.copy(), []
    for one in (env, other, env):
        one.restore(snapshot)
        rng[:] = kept
        for _ in range(60):
            one.step(one.choose_randomly(rng))
        played.append(one.rows.tobytes() + one.states.tobytes())
    assert played[0] == played[1] == played[2]


def test_what_cannot_be_is_refused() -> None:
    env = vector("tiny", 2, 4)
    with pytest.raises(PerronError, match="reset"):
        env.step(np.zeros(4, np.int64))
    env.reset(seed=1)
    for wrong in (np.zeros(3, np.int64), np.zeros(4), np.zeros((4, 1), np.int64)):
        with pytest.raises(PerronError, match="4 whole numbers"):
            env.step(wrong)
    with pytest.raises(PerronError, match="no bot is called 'nobody'"):
        vector("tiny", 2, 4, opponents="nobody")
    for opponents in ([], ["random", "random"]):
        with pytest.raises(PerronError, match="1 opponent, but"):
            vector("tiny", 2, 4, opponents=opponents)
    with pytest.raises(PerronError, match="place of the mask"):
        vector("tiny", 2, 4, mask="nowhere")
    with pytest.raises(PerronError, match="autoreset_mode"):
        vector("tiny", 2, 4, autoreset_mode="never")
    with pytest.raises(PerronError):
        vector("tiny", 2, 0)
    with pytest.raises(PerronError, match="4 entries"):
        env.reset(options={"reset_mask": np.ones(3, bool)})
