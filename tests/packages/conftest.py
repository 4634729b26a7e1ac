"""The sdist and the wheel of this tree, built once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.packages.pythons import ROOT
from tools.release import build, unpack


@dataclass(frozen=True)
class Built:
    """What is given to others."""

    sdist: Path
    wheel: Path
    """From the tree."""
    wheel_of_sdist: Path
    unpacked: Path
    """The sdist as a folder."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Both routes to a wheel."""
    folder = tmp_path_factory.mktemp("built")
    for name in ("sdist", "wheel", "again", "unpacked"):
        (folder / name).mkdir()
    sdist = build(ROOT, "sdist", folder / "sdist")
    tree = unpack(sdist, folder / "unpacked")
    return Built(sdist, build(ROOT, "wheel", folder / "wheel"), build(tree, "wheel", folder / "again"), tree)
