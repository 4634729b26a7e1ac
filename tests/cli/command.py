"""Run the `perron` command: as people do, in a process of its own, or quicker in this one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import perron
from perron.cli import main

COMMAND = [sys.executable, "-m", "perron.cli"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(perron.__file__).parents[1]), "COLUMNS": "80"}
CLAIM_OR_DRAW = "1 2\n1\n" * 4000
"""Answers that bring any game to its end: the first two tickets, then always the first thing there is to do."""


@dataclass(frozen=True)
class Answer:
    """What a command has said."""

    code: int
    out: str
    err: str


def in_a_process(*arguments: str, typed: str = "", folder: Path | None = None) -> Answer:
    """Run the real command."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        check=False,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **ENVIRONMENT},
        cwd=folder,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


Run = Callable[..., Answer]


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The same command in this process."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str, typed: str = "") -> Answer:
        monkeypatch.setattr(sys, "argv", ["perron", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return Answer(end.value.code, said.out, said.err)

    return run


def assert_refused(answer: Answer, *words: str) -> None:
    """Exit code 2, nothing on stdout, and one paragraph on stderr that has these words in it."""
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("perron")
    assert "Traceback" not in answer.err
    assert "\n\n" not in answer.err
    for word in words:
        assert word in answer.err
