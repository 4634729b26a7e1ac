"""Metrics for Prometheus: how many and how long, never anything of a game."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where several workers put their numbers together."""


class Metrics:
    """What one worker counts."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.actions = Counter("perron_entries", "Entries committed", ["kind", "by"], registry=registry)
        self.refusals = Counter("perron_refusals", "Messages and requests refused", ["code"], registry=registry)
        self.sockets = Gauge("perron_sockets", "Sockets open", multiprocess_mode="livesum", registry=registry)
        self.writable = Gauge(
            "perron_store_writable",
            "Whether the store takes what is to be saved",
            multiprocess_mode="livemin",
            registry=registry,
        )
        self.connections = Gauge(
            "perron_connections", "Connections open", multiprocess_mode="livesum", registry=registry
        )
        self.closed = Counter("perron_connections_closed", "Connections cut off", ["why"], registry=registry)
        self.messages = Counter("perron_messages", "Messages received", ["type"], registry=registry)
        self.step = Histogram(
            "perron_step_seconds",
            "From an action's arrival to its being sent to all",
            buckets=_SECONDS,
            registry=registry,
        )
        self.thinking = Histogram("perron_bot_seconds", "Waiting for a bot", buckets=_SECONDS, registry=registry)
        self.requests = Counter(
            "perron_requests", "Requests answered", ["method", "route", "status"], registry=registry
        )
        self.request_time = Histogram(
            "perron_request_seconds", "Answering a request", buckets=_SECONDS, registry=registry
        )

    def text(self) -> bytes:
        """All numbers, of all workers."""
        if FOLDER not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
