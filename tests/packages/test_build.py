"""What is in the packages that others install: the same by every route, and all of it."""

from __future__ import annotations

import email
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

import perron
from tests.packages.conftest import Built
from tests.packages.pythons import ROOT
from tools.release import contents

pytestmark = pytest.mark.xdist_group("packages")
PAGE = Path("src", "perron", "server", "page")
INFO = f"perron-{perron.__version__}.dist-info"


def files(folder: Path) -> set[str]:
    """Everything in a folder but what Python and the system leave behind."""
    left = ("__pycache__", ".DS_Store")
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if not set(path.parts) & set(left)}


def test_a_wheel_is_the_same_from_the_tree_and_from_the_sdist(built: Built) -> None:
    assert contents(built.wheel) == contents(built.wheel_of_sdist)


def test_the_wheel_has_every_file_of_the_package_and_nothing_else(built: Built) -> None:
    in_it = {name for name in contents(built.wheel) if not name.startswith(INFO)}
    assert in_it == {f"perron/{name}" for name in files(ROOT / "src" / "perron")}
    assert {"perron/server/page/index.html", "perron/py.typed"} <= in_it
    edition = {f"perron/editions/amsterdam/{name}" for name in ("edition.toml", "rules.toml", "earlier/1.placed.json")}
    assert edition <= in_it


@pytest.mark.parametrize("folder", ["src", "tests", "benchmarks", "tools", "docs", "examples"])
def test_the_sdist_has_what_the_tree_has(built: Built, folder: str) -> None:
    assert files(built.unpacked / folder) == files(ROOT / folder)


def test_the_sdist_has_what_the_page_is_built_from_but_not_what_npm_brings(built: Built) -> None:
    assert files(built.unpacked / "web" / "src") == files(ROOT / "web" / "src")
    assert not (built.unpacked / "web" / "node_modules").exists()


def test_no_folder_of_the_tree_is_seen_twice(built: Built) -> None:
    links = [path for folder in ("src", "docs", "tests") for path in (ROOT / folder).rglob("*") if path.is_symlink()]
    assert links == []  # a build tool that follows them leaves out what it has seen already
    assert not any(path.is_symlink() for path in built.unpacked.rglob("*"))


def without_page(folder: Path, sdist: Path) -> Path:
    """The unpacked sdist as if nobody had built the page."""
    tree = folder / "tree"
    shutil.copytree(sdist, tree, ignore=shutil.ignore_patterns("tests", "web", "docs"))
    shutil.rmtree(tree / PAGE)
    return tree


@pytest.mark.parametrize(("target", "code"), [("sdist", 1), ("wheel", 0)])
def test_a_page_that_is_not_built_is_told_of(built: Built, tmp_path: Path, target: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(tmp_path / "dist")],
        cwd=without_page(tmp_path, built.unpacked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert "The page for the browser is not built" in done.stderr
    assert "make page" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(list((tmp_path / "dist").glob("*.whl"))) == (target == "wheel")


def test_the_metadata_name_authors_licences_and_pythons(built: Built) -> None:
    found = contents(built.wheel)
    told = email.message_from_bytes(found[f"{INFO}/METADATA"])
    assert (told["Author"], told["License-Expression"]) == ("The Perron authors", "MIT")
    assert told.get_all("License-File") == ["LICENSE", "LICENSE-DATA.md"]
    assert {f"{INFO}/licenses/LICENSE", f"{INFO}/licenses/LICENSE-DATA.md"} <= set(found)
    assert told["Requires-Python"] == ">=3.11"


def test_the_citation_is_of_this_version_and_these_authors() -> None:
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= set(told)
    assert (told["cff-version"], told["type"], told["license"]) == ("1.2.0", "software", project["license"])
    assert told["version"] == perron.__version__
    assert told["authors"] == project["authors"]


def test_the_licence_of_the_data_names_folders_that_there_are() -> None:
    text = (ROOT / "LICENSE-DATA.md").read_text("utf-8")
    named = [word for word in text.split("`")[1::2] if word.endswith("/")]
    assert len(named) >= 5
    assert [name for name in named if not (ROOT / name).is_dir()] == []
