"""Where editions are: built in, in installed packages, in the user's data folder, and in folders that are named.

An edition of somebody's own is a folder, or a single file with defaults for the rest. One that has a fault is left out,
and so are two with one id: the reason is kept for whoever asks.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs

from perron.editions.edition import Edition
from perron.editions.folder import EDITION, built_in_folders
from perron.editions.reading import read_edition
from perron.errors import EditionError

VARIABLE = "PERRON_EDITIONS"
"""Of the environment: folders with editions in them, written like PATH; processes that are started get them too."""
ENTRY_POINTS = "perron.editions"
"""The group of entry points by which an installed package names a package with an edition's files, or with several."""
FOLDER = "editions"
"""In the data folder."""
_SUFFIX = ".toml"
_MOST = 500
"""Editions in one place."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An edition that cannot be played, and why."""

    id: str
    """As far as it is known; empty otherwise."""
    place: str
    reason: str
    """With file and line."""


@dataclass(frozen=True, slots=True)
class Own:
    """The editions that are not built in."""

    editions: Mapping[str, Edition]
    """The newest version of each, by id, in alphabetical order."""
    left_out: tuple[LeftOut, ...]


def data_folder() -> Path:
    """Where the data of this user's Perron are."""
    return Path(platformdirs.user_data_path("perron", appauthor=False))


def look_in(*places: Path) -> None:
    """Look for editions in these folders too, from now on, in this process and in those that it starts."""
    named = [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
    for place in places:
        if not place.is_dir():
            raise EditionError(f"{place} is not a folder with editions in it")
        if str(place.absolute()) not in named:
            named.append(str(place.absolute()))
    os.environ[VARIABLE] = os.pathsep.join(named)


def own_editions() -> Own:
    """The editions in all places, read once."""
    return _own_editions(os.environ.get(VARIABLE, ""), str(data_folder() / FOLDER))


@cache
def _own_editions(named: str, data: str) -> Own:
    found: dict[str, list[Edition]] = defaultdict(list)
    left_out: list[LeftOut] = []
    places = dict.fromkeys([data, *(one for one in named.split(os.pathsep) if one)])
    roots: Iterable[tuple[Traversable, str]] = [*_packages(left_out), *((Path(one), one) for one in places)]
    seen: set[str] = set()
    for root, place in roots:
        for entry, where in _entries(root, place):
            if where in seen:
                continue
            seen.add(where)
            try:
                edition = read_edition(entry, where)
            except EditionError as error:
                left_out.append(LeftOut(_stem(entry), where, str(error)))
            else:
                found[edition.id].append(edition)
    good = {}
    for ident, editions in sorted(found.items()):
        clash = [one.folder.place for one in editions if one.folder is not None]
        if ident in built_in_folders():
            clash.append(built_in_folders()[ident].place)
        if len(clash) > 1:
            reason = f"there are {len(clash)} editions called {ident}: {' and '.join(clash)}; give one another id"
            left_out += [LeftOut(ident, place, reason) for place in clash[: len(editions)]]
        else:
            good[ident] = editions[0]
    return Own(good, tuple(left_out))


def _packages(left_out: list[LeftOut]) -> Iterator[tuple[Traversable, str]]:
    """The packages that entry points name."""
    for point in metadata.entry_points(group=ENTRY_POINTS):
        try:
            yield resources.files(import_module(point.value)), f"the package {point.value}"
        except Exception as error:  # whatever goes wrong in somebody's package is its author's to know
            left_out.append(LeftOut(point.name, f"the package {point.value}", f"cannot be imported: {error}"))


def _entries(root: Traversable, place: str) -> Iterator[tuple[Traversable, str]]:
    """Folders with an edition in them and single files, in a place or the place itself."""
    if root.joinpath(EDITION).is_file():
        yield root, place
        return
    try:
        entries = sorted(root.iterdir(), key=lambda one: one.name)
    except OSError:  # it is not there, or nobody may look
        return
    for entry in entries[:_MOST]:
        single = entry.name.endswith(_SUFFIX) and entry.is_file()
        if single or (entry.is_dir() and entry.joinpath(EDITION).is_file()):
            yield entry, f"{place}{os.sep if os.sep in place else '/'}{entry.name}"


def _stem(entry: Traversable) -> str:
    return entry.name.removesuffix(_SUFFIX)
