"""The tree that Sphinx reads: the repository's pages where they lie, so that the links between them hold."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

import perron
from tools.site.navigation import FACE, PAGES, REFERENCE

LINKED = ("docs", "examples", "CITATION.cff", "LICENSE")
"""What pages show or link to besides each other."""
_LEFT_OUT = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "*.md")


def assemble(
    root: Path, into: Path, pages: Mapping[str, Iterable[str]] = PAGES, reference: Mapping[str, str] = REFERENCE
) -> None:
    """Write the tree into a folder of its own, in place of what was there."""
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    for name in LINKED:
        if (root / name).is_dir():
            shutil.copytree(root / name, into / name, ignore=_LEFT_OUT)
        elif (root / name).exists():
            shutil.copy2(root / name, into / name)
    listed = {*(page for some in pages.values() for page in some)}
    for page in sorted(listed | {path.relative_to(root).as_posix() for path in (root / "docs").rglob("*.md")}):
        (into / page).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / page, into / page)
    for module, title in reference.items():
        _write(into / _page_of(module), _reference_page(module, title))
    trees = [_tree(caption, some) for caption, some in pages.items()]
    if reference:
        trees.append(_tree("Python reference", map(_page_of, reference)))
    first = (root / "README.md").read_text("utf-8")
    _write(into / "index.md", "\n".join([first, *trees]))


def _page_of(module: str) -> str:
    return f"reference/{module}.rst"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _reference_page(module: str, title: str) -> str:
    head = f"{_heading(title, '=')}\n.. automodule:: {module}\n"
    if module != "perron":
        return f"{head}   :members:\n"
    parts = [head]
    for home, about in FACE.items():
        names = [name for name in perron.__all__ if getattr(getattr(perron, name), "__module__", None) == home]
        parts += [_heading(about, "-"), *map(_entry, names)]
    return "\n".join(parts)


def _heading(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}\n"


def _entry(name: str) -> str:
    found = getattr(perron, name)
    if not isinstance(found, type):
        return f".. autofunction:: {name}\n"
    return f".. auto{'exception' if issubclass(found, Exception) else 'class'}:: {name}\n   :members:\n"


def _tree(caption: str, pages: Iterable[str]) -> str:
    listed = "\n".join(page.rpartition(".")[0] for page in pages)
    return f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```\n"
