"""Every block of commands in the pages runs by itself in a shell, as a reader would run it.

The rest of the system is played by stand-ins: what a page asks of systemd or of pip is not tried here. A server and the
ladder would run for long, and who joins needs a server: of these, flags and values are read as the command itself does.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from perron import Game
from perron.record import save_record
from perron.server.store import archive
from tests.docs.blocks import ROOT, Block, blocks
from tests.docs.loaded_command import CALL

pytestmark = pytest.mark.xdist_group("shell")  # the command is loaded once then

COMMAND = re.compile(r"^(?:\$ )?(?:sudo -u \w+ )?perron [a-z-]", re.MULTILINE)
ELSEWHERE = ("README.md",)
"""Its commands are run in an environment of their own, in tests/packages."""
RELEASED = ROOT / "tests" / "server" / "store" / "released" / "0005.backup.gz"
SHELL = [
    block
    for block in blocks("", "console")
    if COMMAND.search(block.text)
    and block.page not in ELSEWHERE
    and not (block.page == "docs/cli.md" and block.language == "console")  # run with their answers in tests/cli
]
STAND_INS = ("chown", "createdb", "curl", "journalctl", "pip", "systemctl")
BACKUP = "perron-20261116-180000-123.gz"
"""The name that the pages give a backup."""


def changed(text: str, home: Path) -> str:
    """The commands of a block, with places of this test's own, with few games and small pictures."""
    lines = text.splitlines()
    if any(line.startswith("$ ") for line in lines):
        lines = [line[2:] for line in lines if line.startswith("$ ")]
    script = "\n".join(lines).replace("/opt/perron/bin/", "").replace("CODE", "aaaaaaaaaa")
    script = re.sub(r"/(?:var/lib|var/backups|tmp)/", lambda place: f"{home}{place[0]}", script)
    script = re.sub(r"postgresql://\S+", f"sqlite:///{home}/other.sqlite", script)
    script = re.sub(r"tune \w+ --minutes \d+", "tune my_board.toml --trials 1 --deals 2 --out weights.toml", script)
    script = re.sub(r"(--out \S+\.png)(.*?)(?: --width \d+)?$", r"\1\2 --width 300", script, flags=re.MULTILINE)
    script = re.sub(r"--games \d+", "--games 2 --bot greedy --jobs 1", script)
    script = re.sub(r"review \S+\.txt", r"\g<0> --budget 8", script)
    script = re.sub(r"puzzles --play \d+ --edition \S+", "puzzles --play 1 --edition micro --budget 8", script)
    little = "--rounds 1 --games 64 --width 16 --device cpu"
    return re.sub(r"learn --edition \w+(?: --minutes \S+)?", f"learn --edition tiny {little}", script)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server's data, and the records of a game that is begun and of a small one that is over."""
    folder = tmp_path_factory.mktemp("kept")
    archive.restore(RELEASED, None, folder / "data", replace=False)
    game = Game("berlin", seats=2, seed=7)
    while len(game.moves) < 90:
        game.play(int(game.legal_numbers()[0]))
    save_record(game, folder / "game.txt")
    over = Game("micro", seats=2, seed=7)
    while not over.over:
        over.play(int(over.legal_numbers()[0]))
    save_record(over, folder / "finished.txt")
    return folder


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The program `perron`, which has everything loaded already."""
    folder = tmp_path_factory.mktemp("command")
    address, program = folder / "line", folder / "perron"
    program.write_text(CALL.format(python=sys.executable, address=str(address)))
    variables = {**os.environ, "COLUMNS": "80"}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.docs.loaded_command", address], cwd=ROOT, env=variables
    ) as loaded:
        while not address.exists():
            assert loaded.poll() is None, "it could not be loaded"
            time.sleep(0.05)
        yield program
        loaded.terminate()


@pytest.fixture
def home(tmp_path: Path, kept: Path, command: Path) -> Path:
    """A machine with a server's data, its backups, and a reader's files in the current folder."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in STAND_INS:
        (programs / name).write_text("#!/bin/sh\n")
    (programs / "sudo").write_text('#!/bin/sh\nshift 2\nexec "$@"\n')
    shutil.copy(command, programs)
    for program in programs.iterdir():
        program.chmod(0o755)
    backups = tmp_path / "var" / "backups" / "perron"
    backups.mkdir(parents=True)
    for name in (BACKUP, BACKUP.replace("18", "12", 1)):
        shutil.copy(RELEASED, backups / name)
    here = tmp_path / "here"
    here.mkdir()
    shutil.copy(ROOT / "src" / "perron" / "editions" / "berlin" / "edition.toml", here / "my_board.toml")
    for record in ("game.txt", "finished.txt"):
        shutil.copy(kept / record, here)
    for data in ("var/lib/perron", "share/perron"):
        shutil.copytree(kept / "data", tmp_path / data)
    return tmp_path


def run(home: Path, script: str) -> subprocess.CompletedProcess[str]:
    """A shell runs it; the first command that fails ends it."""
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    variables = {**os.environ, "PATH": path, "XDG_DATA_HOME": str(home / "share"), "COLUMNS": "80"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=home / "here",
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{script}\n{done.stderr}"
    return done


@pytest.mark.parametrize("block", SHELL, ids=str)
def test_a_block_runs(home: Path, block: Block) -> None:
    done = run(home, changed(block.text, home))
    assert "Traceback" not in done.stderr


def test_the_pages_have_such_blocks() -> None:
    assert len(SHELL) >= 15
