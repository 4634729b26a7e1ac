"""Opponents of any kind, asked for one decision at a time from Python."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from perron.bots import Bot, Clock, make_bot
from perron.bots.built_in import CompiledBot
from perron.editions.edition import Edition
from perron.env.env_game import EnvGame


class Opponents:
    """The bots of one game, in the order of play after the learner."""

    def __init__(self, specs: Sequence[str], edition: Edition, seed: str) -> None:
        self._bots: list[Bot] = [make_bot(spec, f"{seed} {i}") for i, spec in enumerate(specs)]
        for bot in self._bots:
            if isinstance(bot, CompiledBot):
                bot.use_edition(edition)

    def play(self, game: EnvGame, learner: int) -> None:
        """Play until it is the learner's decision, or the game is over."""
        while not game.over and game.to_move != learner:
            seat = game.to_move
            bot = self._bots[(seat - learner) % game.seats - 1]
            if isinstance(bot, CompiledBot):
                game.play_int(bot.choose_int(game.tables, game.knowledge(seat), Clock()))
            else:
                game.play_choice(bot.choose(game.view(seat), Clock()))

    @property
    def forgets(self) -> bool:
        """Whether none has a memory. A built-in bot has none: its choice follows from its seed and what it knows."""
        return all(isinstance(bot, CompiledBot) for bot in self._bots)

    def memories(self) -> list[Bot | None]:
        """What the bots remember."""
        return [None if isinstance(bot, CompiledBot) else deepcopy(bot) for bot in self._bots]

    def remember(self, memories: Sequence[Bot | None]) -> None:
        """Go back to what bots of the same seed remembered."""
        for i, bot in enumerate(memories):
            if bot is not None:
                self._bots[i] = deepcopy(bot)  # the memories may be gone back to again
