"""Bots by name: specs, files and installed packages."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from perron import Game
from perron.bots import Bot, Clock, load_bots, make_bot, names, register, registry
from perron.bots.levels import LEVELS
from perron.errors import BotError

FILE = """
from perron.bots import register

class First:
    name = "first"

    def choose(self, view, clock):
        return view.legal[0]

register("{name}", lambda argument, seed: First())
"""


@pytest.fixture(autouse=True)
def _registry_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    names()
    monkeypatch.setattr(registry, "_factories", dict(registry._factories))


@pytest.mark.parametrize(
    "spec", ["random", "greedy", "planner", "search", "search:800ms", "search:2s", "search:2000it", *LEVELS]
)
def test_a_good_spec_makes_a_bot(spec: str) -> None:
    bot = make_bot(spec, 3)
    assert isinstance(bot, Bot)
    assert bot.name.startswith(spec)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("planer", "did you mean 'planner'"),
        ("", "there are random"),
        ("search:0it", "takes a budget"),
        ("search:fast", "takes a budget"),
        ("search:-5ms", "takes a budget"),
        ("search:12345678ms", "takes a budget"),
        ("search:9it9", "takes a budget"),
        ("planner:5", "takes no argument"),
        ("easy:5", "takes no argument"),
        ("expert:1s", "takes no argument"),
        (7, "named by a text"),
    ],
)
def test_a_bad_spec_is_refused_in_words(spec: str, words: str) -> None:
    with pytest.raises(BotError, match=words):
        make_bot(spec)


def test_a_file_brings_its_bots(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FILE.format(name="mine"))
    assert load_bots(str(path)) == ("mine",)
    game = Game("tiny", 2, seed=1)
    game.play(make_bot("mine").choose(game.view(0), Clock()))
    assert "mine" in names()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("a b", "SyntaxError"),
        ("x = 1", "registers no bot"),
        (FILE.format(name="planner"), "cannot name a bot"),
        (FILE.format(name="two words"), "cannot name a bot"),
    ],
)
def test_a_file_that_brings_none_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(text)
    with pytest.raises(BotError, match=words):
        load_bots(str(path))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="not a Python file"):
        load_bots(str(tmp_path / "nowhere.py"))
    with pytest.raises(BotError, match="not a Python file"):
        load_bots(str(tmp_path))


def make_installed(argument: str, seed: str) -> Bot:
    """What the entry point of a package would name."""
    return make_bot("greedy", seed)


def test_the_bots_of_an_installed_package_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("installed", f"{__name__}:make_installed", registry.ENTRY_POINTS)
    monkeypatch.setattr(EntryPoint, "load", lambda self: make_installed)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == "perron.bots" else [])
    monkeypatch.setattr(registry, "_installed", cache(registry._installed.__wrapped__))  # nobody has asked yet
    assert "installed" in names()
    assert make_bot("installed").name == "greedy"


def test_a_name_is_given_once() -> None:
    register("once", make_installed)
    with pytest.raises(BotError, match="taken"):
        register("once", make_installed)
