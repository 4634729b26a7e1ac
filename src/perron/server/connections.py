"""The connections of one worker: so many in all, so many an address, and none that is waited for in vain."""

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
"""Files besides connections that a worker may need to have open: the store's, its bots', and what is being refused."""
_TURNS = 10
_WHY = ("unsent", "unread", "flood", "address", "full")
"""Why a connection is cut off."""


class Place:
    """The place that one connection takes."""

    __slots__ = ("address", "due", "read_by", "transport", "turn")

    def __init__(self, transport: asyncio.Transport, address: str | None, turn: int) -> None:
        self.transport, self.address, self.turn = transport, address, turn
        self.due: float | None = None
        """By when the client must have sent the rest of what it has begun."""
        self.read_by: float | None = None
        """By when it must have read what waits for it."""


class Connections:
    """Who is connected, and who is let go: whoever does not send, does not read, or sends without end."""

    def __init__(self, settings: Settings, metrics: Metrics, most: int) -> None:
        self.limits = limits = settings.limits
        self._metrics, self._behind_proxy, self._most = metrics, settings.behind_proxy, most
        for why in _WHY:
            metrics.closed.labels(why)
        self._addresses = Counter(limits.connections_per_address)
        self._turns: list[set[Place]] = [set() for _ in range(_TURNS)]
        self._entered = self._looked = self._open = 0
        self._silent: dict[Place, None] = {}
        """Those that have not asked for anything yet, or not again; the longest silent first."""

    def __len__(self) -> int:
        return self._open

    def __iter__(self) -> Iterator[Place]:
        for places in self._turns:
            yield from places

    def enter(self, transport: asyncio.Transport, client: tuple[str, int] | None) -> Place:
        """Let one more in; raises Refused. If all places are taken, whoever has been silent longest makes room."""
        # A proxy's own address is everybody's: requests and sockets are counted under those that it names.
        proxy = self._behind_proxy and client is not None and client[0] in PROXIES
        counted = None if proxy else address.of(client)
        if counted is not None and not self._addresses.enter(counted):
            self._metrics.closed.labels("address").inc()
            raise Refused("limit/sockets")
        self._entered += 1
        place = Place(transport, counted, self._entered % _TURNS)
        if self._open >= self._most:
            if not self._silent:
                if counted is not None:
                    self._addresses.leave(counted)
                self._metrics.closed.labels("full").inc()
                raise Refused("server/busy")
            self.cut(next(iter(self._silent)), "full")
        self._turns[place.turn].add(place)
        self._open += 1
        self._metrics.connections.inc()
        return place

    def leave(self, place: Place) -> None:
        """One has gone; to say so twice changes nothing."""
        if place not in self._turns[place.turn]:
            return
        self._turns[place.turn].remove(place)
        self._silent.pop(place, None)
        self._open -= 1
        self._metrics.connections.dec()
        if place.address is not None:
            self._addresses.leave(place.address)

    def await_request(self, place: Place) -> None:
        """The headers of a request must come now."""
        self._silent.pop(place, None)
        self._silent[place] = None
        place.due = time.monotonic() + self.limits.headers_s

    def await_body(self, place: Place) -> None:
        """The body of a request must come now."""
        self._silent.pop(place, None)
        place.due = time.monotonic() + self.limits.body_s

    def await_nothing(self, place: Place) -> None:
        """Everything is there."""
        self._silent.pop(place, None)
        place.due = None

    def await_reader(self, place: Place) -> None:
        """Much waits to be read: most of it must be read now, as quickly as the slowest line carries it."""
        size = place.transport.get_write_buffer_size()
        place.read_by = time.monotonic() + self.limits.unread_s + size / self.limits.slowest_line

    def look(self) -> None:
        """Let go whoever is overdue. Ten times a second; each time a tenth of all is looked at."""
        now = time.monotonic()
        self._looked = (self._looked + 1) % _TURNS
        for place in list(self._turns[self._looked]):
            if place.read_by is None and place.transport.is_closing():
                self.await_reader(place)  # what waits is still sent, but not for ever
            if place.due is not None and now > place.due:
                self.cut(place, "unsent")
            elif self._is_unread(place, now):
                self.cut(place, "unread")

    def _is_unread(self, place: Place, now: float) -> bool:
        if place.transport.get_write_buffer_size() > self.limits.unread_bytes:
            return True
        return place.read_by is not None and now > place.read_by

    def cut(self, place: Place, why: str) -> None:
        """Let one go at once; what waits for it is dropped."""
        self._metrics.closed.labels(why).inc()
        self.leave(place)
        place.transport.abort()


def fitting(connections: int) -> int:
    """Let this process have the files for so many connections, as far as the system lets it; how many fit."""
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
