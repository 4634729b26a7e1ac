"""The Pythons of this machine that Perron is for, and environments of theirs outside the clone."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13")
OWN = "{}.{}".format(*sys.version_info[:2])
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
INSTALL = ["install", "--quiet", "--no-compile", "--no-warn-script-location"]
_ASK = "import sys, venv; print('{}.{}'.format(*sys.version_info[:2]))"
_CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


@dataclass(frozen=True)
class Environment:
    """An installed Perron."""

    folder: Path
    """Where commands are run: outside the clone, with nothing in it."""
    python: Path

    def command(self, *words: str) -> list[str]:
        """The installed command with its arguments."""
        return [str(self.python.with_name("perron")), *words]

    def run(self, *command: str, typed: str = "") -> str:
        """What a command prints; it must end well and have nothing to complain of but that it compiles."""
        done = subprocess.run(
            command, cwd=self.folder, env=self.variables, input=typed, capture_output=True, text=True, check=False
        )
        notices = ("Compiling ", "Perron is compiling ", "... ")
        complaints = [line for line in done.stderr.splitlines() if not line.startswith(notices)]
        assert (done.returncode, complaints) == (0, []), done.stderr
        return done.stdout

    @property
    def variables(self) -> dict[str, str]:
        """Those of the process, without any that could lead to the clone."""
        return {**_CLEAN, "COLUMNS": "80"}


def _candidates(version: str) -> Iterator[Path]:
    if version == OWN:
        yield Path(sys.executable)
    found = shutil.which(f"python{version}")
    if found is not None:
        yield Path(found)
    homes = [Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"]
    homes.append(Path(os.environ.get("UV_PYTHON_INSTALL_DIR", Path.home() / ".local" / "share" / "uv" / "python")))
    for home in homes:
        yield from sorted(home.glob(f"*{version}.*/bin/python{version}"))


@cache
def found() -> dict[str, Path]:
    """A Python of each version, where there is one; the one that runs this is always among them."""
    pythons = {}
    for version in VERSIONS:
        for path in _candidates(version):
            said = subprocess.run([path, "-c", _ASK], capture_output=True, text=True, check=False).stdout.strip()
            if said == version:
                pythons[version] = path
                break
    return pythons


def empty(version: str, folder: Path, package: Path, extras: Sequence[str]) -> Environment:
    """An environment into which pip has installed a package with some extras, and nothing else."""
    made = _venv(version, folder)
    what = f"{package}[{','.join(extras)}]"
    _install(["--python", str(made.python)], ["--constraint", str(ROOT / "constraints.txt"), what])
    return made


def linked(folder: Path, wheel: Path, extras: Sequence[str]) -> Environment:
    """The same for the Python that runs this, with nothing fetched: what the wheel asks for is linked from beside it.

    What it does not ask for is not there, as in an empty environment.
    """
    made = _venv(OWN, folder)
    site = _site(folder)
    _install(["--python", str(made.python)], ["--no-deps", str(wheel)])
    (own,) = distributions(path=[str(site)])
    todo, seen = [(own, ("", *extras))], set[tuple[str, str]]()
    while todo:
        one, asked = todo.pop()
        for needed in map(Requirement, one.requires or ()):
            if needed.marker and not any(needed.marker.evaluate({"extra": extra}) for extra in asked):
                continue
            found = distribution(needed.name)
            assert needed.specifier.contains(found.version), needed
            new = {extra for extra in ("", *needed.extras) if (found.name, extra) not in seen}
            if new:
                seen |= {(found.name, extra) for extra in new}
                todo.append((found, tuple(new)))
                _link(found, site)
    return made


def _link(one: Distribution, site: Path) -> None:
    tops = {Path(file.parts[0]) for file in one.files or () if file.parts[0] not in ("..", "__pycache__")}
    assert tops, one.name
    for top in tops:
        if not (site / top).exists():
            (site / top).symlink_to(Path(str(one.locate_file(top))))


def quick(version: str, folder: Path, package: Path, extras: Sequence[str], kept: Path) -> Environment:
    """The same, but what the package needs is kept from run to run: it would take a minute a Python."""
    made = _venv(version, folder)
    others = _kept(version, made.python, extras, kept)
    (_site(folder) / "others.pth").write_text(f"{others}\n")
    _install(["--python", str(made.python)], ["--no-deps", str(package)])
    return made


def _site(folder: Path) -> Path:
    return next((folder / "venv" / "lib").glob("python*")) / "site-packages"


def _venv(version: str, folder: Path) -> Environment:
    subprocess.run([found()[version], "-m", "venv", "--without-pip", folder / "venv"], check=True)
    (folder / "elsewhere").mkdir()
    return Environment(folder / "elsewhere", folder / "venv" / "bin" / "python")


def _kept(version: str, python: Path, extras: Sequence[str], kept: Path) -> Path:
    """A folder with the packages that Perron and some extras need, made once for each list of them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = list(project["dependencies"])
    for extra in extras:
        needed += project["optional-dependencies"][extra]
    constraints = ROOT / "constraints.txt"
    name = hashlib.sha256("\n".join([*needed, constraints.read_text("utf-8")]).encode()).hexdigest()[:16]
    folder = kept / f"{version}-{name}"
    if not folder.is_dir():
        new = kept / f"{version}-{name}.{os.getpid()}"
        _install(["--python", str(python)], ["--constraint", str(constraints), "--target", str(new), *needed])
        new.rename(folder)
    return folder


def _install(before: list[str], what: list[str]) -> None:
    done = subprocess.run([*PIP, *before, *INSTALL, *what], env=_CLEAN, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
