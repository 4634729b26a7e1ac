"""The server that is measured: a process of its own, with what it uses of the machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import perron

SOURCES = [str(Path(perron.__file__).parents[1]), str(Path(__file__).parents[2])]
_START_WITHIN_S = 120.0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """`python -m benchmarks.server.serve` while it is needed."""

    def __init__(self, url: str, workers: int, log: Path, *, usual_limits: bool = False) -> None:
        self.port, self.workers = _free_port(), workers
        limits = "usual" if usual_limits else "none"
        command = [sys.executable, "-m", "benchmarks.server.serve", str(self.port), url, str(workers), limits]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(SOURCES)}
        with log.open("ab") as told:
            self._process = subprocess.Popen(command, env=environment, stderr=told, start_new_session=True)
        deadline = time.monotonic() + _START_WITHIN_S
        while not self._ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError(f"the server did not start; see {log}")
            time.sleep(0.1)

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/ready", timeout=2) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def _processes(self) -> list[list[str]]:
        """The fields of /proc/PID/stat, from the third on, of all processes that the server has started."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            if int(fields[3]) == self._process.pid:
                found.append(fields)
        return found

    def cpu_seconds(self) -> float:
        """Time on all cores that the server and its processes have used so far."""
        ticks = sum(int(fields[11]) + int(fields[12]) for fields in self._processes())
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes in memory of the process that serves; of one worker only."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        """Stop it, gracefully if it can."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
