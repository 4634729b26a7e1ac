"""Killed servers leave nothing behind: every process that they started ends, and the port is free."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from tests.server.crash import ENVIRONMENT, Process

pytestmark = pytest.mark.xdist_group("processes")
WITHIN_S = 60


def alive() -> dict[int, int]:
    """All processes that run, and which one each was started by; those that only wait to be counted run no more."""
    told = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in told.splitlines())
    return {int(pid): int(parent) for pid, parent, stat in rows if not stat.startswith("Z")}


def family(ancestor: int) -> set[int]:
    """The processes that a process has started, and that those have started."""
    parents = alive()
    found = {ancestor}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {ancestor}


def wait_until_gone(pids: set[int]) -> None:
    """Wait until none of these runs any more."""
    deadline = time.monotonic() + WITHIN_S
    while left := pids & alive().keys():
        assert time.monotonic() < deadline, f"still there: {left}"
        time.sleep(0.1)


def check_port(port: int) -> None:
    """Somebody else can listen there."""
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", port))
        taken.listen()


def kill(doomed: int) -> None:
    """Kill one process of a server; those that it had started must end by themselves."""
    started = family(doomed)
    assert started
    os.kill(doomed, signal.SIGKILL)
    wait_until_gone(started)


def test_bots_hold_no_socket_and_a_killed_server_leaves_no_process_and_a_free_port(
    sqlite_url: str, tmp_path: Path
) -> None:
    server = Process(sqlite_url, tmp_path, bots=True)
    server.start()
    assert server.process is not None
    try:
        while len(family(server.process.pid)) < 2:  # the bots' process, and the one that keeps track of resources
            time.sleep(0.05)
        check_sockets(server)
        kill(server.process.pid)
        check_port(server.port)
    finally:
        server.kill()


def check_sockets(server: Process) -> None:
    """The server listens, and its bots hold no socket that is listened at."""
    if sys.platform != "linux":  # looks where Linux shows the files that a process has open
        return
    assert server.process is not None
    listening = {
        row.split()[9]
        for row in Path("/proc/net/tcp").read_text().splitlines()[1:]
        if row.split()[3] == "0A" and int(row.split()[1].rpartition(":")[2], 16) == server.port
    }
    assert listening

    def held(pid: int) -> set[str]:
        links = [str(file.readlink()) for file in Path(f"/proc/{pid}/fd").iterdir() if file.is_symlink()]
        return {link[8:-1] for link in links if link.startswith("socket:[")} & listening

    assert held(server.process.pid) == listening
    assert all(not held(pid) for pid in family(server.process.pid))


def test_killed_workers_take_their_bots_with_them_and_end_with_the_one_that_started_them(
    postgres_url: str, tmp_path: Path
) -> None:
    server = Process(postgres_url, tmp_path, workers=2, bots=True)
    server.start()
    assert server.process is not None
    try:
        while len(family(server.process.pid)) < 5:  # two workers, a bots' process each, and the tracker
            time.sleep(0.05)
        parents = alive()
        workers = [pid for pid, parent in parents.items() if parent == server.process.pid and family(pid)]
        kill(workers[0])
        os.kill(server.process.pid, signal.SIGSTOP)  # or it would start others meanwhile
        rest = family(server.process.pid) | {workers[1]}
        os.kill(server.process.pid, signal.SIGKILL)
        wait_until_gone(rest)
        check_port(server.port)
    finally:
        server.kill()


@pytest.mark.parametrize("busy", ["waits", "holds the interpreter"])
def test_a_process_ends_with_its_parent_whatever_it_is_doing(tmp_path: Path, busy: str) -> None:
    if busy != "waits" and sys.platform != "linux":
        pytest.skip("only Linux can end a process that lets none of its threads run")
    script = tmp_path / "parent.py"
    script.write_text(
        textwrap.dedent(
            f"""
            import ctypes, multiprocessing, os, time
            from perron.server.parent import end_with_parent

            def child():
                end_with_parent()
                print(os.getpid(), flush=True)
                {"time.sleep(600)" if busy == "waits" else "ctypes.PyDLL(None).sleep(600)  # and lets no thread run"}

            if __name__ == "__main__":
                multiprocessing.get_context("spawn").Process(target=child).start()
                time.sleep(600)
            """
        )
    )
    parent = subprocess.Popen([sys.executable, str(script)], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    try:
        assert child in alive()
        parent.kill()
        wait_until_gone({child})
    finally:
        parent.kill()
        parent.wait()
        parent.stdout.close()
        if child in alive():
            os.kill(child, signal.SIGKILL)
