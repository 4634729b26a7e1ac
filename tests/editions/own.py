"""Editions of somebody's own for tests: the one that `perron editions new` begins, under any id."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from perron.editions.beginning import begin
from perron.editions.places import VARIABLE


def begun_edition(place: Path, ident: str = "utrecht") -> Path:
    """The folder of a new edition in a place."""
    begin(place / ident)
    return place / ident


def known(monkeypatch: pytest.MonkeyPatch, *places: Path) -> None:
    """Let this process, and those that it starts, look for editions in these places."""
    monkeypatch.setenv(VARIABLE, os.pathsep.join(map(str, places)))


def change(file: Path, old: str, new: str) -> None:
    """Change a file; what is to be changed must be there."""
    text = file.read_text("utf-8")
    assert old in text, old
    file.write_text(text.replace(old, new), "utf-8")
