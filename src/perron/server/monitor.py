"""Monitors a worker: queues, free disk space and the lag of the event loop, as metrics."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from contextlib import suppress
from pathlib import Path

from perron.server.hall import Hall
from perron.server.store.backups import Backups
from perron.server.store.connect import is_sqlite

_LAG_EVERY_S = 0.5
_LAGS_A_LOOK = 4
_log = logging.getLogger("perron.server")


class Monitor:
    """Sets gauges every two seconds: with several workers they cannot be computed on request."""

    def __init__(self, hall: Hall) -> None:
        self._hall, self._metrics = hall, hall.metrics
        url, backups = hall.store.url, hall.settings.backups
        self._folders: dict[str, Path] = {}
        if is_sqlite(url):
            self._folders["data"] = Path(str(url.database)).parent
        if backups is not None:
            self._folders["backups"] = backups
        self._backups = None if backups is None else Backups(backups)

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            try:
                self._look_at_queues()
                await asyncio.to_thread(self._look_at_disks)
            except Exception:  # whatever it is, try again in the next round
                _log.exception("monitoring failed")
            for _ in range(_LAGS_A_LOOK):
                asked = time.perf_counter()
                await asyncio.sleep(_LAG_EVERY_S)
                self._metrics.lag.observe(max(0.0, time.perf_counter() - asked - _LAG_EVERY_S))

    def _look_at_queues(self) -> None:
        hall, metrics, rooms = self._hall, self._metrics, self._hall.rooms
        metrics.rooms.set(len(rooms))
        metrics.outbox.set(sum(one.waiting for room in rooms for one in room.connections))
        metrics.writes_waiting.set(hall.store.waiting)
        metrics.reads_waiting.set(hall.store.reads_waiting)
        metrics.listening.set(hall.store.hears_others)
        ahead = hall.store.write_ahead
        if ahead is not None:
            metrics.wal.set(ahead.bytes)
            metrics.wal_waiting.set(ahead.waiting)
            metrics.checkpoint.set(ahead.reached)

    def _look_at_disks(self) -> None:
        for name, folder in self._folders.items():
            with suppress(OSError):  # the folder of backups may not exist yet
                disk = shutil.disk_usage(folder)
                self._metrics.disk_free.labels(name).set(disk.free)
                self._metrics.disk_size.labels(name).set(disk.total)
        if self._backups is not None:
            kept = self._backups.kept()
            self._metrics.backups.set(len(kept))
            if kept:
                self._metrics.backup.set(kept[-1].made / 1000)
                self._metrics.backup_bytes.set(kept[-1].size)
