"""Bots think in processes of their own: a slow one never holds up a table that it does not sit at."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import TypeVar

from perron.bots import make_bot
from perron.bots.alarm import Late, alarm
from perron.bots.built_in import LEVELS
from perron.bots.protocol import Clock, Explains, Explanation
from perron.engine.warm import warm_up
from perron.errors import BotError
from perron.game import Game
from perron.server.least import least_action
from perron.server.parent import end_with_parent
from perron.view import View

T = TypeVar("T")

FALLBACK = "greedy"
HINTS = "planner"
_LATE_S = 5.0  # beyond its budget a bot is broken into
_HANGS_S = 30.0  # beyond its budget its process is ended; a busy machine must not look like a bot that hangs
_log = logging.getLogger("perron.bots")


def budget_seconds(pause_ms: int) -> float:
    """How long a bot may think for its answer to be ready when the pause is over."""
    return pause_ms / 2000


def bot_seed(key: bytes, number: int) -> str:
    """A bot's own randomness: repeatable for whoever has the key, and telling nothing about it."""
    return hmac.new(key, f"bot {number}".encode(), hashlib.sha256).hexdigest()


def _get_ready() -> None:
    """Load what is compiled, in a new process."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this stops it
    warm_up()
    view = Game("tiny", 2, seed=0).view(0)
    for level in (*LEVELS, FALLBACK):
        make_bot(level).choose(view, Clock(0.01))
    _explainer().explain(view)


def _choose(view: View, spec: str, seed: str, seconds: float) -> str:
    with _in_time(seconds):
        return str(make_bot(spec, seed).choose(view, Clock(seconds)))


def _explainer() -> Explains:
    bot = make_bot(HINTS)
    assert isinstance(bot, Explains)
    return bot


def _explain(view: View, seconds: float) -> Explanation:
    with _in_time(seconds):
        return _explainer().explain(view)


@contextmanager
def _in_time(seconds: float) -> Iterator[None]:
    """Break into a bot that is late, as far as an alarm reaches it."""
    try:
        with alarm(seconds + _LATE_S):
            yield
    except Late:
        raise BotError("the bot took too long") from None


class Thinkers:
    """The processes in which bots think."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool = self._new_pool()
        self._free = asyncio.Semaphore(processes)
        """A job is only handed over when a process is free, so that waiting in line is not taken for hanging."""
        self._at_work = asyncio.Semaphore(1)
        """One long piece of work at a time: bots go on in the other processes."""
        self._warm = asyncio.Event()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, mp_context=context, initializer=_get_ready)

    async def warm(self) -> None:
        """Start the processes and let them load what they need; the first time ever that takes a minute."""
        loop = asyncio.get_running_loop()
        while not self._warm.is_set():
            try:
                await asyncio.gather(*(loop.run_in_executor(self._pool, _ready) for _ in range(self._processes)))
                self._warm.set()
            except BrokenExecutor:
                _log.error("bot processes did not start")
                await asyncio.sleep(1)
                stop(self._pool)
                self._pool = self._new_pool()

    async def choose(self, view: View, spec: str, seed: str, seconds: float) -> str:
        """A bot's action; whatever goes wrong with it, the answer is legal."""
        legal = view.legal or ()
        for one in (spec, FALLBACK):
            with suppress(Exception):
                text = await self._ask(_choose, view, one, seed, seconds, limit=seconds + _HANGS_S)
                if text in legal:
                    return text
            _log.warning("bot failed", extra={"bot": one, "edition": view.edition})
        return least_action(legal)

    async def explain(self, view: View) -> Explanation:
        """What a bot would do, and why; raises BotError."""
        try:
            return await self._ask(_explain, view, 2.0, limit=2.0 + _HANGS_S)
        except Exception as error:
            raise BotError(f"no hint: {type(error).__name__}") from error

    async def work_out(self, do: Callable[..., T], *arguments: object) -> T:
        """Have something long done that is no bot's; raises what it raises, BrokenExecutor or TimeoutError."""
        async with self._at_work:
            return await self._ask(do, *arguments, limit=_HANGS_S)

    async def _ask(self, do: Callable[..., T], *arguments: object, limit: float) -> T:
        await self._warm.wait()
        async with self._free:
            pool = self._pool
            asked = asyncio.get_running_loop().run_in_executor(pool, do, *arguments)
            try:
                return await asyncio.wait_for(asked, limit)
            except (BrokenExecutor, TimeoutError):
                self._replace(pool)
                raise

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """A process has died, or hangs in compiled code where no alarm reaches it: start anew."""
        if pool is not self._pool:
            return
        self._pool = self._new_pool()
        self._warm.clear()
        self._warming = asyncio.create_task(self.warm())
        _log.error("bot processes started anew")
        stop(pool)

    def close(self) -> None:
        """Stop the processes."""
        stop(self._pool)


def stop(pool: ProcessPoolExecutor) -> None:
    """End a pool's processes, whatever they are doing."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def _ready() -> bool:
    return True
