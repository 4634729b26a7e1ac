"""docs/design.md: its layout is that of the tree, and nothing in it is still to come."""

from __future__ import annotations

import re

from tests.docs.blocks import ROOT

TEXT = (ROOT / "docs" / "design.md").read_text("utf-8")
LAYOUT = TEXT.partition("## Layout")[2].split("```")[1]


def test_every_part_of_the_tree_is_in_the_layout() -> None:
    package = ROOT / "src" / "perron"
    parts = [f"{path.name}/" for path in package.iterdir() if (path / "__init__.py").is_file()]
    parts += [path.name for path in package.glob("*.py") if not path.name.startswith("__")]
    parts += [f"{path.name}/" for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name != "__pycache__"]
    parts += ["web/", "examples/", "benchmarks/", "docs/"]
    assert [part for part in parts if not re.search(rf"(?<![\w/.]){re.escape(part)}", LAYOUT)] == []


def test_what_the_layout_names_is_there() -> None:
    for name in re.findall(r"(?<![\w/.])[\w]+\.py", LAYOUT):
        assert (ROOT / "src" / "perron" / name).is_file(), name
    for name in re.findall(r"(?<![\w/.])\w+/", LAYOUT):
        places = (ROOT, ROOT / "src", ROOT / "src" / "perron", ROOT / "src" / "perron" / "editions", ROOT / "tests")
        assert any((place / name).is_dir() for place in places), name


def test_nothing_is_called_planned() -> None:
    assert "planned" not in TEXT
