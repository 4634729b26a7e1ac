"""A bot's version: a short hash of what it chooses in positions that never change.

A bot that chooses differently is another bot, whatever it is called: it cannot keep an old rating.
"""

from __future__ import annotations

import hashlib
import multiprocessing as mp
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from perron.bots.alarm import Late, alarm
from perron.bots.built_in import SearchBot
from perron.bots.frozen import frozen_games
from perron.bots.protocol import Bot, Clock
from perron.bots.registry import load_bots, make_bot
from perron.errors import BotError, PerronError
from perron.game import Game

PLAY_OUTS = 64
"""The most play-outs that a search gets here, instead of its own budget: a time budget would not be repeatable."""
EVERY = 3
"""Bots from outside may be slow: they are asked about every third position only."""
PATIENCE = 20.0
"""Seconds for one answer."""
_GRACE = 5.0
_MOST_FAILURES = 3
_DIGITS = 8
_END = ""

_known: dict[tuple[str, tuple[str, ...]], str] = {}


def version_of(spec: str, load: Sequence[str] = ()) -> str:
    """The version of the bot that a spec names; `load` are files that register bots. Raises BotError."""
    return versions([spec], load)[spec]


def versions(specs: Sequence[str], load: Sequence[str] = ()) -> dict[str, str]:
    """The versions of some bots; each is found out once in a process."""
    files = tuple(load)
    with closing(_Outside(files)) as outside:
        found = {}
        for spec in specs:
            bot = make_bot(spec)
            inside = type(bot).__module__.startswith(("perron.bots.", "perron.learned."))
            key = spec, () if inside else files  # no file makes a bot of Perron's own another one
            if key not in _known:
                _known[key] = _hash(spec, bot, list(_choices(spec)) if inside else outside.choices(spec))
            found[spec] = _known[key]
    return found


def _hash(spec: str, bot: Bot, said: Sequence[str]) -> str:
    # A search with another budget plays differently even if it is asked here with the same.
    budget = spec if isinstance(bot, SearchBot) else ""
    return hashlib.sha256("\n".join((budget, *said)).encode("utf-8", "replace")).hexdigest()[:_DIGITS]


@cache
def _positions() -> tuple[tuple[Game, ...], ...]:
    return tuple(frozen_games())


def _choices(spec: str, every: int = 1) -> Iterator[str]:
    """What a bot chooses, one text per position, or the version that it declares itself."""
    declared = getattr(make_bot(spec), "version", None)
    if isinstance(declared, str):
        yield f"version {declared}"
        return
    failures = number = 0
    for game, positions in enumerate(_positions()):
        bot = make_bot(spec, f"frozen {game}")
        if isinstance(bot, SearchBot):
            bot.limit(PLAY_OUTS)
        for position in positions:
            number += 1
            if number % every == 0 and failures < _MOST_FAILURES:
                choice = _choice(bot, position)
                failures += choice == "late"
                yield choice


def _choice(bot: Bot, position: Game) -> str:
    try:
        with alarm(PATIENCE):
            chosen = bot.choose(position.view(position.to_move), Clock())
    except Late:
        return "late"
    except (Exception, SystemExit) as error:  # a bot may be wrong in any way
        return f"raised {type(error).__name__}"
    try:
        return str(position.copy().play(chosen).action)
    except Exception:  # anything at all may have been returned
        return "illegal"


class _Outside:
    """A process for bots that are not ours: they may hang, or end it."""

    def __init__(self, load: tuple[str, ...]) -> None:
        self._load = load
        self._process: BaseProcess | None = None

    def _start(self) -> None:
        context = mp.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self._load, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def choices(self, spec: str) -> list[str]:
        """What a bot chooses, up to where it did not answer any more."""
        said: list[str] = []
        try:
            if self._process is None:
                self._start()
            self._connection.send(spec)
            while True:
                if not self._connection.poll(PATIENCE + _GRACE):
                    self.close()
                    return [*said, "late"]
                word = self._connection.recv()
                if isinstance(word, BotError):  # it was registered in this process alone
                    return list(_choices(spec, EVERY))
                if word == _END:
                    return said
                said.append(word)
        except (EOFError, OSError):
            self.close()
            return [*said, "died"]

    def close(self) -> None:
        """End the process; the next bot is asked in a new one."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
            self._process = None


def _serve(load: tuple[str, ...], connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits
    with suppress(OSError, ValueError):  # what a bot prints is no answer
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for path in load:
        load_bots(path)
    with suppress(EOFError):
        while True:
            try:
                for choice in _choices(connection.recv(), EVERY):
                    connection.send(choice)
                connection.send(_END)
            except PerronError as error:
                connection.send(BotError(str(error)))
