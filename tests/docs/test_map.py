"""CONTRIBUTING.md and docs/design.md: the map is whole, what they name exists, and the picture is of the imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT
from tools import import_graph
from tools.import_graph import layered, part_graph, picture

PAGES = ("CONTRIBUTING.md", "docs/design.md")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
MAP = CONTRIBUTING.partition("## Map")[2].partition("\n## ")[0]
RECIPES = ("edition", "mechanic", "language", "bot", "endpoint or a message", "page")
MADE = {".venv", "build/", "build/site/", "dist/", "screenshots/WIDTHxHEIGHT-LANGUAGE-THEME/"}
"""What commands make: a fresh clone does not have it."""
PACKAGE = ROOT / "src" / "perron"
_PATH = re.compile(r"[\w.@<>-]+(?:/[\w.@<>-]*)+|[\w.-]+\.(?:py|md|toml|cff|json|svg)")


def paths(text: str) -> Iterator[str]:
    """What is written as code and looks like a path."""
    for word in re.findall(r"`([^`\n]+)`", text):
        if _PATH.fullmatch(word):
            yield word


def is_there(name: str) -> bool:
    """Whether the tree has it; pages leave out the folders of package and edition, and <id> stands for some edition."""
    if "<id>" in name:
        return is_there(name.replace("<id>", "europe"))
    folders = (ROOT, PACKAGE, PACKAGE / "locales", PACKAGE / "editions" / "europe")
    found = [folder / name for folder in folders if (folder / name).exists()]
    return any(path.is_dir() == name.endswith("/") for path in found)


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_is_named_exists(page: str) -> None:
    named = set(paths((ROOT / page).read_text("utf-8"))) - MADE
    assert len(named) > 5
    assert sorted(name for name in named if not is_there(name)) == []


def folders(of: Path) -> set[str]:
    """The folders in one that hold sources."""
    found = [path for path in of.iterdir() if path.is_dir() and path.name != "__pycache__"]
    return {f"{path.relative_to(ROOT).as_posix()}/" for path in found if any(path.rglob("*.*"))}


def test_every_part_of_the_tree_is_in_the_map() -> None:
    package = {name for name in folders(PACKAGE) if (ROOT / name / "__init__.py").is_file()}
    package |= {f"src/perron/{path.name}" for path in PACKAGE.glob("*.py") if not path.name.startswith("__")}
    page = folders(ROOT / "web" / "src")
    tools = folders(ROOT / "tools") | {f"tools/{path.name}" for path in (ROOT / "tools").glob("[!_]*.py")}
    around = folders(ROOT / "tests") | {"benchmarks/", "examples/", "docs/"}
    assert min(len(package), len(page), len(tools)) >= 8
    assert sorted((package | page | tools | around) - set(paths(MAP))) == []


@pytest.mark.parametrize("what", RECIPES)
def test_there_is_a_recipe(what: str) -> None:
    recipe = re.search(rf"^## Add an? {what}$(.*?)^## ", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    assert recipe is not None
    assert re.search(r"^1\. ", recipe[1], re.MULTILINE)
    assert len(set(paths(recipe[1]))) >= 4


def test_a_path_that_does_not_exist_is_found() -> None:
    assert list(paths("`src/perron/game.py` and `perron warm`, `(t, s, …)`, `apply`, `web/src/lib/`")) == [
        "src/perron/game.py",
        "web/src/lib/",
    ]
    assert is_there("engine/state.py")
    assert not is_there("engine/gone.py")
    assert not is_there("src/perron/engine")


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_called_planned(page: str) -> None:
    assert re.findall(r"\b(?:planned|not yet|to come|will be added|TODO)\b", (ROOT / page).read_text("utf-8")) == []


def test_the_picture_is_of_the_imports_as_they_are() -> None:
    """If this fails, run python -m tools.import_graph and look at the picture."""
    assert (ROOT / import_graph.TARGET).read_text("utf-8") == picture(part_graph())


def test_every_arrow_of_the_picture_points_down_and_stands_for_an_import() -> None:
    graph = part_graph()
    layers, steps = layered(graph)
    height = {node: i for i, layer in enumerate(layers) for node in layer}
    assert all(height[lower] == height[upper] + 1 for upper, lower in steps)
    assert {(upper, lower) for upper, lower in graph.edges} >= {("cli", "server"), ("face", "engine")}
    assert ("engine", "face") not in graph.edges
