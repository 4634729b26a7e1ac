"""Editions by name or from a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from os import PathLike, fspath
from pathlib import Path

from perron.editions import limits
from perron.editions.build import build
from perron.editions.check import Fault, check_tables, read
from perron.editions.edition import Edition
from perron.editions.folder import folders
from perron.editions.format_1 import to_format_2
from perron.editions.page import Page, page_of
from perron.errors import EditionError

_SUFFIX = ".toml"
_AT = "@"
"""Between an id and a version: `NAME@1`."""


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
    page: Page


@cache
def names() -> tuple[str, ...]:
    """Ids of the built-in editions, in alphabetical order."""
    return tuple(folders())


@cache
def versions(name: str) -> tuple[int, ...]:
    """The versions of a built-in edition's rules that can be played, the newest last."""
    return (*folders()[name].earlier_versions(), _built_in(name).version)


def every_version() -> tuple[Edition, ...]:
    """Every version of every built-in edition, in the order of `names`, the newest of each last."""
    return tuple(known_edition(name, version=version) for name in names() for version in versions(name))


@cache
def covers() -> tuple[Cover, ...]:
    """The covers of the built-in editions, in the order of the start page; the boards are not read."""
    found = [_cover(name) for name in names()]
    return tuple(sorted(found, key=lambda cover: (cover.page.order is None, cover.page.order, cover.id)))


def featured() -> tuple[str, ...]:
    """Ids of the editions that have a place of their own on the start page, in its order."""
    return tuple(cover.id for cover in covers() if cover.page.order is not None)


@cache
def largest() -> str:
    """The id of the built-in edition with the most tracks: the one to measure with, and to name as an example."""
    return max(names(), key=lambda name: len(_built_in(name).routes))


@cache
def smallest() -> str:
    """The id of the built-in edition with the shortest file: the one to compile with."""
    return min(names(), key=lambda name: len(folders()[name].edition_file().read_text("utf-8")))


def load(name_or_path: str | PathLike[str]) -> Edition:
    """A built-in edition by its id, or one from a file; raises EditionError, which names every fault.

    The id alone means the newest version of its rules; `NAME@1` means that one.
    """
    path = fspath(name_or_path)
    if isinstance(name_or_path, str) and Path(path).name == path and not path.endswith(_SUFFIX):
        ident = path.partition(_AT)[0]
        if ident not in names():
            meant = get_close_matches(ident[:80], names(), 1)
            there = f"there are {', '.join(names())}, or give a path to a file"
            raise EditionError(f"no edition is called {ident!r}; {f'did you mean {meant[0]!r}?' if meant else there}")
        return named_edition(path)
    return parse(edition_text(path), path)


def as_edition(edition: str | Edition) -> Edition:
    """An edition from its id or a path to its file, or itself; raises EditionError."""
    if isinstance(edition, Edition):
        return edition
    if not isinstance(edition, str):
        raise EditionError(f"an edition is named by a text, not by {type(edition).__name__}")
    return load(edition)


def known_edition(ident: str, edition: Edition | None = None, version: int | None = None) -> Edition:
    """The edition that a text from outside names: the one at hand, or a built-in one; never a file to be opened.

    With a version, that one and no other: a game never goes on under rules that it was not played by.
    """
    if edition is not None and edition.id == ident:
        if version is None or version == edition.version:
            return edition
        if edition not in every_version():
            raise EditionError(
                f"version {version} of the rules of {ident} is needed; the edition at hand is version {edition.version}"
            )
    if ident not in names():
        raise EditionError(f"there is no built-in edition {ident[:40]!r}: {', '.join(names())}")
    newest = _built_in(ident)
    if version is None or version == newest.version:
        return newest
    if version not in versions(ident):
        raise EditionError(f"Perron has no version {version} of the rules of {ident}, only {_listed(ident)}")
    return _built_in(ident, version)


def named_edition(name: str, edition: Edition | None = None) -> Edition:
    """The same for what people write: an id, or an id and a version of its rules as in `NAME@1`."""
    ident, at, version = name.partition(_AT)
    if not at:
        return known_edition(ident, edition)
    if not (version.isascii() and version.isdigit() and len(version) < 8):
        raise EditionError(f"after {ident[:40]}{_AT} comes a version of its rules, a number")
    return known_edition(ident, edition, int(version))


def is_built_in(name: str) -> bool:
    """Whether a text names a built-in edition, in whatever version."""
    return name.partition(_AT)[0] in names()


def _listed(ident: str) -> str:
    return " and ".join(map(str, versions(ident)))


def parse(text: str, source: str = "<text>") -> Edition:
    """The edition that a file's text describes; raises EditionError, which names every fault."""
    data = read(text, source)
    faults = data if isinstance(data, list) else check_tables(data, text)
    if isinstance(data, list) or any(fault.severity == "error" for fault in faults):
        raise EditionError(_paragraph(source, faults), faults)
    return build(to_format_2(data) if data["format"] == 1 else data)


@cache
def _built_in(name: str, version: int | None = None) -> Edition:
    """The newest version, or an earlier one."""
    file = folders()[name].edition_file(version)
    return parse(file.read_text("utf-8"), f"{name}/{file.name}")


def _cover(name: str) -> Cover:
    # the board is the last table and by far the longest
    data = tomllib.loads(folders()[name].edition_file().read_text("utf-8").partition("\n[board]")[0])
    return Cover(
        id=data["id"],
        version=data["version"],
        title=data["title"],
        summary=data["summary"],
        provenance=data["provenance"],
        provenance_note=data["provenance_note"],
        players=(data["players"][0], data["players"][1]),
        page=page_of(name),
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
