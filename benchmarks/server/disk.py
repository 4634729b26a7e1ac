"""How long the disk takes to sync while the server is measured."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Self


class DiskProbe:
    """Syncs a little file beside the database ten times a second: a server that commits can be no quicker."""

    def __init__(self, folder: Path) -> None:
        self._path, self._times, self._stop = folder / "probe", list[float](), threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def _work(self) -> None:
        with self._path.open("wb") as file:
            while not self._stop.wait(0.1):
                file.write(bytes(4096))
                file.flush()
                began = time.perf_counter()
                os.fsync(file.fileno())
                self._times.append(1000 * (time.perf_counter() - began))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def found(self) -> list[tuple[str, str, float]]:
        """What a sync took."""
        times = sorted(self._times) or [0.0]
        return [
            ("a sync of the disk beside it, p50", "ms", times[len(times) // 2]),
            ("a sync of the disk beside it, p99", "ms", times[len(times) * 99 // 100]),
            ("a sync of the disk beside it, the slowest", "ms", times[-1]),
        ]
