"""The folder of an edition: its data, and what else there is of it. Whatever file is missing, there is a default.

| file | what it holds |
|---|---|
| edition.toml | the edition itself: the only file that must be there |
| rules.toml | its rules: sections, paragraphs, clauses, and which clause a refusal rests on |
| page.toml | how the start page shows it, and which words and drawings of the page it takes |
| poster.svg | its picture there |
| board.toml | how big things are on the board |
| placed.json | where tracks and names lie on the board |
| background.svg | the picture under the tracks |
| bots.toml | the planner's constants |
| ladder.toml | that the bots' ladder is played on it, and with which bars |
| earlier/N.toml, earlier/N.placed.json, … | the same for version N of its rules, where that differs |
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

EDITION = "edition.toml"
_EARLIER = "earlier"
"""The folder of versions that are no longer the newest: games under them go on, and their records verify."""
_SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class EditionFolder:
    """A folder with an edition in it, in a package or anywhere on a disk."""

    root: Traversable

    @property
    def id(self) -> str:
        """The id of the edition: the folder has its name."""
        return self.root.name

    def earlier_versions(self) -> tuple[int, ...]:
        """The versions of its rules that can be played and are not the newest."""
        earlier = self.root.joinpath(_EARLIER)
        stems = [file.name.removesuffix(_SUFFIX) for file in earlier.iterdir()] if earlier.is_dir() else []
        return tuple(sorted(int(stem) for stem in stems if stem.isdecimal()))

    def edition_file(self, version: int | None = None) -> Traversable:
        """The file of the newest version, or of an earlier one."""
        return self.root.joinpath(EDITION if version is None else f"{_EARLIER}/{version}{_SUFFIX}")

    def text(self, name: str, version: int | None = None) -> str:
        """What a file says: that of an earlier version, where it has its own. Empty if there is no such file."""
        for file in (self.root.joinpath(_EARLIER, f"{version}.{name}"), self.root.joinpath(name)):
            if file.is_file():
                return file.read_text("utf-8")
        return ""


@cache
def folders() -> Mapping[str, EditionFolder]:
    """The folders of the built-in editions by id, in alphabetical order."""
    here = (EditionFolder(entry) for entry in resources.files(__package__).iterdir() if entry.is_dir())
    return {one.id: one for one in sorted(here, key=lambda one: one.id) if one.edition_file().is_file()}


@cache
def clause_prefixes() -> tuple[str, ...]:
    """What the clauses of the built-in editions begin with: an edition without clauses may follow those of another."""
    texts = "\n".join(folder.text("rules.toml") for folder in folders().values())
    return tuple(dict.fromkeys(re.findall(r"^([A-Z]+)-[A-Z]?[0-9]+ = ", texts, re.MULTILINE)))


@cache
def text_of(ident: str, version: int | None, name: str) -> str:
    """The text of a file in the folder of an edition; empty if there is no such file, or no such folder."""
    folder = folders().get(ident)
    return "" if folder is None else folder.text(name, version)


@cache
def table_of(ident: str, version: int | None, name: str) -> Mapping[str, Any]:
    """The same of a file in TOML, read."""
    return tomllib.loads(text_of(ident, version, name))
