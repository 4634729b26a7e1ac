"""The package holds what its command and its public modules need; what else we use to make it lies in tools/."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.packages.pythons import ROOT
from tools.imports import modules, needed
from tools.site.navigation import REFERENCE

SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
COMMANDS = {target.partition(":")[0] for target in SCRIPTS.values()}
RUN = {f"{module}.__main__" for module in ("perron", *COMMANDS)}
"""`python -m perron` is the same command."""
MIGRATIONS = "perron.server.store.migrations"
"""Alembic reads these from their folder, when a command opens a store."""


def test_every_module_is_needed_by_the_command_or_is_public() -> None:
    known = modules()
    roots = COMMANDS | RUN | set(REFERENCE) | {module for module in known if module.startswith(MIGRATIONS)}
    assert sorted(set(known) - needed(roots, known)) == []


def test_the_public_modules_exist() -> None:
    assert set(REFERENCE) - set(modules()) == set()


def test_a_module_that_nothing_needs_is_found(tmp_path: Path) -> None:
    package = tmp_path / "toy"
    (package / "low").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "command.py").write_text("def run():\n    from toy.low.used import x\n    load('toy.by_name')\n")
    (package / "by_name.py").write_text("")
    (package / "tool.py").write_text("import toy.command\n")
    (package / "low" / "__init__.py").write_text("")
    (package / "low" / "used.py").write_text("")
    known = modules(package)
    assert set(known) - needed(["toy.command"], known) == {"toy.tool"}
