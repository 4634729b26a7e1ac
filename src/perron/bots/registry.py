"""Bots by short texts: `random`, `greedy`, `planner`, `search:800ms`. One registry for everything that plays."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TypeAlias

from perron.bots.protocol import Bot
from perron.errors import BotError

Factory: TypeAlias = Callable[[str, str], Bot]
"""Makes a bot from the part of its spec after the colon and a seed."""

ENTRY_POINTS = "perron.bots"
_BUILT_IN = ("perron.bots.built_in", "perron.learned.factories")
_factories: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Make a bot known by a name; a name that is taken is refused."""
    if not name.isidentifier() or name in _factories:
        raise BotError(f"{name!r} cannot name a bot: it is taken, or not a plain word")
    _factories[name] = factory


def _built_in() -> None:
    # Not at the top: the bots themselves need this module, and are slow to load.
    for module in _BUILT_IN:
        factories: dict[str, Factory] = import_module(module).FACTORIES
        for name, factory in factories.items():
            if name not in _factories:
                register(name, factory)


@cache
def _installed() -> tuple[EntryPoint, ...]:
    """Bots of installed packages, looked up once: that reads a file of every package, and each bot made asks for it."""
    return tuple(entry_points(group=ENTRY_POINTS))


def names() -> tuple[str, ...]:
    """Every bot that is known, those of installed packages included."""
    _built_in()
    for point in _installed():
        if point.name not in _factories:
            register(point.name, point.load())
    return tuple(_factories)


def make_bot(spec: str, seed: int | str = 0) -> Bot:
    """The bot that a spec names, with its own seeded randomness; raises BotError."""
    if not isinstance(spec, str):
        raise BotError(f"a bot is named by a text, not by {type(spec).__name__}")
    name, _, argument = spec.strip().partition(":")
    known = names()
    if name not in known:
        close = get_close_matches(name, known, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
        raise BotError(f"no bot is called {name[:40]!r}; {hint}")
    return _factories[name](argument, str(seed))


def load_bots(path: str) -> tuple[str, ...]:
    """Import a file that registers bots; the names it has added. Only load files that you trust: they are run."""
    before = set(names())
    file = Path(path)
    spec = importlib.util.spec_from_file_location(f"perron_loaded_{file.stem}", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise BotError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BotError(f"{path} could not be loaded: {type(error).__name__}: {error}") from error
    added = tuple(name for name in _factories if name not in before)
    if not added:
        raise BotError(f"{path} registers no bot: call perron.bots.register(name, factory) in it")
    return added
