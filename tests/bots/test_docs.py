"""docs/bots.md: its examples run, and every spec is in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from perron.bots import load_bots, make_bot, names, registry
from perron.bots.built_in import FACTORIES

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
GAME, BOT, CHECK = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture(autouse=True)
def _registry_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    names()
    monkeypatch.setattr(registry, "_factories", dict(registry._factories))


def test_the_first_example_plays_a_game() -> None:
    names: dict[str, Any] = {}
    exec(GAME, names)
    assert names["game"].over


def test_a_bot_takes_twelve_lines_and_passes_the_check(tmp_path: Path) -> None:
    assert len([line for line in BOT.splitlines() if line]) <= 12
    path = tmp_path / "longest.py"
    path.write_text(BOT)
    assert load_bots(str(path)) == ("longest",)
    exec(CHECK.replace(', "europe"', ""), {"Longest": type(make_bot("longest"))})


def test_every_built_in_bot_is_in_the_page() -> None:
    assert [name for name in FACTORIES if f"`{name}" not in TEXT] == []
