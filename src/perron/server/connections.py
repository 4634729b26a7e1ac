"""The connections of one worker: limits in all and per address, and timeouts for clients that stall."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from perron.server import address
from perron.server.limits import Counter
from perron.server.metrics import Metrics
from perron.server.refusal import Refused
from perron.server.settings import Settings

PROXIES = ("127.0.0.1", "::1")
"""Where a proxy is believed, if one is in front."""
FILES = 512
"""Open files that a worker needs besides connections: the store's, its bots', and connections being refused."""
_GROUPS = 10
_WHY = ("unsent", "unread", "flood", "address", "full")
"""Why a connection is cut off."""


class Slot:
    """One connection, and its deadlines."""

    __slots__ = ("address", "due", "group", "read_by", "transport")

    def __init__(self, transport: asyncio.Transport, address: str | None, group: int) -> None:
        self.transport, self.address, self.group = transport, address, group
        self.due: float | None = None
        """By when the client must have sent the rest of its request."""
        self.read_by: float | None = None
        """By when the client must have read what waits for it."""


class Connections:
    """The open connections. It cuts off clients that do not finish sending, do not read, or flood the server."""

    def __init__(self, settings: Settings, metrics: Metrics, most: int) -> None:
        self.limits = limits = settings.limits
        self._metrics, self._behind_proxy, self._most = metrics, settings.behind_proxy, most
        for why in _WHY:
            metrics.closed.labels(why)
        self._addresses = Counter(limits.connections_per_address)
        self._groups: list[set[Slot]] = [set() for _ in range(_GROUPS)]
        self._entered = self._group = self._open = 0
        self._silent: dict[Slot, None] = {}
        """Connections without a request under way, the longest silent first."""

    def __len__(self) -> int:
        return self._open

    def __iter__(self) -> Iterator[Slot]:
        for slots in self._groups:
            yield from slots

    def enter(self, transport: asyncio.Transport, client: tuple[str, int] | None) -> Slot:
        """Accept one more; raises Refused. If all slots are taken, the one that has been silent longest is cut off."""
        # All clients share a proxy's address: requests and sockets are counted under the addresses that it names.
        proxy = self._behind_proxy and client is not None and client[0] in PROXIES
        counted = None if proxy else address.of(client)
        if counted is not None and not self._addresses.enter(counted):
            self._metrics.closed.labels("address").inc()
            raise Refused("limit/sockets")
        self._entered += 1
        slot = Slot(transport, counted, self._entered % _GROUPS)
        if self._open >= self._most:
            if not self._silent:
                if counted is not None:
                    self._addresses.leave(counted)
                self._metrics.closed.labels("full").inc()
                raise Refused("server/busy")
            self.cut(next(iter(self._silent)), "full")
        self._groups[slot.group].add(slot)
        self._open += 1
        self._metrics.connections.inc()
        return slot

    def leave(self, slot: Slot) -> None:
        """Forget a closed connection; idempotent."""
        if slot not in self._groups[slot.group]:
            return
        self._groups[slot.group].remove(slot)
        self._silent.pop(slot, None)
        self._open -= 1
        self._metrics.connections.dec()
        if slot.address is not None:
            self._addresses.leave(slot.address)

    def await_request(self, slot: Slot) -> None:
        """Start the timeout for the headers of a request."""
        self._silent.pop(slot, None)
        self._silent[slot] = None
        slot.due = time.monotonic() + self.limits.headers_s

    def await_body(self, slot: Slot) -> None:
        """Start the timeout for the body of a request."""
        self._silent.pop(slot, None)
        slot.due = time.monotonic() + self.limits.body_s

    def await_nothing(self, slot: Slot) -> None:
        """Stop the timeout: the request is complete."""
        self._silent.pop(slot, None)
        slot.due = None

    def await_reader(self, slot: Slot) -> None:
        """Start the timeout for the client to read what waits, as fast as the slowest acceptable line."""
        size = slot.transport.get_write_buffer_size()
        slot.read_by = time.monotonic() + self.limits.unread_s + size / self.limits.slowest_line

    def check_timeouts(self) -> None:
        """Cut off clients that are overdue. Called ten times a second; each call checks a tenth of the connections."""
        now = time.monotonic()
        self._group = (self._group + 1) % _GROUPS
        for slot in list(self._groups[self._group]):
            if slot.read_by is None and slot.transport.is_closing():
                self.await_reader(slot)  # what waits is still sent, but not forever
            if slot.due is not None and now > slot.due:
                self.cut(slot, "unsent")
            elif self._is_unread(slot, now):
                self.cut(slot, "unread")

    def _is_unread(self, slot: Slot, now: float) -> bool:
        if slot.transport.get_write_buffer_size() > self.limits.unread_bytes:
            return True
        return slot.read_by is not None and now > slot.read_by

    def cut(self, slot: Slot, why: str) -> None:
        """Cut off a client at once; what waits for it is dropped."""
        self._metrics.closed.labels(why).inc()
        self.leave(slot)
        slot.transport.abort()


def raise_file_limit(connections: int) -> int:
    """Raise the limit of open files for this many connections, as far as the system allows; returns how many fit."""
    try:
        import resource  # noqa: PLC0415  # not on Windows, where there is no such limit
    except ModuleNotFoundError:
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return connections
    needed = connections + FILES
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(connections, max(1, soft - FILES))
