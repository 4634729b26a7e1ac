"""A release is refused, with the reason, unless everything agrees; what is built is looked into."""

from __future__ import annotations

import re
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import perron
from tests.packages.conftest import Built
from tools import release
from tools.release import Refused

pytestmark = pytest.mark.xdist_group("packages")
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-17\n\n- Something.\n\n## [1.2.2] - 2026-01-01\n"


def git(tree: Path, *arguments: str) -> None:
    name = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    subprocess.run(["git", *name, *arguments], cwd=tree, check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A committed tree that is ready to be released as 1.2.3."""
    (tmp_path / release.VERSION).parent.mkdir(parents=True)
    (tmp_path / release.VERSION).write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 1.2.3\n")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "Begin")
    return tmp_path


def test_a_tree_in_which_all_agrees_is_ready(tree: Path) -> None:
    release.check_tree(tree, "1.2.3")


@pytest.mark.parametrize(
    ("file", "change", "reason"),
    [
        (release.VERSION.as_posix(), lambda text: text.replace("1.2.3", "1.2.4"), "says 1.2.4, not 1.2.3"),
        ("CITATION.cff", lambda text: text.replace("version: 1.2.3", "version: 1.0.0"), "CITATION.cff says 1.0.0"),
        ("CHANGELOG.md", lambda text: text.replace("[1.2.3]", "[1.2.4]"), "newest section .* is not [1.2.3]"),
        ("CHANGELOG.md", lambda text: text.replace(" - 2026-11-17", ""), "has no date"),
        ("CHANGELOG.md", lambda text: text.replace("- Something.", ""), "says nothing"),
        ("CHANGELOG.md", lambda text: text.replace("d]\n", "d]\n\n- New.\n"), "still has changes under [Unreleased]"),
    ],
)
def test_what_does_not_agree_is_named(tree: Path, file: str, change: Callable[[str], str], reason: str) -> None:
    (tree / file).write_text(change((tree / file).read_text()))
    git(tree, "commit", "-am", "Change")
    with pytest.raises(Refused, match=re.escape(reason).replace(r"\.\*", ".*")):
        release.check_tree(tree, "1.2.3")


def test_a_version_is_three_numbers(tree: Path) -> None:
    with pytest.raises(Refused, match="'v1' is no version"):
        release.check_tree(tree, "v1")


def test_what_is_not_committed_is_named(tree: Path) -> None:
    (tree / "new.py").write_text("")
    with pytest.raises(Refused, match=r"not everything is committed: new\.py"):
        release.check_tree(tree, "1.2.3")


def test_a_version_is_released_once(tree: Path) -> None:
    git(tree, "tag", "v1.2.3")
    with pytest.raises(Refused, match=r"there is a tag v1\.2\.3 already"):
        release.check_tree(tree, "1.2.3")


def test_nothing_is_built_of_a_tree_that_is_not_ready(tree: Path) -> None:
    (tree / "new.py").write_text("")
    with pytest.raises(Refused):
        release.release(tree, "1.2.3", tree / "dist")
    assert not (tree / "dist").exists()


def test_the_command_says_why_it_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["99.0.0"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"not released: {release.VERSION} says {perron.__version__}, not 99.0.0: change it and commit\n"


def test_what_this_tree_builds_is_whole(built: Built) -> None:
    release.check_built(built.wheel, built.sdist, perron.__version__)


@pytest.mark.parametrize(
    ("left_out", "added", "reason"),
    [
        ("perron/server/page/index.html", None, "perron/server/page/index.html is not in it"),
        ("METADATA", None, "METADATA is not in it"),
        (None, "tools/release.py", "more in it than the package: tools"),
    ],
)
def test_a_wheel_that_is_not_whole_is_refused(
    built: Built, tmp_path: Path, left_out: str | None, added: str | None, reason: str
) -> None:
    spoilt = tmp_path / built.wheel.name
    with zipfile.ZipFile(spoilt, "w") as archive:
        for name, data in release.contents(built.wheel).items():
            if left_out is None or not name.endswith(left_out):
                archive.writestr(name, data)
        if added is not None:
            archive.writestr(added, b"")
    with pytest.raises(Refused, match=reason):
        release.check_built(spoilt, built.sdist, perron.__version__)


def test_a_wheel_that_is_not_that_of_the_sdist_is_refused(built: Built, tmp_path: Path) -> None:
    other = tmp_path / built.wheel.name
    with zipfile.ZipFile(other, "w") as archive:
        for name, data in release.contents(built.wheel).items():
            archive.writestr(name, data + b"\n" if name == "perron/keys.py" else data)
    with pytest.raises(Refused, match="a wheel that is built from it is not"):
        release.check_built(other, built.sdist, perron.__version__)
