"""Bots run in processes of their own: a slow bot never holds up a table that it does not play at."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import math
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from perron.bots import make_bot
from perron.bots.alarm import Late, alarm
from perron.bots.levels import LEVELS
from perron.bots.protocol import Clock, Explains, Explanation
from perron.editions import smallest
from perron.engine.warm import compile_all, warm_up
from perron.errors import BotError
from perron.game import Game
from perron.learned import warm as learned
from perron.server.default_action import default_action
from perron.server.job_queue import BOT, HINT, JobOwner, JobQueue
from perron.server.metrics import Metrics
from perron.server.process_pool import ProcessPool
from perron.server.refusal import Refused
from perron.server.settings import Limits
from perron.view import View

FALLBACK = "greedy"
HINTS = "hard"
"""It says who is likely to win where a network has learned the board, and gives hints of its plan elsewhere."""
_HINT_S = 2.0
_LATE_S = 5.0  # beyond its budget a bot is interrupted
_HANGS_S = 30.0  # beyond its budget its process is killed; long, since a busy machine must not look like a hanging bot
_log = logging.getLogger("perron.bots")


@dataclass(frozen=True, slots=True)
class Pause:
    """The time from an action to a bot's answer."""

    seconds: float
    over: float
    """When it ends, by the clock of the event loop."""

    def budget(self, now: float) -> float:
        """How long a bot that starts now may think for its answer to be ready when the pause ends.

        Half of what is left. A bot that waited so long for a process that nothing is left still gets a little time, and
        is late.
        """
        return max(self.seconds / 20, min(self.seconds, self.over - now) / 2)

    def appears(self, now: float) -> float:
        """When an answer that is ready now is shown: at the end of the pause, or of a later multiple of it."""
        late = max(0.0, now - self.over)
        return self.over + math.ceil(late / self.seconds) * self.seconds


def bot_seed(key: bytes, number: int) -> str:
    """The seed of a bot's randomness: repeatable for whoever has the key, without revealing the key."""
    return hmac.new(key, f"bot {number}".encode(), hashlib.sha256).hexdigest()


def _get_ready() -> None:
    """Load what is compiled, in a new process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process stops this one
    if hasattr(os, "nice"):
        os.nice(5)  # the tables themselves have priority
    warm_up()
    view = Game(smallest(), 2, seed=0).view(0)
    for level in (*LEVELS, FALLBACK):
        make_bot(level).choose(view, Clock(0.01))
    _explainer().explain(view)
    compile_all(learned.steps(), learned.__file__)  # nobody has learned the smallest board


def _choose(view: View, spec: str, seed: str, seconds: float) -> str:
    with _in_time(seconds):
        return str(make_bot(spec, seed).choose(view, Clock(seconds)))


def _begin(view: View, spec: str, seed: str, pause: Pause) -> tuple[View, str, str, float]:
    return view, spec, seed, pause.budget(asyncio.get_running_loop().time())


def _explainer() -> Explains:
    bot = make_bot(HINTS)
    assert isinstance(bot, Explains)
    return bot


def _explain(view: View, seconds: float) -> Explanation:
    with _in_time(seconds):
        return _explainer().explain(view)


@contextmanager
def _in_time(seconds: float) -> Iterator[None]:
    """Interrupt a bot that is late, if an alarm reaches it."""
    try:
        with alarm(seconds + _LATE_S):
            yield
    except Late:
        raise BotError("the bot took too long") from None


class BotPool(ProcessPool):
    """The processes in which bots choose their moves and work out hints."""

    def __init__(self, processes: int, limits: Limits, metrics: Metrics) -> None:
        super().__init__(processes, _get_ready, JobQueue(processes, limits, metrics))

    async def choose(self, view: View, spec: str, seed: str, pause: Pause, owner: JobOwner) -> str:
        """A bot's action. Whatever goes wrong with the bot, the answer is legal."""
        legal = view.legal or ()
        for one in (spec, FALLBACK):
            error = "illegal"
            try:
                begin = partial(_begin, view, one, seed, pause)
                text = await self.run(BOT, owner, _choose, begin, pause.seconds / 2 + _HANGS_S)
                if text in legal:
                    return text
            except Exception as raised:
                error = type(raised).__name__
            _log.warning("bot failed", extra={"bot": one, "edition": view.edition, "error": error})
        return default_action(legal)

    async def explain(self, view: View, owner: JobOwner) -> Explanation:
        """What a bot would do, and why; raises BotError, and Refused if too many hints are waiting."""
        try:
            return await self.run(HINT, owner, _explain, lambda: (view, _HINT_S), _HINT_S + _HANGS_S)
        except Refused:
            raise
        except Exception as error:
            raise BotError(f"no hint: {type(error).__name__}") from error
