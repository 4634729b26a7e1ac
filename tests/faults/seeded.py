"""The list of seeded faults, and a tree of the source in which one of them can be seeded."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
VITEST = "vitest"
_LINKED = (".venv", "web/node_modules")
_BUILT = "src/perron/server/page"


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in one place of the source."""

    part: str
    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    """Files or folders of tests that are to catch it; `vitest` for the page's own."""

    def seeded(self, text: str) -> str:
        """The source with the fault in it; raises ValueError if its place is not there exactly once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: its place is {text.count(self.old)} times in {self.file}")
        return text.replace(self.old, self.new)


def read_faults() -> tuple[Fault, ...]:
    """All of them, in the order of the file."""
    told = tomllib.loads((ROOT / "tests/faults/faults.toml").read_text("utf-8"))["fault"]
    return tuple(Fault(**{**one, "tests": tuple(one["tests"])}) for one in told)


def copy_tree(to: Path) -> None:
    """Copy what git knows or would add; what is installed and built is shared."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    for name in listed.stdout.decode().split("\0"):
        source = ROOT / name
        if name and (source.is_symlink() or source.is_file()):
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, to / name, follow_symlinks=False)
    for name in _LINKED:
        (to / name).symlink_to(ROOT / name)
    if (ROOT / _BUILT).is_dir():
        shutil.copytree(ROOT / _BUILT, to / _BUILT)


@contextmanager
def seeded(fault: Fault, tree: Path) -> Iterator[None]:
    """The fault is in the tree for as long as this lasts."""
    path = tree / fault.file
    sound = path.read_text("utf-8")
    path.write_text(fault.seeded(sound), "utf-8")
    try:
        yield
    finally:
        path.write_text(sound, "utf-8")


def environment(tree: Path) -> dict[str, str]:
    """That of a run in the tree, whose source comes before what is installed."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(tree / "src"), str(tree))), "NO_COLOR": "1"}
