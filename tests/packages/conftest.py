"""The sdist and the wheel of this tree, built once."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.packages.pythons import ROOT


@dataclass(frozen=True)
class Built:
    """What is given to others."""

    sdist: Path
    wheel: Path
    """From the tree."""
    wheel_of_sdist: Path
    unpacked: Path
    """The sdist as a folder."""


def build(tree: Path, target: str, into: Path) -> Path:
    """Build as frontends do: by the backend, in the folder of the project."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(into)],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (made,) = into.iterdir()
    return made


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Both routes to a wheel."""
    folder = tmp_path_factory.mktemp("built")
    sdist = build(ROOT, "sdist", folder / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    return Built(sdist, build(ROOT, "wheel", folder / "wheel"), build(unpacked, "wheel", folder / "again"), unpacked)
