"""A server in a process of its own that is killed at random moments, under load, and started again."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import perron
from perron.record import read_record, verify_record
from tests.server.client import Json, Table, at, begun, first_claim

_SOURCE = """
import sys
from perron.server.run import serve
from perron.server.settings import Limits, Settings
if __name__ == "__main__":
    lots = 10**6
    limits = Limits(requests_per_second=lots, request_burst=lots, tables_per_address=lots,
                    messages_per_second=lots, message_burst=lots)
    port, database, workers = sys.argv[1:]
    serve(Settings(port=int(port), database=database, limits=limits, workers=int(workers), bot_processes=1))
"""
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(perron.__file__).parents[1])}


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """A server that can be killed."""

    def __init__(self, url: str, folder: Path, workers: int = 1) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._script, self._url, self._workers = folder / "server.py", url, workers
        self._script.write_text(_SOURCE)
        self.log = folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it serves."""
        with self.log.open("ab") as log:
            command = [sys.executable, str(self._script), str(self.port), self._url, str(self._workers)]
            self.process = subprocess.Popen(command, env=ENVIRONMENT, stderr=log, start_new_session=True)
        while True:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if httpx.get(f"{self.base}/api/ready").status_code == 200:
                    return
            except httpx.TransportError:
                pass

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End it and, if it is killed, the processes of its bots; its exit status."""
        assert self.process is not None
        if how is signal.SIGKILL:
            os.killpg(self.process.pid, how)
        else:
            self.process.send_signal(how)
        return self.process.wait(60)


class Person:
    """Plays two seats of a table, comes back whenever the server does, and remembers what was acknowledged."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.acknowledged: dict[int, str] = {}
        """Actions by the numbers under which they were accepted."""
        self.last: Json = {}

    async def play(self, again: asyncio.Event) -> None:
        """Play to the end, over as many sockets as it takes."""
        pending: Json | None = None
        while True:
            try:
                async with at(self.table, *self.table.seats, after=self.last.get("number")) as (client, welcome):
                    message = welcome
                    while True:
                        if message["type"] in ("welcome", "update"):
                            self.last = message
                            if message["views"][0]["outcome"] is not None:
                                return
                            pending = await self._act(client, message, pending)
                        elif message["type"] == "accepted":
                            assert pending is not None
                            assert message["id"] == pending["id"]
                            self.acknowledged[message["number"]] = pending["action"]
                            pending = None
                        message = await client.next()
            except (OSError, ConnectionClosed, InvalidHandshake, KeyError, TimeoutError):
                await again.wait()

    async def _act(self, client: Any, message: Json, pending: Json | None) -> Json | None:
        """Act if it is a held seat's turn; what was not acknowledged when the server went is sent again."""
        if pending is not None and message["type"] == "welcome":
            await client.send(**pending)
            return pending
        view = next((view for view in message["views"] if view["to_move"] == view["seat"]), None)
        if view is None or pending is not None:
            return pending
        act = {"type": "act", "id": secrets.token_hex(8), "number": message["number"], "seat": view["seat"]}
        await client.send(**act, action=first_claim(view))
        return {**act, "action": first_claim(view)}


def crash(url: str, folder: Path, kills: int, seed: int = 0, tables: int = 4) -> int:
    """Play at several tables and kill the server so often; every acknowledged action must be there in the end.

    How many actions were acknowledged.
    """
    server, rng = Process(url, folder), Random(seed)
    server.start()
    try:
        kinds = ["person", "person", "easy"]
        people = [Person(begun(server.base, "europe", kinds[: 2 + i % 2])) for i in range(tables)]
        asyncio.run(_play_through(server, people, [rng.uniform(0.05, 0.5) for _ in range(kills)]))
        for person in people:
            _check(person)
        return sum(len(person.acknowledged) for person in people)
    finally:
        server.kill()


async def _play_through(server: Process, people: list[Person], moments: list[float]) -> None:
    again = asyncio.Event()
    again.set()
    playing = [asyncio.create_task(person.play(again)) for person in people]
    for moment in moments:
        await asyncio.sleep(moment)
        again.clear()
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        again.set()
    await asyncio.wait_for(asyncio.gather(*playing), 300)


def _check(person: Person) -> None:
    answer = person.table.ask("/record")
    assert answer.status_code == 200, answer.text
    record = read_record(answer.text)
    assert verify_record(record).key_checked
    played = {action.number: action.text for action in record.actions}
    for number, text in person.acknowledged.items():
        assert played.get(number) == text, f"entry {number} was acknowledged as {text} and is {played.get(number)}"
