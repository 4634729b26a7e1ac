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
from perron.editions.format_1 import to_format_2
from perron.errors import EditionError

_SUFFIX = ".toml"
_EARLIER = "earlier"
"""The folder of versions that are no longer the newest: games under them go on, and their records verify."""
_AT = "@"
"""Between an id and a version: amsterdam@1."""


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
def versions(name: str) -> tuple[int, ...]:
    """The versions of a built-in edition's rules that can be played, the newest last."""
    stems = [entry.name.removesuffix(_SUFFIX) for entry in resources.files(__package__).joinpath(_EARLIER).iterdir()]
    earlier = [stem.rpartition("-") for stem in stems]
    return (*sorted(int(version) for ident, _, version in earlier if ident == name), _built_in(name).version)


def every_version() -> tuple[Edition, ...]:
    """Every version of every built-in edition, in the order of `names`, the newest of each last."""
    return tuple(known_edition(name, version=version) for name in names() for version in versions(name))


@cache
def covers() -> tuple[Cover, ...]:
    """The covers of the built-in editions, in the order of `names`; the boards are not read."""
    return tuple(_cover(name) for name in names())


def load(name_or_path: str | PathLike[str]) -> Edition:
    """A built-in edition by its id, or one from a file; raises EditionError, which names every fault.

    The id alone means the newest version of its rules; `amsterdam@1` means that one.
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
    return _earlier(ident, version)


def named_edition(name: str, edition: Edition | None = None) -> Edition:
    """The same for what people write: an id, or an id and a version of its rules as in `amsterdam@1`."""
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
def _built_in(name: str) -> Edition:
    return parse(_built_in_text(name), name + _SUFFIX)


@cache
def _earlier(name: str, version: int) -> Edition:
    file = f"{_EARLIER}/{name}-{version}"
    return parse(_built_in_text(file), file + _SUFFIX)


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
