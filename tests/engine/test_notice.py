"""Whoever waits for a compiler is told so: on stderr, how far it is, and only then."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from perron.engine import entries, legal, notice
from perron.engine.notice import Progress
from tools.imports import PACKAGE

GAME = "from perron import Game; print(Game('tiny', 2, seed=0).to_move)"


def run(code: str, cache: Path, **more: str) -> tuple[str, str]:
    """What a new process prints on stdout and stderr."""
    env = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "PERRON_CACHE": str(cache), **more}
    done = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True)
    return done.stdout, done.stderr


def test_a_game_that_is_compiled_says_so_and_the_next_one_says_nothing(tmp_path: Path) -> None:
    out, err = run(GAME, tmp_path)
    assert out == "0\n"
    assert err.startswith("Perron is compiling for this machine; this is done once")
    assert run(GAME, tmp_path) == ("0\n", "")


COUNTED = """
import json
import numpy as np
from perron.engine import notice, open_tickets, swapping
from perron.engine.state import STATE
from perron.engine.tables import TABLES

told = []
with notice.shown_by(told.append):
    swapping.refuse_swap(np.zeros(1, TABLES)[0], np.zeros(1, STATE)[0])
    open_tickets.tickets_completed(np.zeros(1, TABLES)[0], np.zeros(1, STATE)[0], 0)
print(json.dumps([None if one is None else one[:2] for one in told]))
"""


def test_somebody_else_can_say_it_and_the_count_ends_where_it_should(tmp_path: Path) -> None:
    out, err = run(COUNTED, tmp_path)
    told = eval(out.replace("null", "None"))
    assert err == ""
    assert told.count(None) == 2  # two calls from Python
    first, second = told[: told.index(None)], told[told.index(None) + 1 : -1]
    assert first == [[0, 1]]  # calls nothing
    assert second == [[1, 3], [1, 3], [2, 3]]  # itself, and the count of bits that it calls
    assert run(COUNTED, tmp_path) == ("[]\n", "")


class Terminal(io.StringIO):
    """Keeps what is written on it."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_has_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.delenv(notice.VARIABLE, raising=False)
    show = notice.OnStderr()
    show(Progress(1, 8, 0.5))
    assert terminal.getvalue() == ""  # it may be done at once
    show(Progress(4, 8, 2.0))
    assert "[##########          ] 4 of 8 functions, 2 s" in terminal.getvalue()
    show(None)
    assert terminal.getvalue().endswith("\r\x1b[2K")
    assert "\n" not in terminal.getvalue()


def test_elsewhere_there_is_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    monkeypatch.delenv(notice.VARIABLE, raising=False)
    show = notice.OnStderr()
    for seconds in (0.5, 1.5, 5.0, 10.0, 17.0):
        show(Progress(int(seconds), 20, seconds))
    show(None)
    first, second = file.getvalue().splitlines()
    assert "once" in first
    assert second == "... 17 of 20 functions after 17 s"


@pytest.mark.parametrize("off", ["off", "0", "No"])
def test_it_can_be_silenced(monkeypatch: pytest.MonkeyPatch, off: str) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    monkeypatch.setenv(notice.VARIABLE, off)
    show = notice.OnStderr()
    show(Progress(17, 20, 17.0))
    show(None)
    assert file.getvalue() == ""
    monkeypatch.setenv(notice.VARIABLE, "on")
    show(Progress(18, 20, 18.0))
    assert "once" in file.getvalue()


def test_nothing_happens_where_there_is_no_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    notice.OnStderr()(Progress(1, 2, 5.0))


def test_what_a_kernel_calls_is_found_by_name_and_through_modules() -> None:
    assert legal.list_legal in notice.called_by(entries.legal_into.py_func)  # type: ignore[attr-defined]
    through = notice.called_by(legal.count_legal.py_func)  # type: ignore[attr-defined]
    assert {"count_draws", "count_claims", "count_stations"} <= {kernel.__name__ for kernel in through}
