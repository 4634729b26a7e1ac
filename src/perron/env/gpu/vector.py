"""Thousands of games on the GPU, one thread a game: observations, masks and rewards are torch tensors.

The games are those of `perron.env.vector`, move by move: the same seed and actions give the same bytes.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np

from perron.bots.edition_weights import weights_for
from perron.editions.edition import Edition
from perron.engine.chance import OFF, new_tape
from perron.engine.rng import cheap_word
from perron.engine.state import STATE
from perron.engine.tables import tables_of
from perron.env.gpu import step as threads
from perron.env.gpu.arrays import (
    as_truth,
    copy_of,
    for_threads,
    new_rows,
    new_shared,
    new_tiles,
    read_tiles,
    write_tiles,
)
from perron.env.gpu.device import SIMULATED, THREADS, blocks, cuda
from perron.env.gpu.games import BOTS
from perron.env.gpu.streams import beside, current_stream, is_captured, join, new_graph, new_stream
from perron.env.observing import PLAIN
from perron.env.options import AUTORESET, GameKind, Options, autoreset_name, specs_of
from perron.env.stepping import EPISODE
from perron.errors import PerronError
from perron.keys import key_words, seed_key


class GpuVector:
    """Many games of one kind. Without opponents, every seat's decisions are asked for, whoever's turn it is.

    `copy=False` returns the environment's own tensors, overwritten in every step: clone what you keep then.
    """

    def __init__(
        self,
        num_envs: int,
        edition: str | Edition,
        seats: int = 2,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        autoreset_mode: object = "same_step",
        copy: bool = True,
        **options: Unpack[Options],
    ) -> None:
        kind = self._kind = GameKind(edition, seats, **options)
        self.edition, self.seats, self.numbering, self.fields = kind.edition, kind.seats, kind.numbering, kind.fields
        self.num_envs, self.copy = num_envs, copy
        mode = autoreset_name(autoreset_mode)
        self._settings = kind.workspace(num_envs, seat, AUTORESET[mode])
        self._factors = cuda.to_device(np.array([kind.shaping, kind.illegal_reward], np.float64))
        self._make_arrays(kind.size, mode == "same_step")
        self._weights = cuda.to_device(weights_for(self.edition))
        self._bots = () if opponents is None else self._make_bots(opponents)
        self._dealt = False

    def _make_arrays(self, width: int, finals: bool) -> None:
        n, seats, size = self.num_envs, self.seats, self.numbering.size
        self.rows, rows = new_rows(n, width, np.uint8)
        """The observation of every game, flat."""
        self.masks, masks = new_rows(n, size, np.int8)
        """The legal actions of every game."""
        self.final_rows, final = new_rows(n if finals else 1, width, np.uint8)
        """same_step: the last observation of every game that ended in the last step; other rows are older."""
        told = new_shared((threads.TOLD, n), np.int8)
        self.seat, self.acted = told[threads.SEAT], told[threads.ACTED]
        self.over, self.cut, self.illegal = (
            as_truth(told[k]) for k in (threads.HAS_ENDED, threads.IS_CUT, threads.IS_ILLEGAL)
        )
        self.rewards = new_shared((n, seats), np.float32)
        """What the last step brought to every seat of every game."""
        self.gained = new_shared((n,), np.float32)
        """What it brought to the seat that acted."""
        self.chosen = new_shared((n,), np.int64)
        """What `choose_randomly` chose, and the actions of the last step: those written here are not copied."""
        self._states, self._episodes = new_tiles(n, STATE), new_tiles(n, EPISODE)
        self._tables = cuda.to_device(np.array(tables_of(self.edition)).view(np.uint64))
        self._numbering = cuda.to_device(np.array(self.numbering.record).view(np.uint32))
        self._tape = cuda.to_device(new_tape(OFF))
        self._workspace = cuda.to_device(self._settings.view(np.uint64))
        self._number_late = new_shared((1,), np.int32)
        self._late = cuda.to_device(np.zeros(n, np.int64)), for_threads(self._number_late)
        self._is_late = cuda.to_device(np.zeros(n, np.int8))
        self._finals, self._final = for_threads(self.final_rows), final
        self._dealt_next = new_tiles(n, STATE)
        self._desks = cuda.to_device(np.zeros((threads.SETTLERS, threads.DESK_WORDS), np.uint64))
        row, mask = threads.rows_at_once(width), threads.rows_at_once(size)
        self._games = (self._states, self._episodes, self._workspace)
        self._written = (
            *(self._tables, self._numbering, *self._games, self._factors, rows, width, row, masks, mask),
            *map(for_threads, (self.rewards, self.gained, told)),
        )
        self._observed_rows = (n, rows, width, row)
        self._allowed = (masks, size, mask)
        self._shared_memory = threads.shared_memory(width, size)
        self._side, self._graph = new_stream(), None

    def _make_bots(self, opponents: str | Sequence[str]) -> tuple[Any, ...]:
        specs = specs_of(opponents, self.seats)
        for spec in specs:
            if spec not in BOTS:
                known = " or ".join(BOTS)
                raise PerronError(f"opponents on a GPU are {known}; {spec!r} can play in perron.env.vector, on the CPU")
        bots = np.array([BOTS[spec] for spec in specs], np.int64)
        return cuda.to_device(bots), self._weights

    def _launch(self, function: Any, *arguments: Any, shared: int = 0) -> None:
        """Launch a thread for every game."""
        function[blocks(self.num_envs), THREADS, current_stream(), shared](*arguments)

    def _observe(self) -> None:
        """Let the GPU write observations that are not plain."""
        if self._settings["what"] != PLAIN:
            arguments = (self._tables, *self._games, *self._observed_rows)
            self._launch(threads.observe, *arguments, shared=self._shared_memory)
        if self._kind.planned_at is not None:
            games, rows, width, _ = self._observed_rows
            states, episodes, _ = self._games
            weights = (self._weights, games, rows, width, self._kind.planned_at)
            self._launch(threads.plan, self._tables, states, episodes, *weights)

    def _show(self) -> None:
        """Let the GPU write all that is shown, of every game that is not late."""
        self._launch(threads.show, *self._written, self._is_late, self._final, shared=self._shared_memory)

    def _step(self, actions: Any) -> None:
        """Launch a step. Games that are over are settled beside the others, which are shown meanwhile."""
        chosen = (self._tables, self._numbering, *self._games, self._tape, for_threads(actions))
        if self._bots:
            self._launch(threads.step_with_bots, *chosen, self._finals, *self._bots)
            self._show()
        else:
            self._number_late[:] = 0
            self._launch(threads.act, *chosen, self._is_late, *self._late)
            with beside(self._side):
                last = (self._final, self.final_rows.shape[1], self._dealt_next, self._desks)
                late = (self._tables, *self._games, self._tape, *self._late, *last)
                threads.settle[threads.SETTLERS, 1, current_stream()](*late)
            self._show()
            join(self._side)
            grid = (threads.SETTLERS, THREADS, current_stream(), self._shared_memory)
            threads.show_late[grid](*self._written, *self._late, self._dealt_next)
        self._observe()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal all games, or those of options["reset_mask"]: game i is number i of the seed, and n more every time."""
        n = self.num_envs
        which: Any = (options or {}).get("reset_mask")
        given = which.cpu() if hasattr(which, "cpu") else which
        wanted = np.ones(n, bool) if which is None or not self._dealt else np.asarray(given, bool)
        if wanted.shape != (n,):
            raise PerronError(f"a reset mask has {n} entries")
        episodes = read_tiles(self._episodes, n, EPISODE)
        if seed is not None or not self._dealt:
            self._settings["root"] = key_words(seed_key(secrets.randbits(63) if seed is None else seed))
            self._workspace.copy_to_device(self._settings.view(np.uint64))
            episodes["number"] = np.arange(n)
        else:
            episodes["number"] += n * wanted
        episodes["wanted"] = wanted
        episodes["illegal"] = False
        self._is_late.copy_to_device(np.zeros(n, np.int8))
        write_tiles(self._episodes, episodes)
        self._dealt = True
        deal = threads.deal_with_bots if self._bots else threads.deal
        self._launch(deal, self._tables, *self._games, self._tape, n, *self._bots)
        self._show()
        self._observe()
        self.rewards[:] = 0
        return self._shown(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one action in every game: observations, rewards of those who acted, terminated, truncated, info.

        `actions` is a tensor of int64 on the same GPU. In a graph of your own nothing is copied.
        """
        if not self._dealt:
            raise PerronError("reset the environment before the first step")
        if tuple(actions.shape) != (self.num_envs,) or not str(actions.dtype).endswith("int64"):
            raise PerronError(f"a step takes {self.num_envs} actions as int64")
        if is_captured():
            self._step(actions)
        else:
            if actions is not self.chosen:
                self.chosen.copy_(actions)
            if self._graph is not None:
                self._graph.replay()
            else:
                self._step(self.chosen)
                # From the next step on, all launches are one: Numba takes a tenth of a millisecond for each.
                self._graph = new_graph(self._step, self.chosen)
        return self._shown(), self._given(self.gained), self._given(self.over), self._given(self.cut), self._info()

    def choose_randomly(self, rng: Any) -> Any:
        """A uniform legal action for every game; `rng` is one uint64 and moves on. `chosen` has them too."""
        arguments = (*self._allowed, np.uint64(cheap_word(rng)), for_threads(self.chosen))
        self._launch(threads.choose, *arguments, shared=threads.shared_memory(self.numbering.size))
        return self._given(self.chosen)

    def _given(self, tensor: Any) -> Any:
        """A tensor of ours, to be given away. A graph would overwrite its copies at every replay too."""
        return copy_of(tensor) if self.copy and (SIMULATED or not is_captured()) else tensor

    def _shown(self) -> Any:
        masks = self.masks if self._kind.mask_in == "info" else self._given(self.masks)
        return self._kind.shown(self._given(self.rows), masks)

    def _info(self) -> dict[str, Any]:
        masks = self.masks if self._kind.mask_in == "observation" else self._given(self.masks)
        told = {name: self._given(getattr(self, name)) for name in ("seat", "acted", "rewards", "illegal")}
        return {**self._kind.told(masks), **told, "final_obs": self._given(self.final_rows)}

    def read_states(self) -> np.ndarray:
        """The engine's records, copied from the GPU: everything, hidden cards included."""
        return read_tiles(self._states, self.num_envs, STATE)
