"""Limits: how often something may be done."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping

from perron.server.refusal import Refused
from perron.server.settings import Rate

_REFUSALS = {"table": "limit/tables", "report": "limit/reports"}


class Bucket:
    """A token bucket: `burst` at once, and `rate` per second after that."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._left, self._at = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more may be done now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address, table or seat; the oldest are forgotten when there are too many."""

    def __init__(self, burst: float, rate: float, most: int = 10_000) -> None:
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, whose: str) -> bool:
        """Whether one more may be done now for this key."""
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = Bucket(self._burst, self._rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(whose)
        return bucket.take()


class Rates:
    """The rate limits, by kind: the only place where they are counted."""

    def __init__(self, rates: Mapping[str, Rate]) -> None:
        self._rates = rates
        self._buckets = {kind: Buckets(rate.burst, rate.per_second) for kind, rate in rates.items()}

    def may(self, kind: str, whose: str) -> bool:
        """Whether one more of this kind may be done now."""
        return self._buckets[kind].take(whose)

    def need(self, kind: str, whose: str) -> None:
        """Count one more of this kind; raises Refused if it is one too many."""
        if not self.may(kind, whose):
            raise Refused(_REFUSALS.get(kind, "limit/rate"))

    def bucket(self, kind: str) -> Bucket:
        """A bucket for something that is counted elsewhere, such as the messages of one socket."""
        return Bucket(self._rates[kind].burst, self._rates[kind].per_second)


class Counter:
    """Counts how many of something each address has at the moment."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Whether one more is let in."""
        count = self._counts.get(address, 0)
        if count >= self._most:
            return False
        self._counts[address] = count + 1
        return True

    def leave(self, address: str) -> None:
        """One has gone."""
        count = self._counts[address] - 1
        if count:
            self._counts[address] = count
        else:
            del self._counts[address]
