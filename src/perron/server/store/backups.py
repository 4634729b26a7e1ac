"""A folder of backups: each is written under another name, read back and checked before it counts, and old ones go.

Kept are the newest ones, the last of each of the seven latest days that have one, and the last of each of the five
latest weeks. Days and weeks are those of UTC, and a week begins on Monday.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL

from perron.errors import PerronError
from perron.server.store import archive
from perron.server.store.archive import Contents
from perron.server.store.connect import in_words, is_sqlite
from perron.server.store.errors import StoreBusy, StoreError
from perron.server.store.locking import FileLock
from perron.server.store.store import Store, now_ms

KEEP = 8
DAYS = 7
WEEKS = 5
_NAME = re.compile(r"perron-(\d{8}-\d{6})-(\d{3})\.gz")
_TIME = "%Y%m%d-%H%M%S"
_PART = "being-written.gz"
_COPY = "being-written.sqlite"
_BUSY_S = 15


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in the folder; it had been verified when it got its name."""

    path: Path
    made: int
    """When, in milliseconds UTC: everything acknowledged before is in it."""
    size: int


@dataclass(frozen=True, slots=True)
class Done:
    """A new backup, and what was removed for it."""

    backup: Backup
    contents: Contents
    removed: list[Path]


class Backups:
    """The backups of one server."""

    def __init__(self, folder: Path, keep: int = KEEP) -> None:
        self.folder, self._keep = folder, keep

    def kept(self) -> list[Backup]:
        """All backups, oldest first; files with other names are ignored."""
        found = []
        for path in self.folder.glob("perron-*.gz"):
            made = made_of(path.name)
            if made:
                with suppress(OSError):  # another process has just removed it
                    found.append(Backup(path, made, path.stat().st_size))
        return sorted(found, key=lambda one: one.made)

    def is_due(self, every_ms: int, now: int) -> bool:
        """Whether the newest is older than that; one from the future (the clock was set back) does not count."""
        return not any(now - every_ms < one.made <= now for one in self.kept())

    def make_ready(self) -> None:
        """Create the folder, private to its owner, and check that it can be written; raises PerronError."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not os.access(self.folder, os.W_OK | os.X_OK):
                raise PermissionError(0, "it cannot be written")
        except OSError as error:
            raise PerronError(f"no backups can be kept in {self.folder}: {error.strerror or error}") from None

    def make(self, url: URL, every_ms: int = 0) -> Done | None:
        """Make one now and remove those that are no longer kept; None if none is due. Raises PerronError.

        Nobody else makes one meanwhile, neither in this folder nor of this PostgreSQL: then this raises StoreBusy.
        """
        self.make_ready()
        lock = FileLock(self.folder / "backups")
        if not lock.take():
            raise StoreBusy(f"another backup is being made in {self.folder}")
        try:
            if every_ms and not self.is_due(every_ms, now_ms()):
                return None
            self._clear()
            backup, contents = self._write(url)
            return Done(backup, contents, self._rotate(backup.made))
        except OSError as error:
            raise PerronError(f"{self.folder}: {error.strerror or error}") from None
        finally:
            lock.drop()

    def _write(self, url: URL) -> tuple[Backup, Contents]:
        part, made = self.folder / _PART, now_ms()
        try:
            if is_sqlite(url):
                url = self._copy(url)
            with Store.open(url, serving=False) as store:
                written = archive.backup(store, part, alone=True, made=made)
            found = archive.check(part)
            if found.rows != {name: count for name, count in written.rows.items() if count}:
                raise StoreError(f"{part} does not hold what was written to it")
            path = self.folder / name_of(written.made)
            part.replace(path)
            sync(self.folder)
        finally:
            self._clear()
        return Backup(path, written.made, path.stat().st_size), written

    def _copy(self, url: URL) -> URL:
        """Copy a SQLite file page by page, which is quick: while it is read, its write-ahead log can only grow."""
        path = Path(str(url.database)).resolve()
        copy = self.folder / _COPY
        os.close(os.open(copy, os.O_CREAT | os.O_RDWR, 0o600))
        try:
            with (
                closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=_BUSY_S)) as source,
                closing(sqlite3.connect(copy)) as target,
            ):  # do not create a file that is gone
                target.execute("PRAGMA synchronous = OFF")
                source.backup(target)
        except sqlite3.Error as error:
            raise in_words(error, url) from None
        return url.set(database=str(copy))

    def _clear(self) -> None:
        """Remove unfinished backups, also those of a process that was killed."""
        for left in self.folder.glob("*being-written*"):
            left.unlink(missing_ok=True)

    def _rotate(self, now: int) -> list[Path]:
        # The clock may have been set back: backups from the future are kept, and must not displace new ones.
        kept = [one for one in self.kept() if one.made <= now]
        staying = to_keep([one.made for one in kept], self._keep)
        going = [one.path for one in kept if one.made not in staying]
        for path in going:
            path.unlink(missing_ok=True)
        return going


def name_of(made: int) -> str:
    """The name of a backup: when it was made, so that names sort by time."""
    return f"perron-{datetime.fromtimestamp(made // 1000, UTC).strftime(_TIME)}-{made % 1000:03d}.gz"


def made_of(name: str) -> int:
    """When a backup was made, from its name; 0 for other names."""
    found = _NAME.fullmatch(name)
    if found is None:
        return 0
    try:
        return int(datetime.strptime(found[1], _TIME).replace(tzinfo=UTC).timestamp()) * 1000 + int(found[2])
    except ValueError:
        return 0


def to_keep(made: Iterable[int], keep: int) -> set[int]:
    """Of backups made at these times, those that stay."""
    newest_first = sorted(made, reverse=True)
    staying = set(newest_first[:keep])
    staying |= _last_of_each(newest_first, lambda day: day.date().toordinal(), DAYS)
    return staying | _last_of_each(newest_first, lambda day: day.isocalendar()[:2], WEEKS)


def _last_of_each(newest_first: list[int], span: Callable[[datetime], object], most: int) -> set[int]:
    last: dict[object, int] = {}
    for made in newest_first:
        last.setdefault(span(datetime.fromtimestamp(made / 1000, UTC)), made)
        if len(last) == most:
            break
    return set(last.values())


def sync(folder: Path) -> None:
    """Sync a folder, where the system supports it."""
    if hasattr(os, "O_DIRECTORY"):
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
