"""Gymnasium: its own checks pass, and one learner plays against bots."""

from __future__ import annotations

from contextlib import nullcontext
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import perron.env  # the ids
from perron.bots import Clock, register
from perron.editions import load
from perron.env.gym_env import LearnerEnv
from perron.env.registration import ids
from perron.errors import BotError, PerronError
from perron.view import View
from tests.env.games import TABLES

pytestmark = pytest.mark.sampled

assert perron.env


class _Last:
    """A bot of somebody's own: it takes the last of the legal actions, as a text."""

    name = "last"

    def choose(self, view: View, clock: Clock) -> str:
        assert view.seat == view.to_move
        assert view.legal
        return view.legal[-1]


class _Wrong(_Last):
    def choose(self, view: View, clock: Clock) -> str:
        return "draw wild"


class _Dice(_Last):
    """A bot with a memory: its choices depend on how often it was asked."""

    def __init__(self, seed: str) -> None:
        self.dice = Random(seed)

    def choose(self, view: View, clock: Clock) -> str:
        return self.dice.choice(view.legal or ())


@pytest.fixture(scope="module", autouse=True)
def _bots_of_ones_own(_bots_of_this_file_alone: None) -> None:
    register("dice", lambda argument, seed: _Dice(seed))
    register("last_action", lambda argument, seed: _Last())
    register("wrong_action", lambda argument, seed: _Wrong())


def choose(seen: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


def make(ident: str) -> LearnerEnv:
    """The environment of an id. Of rules that are not the newest, Gymnasium must say so."""
    edition = load(ids()[ident][0])
    newest = load(edition.id).version == edition.version
    with nullcontext() if newest else pytest.warns(DeprecationWarning, match="out of date"):
        env = gymnasium.make(ident, illegal_limit=0).unwrapped
    assert isinstance(env, LearnerEnv)
    return env


def test_there_is_an_id_for_every_edition_and_number_of_seats() -> None:
    newest = {(f"{name}@{load(name).version}", seats) for name, seats in TABLES}
    earlier = {(f"{name}@1", seats) for name in ("amsterdam", "first_journey") for seats in (2, 3, 4)}
    assert not newest & earlier
    assert set(ids().values()) == newest | earlier
    assert ids()["perron/Europe-2p-v1"] == ("europe@1", 2)
    assert ids()["perron/Amsterdam-2p-v2"] == ("amsterdam@2", 2)
    assert ids()["perron/FirstJourney-4p-v2"] == ("first_journey@2", 4)
    assert ids()["perron/FirstJourney-4p-v1"] == ("first_journey@1", 4)


@pytest.mark.parametrize("ident", ids())
def test_gymnasium_finds_no_fault(ident: str) -> None:
    pictures = "Tiny-" in ident  # the other boards are as good, and take longer to draw
    check_env(make(ident), skip_render_check=not pictures)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(("title", "name"), [("Amsterdam", "amsterdam"), ("FirstJourney", "first_journey")])
def test_an_id_plays_the_rules_of_its_version(title: str, name: str, version: int) -> None:
    game = make(f"perron/{title}-3p-v{version}").game
    assert game.edition == load(f"{name}@{version}")
    assert (game.edition == load(name)) == (version == 2)
    assert game.seats == 3


@pytest.mark.parametrize("opponents", ["random", "greedy", "planner", "last_action"])
def test_a_learner_plays_against_bots(opponents: str) -> None:
    env = gymnasium.make("perron/Tiny-3p-v1", opponents=opponents)
    rng = np.random.default_rng(1)
    seats = []
    for episode in range(4):
        observation, info = env.reset(seed=3 if episode == 0 else None)
        seats.append(info["seat"])
        done, total = False, 0.0
        while not done:
            assert env.observation_space.contains(observation)
            assert observation["action_mask"].any()
            observation, reward, terminated, truncated, info = env.step(choose(observation, rng))
            done, total = terminated or truncated, total + float(reward)
        assert not observation["action_mask"].any()
        assert total in {1.0, -0.5, 0.25, 0.0}
    assert seats == [0, 1, 2, 0]


def test_each_opponent_may_be_another() -> None:
    env = LearnerEnv("tiny", 3, opponents=("greedy", "random"), seat=2)
    _, info = env.reset(seed=1)
    assert info["seat"] == 2
    with pytest.raises(PerronError, match="2 opponents, but 1 are named"):
        LearnerEnv("tiny", 3, opponents=("greedy",))
    with pytest.raises(PerronError, match="1 opponent, but 2 are named"):
        LearnerEnv("tiny", 2, opponents=("greedy", "random"))
    with pytest.raises(PerronError, match="no bot is called 'nobody'"):
        LearnerEnv("tiny", 2, opponents="nobody")
    with pytest.raises(PerronError, match="no seat 3"):
        LearnerEnv("tiny", 3, seat=3)


def test_a_bot_that_plays_what_is_not_legal_is_named_as_the_fault() -> None:
    env = LearnerEnv("tiny", 2, opponents="wrong_action", seat=1)
    with pytest.raises(BotError, match="draw wild"):
        env.reset(seed=1)


def test_masks_can_be_sampled_with() -> None:
    env = gymnasium.make("perron/Tiny-2p-v1")
    seen, _ = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(20):
        assert seen["action_mask"][env.action_space.sample(seen["action_mask"])] == 1


def test_an_illegal_action_is_refused_and_counted_and_changes_nothing() -> None:
    env = LearnerEnv("tiny", 2, illegal_limit=2, illegal_reward=-0.5)
    first, _ = env.reset(seed=1)
    before = env.game.states[0].tobytes()
    illegal = int(np.flatnonzero(first["action_mask"] == 0)[0])
    observation, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info["refused"]) == (-0.5, False, False, 1)
    assert (observation["observation"] == first["observation"]).all()
    *_, terminated, truncated, info = env.step(-7)
    assert (terminated, truncated, info["refused"]) == (False, True, 2)
    assert env.game.states[0].tobytes() == before


def play_on(env: LearnerEnv, seen: dict[str, Any], seed: int) -> list[bytes]:
    """What a learner sees who plays on at random until the game is over."""
    rng, rows = np.random.default_rng(seed), []
    while seen["action_mask"].any():
        seen, *_ = env.step(choose(seen, rng))
        rows.append(seen["observation"].tobytes())
    return rows


@pytest.mark.parametrize("opponents", ["random", "greedy", "dice"])
def test_a_clone_brings_everything_back(opponents: str) -> None:
    env = LearnerEnv("tiny", 3, opponents=opponents)
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=9)
    for _ in range(5):
        seen, *_ = env.step(choose(seen, rng))
    snapshot = env.clone()
    played = play_on(env, seen, 7)
    assert len(played) > 5
    other = LearnerEnv("tiny", 3, opponents=opponents)
    unused = LearnerEnv("tiny", 3, opponents=opponents)
    other.reset(seed=10)
    for again in (env, other, env, unused):
        again.restore(snapshot)
        assert play_on(again, seen, 7) == played
    env.restore(snapshot)
    assert play_on(env, seen, 8) != played


def test_a_finished_game_takes_no_step() -> None:
    env = LearnerEnv("tiny", 2)
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    while seen["action_mask"].any():
        seen, *_ = env.step(choose(seen, rng))
    with pytest.raises(PerronError, match="over"):
        env.step(0)


def test_what_the_learner_sees_can_be_looked_at() -> None:
    env = gymnasium.make("perron/Tiny-2p-v1", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    assert "hand of P0" in text
    assert "hand of P1" not in text


def test_sb3_gets_its_masks() -> None:
    env = LearnerEnv("tiny", 2)
    seen, _ = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
