"""What every environment can be asked for by name, and the kind of games that comes of it."""

from __future__ import annotations

from operator import index
from typing import TypedDict

import numpy as np

from perron.editions import as_edition
from perron.editions.edition import Edition
from perron.env.numbering import numbering_of
from perron.env.observation import KINDS, fields, flat_size
from perron.env.rewards import reward_number
from perron.env.stepping import ROOM
from perron.errors import PerronError

MANY_REFUSED = 100
"""Illegal actions after which an episode is cut short, if nothing else is said."""


class Options(TypedDict, total=False):
    """Options that all environments take by name, none of which has to be given."""

    payments: str
    """Actions that pay: "one" for each colour, with the fewest wilds (the default), or "all"."""
    observation: str
    """"plain": what the seat knows (the default); "derived": features of that too; "perfect": what is hidden too."""
    reward: str
    """At the end of a game: "win" (the default), "rank" or "score"."""
    shaping: float
    """How many times the change of a seat's lead on the board is a reward on the way; 0 is the default."""
    illegal_limit: int
    """Illegal actions after which an episode is cut short; `MANY_REFUSED` is the default, 0: never."""
    illegal_reward: float
    """What an illegal action brings; 0 is the default."""


class GameKind:
    """A kind of games: the edition, how many play, and what an environment shows and rewards."""

    def __init__(
        self,
        edition: str | Edition,
        seats: int,
        *,
        payments: str = "one",
        observation: str = "plain",
        reward: str = "win",
        shaping: float = 0.0,
        illegal_limit: int = MANY_REFUSED,
        illegal_reward: float = 0.0,
    ) -> None:
        self.edition = as_edition(edition)
        self.seats = self.edition.seats(seats)
        self.numbering = numbering_of(self.edition, payments)
        self.fields = fields(self.edition, self.seats, observation)
        self.size = flat_size(self.edition, self.seats, observation)
        """Bytes of an observation."""
        self.what, self.reward = KINDS[observation], reward_number(reward)
        """The observation and the reward, as kernels have them."""
        self.shaping, self.illegal_limit = float(shaping), index(illegal_limit)
        self.illegal_reward = float(illegal_reward)

    def rules(self, games: int, learner: int | None, autoreset: int) -> np.ndarray:
        """A room with the rules of so many games; without a seat of its own a learner sits on one after the other."""
        if games < 1 or (learner is not None and not 0 <= learner < self.seats):
            raise PerronError("there must be a game, and the learner's seat must be at the table")
        room = np.zeros(1, ROOM)
        room["reward"], room["shaping"], room["limit"] = self.reward, self.shaping != 0, self.illegal_limit
        room["what"], room["autoreset"], room["seats"] = self.what, autoreset, self.seats
        room["stride"], room["learner"] = games, -1 if learner is None else learner
        return room
