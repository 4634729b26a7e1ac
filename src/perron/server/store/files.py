"""The files of a SQLite database under a running server: whether they are still the ones that it opened."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile

_BESIDE = ("-wal", "-shm", ".lock")
_EVERY_S = 1.0
_LEAST_ROOM = 4 * 1024 * 1024
"""With less than this a disk counts as full: what can still be written beside the database might not fit into it."""
_ROOM_AGAIN = 2 * _LEAST_ROOM


class Files:
    """A database and the files beside it, while a server has them open.

    They are only looked at from outside: who opens and closes such a file drops SQLite's own locks on it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._paths = [f"{path}{part}" for part in ("", *_BESIDE)]
        self._known = self._found()

    def are_there(self) -> bool:
        """Whether all of them are still in place, none was replaced, and the database was not emptied."""
        return self._found() == self._known

    def _found(self) -> list[object]:
        try:
            found = [os.stat(path) for path in self._paths]  # noqa: PTH116  # at every commit
        except OSError:
            return []
        return [found[0].st_size > 0, *((one.st_dev, one.st_ino) for one in found)]

    def may_be_written(self, *, closely: bool) -> bool:
        """Whether neither the database nor its file system is read-only.

        A file system that has turned read-only by itself, after an error of its disk, says so only to who tries.
        """
        if closely:
            try:
                with TemporaryFile(dir=self._path.parent, prefix="perron-try-"):
                    pass
            except OSError as error:
                return error.errno != errno.EROFS
        return os.access(self._path, os.W_OK)

    def have_room(self, *, again: bool) -> bool:
        """Whether the disk has space; after it was full, some more than before is required."""
        try:
            usage = shutil.disk_usage(self._path)
        except OSError:
            return True
        return usage.total == 0 or usage.free >= (_ROOM_AGAIN if again else _LEAST_ROOM)


class FileWatcher:
    """A thread that checks the files every second, whether anybody writes or not."""

    def __init__(self, look: Callable[[], None]) -> None:
        self._look = look
        self._stop = threading.Event()
        look()
        self._thread = threading.Thread(target=self._work, name="perron watch", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._stop.wait(_EVERY_S):
            self._look()

    def close(self) -> None:
        """Stop."""
        self._stop.set()
        self._thread.join()
