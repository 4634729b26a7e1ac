"""Bots that play plainly, and bots that do everything wrong. A file like this comes in with --load."""

from __future__ import annotations

import contextlib
import os
import sys
import time

from perron.bots.protocol import Bot, Clock
from perron.bots.registry import Factory, register
from perron.view import View


class Player:
    """What the others have in common."""

    def __init__(self, argument: str, seed: str) -> None:
        self.name = type(self).__name__.lower()
        self.argument, self.seed = argument, seed
        self.asked = 0

    def choose(self, view: View, clock: Clock) -> str:
        assert view.legal is not None
        self.asked += 1
        return self.pick(view.legal, clock)

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        return legal[0]


class First(Player):
    """The first legal action."""


class Claimer(Player):
    """A route whenever it can."""

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        return next((action for action in legal if action.startswith("claim")), legal[0])


class Seeded(Player):
    """What the seed says, so that two seeds play differently."""

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        return legal[sum(f"{self.seed} {self.asked}".encode()) % len(legal)]


class Slow(Player):
    """Takes as many milliseconds as its argument says."""

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        time.sleep(float(self.argument) / 1000)
        return legal[0]


class Raiser(Player):
    """Raises at every fifth decision."""

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        if self.asked % 5 == 0:
            raise ZeroDivisionError("every fifth time")
        return legal[0]


class Leaver(Player):
    """Leaves the program at its second decision."""

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        if self.asked == 2:
            sys.exit("I have had enough")
        return legal[0]


class Liar(Player):
    """Names a route that is not there, and now and then nothing at all."""

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        return "claim here-there red*1" if self.asked % 2 else None  # type: ignore[return-value]


class Sleeper(Player):
    """Sleeps at its third decision."""

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        if self.asked == 3:
            time.sleep(3600)
        return legal[0]


class Stubborn(Player):
    """Never answers, and does not let itself be broken into."""

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        while self.argument or self.asked == 1:
            with contextlib.suppress(BaseException):
                time.sleep(3600)
        return legal[0]


class Killer(Player):
    """Ends its own process at its third decision."""

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        if self.asked == 3:
            os._exit(7)
        return legal[0]


class Talker(Player):
    """Prints what it does."""

    def pick(self, legal: tuple[str, ...], clock: Clock) -> str:
        print("I take", legal[0], "with", clock.seconds)
        return legal[0]


def factory(kind: type[Player]) -> Factory:
    def make(argument: str, seed: str) -> Bot:
        return kind(argument, seed)

    return make


for kind in (First, Claimer, Seeded, Slow, Raiser, Leaver, Liar, Sleeper, Stubborn, Killer, Talker):
    register(kind.__name__.lower(), factory(kind))
