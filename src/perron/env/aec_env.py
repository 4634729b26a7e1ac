"""PettingZoo: every seat is an agent, and they act in turn."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from perron.editions.edition import Edition
from perron.env.env_game import EnvGame, Snapshot
from perron.env.observation import fields, flat_size, highs
from perron.env.observing import PERFECT, observe_into
from perron.env.options import Options
from perron.env.rendering import FPS, RENDER_MODES, Renderer
from perron.env.spaces import observation_space


class AECGame(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A game in which agents `seat_0`, `seat_1`, … act in turn; `last()` tells what the one to move knows."""

    def __init__(
        self,
        edition: str | Edition,
        seats: int = 2,
        *,
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        super().__init__()
        self.game = EnvGame(edition, seats, **options)
        self.render_mode, self._renderer = render_mode, Renderer(self.game.edition, render_mode)
        self.illegal_reward = self.game.illegal_reward
        self.metadata = {
            "name": f"perron_{self.game.edition.id}_v{self.game.edition.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": FPS,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        actions = self.game.numbering.size
        self.observation_spaces = {agent: observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        whole = fields(self.game.edition, self.game.seats, "perfect")
        self.state_space = spaces.Box(0, highs(whole), dtype=np.uint8)
        self._skip_agent_selection: str | None = None
        self._rewarded = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: `observation` and `action_mask`, unless masks are told in the info."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: the numbers of `game.numbering`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the first of a seed, or the next; options["key"] (32 bytes) deals exactly that one."""
        self.game.deal(seed, (options or {}).get("key"))
        agents = self.possible_agents
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self._skip_agent_selection, self._rewarded = None, False
        self._turn()

    def _turn(self) -> None:
        """It is the decision of the seat to move."""
        self.agent_selection = self.possible_agents[self.game.to_move]
        self._mask = self.game.mask()
        self._tell()
        if self.render_mode == "human":
            self.render()

    def _tell(self) -> None:
        """Infos have the same keys for every agent: libraries put them into arrays."""
        game = self.game
        self.infos: dict[str, dict[str, Any]] = {
            agent: {**game.told(self._mask_of(agent)), "refused": game.refused} for agent in self.agents
        }

    def _mask_of(self, agent: str) -> NDArray[np.int8]:
        """The legal actions of an agent, all 0 if it is not its decision."""
        return self._mask if self._seat_of[agent] == self.game.to_move else np.zeros_like(self._mask)

    def observe(self, agent: str) -> Any:
        """What an agent knows; its legal actions are all 0 if it is not its decision."""
        return self.game.shown(self.game.observe(self._seat_of[agent]), self._mask_of(agent))

    def state(self) -> np.ndarray:
        """Perfect information: all there is, hidden cards included, as seat 0 would see it."""
        game = self.game
        row = np.empty(flat_size(game.edition, game.seats, "perfect"), np.uint8)
        observe_into(game.tables, game.states, 0, 0, PERFECT, game.knowledge(0), row)
        return row

    def step(self, action: Any) -> None:
        """Play an action of the agent to move. An illegal one changes nothing, but it is counted."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self.game
        self._cumulative_rewards[agent] = 0.0
        played = game.play(action)
        if not played or game.shaping or game.over:
            rewards = game.rewards() if played else [0.0] * game.seats
            if not played:
                rewards[self._seat_of[agent]] += self.illegal_reward
            for one, value in zip(self.possible_agents, rewards, strict=True):
                self.rewards[one] = value
                self._cumulative_rewards[one] += value
            self._rewarded = True
        elif self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        if game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif not played and game.refused_too_often:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn()

    def render(self) -> Any:
        """What a spectator sees, in the render mode."""
        return self._renderer.render(self.game.view(None), self.render_mode)

    def close(self) -> None:
        """Close the window, if one is open."""
        self._renderer.close()

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
        return self.game.clone(rest)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this environment, or of another one made alike."""
        self.game.restore(snapshot)
        agents, selection, rewards, cumulative, terminations, truncations, skip = snapshot.rest
        self.agents, self.rewards, self._cumulative_rewards = list(agents), dict(rewards), dict(cumulative)
        self.terminations, self.truncations = dict(terminations), dict(truncations)
        self._mask, self._rewarded = self.game.mask(), True
        self._tell()
        if agents:
            self.agent_selection = selection
        self._skip_agent_selection = skip
