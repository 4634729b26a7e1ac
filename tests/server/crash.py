"""A server in a process of its own that is killed at random moments, under load, and started again."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import perron
from perron.record import read_record, verify_record
from perron.server.store import Store, queries
from perron.server.table import LiveTable
from tests.server.client import Json, Table, at, begun, first_claim
from tests.server.plain import get

_SOURCE = """
if __name__ == "__main__":  # the processes of its bots begin with this file too, and need none of this
    import sys
    from pathlib import Path
    from perron.server.run import serve
    from perron.server.settings import UNLIMITED, Limits, Settings
    lots = 10**6
    limits = Limits(rates=UNLIMITED, sockets_per_address=lots, sockets_per_table=lots,
                    connections_per_address=lots, connections=lots, requests_at_once=lots)
    port, database, workers, backups, every, metrics, bots = sys.argv[1:]
    serve(Settings(port=int(port), database=database, limits=limits, workers=int(workers), bot_processes=1,
                   start_bots=bool(bots), metrics=metrics or None, metrics_for_all=not metrics,
                   backups=Path(backups) if backups else None, backup_seconds=int(every),
                   keep_backups=2))
"""
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(perron.__file__).parents[1])}
_GAMES_END_WITHIN_S = 300


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """A server that can be killed."""

    def __init__(
        self,
        url: str,
        folder: Path,
        workers: int = 1,
        backups: Path | None = None,
        metrics: str = "",
        *,
        backup_seconds: int = 1,
        bots: bool = False,
    ) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._script, self.url, self._workers = folder / "server.py", url, workers
        self._more = [str(backups or ""), str(backup_seconds), metrics, "bots" if bots else ""]
        folder.mkdir(exist_ok=True)
        self._script.write_text(_SOURCE)
        self.log = folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it serves."""
        with self.log.open("ab") as log:
            command = [sys.executable, str(self._script), str(self.port), self.url, str(self._workers), *self._more]
            self.process = subprocess.Popen(
                command, env={**os.environ, **ENVIRONMENT}, stderr=log, start_new_session=True
            )
        while True:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if get(f"{self.base}/api/ready").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End it and, if it is killed, the processes of its bots; its exit status."""
        assert self.process is not None
        if how is signal.SIGKILL:
            with suppress(ProcessLookupError):  # it was killed before
                os.killpg(self.process.pid, how)
        else:
            self.process.send_signal(how)
        return self.process.wait(60)


class Person:
    """Plays two seats of a table, comes back whenever the server does, and remembers what was acknowledged."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.acknowledged: dict[int, Json] = {}
        """Messages by the numbers under which they were accepted."""
        self.chosen: dict[int, Json] = {}
        """Choices of first tickets that were accepted, by seat: they get their numbers later."""
        self.seen = 0
        """The newest number that was published to this person."""
        self.sockets = 0
        self.playing: asyncio.Task[None] | None = None

    async def play(self, again: asyncio.Event) -> None:
        """Play to the end, over as many sockets as it takes."""
        pending: Json | None = None
        while True:
            try:
                async with at(self.table, *self.table.seats, after=self.seen or None) as (client, welcome):
                    self.sockets += 1
                    message = latest = welcome
                    while True:
                        if message["type"] in ("welcome", "update"):
                            latest = message
                            self._check_gap(message)
                            if message["views"][0]["outcome"] is not None:
                                return
                            pending = await self._act(client, message, pending)
                        elif message["type"] == "accepted":
                            assert pending is not None
                            assert message["id"] == pending["id"]
                            seen = self._acknowledge(message["number"], pending, latest)
                            pending = None
                            if seen:  # it was stored before the kill, and seen since
                                pending = await self._act(client, latest, pending)
                        message = await client.next()
            except (OSError, ConnectionClosed, InvalidHandshake, KeyError, TimeoutError):
                await again.wait()

    def _acknowledge(self, number: int, act: Json, latest: Json) -> bool:
        """Remember what was accepted; whether the latest message shows it already."""
        seat = act["seat"]
        if seat in self.chosen:
            self.acknowledged[number] = act
            return bool(number <= latest["number"])
        self.chosen[seat] = act  # the first thing that a seat does
        return all(view["to_move"] != seat for view in latest["views"] if view["seat"] == seat)

    def _check_gap(self, message: Json) -> None:
        """What comes goes on where the last message ended, over kills too."""
        numbers = [entry["number"] for entry in message["entries"]]
        assert numbers == list(range(self.seen + 1, message["number"] + 1)), (self.seen, message["number"], numbers)
        self.seen = message["number"]

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


@dataclass
class Toll:
    """What was done to a server, and what it kept."""

    kills: int = 0
    under_load: int = 0
    """Kills while at least one game was going on."""
    acknowledged: int = 0
    """Actions that were acknowledged, all of them kept."""
    unheard: int = 0
    """Actions that were kept, but whose acknowledgement a kill swallowed at least for a while."""
    resumed: int = 0
    """Sockets that came back."""
    games: int = 0
    """Games played to their end, their records verified."""

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.under_load} of them in the middle of games; {self.acknowledged} actions "
            f"acknowledged and none lost; {self.unheard} kept whose acknowledgement was cut off; "
            f"{self.resumed} sockets resumed; {self.games} games finished and verified"
        )


@dataclass
class Crash:
    """A server under load that is killed again and again."""

    server: Process
    rng: Random
    tables: int = 4
    edition: str = "europe"
    people: list[Person] = field(default_factory=list)
    toll: Toll = field(default_factory=Toll)
    again: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, kills: int, say: Callable[[str], None] = lambda _: None) -> Toll:
        """Kill the server this often, check after each kill, then let the games end."""
        self.again.set()
        await self._sit_down()
        for _ in range(kills):
            await asyncio.sleep(self.rng.uniform(0.05, 0.5))
            self._look_for_faults()
            self.toll.under_load += any(not person.playing.done() for person in self.people if person.playing)
            self.again.clear()
            await asyncio.to_thread(self.server.kill)
            self.toll.kills += 1
            await asyncio.to_thread(self._check_store)
            await asyncio.to_thread(self.server.start)
            await asyncio.to_thread(self._finish)
            await self._sit_down()
            self.again.set()
            say(str(self.toll))
        playing = [person.playing for person in self.people if person.playing]
        await asyncio.wait_for(asyncio.gather(*playing), _GAMES_END_WITHIN_S)
        await asyncio.to_thread(self._finish)
        assert not self.people
        return self.toll

    async def _sit_down(self) -> None:
        """At every table there is a game, so that every kill hits some."""
        while len(self.people) < self.tables:
            kinds = ["person", "person", "easy"][: 2 + len(self.people) % 2]
            person = Person(await asyncio.to_thread(begun, self.server.base, self.edition, kinds))
            person.playing = asyncio.create_task(person.play(self.again))
            self.people.append(person)

    def _look_for_faults(self) -> None:
        for person in self.people:
            if person.playing is not None and person.playing.done():
                person.playing.result()

    def _check_store(self) -> None:
        """As the kill left it: every acknowledged action is there, and nothing is there by half."""
        with Store.open(self.server.url) as store:
            for person in self.people:
                snapshot = store.read_now(partial(queries.load_snapshot, code=person.table.code))
                assert snapshot is not None
                assert [row.number for row in snapshot.log] == list(range(1, snapshot.table.number + 1))
                assert snapshot.table.number >= person.seen, "something was published that was not stored"
                live = LiveTable(snapshot)  # replays every action: one by half would not be legal
                assert live.game is not None
                assert (live.choosing[0] if live.choosing else live.game.to_move) == snapshot.table.to_move
                assert (snapshot.table.status == "over") == live.game.over
                # a last answer may still be read from the dead socket
                known, chosen = dict(person.acknowledged), dict(person.chosen)
                for number, act in known.items():
                    row = snapshot.log[number - 1]
                    found = (row.client, row.text, row.seat)
                    assert found == (f"{act['seat']}:{act['id']}", act["action"], act["seat"])
                for seat, act in chosen.items():  # they are under seal until all are there, then first in the log
                    sealed = snapshot.seats[seat].sealed
                    client, text = (
                        (snapshot.log[seat].client, snapshot.log[seat].text)
                        if sealed is None
                        else (sealed["client"], sealed["action"])
                    )
                    assert (client, text) == (f"{seat}:{act['id']}", act["action"])
                own = sum(row.by == "person" for row in snapshot.log)
                self.toll.unheard += max(0, own - len(known) - len(chosen))

    def _finish(self) -> None:
        """The records of games that are over hold every action that was acknowledged."""
        for person in [one for one in self.people if one.playing is not None and one.playing.done()]:
            assert person.playing is not None
            person.playing.result()
            self.people.remove(person)
            answer = person.table.ask("/record")
            assert answer.status_code == 200, answer.text
            record = read_record(answer.text)
            assert verify_record(record).key_checked
            played = {action.number: action.text for action in record.actions}
            for number, act in person.acknowledged.items():
                assert played.get(number) == act["action"], f"entry {number} was acknowledged as {act['action']}"
            assert all(played[seat + 1] == act["action"] for seat, act in person.chosen.items())
            self.toll.games += 1
            self.toll.resumed += person.sockets - 1
            self.toll.acknowledged += len(person.acknowledged) + len(person.chosen)


def crash(
    url: str,
    folder: Path,
    kills: int,
    seed: int = 0,
    *,
    edition: str = "europe",
    say: Callable[[str], None] = lambda _: None,
) -> Toll:
    """Play at several tables and kill the server this often; every acknowledged action must survive every kill."""
    server = Process(url, folder)
    server.start()

    async def run() -> Toll:
        return await Crash(server, Random(seed), edition=edition).run(kills, say)

    try:
        return asyncio.run(run())
    finally:
        server.kill()
