"""The blocks of code in the pages, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of code."""

    page: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(*languages: str) -> list[Block]:
    """Those in some languages, of all pages."""
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        for one in _BLOCK.finditer(text):
            line = text[: one.start()].count("\n") + 1
            found.append(Block(page.relative_to(ROOT).as_posix(), line, one[1], one[2]))
    return [block for block in found if block.language in languages]
