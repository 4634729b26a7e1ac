"""What was one kind of game is four switches of the data: no code asks which kind it is."""

from __future__ import annotations

import re
from pathlib import Path

import perron

HOME = Path(perron.__file__).parent
WEB = HOME.parents[1] / "web" / "src"
ASKED = re.compile(r"""\.(is_)?race\b|\bis_?race\b|\[["']race["']\]|\bif (not )?race\b""", re.IGNORECASE)
ALLOWED = {HOME / "editions" / "format_1.py"}
"""The reader of the older edition files, in which a table had that name."""


def test_no_code_asks_whether_a_game_is_a_race() -> None:
    files = [*HOME.rglob("*.py"), *WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]
    assert len(files) > 300
    found = [
        f"{path.relative_to(HOME.parents[1])}:{number}: {line.strip()}"
        for path in files
        if path not in ALLOWED
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if ASKED.search(line)
    ]
    assert found == []
