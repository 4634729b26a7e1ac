"""Every block of Python in the pages runs by itself: whoever copies one needs no other."""

from __future__ import annotations

import doctest
import importlib.resources
from pathlib import Path

import pytest

from tests.docs.blocks import Block, blocks

ELSEWHERE = ("docs/bots.md", "docs/environments.md")
"""Run block by block in tests/bots and tests/env."""
PYTHON = [block for block in blocks("python", "pycon") if block.page not in ELSEWHERE]
SESSIONS = [block for block in PYTHON if block.text.startswith(">>>")]
SCRIPTS = [block for block in PYTHON if block not in SESSIONS]
FLAGS = doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("block", SESSIONS, ids=str)
def test_a_session_says_what_perron_says(block: Block) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, {}, str(block), block.page, block.line)
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
    assert result.failed == 0, "".join(said)
    assert result.attempted > 0


@pytest.mark.parametrize("block", SCRIPTS, ids=str)
def test_a_script_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    board = importlib.resources.files("perron.editions").joinpath("tiny/edition.toml").read_text("utf-8")
    Path("utrecht.toml").write_text(board.replace('id = "tiny"', 'id = "utrecht"'), "utf-8")
    exec(compile(block.text, str(block), "exec"), {"__name__": "copied"})


def test_there_are_blocks_of_both_kinds() -> None:
    assert len(SESSIONS) >= 10
    assert len(SCRIPTS) >= 4
