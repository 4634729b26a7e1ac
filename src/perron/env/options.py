"""What every environment can be asked for by name, and the kind of games that comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, TypedDict

import numpy as np

from perron.editions import as_edition
from perron.editions.edition import Edition
from perron.env.numbering import numbering_of
from perron.env.observation import KINDS, fields, flat_size, structured
from perron.env.rewards import reward_number
from perron.env.stepping import DISABLED, NEXT_STEP, SAME_STEP, WORKSPACE
from perron.errors import PerronError

FORMS = ("flat", "dict")
"""Of an observation. flat: one row of bytes; dict: the same bytes as named arrays."""
MASKS = ("observation", "info", "both")
"""Where the legal actions are told. info: the observation holds nothing else then."""
AUTORESET = {"same_step": SAME_STEP, "next_step": NEXT_STEP, "disabled": DISABLED}
"""When a vector deals a new game in place of one that is over, as kernels have it."""

MANY_REFUSED = 100
"""Illegal actions after which an episode is cut short, if nothing else is said."""


class Options(TypedDict, total=False):
    """Options that all environments take by name, none of which has to be given."""

    payments: str
    """Actions that pay: "one" for each colour, with the fewest wilds (the default), or "all"."""
    observation: str
    """"plain": what the seat knows (the default); "derived": features of that too; "planned": a plan for the
    tickets and the planner's advice too; "perfect": what is hidden too."""
    reward: str
    """At the end of a game: "win" (the default), "rank" or "score"."""
    shaping: float
    """How many times the change of a seat's lead on the board is a reward on the way; 0 is the default."""
    illegal_limit: int
    """Illegal actions after which an episode is cut short; `MANY_REFUSED` is the default, 0: never."""
    illegal_reward: float
    """What an illegal action brings; 0 is the default."""
    form: str
    """Of an observation: "flat" (the default) or "dict"."""
    mask: str
    """Where the legal actions are told: in the "observation" (the default), in the "info", or in "both"."""


def one_of(what: str, known: Sequence[str], given: str) -> str:
    """An option's value, if it is one of those known."""
    if given not in known:
        raise PerronError(f"{what} is {', '.join(known)}, not {given!r}")
    return given


def autoreset_name(mode: object) -> str:
    """A mode of `AUTORESET`, given by its name or as Gymnasium's AutoresetMode."""
    name = str(getattr(mode, "name", mode)).lower()
    return one_of(
        "autoreset_mode", tuple(AUTORESET), {"samestep": "same_step", "nextstep": "next_step"}.get(name, name)
    )


def specs_of(opponents: str | Sequence[str], seats: int) -> list[str]:
    """A bot's spec for each opponent in the order of play after the learner, from one for all or one each."""
    others = seats - 1
    specs = [opponents] * others if isinstance(opponents, str) else list(opponents)
    if len(specs) != others:
        raise PerronError(
            f"at a table of {seats} a learner has {others} opponent{'s' if others > 1 else ''}, but {len(specs)} are "
            "named: name one bot for all of them, or one each in the order of play after the learner"
        )
    return specs


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
        form: str = "flat",
        mask: str = "observation",
    ) -> None:
        self.edition = as_edition(edition)
        self.seats = self.edition.seats(seats)
        self.numbering = numbering_of(self.edition, payments)
        self.fields = fields(self.edition, self.seats, observation)
        self.size = flat_size(self.edition, self.seats, observation)
        """Bytes of an observation."""
        self.planned_at = flat_size(self.edition, self.seats, "derived") if observation == "planned" else None
        """Where in an observation the planned part begins, if it has one."""
        self.what, self.reward = KINDS[observation], reward_number(reward)
        """The observation and the reward, as kernels have them."""
        self.shaping, self.illegal_limit = float(shaping), index(illegal_limit)
        self.illegal_reward = float(illegal_reward)
        self.form = one_of("the form of an observation", FORMS, form)
        self.mask_in = one_of("the place of the mask", MASKS, mask)

    def shown(self, rows: Any, masks: Any) -> Any:
        """Flat rows and masks, of one game or of many, as an observation."""
        observation = rows if self.form == "flat" else structured(rows, self.fields)
        return observation if self.mask_in == "info" else {"observation": observation, "action_mask": masks}

    def told(self, masks: Any) -> dict[str, Any]:
        """What an info tells of masks."""
        return {} if self.mask_in == "observation" else {"action_mask": masks}

    def workspace(self, games: int, learner: int | None, autoreset: int) -> np.ndarray:
        """A workspace with the settings for that many games; a learner without a fixed seat takes each in turn."""
        if games < 1 or (learner is not None and not 0 <= learner < self.seats):
            raise PerronError("there must be a game, and the learner's seat must be at the table")
        workspace = np.zeros(1, WORKSPACE)
        workspace["reward"], workspace["shaping"] = self.reward, self.shaping != 0
        workspace["limit"] = self.illegal_limit
        workspace["what"], workspace["autoreset"], workspace["seats"] = self.what, autoreset, self.seats
        workspace["stride"], workspace["learner"] = games, -1 if learner is None else learner
        return workspace
