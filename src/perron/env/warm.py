"""Compile what the environments need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from perron import Game
from perron.editions import smallest
from perron.engine.warm import Step
from perron.env import aec, vector
from perron.env.env_game import EnvGame
from perron.env.kernels import encode_in, mask_into
from perron.env.pixels import pixels
from perron.env.resample import resample

_DOT = (  # a picture of one pixel
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\2\0\0\0\x90wS\xde"
    b"\0\0\0\x0cIDATx\x9cc\xf8\xcf\xc0\0\0\3\1\1\0\xc9\xfe\x92\xef\0\0\0\0IEND\xaeB`\x82"
)


def _one(**options: Any) -> None:
    env = aec(smallest(), **options)
    env.reset(seed=0)
    env.step(-1)
    env.last()
    env.state()
    rng = np.random.default_rng(0)
    while not env.game.over:
        env.step(rng.choice(np.flatnonzero(env.game.mask())))


def _many(opponents: str | None, **options: Any) -> None:
    envs = vector(smallest(), num_envs=1, opponents=opponents, threads=1, **options)
    envs.reset(seed=0)
    envs.step(envs.choose_randomly(np.ones(1, np.uint64)))


def _many_against_any_bot() -> None:
    # The learner begins, so that no bot has to be compiled.
    vector(smallest(), num_envs=1, opponents="easy", seat=0, threads=1).reset(seed=0)


def _numbers() -> None:
    # A state of zeros is no game: kernels trust what they are given.
    game = EnvGame(smallest(), 2)
    game.deal(0)
    game.numbering.decode(0, game.states)
    encode_in(game.tables, game.numbering.record, int(game.numbering.record["actions"][0][0]))
    mask_into(game.tables, game.numbering.record, game.states, 0, np.zeros(game.numbering.size, np.int8))


def _plans() -> None:
    game = EnvGame(smallest(), 2, observation="planned")
    game.deal(0)
    game.observe(0)
    _many(None, observation="planned")


def steps() -> Iterator[Step]:
    """What there is to compile."""
    yield "numbers of actions", _numbers
    yield "one game", lambda: _one(shaping=0.1)
    yield "many games", lambda: _many(None)
    yield "plans", _plans
    yield "games dealt again", lambda: resample(Game(smallest(), 2, seed=0).view(0), np.random.default_rng(0))
    yield "opponents", lambda: _many("planner")
    yield "opponents of any kind", _many_against_any_bot
    yield "pixels", lambda: pixels(_DOT)
