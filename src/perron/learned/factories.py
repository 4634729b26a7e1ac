"""The specs of the bots that play with a network, the two stronger levels for people among them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from perron.bots.protocol import Bot
from perron.bots.registry import Factory
from perron.errors import BotError


def _bots() -> Any:
    # Loaded when the first of them is made: the others need none of it.
    return import_module("perron.learned.bots")


def _plain(name: str, kind: str, *more: object) -> Factory:
    def make(argument: str, seed: str) -> Bot:
        if argument:
            raise BotError(f"{name} takes no argument, not {argument[:20]!r}")
        made: Bot = getattr(_bots(), kind)(name, seed, *more)
        return made

    return make


def _guided(argument: str, seed: str) -> Bot:
    made: Bot = _bots().searching("guided", _bots().GuidedBot)(argument, seed)
    return made


FACTORIES: dict[str, Factory] = {
    "learned": _plain("learned", "LearnedBot"),
    "guided": _guided,
    "hard": _plain("hard", "HardBot"),
    "expert": _plain("expert", "ExpertBot", 1.0, None),
}
