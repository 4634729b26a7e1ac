"""Editions by name or from a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from os import PathLike, fspath
from pathlib import Path

from perron.editions.build import in_every_language
from perron.editions.edition import Edition
from perron.editions.folder import EDITION, EditionFolder, built_in_folders
from perron.editions.page import Page, page_of
from perron.editions.places import LeftOut, own_editions
from perron.editions.reading import parse, read_edition
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


def folders() -> Mapping[str, EditionFolder]:
    """The folders of all editions by id, in alphabetical order."""
    own = {ident: edition.folder for ident, edition in own_editions().editions.items() if edition.folder is not None}
    return dict(sorted({**built_in_folders(), **own}.items()))


def names() -> tuple[str, ...]:
    """Ids of all editions, in alphabetical order."""
    return tuple(folders())


def built_in_names() -> tuple[str, ...]:
    """Ids of the editions that come with Perron, in alphabetical order."""
    return tuple(built_in_folders())


def left_out() -> tuple[LeftOut, ...]:
    """The editions of people's own that have faults, or the id of another one."""
    return own_editions().left_out


def versions(name: str) -> tuple[int, ...]:
    """The versions of an edition's rules that can be played, the newest last."""
    newest = _newest(name)
    return (*(newest.folder.earlier_versions() if newest.folder else ()), newest.version)


def every_version() -> tuple[Edition, ...]:
    """Every version of every edition, in the order of `names`, the newest of each last."""
    return tuple(known_edition(name, version=version) for name in names() for version in versions(name))


def covers() -> tuple[Cover, ...]:
    """The covers of all editions, in the order of the start page; the boards are not read.

    People's own stand before the small built-in ones, which are there to try things out on.
    """
    found = [(_cover(folder), folder.root is not None) for folder in folders().values()]
    found.sort(key=lambda one: (one[0].page.order is None, one[0].page.order, one[1], one[0].id))
    return tuple(cover for cover, _ in found)


def featured() -> tuple[str, ...]:
    """Ids of the editions that have a place of their own on the start page, in its order."""
    return tuple(cover.id for cover in covers() if cover.page.order is not None)


@cache
def largest() -> str:
    """The id of the built-in edition with the most tracks: the one to measure with, and to name as an example."""
    return max(built_in_names(), key=lambda name: len(_built_in(name).routes))


@cache
def smallest() -> str:
    """The id of the built-in edition with the shortest file: the one to compile with."""
    return min(built_in_names(), key=lambda name: len(built_in_folders()[name].edition_text()))


def load(name_or_path: str | PathLike[str]) -> Edition:
    """An edition by its id, or from a file or a folder; raises EditionError, which names every fault.

    The id alone means the newest version of its rules; `NAME@1` means that one.
    """
    path = fspath(name_or_path)
    if isinstance(name_or_path, str) and Path(path).name == path and not path.endswith(_SUFFIX):
        return named_edition(path)
    file = Path(path)
    if file.name == EDITION and file.is_file():  # what lies beside it belongs to it
        file = file.parent.absolute()
    if file.is_dir():
        if not (file / EDITION).is_file():
            raise EditionError(f"{path} is a folder without a file {EDITION}")
        return read_edition(file, path.rstrip("/"))
    found = read_edition(file, path)
    # A copy of a built-in file is that edition, with everything that lies beside it there.
    return known_edition(found.id, version=found.version) if is_built_in(found) else found


def as_edition(edition: str | Edition) -> Edition:
    """An edition from its id or a path to its file, or itself; raises EditionError."""
    if isinstance(edition, Edition):
        return edition
    if not isinstance(edition, str):
        raise EditionError(f"an edition is named by a text, not by {type(edition).__name__}")
    return load(edition)


def known_edition(ident: str, edition: Edition | None = None, version: int | None = None) -> Edition:
    """The edition that a text from outside names: the one at hand, or one that is known; never a file to be opened.

    With a version, that one and no other: a game never goes on under rules that it was not played by.
    """
    if edition is not None and edition.id == ident:
        if version is None or version == edition.version:
            return edition
        if not is_known(edition):
            raise EditionError(
                f"version {version} of the rules of {ident} is needed; the edition at hand is version {edition.version}"
            )
    newest = _newest(ident)
    if version is None or version == newest.version:
        return newest
    if version not in versions(ident):
        raise EditionError(f"Perron has no version {version} of the rules of {ident}, only {_listed(ident)}")
    return _built_in(ident, version) if ident in built_in_folders() else _earlier(newest, version)


def named_edition(name: str, edition: Edition | None = None) -> Edition:
    """The same for what people write: an id, or an id and a version of its rules as in `NAME@1`."""
    ident, at, version = name.partition(_AT)
    if not at:
        return known_edition(ident, edition)
    if not (version.isascii() and version.isdigit() and len(version) < 8):
        raise EditionError(f"after {ident[:40]}{_AT} comes a version of its rules, a number")
    return known_edition(ident, edition, int(version))


def is_name(text: str) -> bool:
    """Whether a text names an edition that is known, in whatever version."""
    ident = text.partition(_AT)[0]
    return ident in built_in_folders() or ident in own_editions().editions


def is_known(edition: Edition) -> bool:
    """Whether this very edition is found by its id and version: not changed since, and not another one of that id."""
    try:
        found = known_edition(edition.id, version=edition.version)
    except EditionError:
        return False
    return found == edition


def is_built_in(edition: Edition) -> bool:
    """Whether this very edition came with Perron."""
    return edition.id in built_in_folders() and is_known(edition)


def _listed(ident: str) -> str:
    return " and ".join(map(str, versions(ident)))


def _newest(ident: str) -> Edition:
    """The newest version of an edition; raises EditionError, which says what may be meant, or what is wrong with it."""
    if ident in built_in_folders():  # without looking in any other place
        return _built_in(ident)
    own = own_editions()
    if ident in own.editions:
        return own.editions[ident]
    for one in own.left_out:
        if one.id == ident:
            raise EditionError(f"the edition {ident} was left out: {one.reason}")
    meant = get_close_matches(ident[:80], names(), 1)
    there = f"there are {', '.join(names())}, or give a path to a file"
    raise EditionError(f"no edition is called {ident[:80]!r}; {f'did you mean {meant[0]!r}?' if meant else there}")


@cache
def _built_in(name: str, version: int | None = None) -> Edition:
    """The newest version, or an earlier one."""
    folder = built_in_folders()[name]
    return parse(folder.edition_text(version), f"{name}/{folder.edition_path(version)}", folder)


@cache
def _earlier(newest: Edition, version: int) -> Edition:
    folder = newest.folder
    assert folder is not None
    return parse(folder.edition_text(version), f"{folder.place}/{folder.edition_path(version)}", folder)


@cache
def _cover(folder: EditionFolder) -> Cover:
    # the board is the last table and by far the longest
    text = folder.edition_text()
    data = tomllib.loads(text.partition("\n[board]")[0] if folder.root is not None else text)
    return Cover(
        id=data["id"],
        version=data["version"],
        title=in_every_language(data["title"]),
        summary=in_every_language(data["summary"]),
        provenance=data["provenance"],
        provenance_note=in_every_language(data["provenance_note"]),
        players=(data["players"][0], data["players"][1]),
        page=page_of(folder),
    )
