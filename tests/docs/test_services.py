"""What runs elsewhere, before a commit and after a push, runs what `make test` runs."""

from __future__ import annotations

import re
import shlex
from typing import Any

import yaml  # type: ignore[import-untyped]

from tests.docs.blocks import ROOT
from tests.packages.pythons import VERSIONS

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def test_the_workflow_runs_make_test_on_every_python() -> None:
    (job,) = read(".github/workflows/test.yml")["jobs"].values()
    assert tuple(job["strategy"]["matrix"]["python"]) == VERSIONS
    assert [step["run"] for step in job["steps"] if step.get("run", "").startswith("make")] == [
        "make test PYTHON=python"
    ]


def test_another_workflow_runs_every_case_once_a_week() -> None:
    told = read(".github/workflows/exhaustive.yml")
    (job,) = told["jobs"].values()
    assert job["steps"][-1]["run"] == "make exhaustive PYTHON=python"
    assert "schedule" in (told.get("on") or told[True])  # YAML reads `on` as a truth


def test_every_hook_runs_something_that_make_test_runs() -> None:
    (local,) = read(".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local", "nothing is fetched"
    targets = MAKEFILE.partition("\nchecks:")[2].partition("\n")[0].split()
    checks = "".join(MAKEFILE.partition(f"\n{target}:")[2].partition("\n\n")[0] for target in targets)
    for hook in local["hooks"]:
        program, *words = shlex.split(hook["entry"])
        assert (ROOT / program).is_file(), program
        if program.endswith("npm"):
            assert f"npm run --silent {words[-1]}" in checks
        else:
            assert re.search(rf"-m {program.rpartition('/')[2]}\b.*{words[0] if words else ''}", checks)
