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
| network.zip | what a player has learned: the only file that is no text; it is not kept with games |
| puzzles.txt | positions in which one move is clearly best, for the newest version of its rules; not kept with games |
| earlier/N.toml, earlier/N.placed.json, … | the same for version N of its rules, where that differs |
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from perron.editions.edition import Edition

EDITION = "edition.toml"
BESIDE = (
    *("rules.toml", "page.toml", "poster.svg", "board.toml", "placed.json", "background.svg"),
    *("bots.toml", "ladder.toml"),
)
"""What may lie beside it."""
NETWORK = "network.zip"
PUZZLES = "puzzles.txt"
_MOST_BYTES = 64 << 20
EARLIER = "earlier"
"""The folder of versions that are no longer the newest: games under them go on, and their records verify."""
_SUFFIX = ".toml"


@dataclass(frozen=True, slots=True, eq=False)
class EditionFolder:
    """A folder with an edition in it: in a package, or read already, wherever it was."""

    id: str
    """The id of the edition."""
    root: Traversable | None = None
    """Where its files are, if they are read when they are needed."""
    files: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Otherwise their texts, by their paths in the folder."""
    place: str = ""
    """Where it lies, for people."""
    key: str = ""
    """What tells it from all others: the id of a built-in edition, or a hash of all files."""
    origin: Traversable | None = field(default=None, repr=False)
    """Where files that were read already came from."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EditionFolder) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def earlier_versions(self) -> tuple[int, ...]:
        """The versions of its rules that can be played and are not the newest."""
        if self.root is None:
            stems = [path.removeprefix(f"{EARLIER}/") for path in self.files if path.startswith(f"{EARLIER}/")]
        else:
            earlier = self.root.joinpath(EARLIER)
            stems = [file.name for file in earlier.iterdir()] if earlier.is_dir() else []
        numbers = [stem.removesuffix(_SUFFIX) for stem in stems if stem.endswith(_SUFFIX)]
        return tuple(sorted(int(number) for number in numbers if number.isdecimal()))

    def edition_path(self, version: int | None = None) -> str:
        """The path in the folder of the newest version's data, or of an earlier one's."""
        return EDITION if version is None else f"{EARLIER}/{version}{_SUFFIX}"

    def edition_text(self, version: int | None = None) -> str:
        """The data of the newest version, or of an earlier one."""
        return self._read(self.edition_path(version)) or ""

    def data_of(self, version: int) -> str:
        """The data of a version by its number, whether it is the newest or not."""
        return self.edition_text(version if version in self.earlier_versions() else None)

    def text(self, name: str, version: int | None = None) -> str:
        """What a file says: that of an earlier version, where it has its own. Empty if there is no such file."""
        found = self._read(f"{EARLIER}/{version}.{name}")
        return (self._read(name) or "") if found is None else found

    def network(self, version: int) -> bytes | None:
        """What a player has learned for a version of the rules, as it lies there; None if there is nothing."""
        return self._lying(f"{EARLIER}/{version}.{NETWORK}" if version in self.earlier_versions() else NETWORK)

    def puzzles(self) -> bytes:
        """The puzzles on the newest version of its board, as they lie there; empty if there are none."""
        return self._lying(PUZZLES) or b""

    def _lying(self, path: str) -> bytes | None:
        """A file that is not kept with games: it is read where the folder lies, if it still does."""
        where = self.root if self.root is not None else self.origin
        file = None if where is None else where.joinpath(*path.split("/"))
        if file is None or not file.is_file():
            return None
        with file.open("rb") as opened:
            return opened.read(_MOST_BYTES)

    def _read(self, path: str) -> str | None:
        if self.root is None:
            return self.files.get(path)
        file = self.root.joinpath(*path.split("/"))
        return file.read_text("utf-8") if file.is_file() else None


def folder_of_files(
    ident: str, files: Mapping[str, str], place: str = "", origin: Traversable | None = None
) -> EditionFolder:
    """A folder whose files have been read."""
    digest = hashlib.sha256()
    for path, text in sorted(files.items()):
        for part in (path.encode(), text.encode()):
            digest.update(len(part).to_bytes(8, "big") + part)
    return EditionFolder(ident, None, dict(files), place, digest.hexdigest(), origin)


@cache
def built_in_folders() -> Mapping[str, EditionFolder]:
    """The folders of the built-in editions by id, in alphabetical order."""
    here = [entry for entry in resources.files(__package__).iterdir() if entry.is_dir()]
    found = (EditionFolder(one.name, one, place=f"the built-in edition {one.name}", key=one.name) for one in here)
    return {one.id: one for one in sorted(found, key=lambda one: one.id) if one.edition_text()}


@cache
def clause_prefixes() -> tuple[str, ...]:
    """What the clauses of the built-in editions begin with: an edition without clauses may follow those of another."""
    texts = "\n".join(folder.text("rules.toml") for folder in built_in_folders().values())
    return tuple(dict.fromkeys(re.findall(r"^([A-Z]+)-[A-Z]?[0-9]+ = ", texts, re.MULTILINE)))


def text_of(edition: Edition, name: str) -> str:
    """The text of a file in the folder of an edition; empty if there is no such file, or no folder."""
    folder = own_folder(edition)
    return "" if folder is None else folder.text(name, edition.version)


def table_of(edition: Edition, name: str) -> Mapping[str, Any]:
    """The same of a file in TOML, read."""
    folder = own_folder(edition)
    return {} if folder is None else read_table(folder, name, edition.version)


def own_folder(edition: Edition) -> EditionFolder | None:
    """Its folder, unless it was made from another edition by giving it another id."""
    return edition.folder if edition.folder is not None and edition.folder.id == edition.id else None


@cache
def read_table(folder: EditionFolder, name: str, version: int | None = None) -> Mapping[str, Any]:
    """A file in TOML of a folder, for a version of its rules; empty if there is no such file."""
    return tomllib.loads(folder.text(name, version))
