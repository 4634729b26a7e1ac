"""docs/cli.md: every command and flag is in it, and its examples are what the command prints."""

from __future__ import annotations

import re
import shutil
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import typer

from perron.cli import app
from tests.cli.command import CLAIM_OR_DRAW, Run

TEXT = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
RELEASED = Path(__file__).parents[1] / "server" / "store" / "released"
EXAMPLES = re.findall(r"```console\n\$ perron (.*)\n([^`]*)```", TEXT)


def commands(command: Any, path: str) -> list[tuple[str, Any]]:
    """Every command with its path, those of groups too."""
    found = [(path, command)]
    for name, sub in getattr(command, "commands", {}).items():
        found += commands(sub, f"{path} {name}")
    return found


ALL = commands(typer.main.get_command(app), "perron")


def section(path: str) -> str:
    """The part of the page that a command has for itself; the command above all has the beginning."""
    if path == "perron":
        return TEXT.partition("\n## ")[0]
    found = re.search(rf"^##+ {path}\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found is not None, f"no heading for {path}"
    return found[1]


@pytest.mark.parametrize(("path", "command"), ALL, ids=[path for path, _ in ALL])
def test_every_command_and_flag_is_in_the_page(path: str, command: Any) -> None:
    text = section(path)
    flags = [flag for parameter in command.params for flag in parameter.opts if flag.startswith("--")]
    assert [flag for flag in flags if flag not in text] == []


def test_every_command_has_an_example() -> None:
    shown = [example for example, _ in EXAMPLES]
    without = [path for path, _ in ALL if not any(f"perron {one} ".startswith(f"{path} ") for one in shown)]
    # One takes long, one needs a server with a table, the other's answer is of one machine.
    assert without == ["perron ladder", "perron join", "perron bench"]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the files that the examples name are kept."""
    return tmp_path_factory.mktemp("shelf")


@pytest.fixture
def files(shelf: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that the examples name, in the current folder: made once, and copied for every example."""
    if not any(shelf.iterdir()):
        monkeypatch.chdir(shelf)
        make_files(run)
    shutil.copytree(shelf, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


def make_files(run: Run) -> None:
    game = ("--edition", "tiny", "--seats", "2", "--seed", "7", "--bots", "random")
    run("play", *game, "--record", "game.txt", typed=CLAIM_OR_DRAW)
    board = resources.files("perron.editions").joinpath("tiny/edition.toml").read_text("utf-8")
    board = board.replace('length = 1, colour = "gray" }', 'length = 7, colour = "grey" }')
    Path("mine.toml").write_text(board.replace(', sv = "Pytteliten"', ""), "utf-8")
    shutil.copy(RELEASED / "0001.backup.gz", "tables.gz")
    run("restore", "tables.gz", "--data", "data")
    cases = re.search(r"```\n(id opening\n.*?)```", TEXT, re.DOTALL)
    assert cases is not None
    Path("some.perft").write_text(cases[1])


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("command", "expected"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_an_example_prints_what_the_page_says(run: Run, command: str, expected: str) -> None:
    answer = run(*command.split())
    printed = (answer.out + answer.err).replace("\n> \n", "\n>\n")  # a prompt ends where the answer is typed
    assert " \n" not in printed
    pattern = re.escape(expected).replace("…", ".*")  # an ellipsis leaves something out
    assert re.fullmatch(pattern, printed, re.DOTALL) is not None, printed
