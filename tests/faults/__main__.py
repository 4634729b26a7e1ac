"""Seed one fault after the other and run the tests that are to catch it: `make faults`."""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.faults.seeded import VITEST, Fault, copy_tree, environment, read_faults, seeded

_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)|^\s*(?:FAIL|×) +(.+)$", re.MULTILINE)
_PASSED, _NO_TESTS = 0, 5
_CAUGHT = (1, 2)
"""What pytest and vitest answer when a test failed, or a file of tests could not even be imported."""


def caught_by(fault: Fault, tree: Path, options: Sequence[str]) -> str | None:
    """The first test that fails with the fault in the tree; None if all pass."""
    with seeded(fault, tree):
        for command, folder in _runs(fault, tree, options):
            done = subprocess.run(
                command, cwd=folder, env=environment(tree), capture_output=True, text=True, check=False
            )
            found = _FAILED.search(done.stdout + done.stderr)
            if done.returncode in _CAUGHT and found:  # without the name of a test it is the run that failed
                return (found[1] or found[2]).strip()
            if done.returncode not in (_PASSED, _NO_TESTS):
                raise SystemExit(f"{' '.join(command)} did not run:\n{done.stdout}{done.stderr}")
    return None


def _runs(fault: Fault, tree: Path, options: Sequence[str]) -> list[tuple[list[str], Path]]:
    paths = [path for path in fault.tests if path != VITEST]
    runs = []
    if VITEST in fault.tests:
        runs.append(([str(tree / ".venv/npm"), "run", "--silent", "test"], tree / "web"))
    for path in paths:  # the first that catches it is enough
        pytest = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider"]
        runs.append(([*pytest, "--numprocesses=2", "--dist=loadgroup", *options, path], tree))
    return runs


def main() -> int:
    """Run; the exit status says whether every fault was caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("only", nargs="*", help="parts of names, files or parts; without any: all faults")
    parser.add_argument("--pytest", default="", help="options for pytest, such as '-m \"not slow\"'")
    asked = parser.parse_args()
    options = shlex.split(asked.pytest)
    faults = [
        one
        for one in read_faults()
        if not asked.only or any(word in f"{one.part} {one.name} {one.file}" for word in asked.only)
    ]
    missed = 0
    with tempfile.TemporaryDirectory(prefix="perron-faults-") as folder:
        tree = Path(folder)
        copy_tree(tree)
        for fault in faults:
            began = time.monotonic()
            test = caught_by(fault, tree, options)
            missed += test is None
            verdict = f"caught by {test}" if test else "NOT CAUGHT"
            print(f"{fault.part}: {fault.name}: {verdict} ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{len(faults) - missed} of {len(faults)} faults caught")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
