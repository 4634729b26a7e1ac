"""Gymnasium: one learner at a table of bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import gymnasium
from gymnasium import spaces

from perron.editions.edition import Edition
from perron.env.any_bot import Opponents
from perron.env.env_game import EnvGame, Snapshot
from perron.env.options import Options, specs_of
from perron.env.rendering import FPS, RENDER_MODES, Renderer
from perron.env.spaces import observation_space
from perron.errors import PerronError


class LearnerEnv(gymnasium.Env[Any, Any]):
    """One seat is the learner's; bots hold the others and play when it is their turn."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FPS}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        edition: str | Edition,
        seats: int = 2,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        self.game = EnvGame(edition, seats, **options)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise PerronError(f"there is no seat {seat}: seats are 0 to {self.game.seats - 1}")
        self._fixed_seat = seat
        self.seat = seat or 0
        """The learner's, in this game; unless one was named it moves on with every game."""
        self._specs = specs_of(opponents, self.game.seats)
        self._seat_bots(None)
        self.render_mode, self._renderer = render_mode, Renderer(self.game.edition, render_mode)
        self.illegal_reward = self.game.illegal_reward
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.numbering.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a new game: the first of a seed, or the next; options["key"] (32 bytes) deals exactly that one."""
        super().reset(seed=seed)
        self.game.deal(seed, (options or {}).get("key"))
        if seed is not None:
            self._seat_bots(seed)
        number = self.game.game_number
        self.seat = number % self.game.seats if self._fixed_seat is None else self._fixed_seat
        self._bots.play(self.game, self.seat)
        return self._shown()

    def _seat_bots(self, seed: int | None) -> None:
        self._bots, self._bots_seed = Opponents(self._specs, self.game.edition, str(seed)), seed

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's action and then the others'. An illegal one changes nothing, but it is counted."""
        game = self.game
        if game.over:
            raise PerronError("the game is over: reset the environment")
        if not game.play(action):
            observation, info = self._shown()
            return observation, self.illegal_reward, False, game.refused_too_often, info
        self._bots.play(game, self.seat)
        reward = game.rewards()[self.seat] if game.over or game.shaping else 0.0
        observation, info = self._shown()
        return observation, reward, game.over, False, info

    def _shown(self) -> tuple[Any, dict[str, Any]]:
        game, mask = self.game, self.game.mask()
        info = {**game.told(mask), "seat": self.seat, "refused": game.refused}
        if self.render_mode == "human":
            self.render()
        return game.shown(game.observe(self.seat), mask), info

    def action_masks(self) -> Any:
        """The legal actions as booleans: what sb3-contrib's MaskablePPO asks for."""
        return self.game.mask().astype(bool)

    def render(self) -> Any:
        """What the learner sees, in the render mode."""
        return self._renderer.render(self.game.view(self.seat), self.render_mode)

    def close(self) -> None:
        """Close the window, if one is open."""
        self._renderer.close()

    def clone(self) -> Snapshot:
        """Everything as it is now, hidden cards and what the bots remember included, for `restore`."""
        return self.game.clone((self.seat, self._bots_seed, self._bots.memories()))

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this environment, or of another one made alike."""
        self.game.restore(snapshot)
        self.seat, seed, memories = snapshot.rest
        if seed != self._bots_seed:
            self._seat_bots(seed)
        self._bots.remember(memories)
