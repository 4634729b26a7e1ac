"""What the pages say about installing is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.packages.pythons import ROOT, VERSIONS

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
INSTALL = (ROOT / "docs" / "install.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FOR_DEVELOPERS = {"bench", "dev", "site"}


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_no_page_installs_from_an_index_or_in_quotes_that_some_shells_do_not_know(page: Path) -> None:
    told = re.findall(r"pip install [^\n`]*", page.read_text("utf-8"))
    assert [line for line in told if "'" in line] == []
    assert [line for line in told if re.search(r"[\s\"]perron(\[|\s|\"|$)", line)] == []


def test_every_extra_is_in_the_table() -> None:
    table = re.findall(r"^\| `(\w+)` \|", INSTALL, re.MULTILINE)
    assert table == sorted(set(PROJECT["optional-dependencies"]) - FOR_DEVELOPERS)


def test_every_extra_that_is_asked_for_exists() -> None:
    asked = re.findall(r"(?:\.|\.whl|perron)\[([\w,]+)\]", "".join(page.read_text("utf-8") for page in PAGES))
    assert {extra for some in asked for extra in some.split(",")} <= set(PROJECT["optional-dependencies"])


def test_the_pythons_are_those_of_the_package() -> None:
    told = [line.rpartition(" :: ")[2] for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d", line)]
    assert tuple(told) == VERSIONS
    assert all(version in INSTALL for version in VERSIONS)


def test_every_link_between_pages_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
