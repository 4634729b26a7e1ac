"""Perron without any extra: what needs one says which, and how to install it, before anything else is done."""

from __future__ import annotations

import subprocess

import pytest

from perron.extras import MissingExtra, missing, need
from tests.packages import pythons
from tests.packages.conftest import Built
from tests.packages.pythons import Environment

pytestmark = pytest.mark.xdist_group("packages")
COMMANDS = {
    "arena --edition tiny --bots random,greedy --games 1000000": ("arena", "choix>=0.4"),
    "ladder --results games": ("arena", "choix>=0.4"),
    "learn --edition tiny --out run": ("learn", "torch>=2.5"),
    "board --edition tiny --out tiny.png": ("picture", "resvg_py>=0.3"),
    "serve --port 0": ("server", "fastapi>=0.128"),
    "backup tables.gz": ("server", "fastapi>=0.128"),
    "restore tables.gz": ("server", "fastapi>=0.128"),
    "export aaaaaaaaaa": ("server", "fastapi>=0.128"),
    "moderate reports": ("server", "fastapi>=0.128"),
}
IMPORTS = {
    "from perron.env import aec; aec('tiny')": ("env", "gymnasium>=1.1"),
    "from perron.env import vector; vector('tiny')": ("env", "gymnasium>=1.1"),
    "from perron.env.gpu.games import Games": ("gpu", "numba-cuda<0.31,>=0.30"),
    "from perron.env.gpu.vector import GpuVector": ("gpu", "numba-cuda<0.31,>=0.30"),
    "import perron.env.openspiel": ("openspiel", "open_spiel>=2.0"),
    "from perron.board import to_png; to_png('<svg/>')": ("picture", "resvg_py>=0.3"),
}


@pytest.fixture(scope="module")
def bare(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The wheel with what it always needs, and no more."""
    return pythons.linked(tmp_path_factory.mktemp("bare"), built.wheel, ())


def told(environment: Environment, command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=environment.folder, env=environment.variables, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_names_the_extra_before_any_work(bare: Environment, command: str) -> None:
    extra, package = COMMANDS[command]
    done = told(bare, bare.command(*command.split()))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1  # and no word of compiling
    assert f"perron[{extra}]" in done.stderr
    assert f'"{package}"'.replace("_", "-") in done.stderr.replace("_", "-")
    assert "'" not in done.stderr.partition("pip install")[2]  # cmd.exe knows no such quotes
    assert list(bare.folder.iterdir()) == []


@pytest.mark.parametrize("script", IMPORTS)
def test_what_is_imported_names_the_extra(bare: Environment, script: str) -> None:
    extra, package = IMPORTS[script]
    done = told(bare, [str(bare.python), "-c", script])
    last = done.stderr.splitlines()[-1]
    assert last.startswith("perron.extras.MissingExtra: ")
    assert f"perron[{extra}]" in last
    assert package.replace("_", "-") in last.replace("_", "-")


def test_a_run_on_ray_names_the_extra_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    from perron.cli.arena import arena  # noqa: PLC0415

    monkeypatch.setattr("perron.extras._installed", lambda name: name != "ray")
    with pytest.raises(MissingExtra, match=r"perron\[cluster\]"):
        arena("tiny", "random,greedy", ray="local")


def test_what_is_there_is_not_missed() -> None:
    for extra in ("arena", "cluster", "env", "gpu", "learn", "openspiel", "picture", "server"):
        need(extra, "this test needs")


def test_only_what_is_missing_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perron.extras._installed", lambda name: name != "torch")
    assert missing("learn") == ["torch>=2.5"]
    assert missing("env") == []


def test_it_is_an_import_error_too() -> None:
    assert issubclass(MissingExtra, ImportError)
