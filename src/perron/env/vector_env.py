"""Thousands of games in one array, stepped by compiled code on all cores; Gymnasium's interface for vectors."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from perron.bots import Bot
from perron.bots.edition_weights import weights_for
from perron.bots.matches import GREEDY, PLANNER, RANDOM
from perron.bots.planner_memory import new_memories
from perron.editions.edition import Edition
from perron.engine import chance
from perron.engine.knowledge import knowledge_of
from perron.engine.rng import cheap_word
from perron.engine.state import STATE
from perron.engine.tables import tables_of
from perron.env import batch
from perron.env.any_bot import Opponents
from perron.env.env_game import EnvGame
from perron.env.options import AUTORESET, GameKind, Options, autoreset_name, one_of, specs_of
from perron.env.planning import plan_games
from perron.env.rendering import FPS, MODES_OF_MANY, render
from perron.env.rewards import UNITS
from perron.env.spaces import observation_space
from perron.env.stepping import EPISODE
from perron.errors import PerronError
from perron.keys import key_words, seed_key
from perron.view import make_view

_BOTS = {"random": RANDOM, "greedy": GREEDY, "planner": PLANNER}
"""Those that play in compiled code."""
_LEAST = 16  # games to a thread, at least
_Rows = TypeVar("_Rows", bound=np.ndarray)


@dataclass(frozen=True, slots=True)
class VectorSnapshot:
    """Many games as they were, hidden cards included."""

    arrays: tuple[np.ndarray, ...]
    root: NDArray[np.uint32]
    dealt: bool
    bots_seed: int | None
    memories: tuple[list[Bot | None], ...]
    """What bots that are called from Python remember, by game."""


class VectorGame(VectorEnv[Any, Any, Any]):
    """Many games of one kind. Without opponents, every seat's decisions are asked for, whoever's turn it is.

    `copy=False` returns the environment's own arrays, overwritten in every step: copy what you keep then.
    """

    def __init__(
        self,
        num_envs: int,
        edition: str | Edition,
        seats: int = 2,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        kind = self._kind = GameKind(edition, seats, **options)
        self.edition, self.seats, self.numbering, self.fields = kind.edition, kind.seats, kind.numbering, kind.fields
        self.shaping, self.illegal_reward = kind.shaping, kind.illegal_reward
        mode = autoreset_name(autoreset_mode)
        self.autoreset_mode, self.copy = AutoresetMode[mode.upper()], copy
        settings = kind.workspace(num_envs, seat, AUTORESET[mode])
        self.num_envs, self.render_mode = num_envs, render_mode
        if render_mode is not None:
            one_of("a render mode of a vector", MODES_OF_MANY, render_mode)
        self.metadata = {
            "autoreset_mode": self.autoreset_mode,
            "render_modes": list(MODES_OF_MANY),
            "render_fps": FPS,
        }
        self.single_observation_space = observation_space(kind)
        self.single_action_space = spaces.Discrete(self.numbering.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._states, self._episodes = np.zeros(num_envs, STATE), np.zeros(num_envs, EPISODE)
        self._make_arrays(kind.size)
        self._make_opponents(None if opponents is None else specs_of(opponents, self.seats), options)
        self._make_threads(threads, settings)

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

    def _make_opponents(self, specs: list[str] | None, options: Options) -> None:
        """Bots that can play in compiled code; if one of them cannot, all are called from Python, game by game."""
        self._bots: NDArray[np.int64] | None = None
        self._specs: list[str] = []
        self._bots_seed: int | None = None
        self._called: list[Opponents] = []
        if specs is not None and all(spec in _BOTS for spec in specs):
            self._bots = np.array([_BOTS[spec] for spec in specs], np.int64)
        elif specs is not None:
            self._specs, self._game = specs, EnvGame(self.edition, self.seats, **options)
            self._came, self._theirs = np.zeros(self.num_envs, np.int64), np.zeros(self.num_envs, bool)
            self._call_bots(None)

    def _call_bots(self, seed: int | None) -> None:
        """Bots for every game, where they are called from Python; those without a memory play in all of them."""
        self._bots_seed = seed
        if self._specs:
            bots = Opponents(self._specs, self.edition, str(seed))
            self._called = [bots] * self.num_envs
            if not bots.forgets:
                self._called = [Opponents(self._specs, self.edition, f"{seed} {i}") for i in range(self.num_envs)]

    def _make_threads(self, threads: int | None, settings: np.ndarray) -> None:
        wanted = (os.cpu_count() or 1) if threads is None else threads
        n = max(1, min(wanted, self.num_envs // _LEAST))
        ends = [self.num_envs * k // n for k in range(n + 1)]
        self._workspaces = np.repeat(settings, n)
        self._parts = [(ends[k], ends[k + 1], self._workspaces[k : k + 1], new_memories(1)) for k in range(n)]
        self._pool = ThreadPoolExecutor(n - 1, "perron-env") if n > 1 else None
        self._tape = chance.new_tape(chance.OFF)
        self._weights = weights_for(self.edition)

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

    def _played(self, workspace: np.ndarray, memory: np.ndarray) -> tuple[Any, Any]:
        """The games and the bots, if there are any, as kernels take them."""
        games = (
            *(tables_of(self.edition), self.numbering.record, self._states, self._episodes),
            *(workspace, self._tape, self.rows, self.masks),
        )
        return games, None if self._bots is None else (self._bots, memory, self._weights)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal all games, or those of options["reset_mask"]: game i is number i of the seed, and n more every time."""
        super().reset(seed=seed)
        which = (options or {}).get("reset_mask")
        wanted = np.ones(self.num_envs, bool) if which is None or not self._dealt else np.asarray(which, bool)
        if wanted.shape != (self.num_envs,):
            raise PerronError(f"a reset mask has {self.num_envs} entries")
        if seed is not None:
            self._call_bots(seed)
        if seed is not None or not self._dealt:
            self._workspaces["root"] = key_words(seed_key(secrets.randbits(63) if seed is None else seed))
            self._episodes["number"] = self._each
        else:
            self._episodes["number"][wanted] += self.num_envs
        self._episodes["wanted"] = wanted
        self._dealt = True
        if self._called:
            self._do(batch.DEAL)
            self._others_play()
            self._do(batch.SHOW)
        else:
            self._run(self._deal_part)
        self.rewards[:] = 0
        self._illegal[:] = False
        return self._shown(), self._info()

    def _deal_part(self, first: int, last: int, workspace: np.ndarray, memory: np.ndarray) -> None:
        batch.deal_games(first, last, *self._played(workspace, memory))
        self._plan(first, last, workspace, memory)

    def _plan(self, first: int, last: int, workspace: np.ndarray, memory: np.ndarray) -> None:
        """Write what observations tell of plans, if they do."""
        if self._kind.planned_at is not None:
            games = (tables_of(self.edition), self._states, self._episodes)
            scratch = (workspace["knowledge"], memory, workspace["work"], workspace["sheet"])
            plan_games(first, last, *games, self._weights, scratch, self.rows, self._kind.planned_at)

    def step(self, actions: ArrayLike) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one action in every game: observations, rewards of those who acted, terminated, truncated, info."""
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            raise PerronError(f"a step takes {self.num_envs} whole numbers")
        if not self._dealt:
            raise PerronError("reset the environment before the first step")
        self._chosen = chosen.astype(np.int64, copy=False)
        if self._called:
            for part in (batch.ACT, batch.SETTLE):
                self._do(part)
                self._others_play()
            self._do(batch.SHOW)
        else:
            self._run(self._step_part)
        units = self._units + self.shaping * self._shaped if self.shaping else self._units
        np.divide(units, UNITS, out=self.rewards, casting="same_kind")
        if self.illegal_reward and self._illegal.any():
            self.rewards[self._illegal, self._acted[self._illegal]] += self.illegal_reward
        gained = self.rewards[self._each, self._acted]
        return self._shown(), gained, self._given(self._over), self._given(self._cut), self._info()

    def _step_part(self, first: int, last: int, workspace: np.ndarray, memory: np.ndarray) -> None:
        batch.step_games(first, last, *self._played(workspace, memory), self._finals, self._chosen)
        self._plan(first, last, workspace, memory)

    def _do(self, part: int) -> None:
        """A part of a step in which bots are called from Python."""
        chosen = self._chosen if part == batch.ACT else self._came  # which is not read

        def do(first: int, last: int, workspace: np.ndarray, memory: np.ndarray) -> None:
            games, _ = self._played(workspace, memory)
            batch.part_of_step(first, last, games, part, self._finals, chosen, self._came, self._theirs)
            if part == batch.SHOW:
                self._plan(first, last, workspace, memory)

        self._run(do)

    def _others_play(self) -> None:
        """Call the bots of the games in which it is their turn."""
        game = self._game
        for i in np.flatnonzero(self._theirs).tolist():
            game.states[0] = self._states[i]
            self._called[i].play(game, int(self.seat[i]))
            self._states[i] = game.states[0]

    def _given(self, array: _Rows) -> _Rows:
        """An array of ours, to be given away."""
        return array.copy() if self.copy else array

    def _shown(self) -> Any:
        masks = self.masks if self._kind.mask_in == "info" else self._given(self.masks)
        return self._kind.shown(self._given(self.rows), masks)

    def _info(self) -> dict[str, Any]:
        masks = self.masks if self._kind.mask_in == "observation" else self._given(self.masks)
        info: dict[str, Any] = {
            **self._kind.told(masks),
            "seat": self._given(self.seat),
            "acted": self._given(self._acted),
            "rewards": self._given(self.rewards),
            "illegal": self._given(self._illegal),
            "refused": self._given(self._episodes["refused"]),
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
            finals[i] = self._kind.shown(self._finals[i].copy(), np.zeros(self.numbering.size, np.int8))
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

        def choose(first: int, last: int, workspace: np.ndarray, memory: np.ndarray) -> None:
            batch.choose_randomly(first, last, self.masks, start, np.zeros(1, np.uint64), out)

        self._run(choose)
        return out

    def render(self) -> Any:
        """Every game as a spectator sees it, in the render mode."""
        if self.render_mode is None:
            return None
        known = [knowledge_of(tables_of(self.edition), self._states, None, game)[0] for game in range(self.num_envs)]
        views = [make_view(self.edition, knowledge, None, None) for knowledge in known]
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
        root = self._workspaces["root"][0].copy()
        memories = tuple(bots.memories() for bots in self._called)
        arrays = tuple(array.copy() for array in self._kept())
        return VectorSnapshot(arrays, root, self._dealt, self._bots_seed, memories)

    def restore(self, snapshot: VectorSnapshot) -> None:
        """Go back to a snapshot of this environment, or of another one made alike."""
        for array, kept in zip(self._kept(), snapshot.arrays, strict=True):
            if array.shape != kept.shape:
                raise PerronError("this snapshot is of another kind of games")
            array[:] = kept
        self._workspaces["root"] = snapshot.root
        self._dealt = snapshot.dealt
        if snapshot.bots_seed != self._bots_seed:
            self._call_bots(snapshot.bots_seed)
        for bots, kept_of in zip(self._called, snapshot.memories, strict=True):
            bots.remember(kept_of)


def learner_vector(
    num_envs: int, edition: str, seats: int = 2, *, opponents: str | Sequence[str] = "random", **more: Any
) -> VectorGame:
    """What `gymnasium.make_vec` makes: many games of one learner against bots."""
    return VectorGame(num_envs, edition, seats, opponents=opponents, **more)
