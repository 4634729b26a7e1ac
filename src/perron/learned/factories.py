"""The specs of the bots that play with a network."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from perron.bots.protocol import Bot
from perron.bots.registry import Factory
from perron.errors import BotError


def _bots() -> Any:
    # Loaded when the first of them is made: the others need none of it.
    return import_module("perron.learned.bots")


def _learned(argument: str, seed: str) -> Bot:
    if argument:
        raise BotError(f"learned takes no argument, not {argument[:20]!r}")
    made: Bot = _bots().LearnedBot("learned", seed)
    return made


def _guided(argument: str, seed: str) -> Bot:
    made: Bot = _bots().searching("guided", _bots().GuidedBot)(argument, seed)
    return made


FACTORIES: dict[str, Factory] = {"learned": _learned, "guided": _guided}
