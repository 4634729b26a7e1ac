"""The first use says that it compiles; later ones say nothing."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from perron.cli import compiling, console
from perron.cli.compiling import get_ready
from perron.engine import compiled


def test_nothing_is_said_when_the_rules_are_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    get_ready()
    assert capsys.readouterr() == ("", "")


def test_nothing_is_said_when_the_bots_are_compiled_too(capsys: pytest.CaptureFixture[str]) -> None:
    get_ready(["medium"], explain=True)
    assert capsys.readouterr() == ("", "")


def test_the_first_bots_say_that_they_are_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "_mark", lambda explain: None)
    get_ready(["random"])
    assert capsys.readouterr() == ("", "")  # seats played at random need no bot
    get_ready(["medium"])
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith("Compiling the bots")


def test_the_first_use_says_what_it_does(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(compiled, "is_cached", lambda: False)
    get_ready()
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("Compiling the rules")
    assert said.err.count("\n") == 1


def test_a_terminal_shows_each_step(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(compiled, "is_cached", lambda: False)
    monkeypatch.setattr(console, "err", lambda: Console(file=terminal, force_terminal=True, width=80))
    get_ready()
    assert capsys.readouterr() == ("", "")
    assert "Compiling the rules, once" in terminal.getvalue()
    assert "random play" in terminal.getvalue()
