"""The shell completes commands, flags and editions."""

from __future__ import annotations

import subprocess

import pytest

from perron.editions import names
from tests.cli.command import COMMAND, ENVIRONMENT


def completed(shell: str, typed: str) -> list[str]:
    """What a shell gets when somebody has typed this much and asks for completion."""
    asked = {"_PERRON_COMPLETE": f"complete_{shell}", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    if shell == "fish":
        asked = {"_PERRON_COMPLETE": "complete_fish", "_TYPER_COMPLETE_ARGS": typed}
        asked["_TYPER_COMPLETE_FISH_ACTION"] = "get-args"
    done = subprocess.run(COMMAND, env={**ENVIRONMENT, **asked}, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_commands_flags_and_editions_are_completed(shell: str) -> None:
    assert completed(shell, "perron si") == ["simulate"]
    assert completed(shell, "perron simulate --edition ") == list(names())
    assert completed(shell, "perron board --edition amsterdam@") == ["amsterdam@1", "amsterdam@2"]
    assert "--games" in completed(shell, "perron arena --g")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_printed(shell: str) -> None:
    # Which shell it is run from is found out by looking at the processes above it: here it is told instead.
    told = {**ENVIRONMENT, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = subprocess.run([*COMMAND, "--show-completion", shell], env=told, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_PERRON_COMPLETE=complete_{shell}" in done.stdout


def test_the_script_is_that_of_the_shell_it_is_asked_from() -> None:
    asked = ["bash", "-c", '"$@"; exit $?', "bash", *COMMAND, "--show-completion"]
    done = subprocess.run(asked, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "_PERRON_COMPLETE=complete_bash" in done.stdout
