"""Small bots that do one thing, for playtests of playtests."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from perron.bots.protocol import Clock
from perron.bots.registry import register
from perron.view import View


class Last:
    """Takes the last legal action: claims and stations, as far as the cards go."""

    name = "last"

    def choose(self, view: View, clock: Clock) -> str:
        assert view.legal
        return view.legal[-1]


class Raises(Last):
    """Fails at every draw of a card."""

    name = "raises"

    def choose(self, view: View, clock: Clock) -> str:
        choice = super().choose(view, clock)
        if choice.startswith("draw"):
            raise ArithmeticError(choice)
        return choice


class Wrong(Last):
    """Says things that are no legal action."""

    name = "wrong"

    def __init__(self) -> None:
        self.said = Random(1)

    def choose(self, view: View, clock: Clock) -> Any:
        return self.said.choice([None, "", "pass", "claim nowhere-nothing red*1", -1, 3.5, view])


class Sleeps(Last):
    """Does not answer when it could claim a route."""

    name = "sleeps"

    def choose(self, view: View, clock: Clock) -> str:
        choice = super().choose(view, clock)
        if choice.startswith("claim"):
            time.sleep(3600)
        return choice


def register_all() -> None:
    """Make them known."""
    for bot in (Last, Raises, Wrong, Sleeps):
        register(bot.name, lambda _, __, bot=bot: bot())  # type: ignore[misc]
