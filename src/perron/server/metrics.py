"""Metrics for Prometheus: counts and times, nothing about the contents of a game."""

from __future__ import annotations

import os
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The folder in which several workers share their metrics."""
Mode = Literal["livesum", "livemin", "livemax", "livemostrecent", "mostrecent"]
"""How gauges of several workers are combined; those of dead workers do not count, except with `mostrecent`."""


def forget_worker(process: int | None) -> None:
    """A worker is gone: drop its gauges."""
    if FOLDER in os.environ:
        mark_process_dead(process)  # type: ignore[no-untyped-call]


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
        self.overruns = Counter(
            "perron_bot_overruns", "Answers of bots that were not there when their pause was over", registry=registry
        )
        self.jobs_waiting = Gauge(
            "perron_jobs_waiting", "Jobs waiting", ["kind"], multiprocess_mode="livesum", registry=registry
        )
        self.jobs_running = Gauge(
            "perron_jobs_running", "Jobs being done", ["kind"], multiprocess_mode="livesum", registry=registry
        )
        self.jobs_waited = Histogram(
            "perron_jobs_waited_seconds",
            "How long jobs that had to wait did",
            ["kind"],
            buckets=_SECONDS,
            registry=registry,
        )
        self.jobs_refused = Counter(
            "perron_jobs_refused", "Jobs refused because too many were waiting", ["kind"], registry=registry
        )
        self.jobs_dropped = Counter(
            "perron_jobs_dropped", "Jobs dropped while they waited: whoever asked had gone", ["kind"], registry=registry
        )
        self.reviews_running = Gauge(
            "perron_reviews_running", "Reviews being made", multiprocess_mode="livesum", registry=registry
        )
        self.review_slice = Histogram(
            "perron_review_slice_seconds",
            "A slice of a review, with its wait for the process",
            buckets=_SECONDS,
            registry=registry,
        )
        self.reviews = Counter("perron_reviews", "Reviews that ended or were put aside", ["how"], registry=registry)
        for how in ("finished", "stopped", "elsewhere", "refused", "failed"):
            self.reviews.labels(how)
        self.requests = Counter(
            "perron_requests", "Requests answered", ["method", "route", "status"], registry=registry
        )
        self.request_time = Histogram(
            "perron_request_seconds", "Answering a request", buckets=_SECONDS, registry=registry
        )
        self.faults = Counter("perron_faults", "Requests that ended in an error that nobody foresaw", registry=registry)
        self.rooms = self._gauge("perron_rooms", "Tables in memory", "livesum")
        self.outbox = self._gauge("perron_outbox_bytes", "What waits to be sent to clients", "livesum")
        self.lag = self._histogram("perron_loop_lag_seconds", "How late the event loop comes back to what waits")
        self._watch_the_store()
        self._watch_the_disk()

    def _watch_the_store(self) -> None:
        self.writes_waiting = self._gauge("perron_store_writes_waiting", "Writes that wait to be begun", "livesum")
        self.reads_waiting = self._gauge("perron_store_reads_waiting", "Reads that wait for a thread", "livesum")
        self.write_time = self._histogram("perron_store_write_seconds", "From a write's being asked for to its commit")
        self.commit_time = self._histogram("perron_store_commit_seconds", "A transaction that writes, commit and all")
        self.read_time = self._histogram("perron_store_read_seconds", "From a read's being asked for to its end")
        self.store_failures = Counter(
            "perron_store_failures", "Reads and writes that the database failed", ["what"], registry=self.registry
        )
        for what in ("read", "write"):
            self.store_failures.labels(what)
        self.written = self._gauge(
            "perron_store_written_timestamp_seconds", "When the store last took the worker's heartbeat", "livemin"
        )
        self.listening = self._gauge(
            "perron_store_listening", "Whether notices of other workers come through", "livemin"
        )
        self.notices = Counter(
            "perron_notices",
            "Notices of other workers; missed: the connection was lost",
            ["what"],
            registry=self.registry,
        )
        self.notices.labels("missed")

    def _watch_the_disk(self) -> None:
        self.wal = self._gauge("perron_wal_bytes", "The file of SQLite's write-ahead log", "livemax")
        self.wal_waiting = self._gauge(
            "perron_wal_waiting_bytes", "Of SQLite's write-ahead log, what no checkpoint has reached", "livemax"
        )
        self.checkpoint = self._gauge(
            "perron_wal_checkpoint_timestamp_seconds", "When a checkpoint last reached the end of the log", "livemax"
        )
        self.disk_free = self._gauge("perron_disk_free_bytes", "Free on the disk of a folder", "livemin", "folder")
        self.disk_size = self._gauge("perron_disk_size_bytes", "Size of the disk of a folder", "livemin", "folder")
        self.backup = self._gauge(
            "perron_backup_timestamp_seconds", "When the newest verified backup was made", "livemax"
        )
        self.backup_bytes = self._gauge("perron_backup_bytes", "Size of the newest backup", "livemostrecent")
        self.backups = self._gauge("perron_backups", "Backups that are kept", "livemostrecent")
        self.backup_time = self._gauge(
            "perron_backup_seconds", "What the last backup took, to the end of its check", "mostrecent"
        )
        self.backup_failures = Counter("perron_backup_failures", "Backups that failed", registry=self.registry)

    def _gauge(self, name: str, text: str, mode: Mode, *labels: str) -> Gauge:
        return Gauge(name, text, labels, multiprocess_mode=mode, registry=self.registry)

    def _histogram(self, name: str, text: str) -> Histogram:
        return Histogram(name, text, buckets=_SECONDS, registry=self.registry)

    def know_jobs(self, kind: str) -> None:
        """Create the series of a kind of job at once, so that they show 0 before anything has happened."""
        for metric in (self.jobs_waiting, self.jobs_running, self.jobs_waited, self.jobs_refused, self.jobs_dropped):
            metric.labels(kind)

    # what the store tells

    def wrote(self, seconds: float) -> None:
        """A write was committed this long after it was requested."""
        self.write_time.observe(seconds)

    def committed(self, seconds: float) -> None:
        """A transaction of one or several writes took this long."""
        self.commit_time.observe(seconds)

    def read(self, seconds: float) -> None:
        """A read was done this long after it was requested."""
        self.read_time.observe(seconds)

    def failed(self, what: str) -> None:
        """The database failed a read or a write."""
        self.store_failures.labels(what).inc()

    def text(self) -> bytes:
        """All metrics, of all workers, as text."""
        if FOLDER not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
