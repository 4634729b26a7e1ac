"""Settings of a server: everything that whoever runs it may choose."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from perron.errors import PerronError

if TYPE_CHECKING:
    from sqlalchemy import URL


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one client, one address or one table may take."""

    message_bytes: int = 8 * 1024
    """Largest message on a socket."""
    body_bytes: int = 64 * 1024
    """Largest body of a request."""
    messages_per_second: float = 10.0
    """Of one socket, on average."""
    message_burst: int = 40
    requests_per_second: float = 20.0
    """Of one address, on average."""
    request_burst: int = 100
    tables_per_address: int = 20
    """Tables made in an hour."""
    sockets_per_address: int = 200
    sockets_per_table: int = 100
    idle_socket_s: float = 60.0
    """A socket that answers no ping for so long is closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings of a server."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    """URL of the database; None is a SQLite file in the data folder."""
    data: Path | None = None
    """The data folder; None is the user's own."""
    workers: int = 1
    """Processes; more than one needs PostgreSQL."""
    bot_processes: int = 0
    """Processes of each worker in which bots think; 0 is one for every two cores."""
    behind_proxy: bool = False
    """Whether a proxy in front tells the real addresses."""
    origin: str | None = None
    """The address of the page, if it is not the host that requests name."""
    lan: bool = False
    metrics_for_all: bool = False
    """Whether /metrics answers others than this machine."""
    limits: Limits = field(default_factory=Limits)
    keep_days: int = 30
    """How long a table that is over or abandoned is kept, unless its host says otherwise."""
    most_keep_days: int = 365
    idle_days: int = 30
    """After so long without anybody doing anything a table counts as abandoned."""

    def __post_init__(self) -> None:
        for name, least, most in (
            ("port", 0, 65535),
            ("workers", 1, 64),
            ("bot_processes", 0, 256),
            ("keep_days", 1, 36500),
            ("most_keep_days", 1, 36500),
            ("idle_days", 1, 36500),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise PerronError(f"{name.replace('_', ' ')} {value} is not between {least} and {most}")
        if self.workers > 1 and self.database_url.get_backend_name() == "sqlite":
            raise PerronError(
                f"{self.workers} workers need PostgreSQL (--database postgresql://...): SQLite serves one worker"
            )

    @property
    def database_url(self) -> URL:
        """The database; raises StoreError if its URL cannot be read."""
        from perron.server.store.connect import database_url  # noqa: PLC0415  # settings alone need no database

        return database_url(self.database, self.data)
