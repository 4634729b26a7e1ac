"""Reading an edition: from a text, from a single file, or from a folder with everything that there is of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from perron.editions import limits
from perron.editions.build import build
from perron.editions.check import check, check_tables, read
from perron.editions.check_folder import PLACED_SIZE, check_file
from perron.editions.check_svg import LONGEST
from perron.editions.edition import Edition
from perron.editions.faults import Fault
from perron.editions.folder import BESIDE, EARLIER, EDITION, EditionFolder, folder_of_files
from perron.editions.format_1 import to_format_2
from perron.errors import EditionError

_MOST_EARLIER = 50
_MOST_LETTERS = 800_000
"""In all files of a folder: a server keeps them with the games."""
_BYTES = 4 * max(limits.FILE_SIZE, LONGEST, PLACED_SIZE) + 1  # no letter takes more than four


def read_edition(entry: Traversable, place: str) -> Edition:
    """The edition in a folder, or in a single file; raises EditionError, which names every fault with file and line."""
    if not entry.is_dir():
        text = read_text(entry, place)
        ident = parse(text, place).id
        return parse(text, place, folder_of_files(ident, {EDITION: text}, place))
    files = dict(_files(entry, place))
    faults = [
        f"{place}/{path}: {fault}"
        for path, text in files.items()
        if (name := _name(path)) in BESIDE
        for fault in check_file(name, text)
        if fault.severity == "error"
    ]
    if faults:
        raise EditionError("\n  ".join([f"{place} has {len(faults)} faults:", *faults]))
    letters = sum(map(len, files.values()))
    if letters > _MOST_LETTERS:
        raise EditionError(f"{place} has {letters:,} letters in all its files, and not more than {_MOST_LETTERS:,} fit")
    edition = parse(files[EDITION], f"{place}/{EDITION}", folder_of_files(entry.name, files, place, entry))
    if edition.id != entry.name:
        raise EditionError(f"{place}: the folder is called {entry.name!r} and the edition in it {edition.id!r}")
    for version in edition.folder.earlier_versions() if edition.folder else ():
        _read_earlier(edition, version)
    return edition


@lru_cache(maxsize=200)
def edition_in(folder: EditionFolder, version: int) -> Edition | None:
    """A version of the edition in a folder that was read and found good; None if it has no such version."""
    newest = parse(folder.edition_text(), folder.place, folder)
    if newest.version == version:
        return newest
    if version not in folder.earlier_versions():
        return None
    return parse(folder.edition_text(version), folder.place, folder)


def faults_in(path: Path) -> list[tuple[Path, Fault]]:
    """Every fault of an edition in a folder or a single file, each with its file; raises EditionError if it is none."""
    if not path.is_dir():
        return [(path, fault) for fault in check(read_text(path, str(path)), str(path))]
    if not (path / EDITION).is_file():
        raise EditionError(f"{path} is a folder without a file {EDITION}")
    found = []
    for name, text in _files(path.absolute(), str(path)):
        faults = check_file(_name(name), text) if _name(name) in BESIDE else check(text, str(path / name))
        found += [(path / name, fault) for fault in faults]
    if not any(fault.severity == "error" for _, fault in found):
        try:
            read_edition(path.absolute(), str(path))
        except EditionError as error:
            found.append((path, Fault(None, "error", "folder/id", str(error))))
    return found


def _read_earlier(edition: Edition, version: int) -> None:
    folder = edition.folder
    assert folder is not None
    path = folder.edition_path(version)
    earlier = parse(folder.edition_text(version), f"{folder.place}/{path}", folder)
    if (earlier.id, earlier.version) != (edition.id, version) or version >= edition.version:
        raise EditionError(f"{folder.place}/{path} must be version {version} of {edition.id}, before {edition.version}")


def _name(path: str) -> str:
    """What a file is called in a folder without versions: `earlier/2.page.toml` is the `page.toml` of version 2."""
    return path if not path.startswith(f"{EARLIER}/") else path.partition("/")[2].partition(".")[2]


def _files(entry: Traversable, place: str) -> Iterator[tuple[str, str]]:
    """The files of an edition in a folder by their paths; others that lie there are nobody's business."""
    for name in (EDITION, *BESIDE):
        if entry.joinpath(name).is_file():
            yield name, read_text(entry.joinpath(name), f"{place}/{name}", entry)
    earlier = entry.joinpath(EARLIER)
    if earlier.is_dir():
        for file in sorted(earlier.iterdir(), key=lambda one: one.name)[:_MOST_EARLIER]:
            number, _, name = file.name.partition(".")
            if number.isdecimal() and len(number) < 8 and (name == "toml" or name in BESIDE):
                yield f"{EARLIER}/{file.name}", read_text(file, f"{place}/{EARLIER}/{file.name}", entry)


def read_text(file: Traversable, place: str, inside: Traversable | None = None) -> str:
    """The text of a file; raises EditionError if it cannot be read, or is a link out of its folder."""
    if isinstance(file, Path) and isinstance(inside, Path) and not file.resolve().is_relative_to(inside.resolve()):
        raise EditionError(f"{place} is a link out of the folder: put the file itself there")
    try:
        with file.open("rb") as opened:
            content: bytes = opened.read(_BYTES)
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise EditionError(f"{place} is not a text in UTF-8: {error.reason} at byte {error.start}") from error
    except (OSError, ValueError) as error:
        raise EditionError(f"{place!r} cannot be read: {error}") from error


def parse(text: str, source: str = "<text>", folder: EditionFolder | None = None) -> Edition:
    """The edition that a file's text describes; raises EditionError, which names every fault."""
    data = read(text, source)
    faults = data if isinstance(data, list) else check_tables(data, text)
    if isinstance(data, list) or any(fault.severity == "error" for fault in faults):
        raise EditionError(_paragraph(source, faults), faults)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return build(to_format_2(data) if data["format"] == 1 else data, digest, folder)


def _paragraph(source: str, faults: list[Fault]) -> str:
    errors = sum(fault.severity == "error" for fault in faults)
    return "\n  ".join([f"{source} has {errors} {'error' if errors == 1 else 'errors'}:", *map(str, faults)])
