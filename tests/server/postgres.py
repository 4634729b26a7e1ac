"""A real PostgreSQL for tests: a cluster of its own in a folder of its own, reached through a socket in that folder."""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psycopg
from psycopg import sql

_MISSING = "PostgreSQL is not installed: `make test` installs it for root; else install Debian's package `postgresql`"


def programs() -> Path:
    """The folder with initdb and postgres, newest version first."""
    asked = shutil.which("pg_config")
    if asked is not None:
        found = Path(subprocess.run([asked, "--bindir"], check=True, capture_output=True, text=True).stdout.strip())
        if (found / "initdb").exists():
            return found
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name)):
        if (folder / "initdb").exists():
            return folder
    beside = shutil.which("initdb")
    if beside is None:
        raise RuntimeError(_MISSING)
    return Path(beside).resolve().parent


def _other_user() -> str | None:
    """PostgreSQL does not run as root: then it gets another user."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _die_with_parent() -> None:
    """Stop quickly when the tests are killed (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGINT)


def _name(url: str) -> str:
    """The name of a database."""
    return url.partition("@/")[2].partition("?")[0]


class Postgres:
    """A PostgreSQL that runs as long as somebody holds it."""

    def __init__(
        self, *, durable: bool = False, settings: Sequence[str] = (), recovered_from: Path | None = None
    ) -> None:
        """Make and start a cluster; `durable` syncs to the disk as a real one does, for measuring.

        With `recovered_from`, the cluster is the copy of another that `copy` made, and recovers as the settings say.
        """
        self.folder = Path(tempfile.mkdtemp(prefix="perron-pg-"))
        self._user = _other_user()
        if self._user is not None:
            os.chown(self.folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._data = self.folder / "data"
        self._log = self.folder / "log"
        self._durable = durable
        self._settings = settings
        self._count = 0
        self._process: subprocess.Popen[bytes] | None = None
        try:
            if recovered_from is None:
                initdb: list[str | Path] = [programs() / "initdb", "-D", self._data, "-U", "perron", "-A", "trust"]
                self._call(*initdb, "-E", "UTF8", "--locale=C", "-N")
            else:
                self._call("cp", "-a", recovered_from, self._data)
                self._call("touch", self._data / "recovery.signal")
        except RuntimeError:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        self.start()

    def _call(self, *words: str | Path) -> None:
        """Run a program as the cluster's owner."""
        done = subprocess.run(words, user=self._user, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{Path(words[0]).name} failed: {done.stderr or done.stdout}")

    def archive(self) -> Path:
        """Begin to archive the log, into a folder of the cluster's."""
        folder = self.folder / "archive"
        self._call("mkdir", folder)
        self.stop()
        self._settings = [*self._settings, "archive_mode=on", f"archive_command=cp %p {folder}/%f"]
        self.start()
        return folder

    def copy(self) -> Path:
        """Copy the whole cluster while it runs; the log that goes with the copy is in the archive."""
        folder = self.folder / "base"
        self._call(
            programs() / "pg_basebackup",
            *("-D", folder, "-X", "none", "-c", "fast", "-h", self.folder, "-U", "perron", "--no-sync"),
        )
        return folder

    def start(self) -> None:
        """Start the server and wait until it answers."""
        chosen = ["listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=100", *self._settings]
        chosen += ["shared_buffers=16MB"] if not self._durable else []
        chosen += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] if not self._durable else []
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [programs() / "postgres", "-D", self._data, *(word for name in chosen for word in ("-c", name))],
                user=self._user,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_die_with_parent,  # noqa: PLW1509  # it only makes one system call
            )
        deadline = time.monotonic() + 60
        while True:
            try:
                with psycopg.connect(self.url("postgres")):
                    return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"PostgreSQL did not start: {self._log.read_text()[-2000:]}") from None
                time.sleep(0.05)

    def stop(self) -> None:
        """Stop the server as a machine that is shut down does; its data stay."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)
            self._process = None

    def close(self) -> None:
        """Stop the server and remove its data."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://perron@/{database}?host={self.folder}"

    def new_database(self, like: str | None = None) -> str:
        """The URL of a new database: an empty one, or like another, to which nobody is connected."""
        self._count += 1
        name = f"test{self._count}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            # As older versions always do: a third of the work of writing every page to the log.
            how = sql.SQL("STRATEGY file_copy" if connection.info.server_version >= 150_000 else "")
            model = sql.Identifier("template1" if like is None else _name(like))
            command = sql.SQL("CREATE DATABASE {} TEMPLATE {} {}").format(sql.Identifier(name), model, how)
            connection.execute(command)
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Remove a database, even with connections to it."""
        self.run(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(_name(url))))

    def run(self, command: sql.Composed) -> None:
        """Run a command as the cluster's owner."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(command)
