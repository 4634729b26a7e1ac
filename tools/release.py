"""Build and check the sdist and the wheel of a release: `make release VERSION=0.1.0`.

It refuses, and says why, unless the version, the changelog and the citation agree and everything is committed. Nothing
is sent anywhere.
"""

from __future__ import annotations

import argparse
import email
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = Path("src", "perron", "__init__.py")
_SECTION = re.compile(r"^## \[(?P<name>[^\]]+)\](?: - (?P<date>\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


class Refused(Exception):
    """There is something to mend before this can be released; the text says what."""


def check_tree(root: Path, version: str) -> None:
    """Raise Refused unless what is committed is the release of this version."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Refused(f"{version!r} is no version: it is three numbers, such as 0.1.0")
    for told, where in ((_package_version(root), VERSION), (_cited_version(root), Path("CITATION.cff"))):
        if told != version:
            raise Refused(f"{where} says {told}, not {version}: change it and commit")
    _check_changelog((root / "CHANGELOG.md").read_text("utf-8"), version)
    changed = _git(root, "status", "--porcelain").splitlines()
    if changed:
        names = ", ".join(line[3:] for line in changed[:5]) + (" ..." if len(changed) > 5 else "")
        raise Refused(f"not everything is committed: {names}")
    if _git(root, "tag", "--list", f"v{version}").strip():
        raise Refused(f"there is a tag v{version} already: a version is released once")


def _package_version(root: Path) -> str:
    found = re.search(r'^__version__ = "([^"]*)"$', (root / VERSION).read_text("utf-8"), re.MULTILINE)
    return found[1] if found else "no version"


def _cited_version(root: Path) -> str:
    found = re.search(r"^version: (.*)$", (root / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    return found[1] if found else "no version"


def _check_changelog(text: str, version: str) -> None:
    sections = list(_SECTION.finditer(text))
    contents = {
        section["name"]: text[section.end() : after.start() if after else None].strip()
        for section, after in zip(sections, [*sections[1:], None], strict=True)
    }
    if contents.get("Unreleased"):
        raise Refused(f"CHANGELOG.md still has changes under [Unreleased]: move them under [{version}], with a date")
    newest = next((section for section in sections if section["name"] != "Unreleased"), None)
    if newest is None or newest["name"] != version:
        raise Refused(f"the newest section of CHANGELOG.md is not [{version}]: write one, with a date")
    if newest["date"] is None:
        raise Refused(f"the section [{version}] of CHANGELOG.md has no date: ## [{version}] - YEAR-MONTH-DAY")
    if not contents[version]:
        raise Refused(f"the section [{version}] of CHANGELOG.md says nothing")


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout


def build(tree: Path, target: str, into: Path) -> Path:
    """Build the sdist or the wheel as frontends do, by the backend in the folder of the project; its path."""
    before = set(into.glob("*"))
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(into)],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Refused(f"the {target} cannot be built: {done.stderr.strip()}")
    (made,) = set(into.glob("*")) - before
    return made


def unpack(sdist: Path, into: Path) -> Path:
    """The sdist as a folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(into, filter="data")
    (tree,) = into.iterdir()
    return tree


def contents(wheel: Path) -> dict[str, bytes]:
    """Every file of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def check_built(wheel: Path, sdist: Path, version: str) -> None:
    """Raise Refused unless both are whole, of this version, the same by either route, and the command runs."""
    for wrong in _faults_of_wheel(contents(wheel), version):
        raise Refused(f"{wheel.name}: {wrong}")
    with tempfile.TemporaryDirectory() as folder:
        (again := Path(folder, "again")).mkdir()
        (unpacked := Path(folder, "unpacked")).mkdir()
        if contents(build(unpack(sdist, unpacked), "wheel", again)) != contents(wheel):
            raise Refused(f"{sdist.name}: a wheel that is built from it is not {wheel.name}")
    told = _told_version(wheel)
    if told != f"perron {version}":
        raise Refused(f"{wheel.name}: the installed command says {told!r}")


def _faults_of_wheel(found: dict[str, bytes], version: str) -> Iterator[str]:
    info = f"perron-{version}.dist-info"
    strays = sorted({name.partition("/")[0] for name in found} - {"perron", info})
    if strays:
        yield f"there is more in it than the package: {', '.join(strays)}"
    needed = ["perron/py.typed", "perron/server/page/index.html"]
    needed += [f"{info}/licenses/LICENSE", f"{info}/licenses/LICENSE-DATA.md", f"{info}/METADATA"]
    yield from (f"{name} is not in it" for name in needed if name not in found)
    if email.message_from_bytes(found.get(f"{info}/METADATA", b""))["Version"] != version:
        yield f"its metadata do not say version {version}"


def _told_version(wheel: Path) -> str:
    """What `perron --version` of the wheel says; what the package needs is taken from this environment."""
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        done = subprocess.run(
            [sys.executable, "-m", "perron", "--version"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": folder},
            capture_output=True,
            text=True,
            check=False,
        )
    return (done.stdout or done.stderr).strip()


def release(root: Path, version: str, into: Path) -> list[Path]:
    """The sdist and the wheel, checked; raises Refused before anything is written if the tree is not ready."""
    check_tree(root, version)
    into.mkdir(parents=True, exist_ok=True)
    if any(into.glob(f"perron-{version}*")):
        raise Refused(f"{into} has files of {version} already: remove them first")
    sdist, wheel = build(root, "sdist", into), build(root, "wheel", into)
    check_built(wheel, sdist, version)
    return [sdist, wheel]


def main(arguments: list[str] | None = None) -> int:
    """Release from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("version", help="such as 0.1.0")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where to; dist/ if not said")
    asked = parser.parse_args(arguments)
    try:
        made = release(ROOT, asked.version, asked.out)
    except Refused as refused:
        print(f"not released: {refused}", file=sys.stderr)
        return 1
    for path in made:
        print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path}")
    print(f"Both are whole. To name what they were made from: git tag v{asked.version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
