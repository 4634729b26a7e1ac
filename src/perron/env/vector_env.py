"""Thousands of games in one array, stepped by compiled code on all cores; Gymnasium's interface for vectors."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from perron.bots.matches import GREEDY, PLANNER, RANDOM
from perron.bots.mind import constants, new_minds
from perron.editions.edition import Edition
from perron.engine import chance
from perron.engine.rng import cheap_word
from perron.engine.state import STATE
from perron.engine.tables import tables_of
from perron.env import batch, stepping
from perron.env.options import GameKind, Options
from perron.env.rendering import RENDER_MODES, check_mode, render
from perron.env.rewards import UNITS
from perron.env.spaces import check_form, in_form, observation_space
from perron.env.stepping import EPISODE
from perron.errors import PerronError
from perron.keys import key_words, seed_key
from perron.view import make_view

_MODES = {
    AutoresetMode.NEXT_STEP: stepping.NEXT_STEP,
    AutoresetMode.SAME_STEP: stepping.SAME_STEP,
    AutoresetMode.DISABLED: stepping.DISABLED,
}
_BOTS = {"random": RANDOM, "greedy": GREEDY, "planner": PLANNER}
_LEAST = 16  # games to a thread, at least


@dataclass(frozen=True, slots=True)
class VectorSnapshot:
    """Many games as they were, hidden cards included."""

    arrays: tuple[np.ndarray, ...]
    root: NDArray[np.uint32]
    dealt: bool


class VectorGame(VectorEnv[Any, Any, Any]):
    """Many games of one kind. Without opponents, every seat's decisions are asked for, whoever's turn it is.

    What `step` returns are the environment's own arrays, written anew in every step: copy what you keep.
    """

    def __init__(
        self,
        num_envs: int,
        edition: str | Edition,
        seats: int = 2,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        form: str = "flat",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        kind = GameKind(edition, seats, **options)
        self.edition, self.seats, self.numbering, self.fields = kind.edition, kind.seats, kind.numbering, kind.fields
        self.shaping, self.illegal_reward = kind.shaping, kind.illegal_reward
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        rules = kind.rules(num_envs, seat, _MODES[self.autoreset_mode])
        self.num_envs, self.form, self.render_mode = num_envs, check_form(form), check_mode(render_mode)
        self.metadata = {
            "autoreset_mode": self.autoreset_mode,
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
        }
        self.single_observation_space = observation_space(self.fields, self.numbering.size, form)
        self.single_action_space = spaces.Discrete(self.numbering.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._states, self._episodes = np.zeros(num_envs, STATE), np.zeros(num_envs, EPISODE)
        self._make_arrays(kind.size)
        self._bots = None if opponents is None else self._seated(opponents)
        self._make_threads(threads, rules)

    def _make_arrays(self, size: int) -> None:
        n = self.num_envs
        self.rows = np.zeros((n, size), np.uint8)
        """The observation of every game, flat."""
        self.masks = np.zeros((n, self.numbering.size), np.int8)
        """The legal actions of every game."""
        # Without final observations there is one row that is never read.
        self._finals = np.zeros((n if self.autoreset_mode == AutoresetMode.SAME_STEP else 1, size), np.uint8)
        self.rewards = np.zeros((n, self.seats), np.float32)
        """What the last step brought to every seat of every game."""
        episodes = self._episodes
        self.seat: NDArray[np.int8] = episodes["seat"]
        """The seat that every game is shown to, and whose action is asked for."""
        self._acted: NDArray[np.int8] = episodes["acted"]
        self._units, self._shaped = episodes["units"][:, : self.seats], episodes["shaped"][:, : self.seats]
        self._over, self._cut, self._illegal = episodes["over"], episodes["cut"], episodes["illegal"]
        self._each, self._dealt = np.arange(n), False

    def _seated(self, opponents: str | Sequence[str]) -> NDArray[np.int64]:
        """The number of each seat's bot."""
        names = [opponents] * self.seats if isinstance(opponents, str) else list(opponents)
        if len(names) != self.seats or any(name not in _BOTS for name in names):
            known = ", ".join(_BOTS)
            raise PerronError(f"opponents are one of {known} for all, or one for each of the {self.seats} seats")
        return np.array([_BOTS[name] for name in names], np.int64)

    def _make_threads(self, threads: int | None, rules: np.ndarray) -> None:
        wanted = (os.cpu_count() or 1) if threads is None else threads
        n = max(1, min(wanted, self.num_envs // _LEAST))
        ends = [self.num_envs * k // n for k in range(n + 1)]
        self._rooms = np.repeat(rules, n)
        self._parts = [(ends[k], ends[k + 1], self._rooms[k : k + 1], new_minds(1)) for k in range(n)]
        self._pool = ThreadPoolExecutor(n - 1, "perron-env") if n > 1 else None
        self._tape = chance.new_tape(chance.OFF)
        self._weights = constants(self.edition.id, self.edition.version)

    def _run(self, do: Callable[[int, int, np.ndarray, np.ndarray], None]) -> None:
        """Let every thread do its part; this one does the first."""
        mine, *others = self._parts
        waiting = []
        for part in others:
            if self._pool is None:  # closed
                do(*part)
            else:
                waiting.append(self._pool.submit(do, *part))
        do(*mine)
        for one in waiting:
            one.result()

    def _played(self, room: np.ndarray, mind: np.ndarray) -> tuple[Any, Any]:
        """The games and the bots, if there are any, as kernels take them."""
        games = (
            *(tables_of(self.edition), self.numbering.record, self._states, self._episodes),
            *(room, self._tape, self.rows, self.masks),
        )
        return games, None if self._bots is None else (self._bots, mind, self._weights)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal all games, or those of options["reset_mask"]: game i is number i of the seed, and n more every time."""
        super().reset(seed=seed)
        which = (options or {}).get("reset_mask")
        wanted = np.ones(self.num_envs, bool) if which is None or not self._dealt else np.asarray(which, bool)
        if wanted.shape != (self.num_envs,):
            raise PerronError(f"a reset mask has {self.num_envs} entries")
        if seed is not None or not self._dealt:
            self._rooms["root"] = key_words(seed_key(secrets.randbits(63) if seed is None else seed))
            self._episodes["number"] = self._each
        else:
            self._episodes["number"][wanted] += self.num_envs
        self._episodes["wanted"] = wanted
        self._dealt = True
        self._run(self._deal_part)
        self.rewards[:] = 0
        self._illegal[:] = False
        return self._shown(), self._info()

    def _deal_part(self, first: int, last: int, room: np.ndarray, mind: np.ndarray) -> None:
        batch.deal_games(first, last, *self._played(room, mind))

    def step(self, actions: ArrayLike) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Play one action in every game: observations, rewards of those who acted, terminated, truncated, info."""
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            raise PerronError(f"a step takes {self.num_envs} whole numbers")
        if not self._dealt:
            raise PerronError("reset the environment before the first step")
        self._chosen = chosen.astype(np.int64, copy=False)
        self._run(self._step_part)
        units = self._units + self.shaping * self._shaped if self.shaping else self._units
        np.divide(units, UNITS, out=self.rewards, casting="same_kind")
        if self.illegal_reward and self._illegal.any():
            self.rewards[self._illegal, self._acted[self._illegal]] += self.illegal_reward
        return self._shown(), self.rewards[self._each, self._acted], self._over, self._cut, self._info()

    def _step_part(self, first: int, last: int, room: np.ndarray, mind: np.ndarray) -> None:
        batch.step_games(first, last, *self._played(room, mind), self._finals, self._chosen)

    def _shown(self) -> dict[str, Any]:
        return {"observation": in_form(self.rows, self.fields, self.form), "action_mask": self.masks}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.masks,
            "seat": self.seat,
            "acted": self._acted,
            "rewards": self.rewards,
            "illegal": self._illegal,
            "refused": self._episodes["refused"],
        }
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            ended = self._over | self._cut
            if ended.any():
                info["_final_obs"] = ended
                info["final_obs"] = self._final_observations(ended)
        return info

    def _final_observations(self, ended: NDArray[np.bool_]) -> np.ndarray:
        """As Gymnasium has it: an array of objects, None where a game goes on."""
        finals = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended).tolist():
            row = in_form(self._finals[i].copy(), self.fields, self.form)
            finals[i] = {"observation": row, "action_mask": np.zeros(self.numbering.size, np.int8)}
        return finals

    @property
    def final_rows(self) -> NDArray[np.uint8]:
        """SAME_STEP: the last observation of every game that ended in the last step, flat; other rows are older."""
        return self._finals

    @property
    def states(self) -> np.ndarray:
        """The engine's records: everything, hidden cards included."""
        return self._states

    def choose_randomly(self, rng: NDArray[np.uint64]) -> NDArray[np.int64]:
        """A uniform legal action for every game, in compiled code; `rng` is one uint64 and moves on."""
        out, start = np.empty(self.num_envs, np.int64), np.uint64(cheap_word(rng))

        def choose(first: int, last: int, room: np.ndarray, mind: np.ndarray) -> None:
            batch.choose_randomly(first, last, self.masks, start, np.zeros(1, np.uint64), out)

        self._run(choose)
        return out

    def render(self) -> Any:
        """Every game as a spectator sees it, in the render mode."""
        if self.render_mode is None:
            return None
        views = [make_view(self.edition, s, None, None, None) for s in self._states]
        return tuple(render(self.edition, view, self.render_mode) for view in views)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _kept(self) -> tuple[np.ndarray, ...]:
        return self._states, self._episodes, self.rows, self.masks, self._finals, self.rewards

    def clone(self) -> VectorSnapshot:
        """Everything as it is now, hidden cards included, for `restore`."""
        root = self._rooms["root"][0].copy()
        return VectorSnapshot(tuple(array.copy() for array in self._kept()), root, self._dealt)

    def restore(self, snapshot: VectorSnapshot) -> None:
        """Go back to a snapshot of this environment, or of another one made alike."""
        for array, kept in zip(self._kept(), snapshot.arrays, strict=True):
            if array.shape != kept.shape:
                raise PerronError("this snapshot is of another kind of games")
            array[:] = kept
        self._rooms["root"] = snapshot.root
        self._dealt = snapshot.dealt


def learner_vector(
    num_envs: int, edition: str, seats: int = 2, *, opponents: str = "random", **more: Any
) -> VectorGame:
    """What `gymnasium.make_vec` makes: many games of one learner against bots."""
    return VectorGame(num_envs, edition, seats, opponents=opponents, **more)
