"""Other libraries' environments on the same machine in the same minute: random legal play with observation and mask.

Their games are other ones (no library has this family), so a ratio is a yardstick, not a race: what a step of training
costs beside the network.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from perron.bench.clock import Measurement, summed_up
from perron.bench.environments import EDITION, GAMES, aec_play, installed, prepared, vector_play
from perron.bench.machine import cores
from perron.editions import load


def openspiel_play() -> Callable[[int], int]:
    """Backgammon through OpenSpiel's Python API; chance is drawn as its outcomes say and is no decision."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game, rng = pyspiel.load_game("backgammon"), np.random.default_rng(1)
    state = game.new_initial_state()

    def decide(n: int) -> int:
        nonlocal state
        for _ in range(n):
            while state.is_chance_node() or state.is_terminal():
                if state.is_terminal():
                    state = game.new_initial_state()
                else:
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(int(rng.choice(outcomes, p=chances)))
            np.array(state.observation_tensor(state.current_player()), np.float32)
            legal = np.array(state.legal_actions_mask(), np.int8).nonzero()[0]
            state.apply_action(int(legal[rng.integers(legal.size)]))
        return n

    return decide


def rlcard_play() -> Callable[[int], int]:
    """Gin rummy in RLCard: a step gives the observation and the legal actions of who is next."""
    rlcard: Any = importlib.import_module("rlcard")
    env, rng = rlcard.make("gin-rummy", config={"seed": 1}), np.random.default_rng(1)
    state, _ = env.reset()

    def decide(n: int) -> int:
        nonlocal state
        for _ in range(n):
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[rng.integers(len(legal))])
            if env.is_over():
                state, _ = env.reset()
        return n

    return decide


def pgx_play() -> Callable[[int], int]:
    """Backgammon in pgx: as many games at once as in our vector, choice, step and new deal in one compiled function."""
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    auto_reset_wrappers: Any = importlib.import_module("pgx.experimental.wrappers")
    env = pgx.make("backgammon")
    step_one = auto_reset_wrappers.auto_reset(env.step, env.init)

    @jax.jit  # type: ignore[untyped-decorator]
    def step(state: Any, key: Any) -> tuple[Any, Any]:
        key, choice, chance = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choice, logits, axis=-1)
        return jax.vmap(step_one)(state, actions, jax.random.split(chance, GAMES)), key

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))

    def decide(n: int) -> int:
        nonlocal state, key
        for _ in range(n):
            state, key = step(state, key)
        jax.block_until_ready(state)
        return n * GAMES

    return decide


@dataclass(frozen=True, slots=True)
class Rival:
    """Another library's environment, and which of ours it stands beside."""

    name: str
    module: str
    game: str
    play: Callable[[], Callable[[int], int]]
    ours: str
    our_play: Callable[[], Callable[[int], int]]
    where: str

    @property
    def version(self) -> str | None:
        """The version that is installed, or None."""
        if importlib.util.find_spec(self.module) is None:
            return None
        return importlib.metadata.version(self.name)


RIVALS = (
    Rival("open_spiel", "pyspiel", "backgammon", openspiel_play, "PettingZoo (AEC)", aec_play, "1 core"),
    Rival("rlcard", "rlcard", "gin rummy", rlcard_play, "PettingZoo (AEC)", aec_play, "1 core"),
    Rival(
        *("pgx", "pgx", f"backgammon, {GAMES} games", pgx_play),
        *(f"vector of {GAMES}", lambda: vector_play(cores()), "all cores"),
    ),
)


def env_rivals(runs: int, least: float) -> Iterator[Measurement]:
    """Each of them and ours in turns, and how many times as fast ours is; nothing of those that are not installed."""
    if not installed():
        return
    for rival in RIVALS:
        if rival.version is None:
            continue
        ours, theirs = prepared(rival.our_play(), least), prepared(rival.play(), least)
        pairs = [(ours(), theirs()) for _ in range(runs)]
        group = f"environments beside {rival.name} {rival.version}, {rival.where}"
        yield summed_up(
            group,
            f"Perron, {rival.ours}, {load(EDITION).title['en']}, 2 seats",
            "decisions/s",
            [one for one, _ in pairs],
        )
        yield summed_up(group, f"{rival.name}, {rival.game}", "decisions/s", [other for _, other in pairs])
        yield summed_up(group, "ratio", "times", [one / other for one, other in pairs])
