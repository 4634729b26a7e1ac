"""PettingZoo: every seat is an agent, and they act in turn."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from perron.editions.edition import Edition
from perron.env.observation import fields, flat_size, highs
from perron.env.observing import PERFECT, observe_into
from perron.env.options import Options
from perron.env.rendering import RENDER_MODES, check_mode, render
from perron.env.spaces import check_form, in_form, observation_space
from perron.env.table import Snapshot, Table


class AECGame(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A game in which agents `seat_0`, `seat_1`, … act in turn; `last()` tells what the one to move knows."""

    def __init__(
        self,
        edition: str | Edition,
        seats: int = 2,
        *,
        form: str = "flat",
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        super().__init__()
        self.table = Table(edition, seats, **options)
        self.form, self.render_mode = check_form(form), check_mode(render_mode)
        self.illegal_reward = self.table.illegal_reward
        self.metadata = {
            "name": f"perron_{self.table.edition.id}_v{self.table.edition.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        actions = self.table.numbering.size
        self.observation_spaces = {
            agent: observation_space(self.table.fields, actions, form) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        whole = fields(self.table.edition, self.table.seats, "perfect")
        self.state_space = spaces.Box(0, highs(whole), dtype=np.uint8)
        self._skip_agent_selection: str | None = None
        self._rewarded = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: the numbers of `table.numbering`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the first of a seed, or the next; options["key"] (32 bytes) deals exactly that one."""
        self.table.deal(seed, (options or {}).get("key"))
        agents = self.possible_agents
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection, self._rewarded = None, False
        self._turn()

    def _turn(self) -> None:
        """It is the decision of the seat to move; its legal actions are in its info too."""
        self.agent_selection = self.possible_agents[self.table.to_move]
        self._mask = self.table.mask()
        self.infos[self.agent_selection] = {"action_mask": self._mask, "refused": self.table.refused}

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows; its legal actions are all 0 if it is not its decision."""
        seat = self._seat_of[agent]
        mask = self._mask if seat == self.table.to_move else np.zeros_like(self._mask)
        return {"observation": in_form(self.table.observe(seat), self.table.fields, self.form), "action_mask": mask}

    def state(self) -> np.ndarray:
        """Perfect information: all there is, hidden cards included, as seat 0 would see it."""
        table = self.table
        row = np.empty(flat_size(table.edition, table.seats, "perfect"), np.uint8)
        observe_into(table.tables, table.states, 0, 0, PERFECT, table.sight(0), row)
        return row

    def step(self, action: Any) -> None:
        """Play an action of the agent to move. An illegal one changes nothing, but it is counted."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        self._cumulative_rewards[agent] = 0.0
        played = table.play(action)
        if not played or table.shaping or table.over:
            rewards = table.rewards() if played else [0.0] * table.seats
            if not played:
                rewards[self._seat_of[agent]] += self.illegal_reward
            for one, value in zip(self.possible_agents, rewards, strict=True):
                self.rewards[one] = value
                self._cumulative_rewards[one] += value
            self._rewarded = True
        elif self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        self.infos[agent] = {}
        if table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif not played and table.refused_too_often:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn()

    def render(self) -> Any:
        """What a spectator sees, in the render mode."""
        if self.render_mode is None:
            return None
        return render(self.table.edition, self.table.view(None), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def clone(self) -> Snapshot:
        """Everything as it is now, hidden cards included, for `restore`."""
        rest = (
            list(self.agents),
            self.agent_selection,
            dict(self.rewards),
            dict(self._cumulative_rewards),
            dict(self.terminations),
            dict(self.truncations),
            self._skip_agent_selection,
        )
        return self.table.clone(rest)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this environment, or of another one made alike."""
        self.table.restore(snapshot)
        agents, selection, rewards, cumulative, terminations, truncations, skip = snapshot.rest
        self.agents, self.rewards, self._cumulative_rewards = list(agents), dict(rewards), dict(cumulative)
        self.terminations, self.truncations = dict(terminations), dict(truncations)
        self.infos = {agent: {} for agent in agents}
        self._rewarded = True
        if agents:
            self._mask = self.table.mask()
            self.agent_selection = selection
            self.infos[selection] = {"action_mask": self._mask, "refused": self.table.refused}
        self._skip_agent_selection = skip
