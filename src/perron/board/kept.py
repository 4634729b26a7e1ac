"""What the package keeps of the boards it knows; an earlier version of the rules has its own if its board differs."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources


def names_of(edition: str, version: int) -> tuple[str, str]:
    """The names under which something may be kept for a board, the more particular first."""
    return f"{edition}-{version}", edition


@lru_cache(maxsize=32)
def text_kept(folder: str, edition: str, version: int, suffix: str) -> str:
    """A file's text; empty if there is none."""
    for name in names_of(edition, version):
        file = resources.files("perron.board").joinpath(folder, name + suffix)
        if file.is_file():
            return file.read_text("utf-8")
    return ""
