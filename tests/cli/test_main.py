"""The command as a whole: help, version, wrong flags, and a reader that goes away."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import perron
from tests.cli.command import COMMAND, ENVIRONMENT, Run, assert_refused, in_a_process

COMMANDS = ("play", "simulate", "replay", "verify", "editions", "rules", "perft", "bench")


def test_the_version_is_printed(run: Run) -> None:
    answer = run("--version")
    assert (answer.code, answer.out) == (0, f"perron {perron.__version__}\n")


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_names_every_command(run: Run, arguments: tuple[str, ...]) -> None:
    answer = run(*arguments)
    assert answer.code == 0
    for command in COMMANDS:
        assert f" {command} " in answer.out


@pytest.mark.parametrize("command", [*COMMANDS, "editions check"])
def test_every_command_has_help(run: Run, command: str) -> None:
    answer = run(*command.split(), "--help")
    assert (answer.code, answer.err) == (0, "")
    assert f"Usage: perron {command} " in answer.out


@pytest.mark.parametrize(
    "arguments", ["--help", "--version", "simulate --help", "play --help", "editions", "rules EU-U5"]
)
def test_what_needs_no_game_does_not_load_the_compiler(arguments: str) -> None:
    script = (
        "import sys\n"
        "from perron.cli import main\n"
        "try:\n    main()\n"
        "finally:\n    print('numba' in sys.modules, file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", script, *arguments.split()]
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=ENVIRONMENT)
    assert (done.returncode, done.stderr) == (0, "False\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--wrong", ["--wrong", "perron --help"]),
        ("ride", ["ride", "perron --help"]),
        ("simulate --edition tiny --wrong 3", ["perron simulate:", "--wrong", "perron simulate --help"]),
        ("simulate", ["perron simulate:", "--edition"]),
        ("simulate --edition", ["--edition", "argument"]),
        ("simulate --edition tiny --games many", ["--games"]),
        ("play --language fr", ["--language"]),
        ("replay", ["perron replay:", "FILE"]),
        ("verify one two", ["two"]),
        ("editions wrong", ["perron editions:", "wrong"]),
        ("perft --edition tiny --payments some", ["--payments"]),
        ("bench --slow", ["--slow"]),
    ],
)
def test_a_wrong_flag_is_named_in_one_paragraph(run: Run, arguments: str, words: list[str]) -> None:
    answer = run(*arguments.split())
    assert_refused(answer, *words)
    assert answer.err.count("\n") == 1


def test_exit_code_and_streams_are_those_of_a_real_command() -> None:
    assert_refused(in_a_process("simulate", "--edition", "tiny", "--seats", "9"), "2 to 3 players", "9")


@pytest.mark.parametrize(
    "arguments", ["rules", "editions --json", "replay {record}", "rules --coverage", "--help", "--version"]
)
def test_a_reader_that_goes_away_is_no_fault(arguments: str, finished: object) -> None:
    words = arguments.format(record=finished).split()
    process = subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


def test_a_terminal_without_unicode_gets_no_traceback() -> None:
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run([*COMMAND, "editions"], check=False, capture_output=True, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"amsterdam" in done.stdout


@pytest.mark.parametrize("stream", ["0<&-", "1>&-", "2>&-"])
def test_a_closed_stream_is_no_fault(stream: str) -> None:
    done = subprocess.run(
        f"exec {shlex.quote(sys.executable)} -m perron.cli editions {stream}",
        shell=True,
        check=False,
        capture_output=True,
        env=ENVIRONMENT,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "editions"], check=False, stdout=full, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
        )
    assert (done.returncode, done.stderr) == (2, "perron: No space left on device\n")
