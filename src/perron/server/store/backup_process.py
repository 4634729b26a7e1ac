"""`python -m perron.server.store.backup_process`: makes one backup, as requested on stdin; prints the outcome.

A process of its own, so that no table waits while everything is read, packed and checked; and a small one, which loads
nothing of the rules or the bots.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from perron.errors import PerronError
from perron.server.store.backups import Backups
from perron.server.store.connect import database_url
from perron.server.store.errors import StoreBusy


@dataclass(frozen=True, slots=True)
class Wanted:
    """The request. Not on the command line: the URL of a database may contain a password."""

    database: str
    folder: str
    keep: int
    every_ms: int

    def line(self) -> bytes:
        """The request as a line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome."""

    made: bool = False
    """Whether there is a new backup; False without an error: none was due, or another process is making one."""
    error: str | None = None


def make(wanted: Wanted) -> Outcome:
    """Make a backup if one is due."""
    try:
        url = database_url(wanted.database)
        return Outcome(Backups(Path(wanted.folder), wanted.keep).make(url, wanted.every_ms) is not None)
    except StoreBusy:
        return Outcome()
    except PerronError as error:
        return Outcome(error=str(error))


def _end_with_server() -> None:
    """End with the server, which keeps stdin open as long as it lives."""
    sys.stdin.buffer.read()
    os._exit(1)


def main() -> None:
    """Handle one request."""
    wanted = Wanted(**json.loads(sys.stdin.buffer.readline()))
    threading.Thread(target=_end_with_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)  # players have priority
    sys.stdout.write(json.dumps(asdict(make(wanted))))
    sys.stdout.flush()
    os._exit(0)  # without waiting for the thread that reads


if __name__ == "__main__":
    main()
