"""Settings of a server: everything that its operator may choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING

from perron.errors import PerronError
from perron.server.listen_address import Address, read_address
from perron.server.logs import Form

if TYPE_CHECKING:
    from sqlalchemy import URL


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may be done: `burst` at once, and `per_second` after that."""

    burst: int
    per_second: float


RATES: Mapping[str, Rate] = {
    "request": Rate(100, 20.0),  # per address, as all but the last two are
    "socket": Rate(200, 5.0),  # opened; a whole club must be able to reconnect at once
    "table": Rate(20, 20 / 3600),  # made, also by a rematch
    "report": Rate(5, 5 / 3600),  # to the operator
    "chat": Rate(40, 2.0),
    "hint": Rate(20, 1.0),
    "replay": Rate(20, 1.0),
    "bot": Rate(100, 50.0),  # moves of bots; those above the limit are delayed
    "address_message": Rate(1000, 100.0),
    "message": Rate(40, 10.0),  # per socket
    "seat_hint": Rate(12, 0.5),  # per seat; each is for another position
}
UNLIMITED: Mapping[str, Rate] = dict.fromkeys(RATES, Rate(10**6, 1e6))
"""For tests and measurements, which all come from one address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one client, one address or one table may take."""

    message_bytes: int = 8 * 1024
    """Largest message on a socket."""
    body_bytes: int = 64 * 1024
    """Largest body of a request."""
    rates: Mapping[str, Rate] = field(default_factory=lambda: RATES)
    """How often something may be done, by its kind."""
    sockets_per_address: int = 200
    sockets_per_table: int = 100
    jobs_waiting_per_address: int = 8
    """Hints and replays per address that may wait."""
    jobs_waiting: int = 200
    """In all, bots' moves included."""
    reviews: int = 4
    """That a worker makes at a time; those that are complete are only shown."""
    reviews_per_address: int = 2
    idle_socket_s: float = 60.0
    """A socket that does not answer pings for this long is closed."""
    hello_s: float = 10.0
    """Time for a new socket to say hello, and for a closing one to be gone."""
    connections: int = 8000
    """Per worker; fewer if the system does not allow that many open files."""
    connections_per_address: int = 400
    """Sockets, requests and silent connections. Behind a proxy they cannot be told apart."""
    requests_at_once: int = 50
    """Per address: requests whose responses have not been sent and read yet."""
    headers_s: float = 10.0
    """Time for the headers of a request, from the connection or from the response before."""
    body_s: float = 20.0
    """Time for the body of a request, from its headers."""
    keep_alive_s: int = 5
    """Time after which an idle connection is closed."""
    unread_s: float = 20.0
    """Time for a client to read what waits for it, beyond what a slow line needs, before it is cut off."""
    slowest_line: int = 8 * 1024
    """Bytes per second that a client's line should carry."""
    unread_bytes: int = 1024 * 1024
    """A client that lets this much wait is cut off at once."""

    def __post_init__(self) -> None:
        values = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "rates"}
        for kind, rate in self.rates.items():
            values |= {f"of {kind} at once": rate.burst, f"of {kind} a second": rate.per_second}
        for name, value in values.items():
            if not 0 <= value < float("inf"):
                raise PerronError(f"the limit {name.replace('_', ' ')} cannot be {value}")


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
    start_bots: bool = True
    """Whether those, and the one for replays, are started with the server; else when they are first needed."""
    behind_proxy: bool = False
    """Whether a proxy in front tells the real addresses."""
    origin: str | None = None
    """The address of the page, if it is not the host that requests name."""
    hosts: tuple[str, ...] = ()
    """Host names that the server answers to, besides addresses and names of the local network."""
    lan: bool = False
    metrics: str | None = None
    """A separate address, HOST:PORT, that serves only /api/metrics."""
    metrics_for_all: bool = False
    """Whether everybody who reaches the server may read /api/metrics."""
    limits: Limits = field(default_factory=Limits)
    keep_days: int = 30
    """How long a table that is over or abandoned is kept, unless its host says otherwise."""
    most_keep_days: int = 365
    idle_days: int = 30
    """Days without any activity after which a table counts as abandoned."""

    backups: Path | None = None
    """A folder in which the server keeps backups; None: it makes none."""
    backup_seconds: float = 6 * 3600
    """Time from one backup to the next."""
    keep_backups: int = 8
    """Newest backups that are kept, besides one per day for a week and one per week for five weeks."""
    logs: Form | None = None
    """Format of the log; None: text on a terminal, JSON elsewhere."""

    def __post_init__(self) -> None:
        for name, least, most in (
            ("port", 0, 65535),
            ("workers", 1, 64),
            ("bot_processes", 0, 256),
            ("keep_days", 1, 36500),
            ("most_keep_days", 1, 36500),
            ("idle_days", 1, 36500),
            ("backup_seconds", 1, 31 * 86400),
            ("keep_backups", 1, 10_000),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise PerronError(f"{name.replace('_', ' ')} {value} is not between {least} and {most}")
        if not self.host:
            raise PerronError(
                "an address to listen on is missing: 127.0.0.1 is this machine only, 0.0.0.0 all networks"
            )
        self._check_names()
        if self.workers > 1 and self.database_url.get_backend_name() == "sqlite":
            raise PerronError(
                f"{self.workers} workers need PostgreSQL (--database postgresql://...): SQLite serves one worker"
            )

    def _check_names(self) -> None:
        from perron.server.hosts import named  # noqa: PLC0415  # it asks for these settings

        named(self.hosts, self.origin)
        _ = self.metrics_address

    @property
    def metrics_address(self) -> Address | None:
        """The separate address of /api/metrics, if there is one; raises PerronError if it is invalid."""
        return None if self.metrics is None else read_address(self.metrics)

    @property
    def database_url(self) -> URL:
        """The database; raises StoreError if its URL cannot be read."""
        from perron.server.store.connect import database_url  # noqa: PLC0415  # settings alone need no database

        return database_url(self.database, self.data)
