"""Gymnasium: one learner at a table of bots."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Unpack

import gymnasium
from gymnasium import spaces

from perron.bots import Bot, Clock, make_bot
from perron.bots.built_in import CompiledBot
from perron.editions.edition import Edition
from perron.env.options import Options
from perron.env.rendering import RENDER_MODES, check_mode, render
from perron.env.spaces import check_form, in_form, observation_space
from perron.env.table import Snapshot, Table
from perron.errors import PerronError


def specs_of(opponents: str | Sequence[str], others: int) -> list[str]:
    """One bot's spec for each opponent, from one for all or one each."""
    specs = [opponents] * others if isinstance(opponents, str) else list(opponents)
    if len(specs) != others:
        raise PerronError(f"{others} opponents play, but {len(specs)} are named")
    return specs


class LearnerEnv(gymnasium.Env[Any, Any]):
    """One seat is the learner's; bots hold the others and play when it is their turn."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        edition: str | Edition,
        seats: int = 2,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        form: str = "flat",
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        self.table = Table(edition, seats, **options)
        if seat is not None and not 0 <= seat < self.table.seats:
            raise PerronError(f"there is no seat {seat}: seats are 0 to {self.table.seats - 1}")
        self._fixed_seat = seat
        self.seat = seat or 0
        """The learner's, in this game; unless one was named it moves on with every game."""
        self._specs = specs_of(opponents, self.table.seats - 1)
        self._bots: list[Bot] = []
        self._bots_seed: int | None = None
        self.form, self.render_mode = check_form(form), check_mode(render_mode)
        self.illegal_reward = self.table.illegal_reward
        self.observation_space = observation_space(self.table.fields, self.table.numbering.size, form)
        self.action_space = spaces.Discrete(self.table.numbering.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game: the first of a seed, or the next; options["key"] (32 bytes) deals exactly that one."""
        super().reset(seed=seed)
        self.table.deal(seed, (options or {}).get("key"))
        if seed is not None or not self._bots:
            self._seat_bots(seed)
        number = self.table.game_number
        self.seat = number % self.table.seats if self._fixed_seat is None else self._fixed_seat
        self._others_play()
        return self._shown()

    def _seat_bots(self, seed: int | None) -> None:
        self._bots = [make_bot(spec, f"{seed} {i}") for i, spec in enumerate(self._specs)]
        self._bots_seed = seed
        for bot in self._bots:
            if isinstance(bot, CompiledBot):
                bot.use_edition(self.table.edition)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the learner's action and then the others'. An illegal one changes nothing, but it is counted."""
        table = self.table
        if table.over:
            raise PerronError("the game is over: reset the environment")
        if not table.play(action):
            observation, info = self._shown()
            return observation, self.illegal_reward, False, table.refused_too_often, info
        self._others_play()
        reward = table.rewards()[self.seat] if table.over or table.shaping else 0.0
        observation, info = self._shown()
        return observation, reward, table.over, False, info

    def _others_play(self) -> None:
        table = self.table
        while not table.over and table.to_move != self.seat:
            seat = table.to_move
            bot = self._bots[(seat - self.seat) % table.seats - 1]
            if isinstance(bot, CompiledBot):
                table.play_int(bot.choose_sight(table.tables, table.sight(seat), Clock()))
            else:
                table.play_choice(bot.choose(table.view(seat), Clock()))

    def _shown(self) -> tuple[dict[str, Any], dict[str, Any]]:
        mask = self.table.mask()
        observation = in_form(self.table.observe(self.seat), self.table.fields, self.form)
        info = {"action_mask": mask, "seat": self.seat, "refused": self.table.refused}
        return {"observation": observation, "action_mask": mask}, info

    def action_masks(self) -> Any:
        """The legal actions as booleans: what sb3-contrib's MaskablePPO asks for."""
        return self.table.mask().astype(bool)

    def render(self) -> Any:
        """What the learner sees, in the render mode."""
        if self.render_mode is None:
            return None
        return render(self.table.edition, self.table.view(self.seat), self.render_mode)

    def clone(self) -> Snapshot:
        """Everything as it is now, hidden cards and what the bots remember included, for `restore`."""
        # A built-in bot remembers nothing: its choice follows from its seed and from what it sees.
        memories = [None if isinstance(bot, CompiledBot) else deepcopy(bot) for bot in self._bots]
        return self.table.clone((self.seat, self._bots_seed, memories))

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this environment, or of another one made alike."""
        self.table.restore(snapshot)
        self.seat, seed, memories = snapshot.rest
        if seed != self._bots_seed or not self._bots:
            self._seat_bots(seed)
        for i, bot in enumerate(memories):
            if bot is not None:
                self._bots[i] = deepcopy(bot)  # the snapshot may be gone back to again
