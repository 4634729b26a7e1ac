"""Editions by name or from a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from os import PathLike, fspath
from pathlib import Path

from perron.editions import limits
from perron.editions.build import build
from perron.editions.check import Fault, check_tables, read
from perron.editions.edition import Edition
from perron.errors import EditionError

_SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class Cover:
    """What the lid of the box says: enough to choose an edition by."""

    id: str
    version: int
    title: Mapping[str, str]
    summary: Mapping[str, str]
    provenance: str
    provenance_note: Mapping[str, str]
    players: tuple[int, int]


@cache
def names() -> tuple[str, ...]:
    """Ids of the built-in editions, in alphabetical order."""
    files = (entry.name for entry in resources.files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))


@cache
def covers() -> tuple[Cover, ...]:
    """The covers of the built-in editions, in the order of `names`; the boards are not read."""
    return tuple(_cover(name) for name in names())


def load(name_or_path: str | PathLike[str]) -> Edition:
    """A built-in edition by its id, or one from a file; raises EditionError, which names every fault."""
    if isinstance(name_or_path, str) and name_or_path in names():
        return _built_in(name_or_path)
    path = fspath(name_or_path)
    if isinstance(name_or_path, str) and Path(path).name == path and not path.endswith(_SUFFIX):
        meant = get_close_matches(path[:80], names(), 1)
        hint = f"did you mean {meant[0]!r}?" if meant else f"there are {', '.join(names())}, or give a path to a file"
        raise EditionError(f"no edition is called {path!r}; {hint}")
    return parse(edition_text(path), path)


def as_edition(edition: str | Edition) -> Edition:
    """An edition from its id or a path to its file, or itself; raises EditionError."""
    if isinstance(edition, Edition):
        return edition
    if not isinstance(edition, str):
        raise EditionError(f"an edition is named by a text, not by {type(edition).__name__}")
    return load(edition)


def known_edition(ident: str, edition: Edition | None = None) -> Edition:
    """The edition that a text from outside names: the one at hand, or a built-in one; never a file to be opened."""
    if edition is not None and edition.id == ident:
        return edition
    if ident not in names():
        raise EditionError(f"there is no built-in edition {ident[:40]!r}: {', '.join(names())}")
    return _built_in(ident)


def parse(text: str, source: str = "<text>") -> Edition:
    """The edition that a file's text describes; raises EditionError, which names every fault."""
    data = read(text, source)
    faults = data if isinstance(data, list) else check_tables(data, text)
    if isinstance(data, list) or any(fault.severity == "error" for fault in faults):
        raise EditionError(_paragraph(source, faults), faults)
    return build(data)


@cache
def _built_in(name: str) -> Edition:
    return parse(_built_in_text(name), name + _SUFFIX)


def _built_in_text(name: str) -> str:
    return resources.files(__package__).joinpath(name + _SUFFIX).read_text("utf-8")


def _cover(name: str) -> Cover:
    # the board is the last table and by far the longest
    data = tomllib.loads(_built_in_text(name).partition("\n[board]")[0])
    return Cover(
        id=data["id"],
        version=data["version"],
        title=data["title"],
        summary=data["summary"],
        provenance=data["provenance"],
        provenance_note=data["provenance_note"],
        players=(data["players"][0], data["players"][1]),
    )


def edition_text(path: str) -> str:
    """The text of an edition file; raises EditionError if it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(4 * limits.FILE_SIZE + 1)  # no letter takes more than four bytes
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise EditionError(f"{path} is not a text in UTF-8: {error.reason} at byte {error.start}") from error
    except (OSError, ValueError) as error:
        raise EditionError(f"{path!r} cannot be read: {error}") from error


def _paragraph(source: str, faults: list[Fault]) -> str:
    errors = sum(fault.severity == "error" for fault in faults)
    return "\n  ".join([f"{source} has {errors} {'error' if errors == 1 else 'errors'}:", *map(str, faults)])
