"""Connections that take and do not give: silent ones, slow ones, too many, and floods, beside people who play."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from benchmarks.server.sockets import PING, PONG, TEXT, frame
from perron.server.connections import FILES
from perron.server.protocol import PROTOCOL
from perron.server.settings import UNLIMITED, Limits, Rate, Settings
from tests.server.client import HELLO, Json, Table, at, begun, make_table
from tests.server.crash import Process
from tests.server.plain import get
from tests.server.served.conftest import GENEROUS
from tests.server.serving import Served, serving
from tests.server.test_crowd import memory
from tests.server.wire import Wire, gone, until

pytestmark = pytest.mark.xdist_group("connections")
SOON = replace(
    GENEROUS,
    headers_s=0.5,
    body_s=0.5,
    keep_alive_s=1,
    hello_s=0.5,
    idle_socket_s=2.0,
    unread_s=0.5,
    slowest_line=10**6,
)
HALF_A_BODY = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
HALF_A_CHUNK = b"POST /api/replay HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"
WHOLE = b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n"
FLOOD = 40 * 2**20
GROWTH = 12 * 2**20
"""Bytes that a server may grow by while it is sent several floods."""


def server(folder: Path, limits: Limits, **more: Any) -> Any:
    url = f"sqlite:///{folder}/perron.sqlite"
    return serving(Settings(database=url, limits=limits, start_bots=False, metrics_for_all=True, **more))


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that waits for nobody."""
    with server(tmp_path_factory.mktemp("hasty"), SOON) as running:
        yield running


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /api/hea",
        b"GET /api/health HTTP/1.1\r\nHost: x\r\n",
        HALF_A_BODY,
        HALF_A_CHUNK,
        WHOLE,
        WHOLE + b"GET /api/hea",
        WHOLE + HALF_A_BODY,
    ],
)
def test_whoever_does_not_say_the_rest_is_no_longer_waited_for(hasty: Served, said: bytes) -> None:
    with Wire(hasty.base) as wire:
        wire.say(said)
        assert wire.read_out().count(b"HTTP/1.1 200") == said.count(WHOLE)


def test_headers_and_bodies_that_come_letter_by_letter_are_not_waited_for_either(hasty: Served) -> None:
    with Wire(hasty.base) as headers, Wire(hasty.base) as body:
        body.say(HALF_A_BODY)
        headers.say(b"GET /api/health HTTP/1.1\r\n")
        for wire in (headers, body):
            assert wire.say_until_cut(b"x", 600, pause=0.02) < 600


def test_a_body_that_goes_on_after_it_was_refused_is_not_waited_for(hasty: Served) -> None:
    with Wire(hasty.base) as wire:
        wire.ask("/api/tables", "POST", Content_Length=str(10**9))
        assert wire.status() == 413
        assert wire.say_until_cut(bytes(1000), 10**7, pause=0.001) < 10**7


def test_a_socket_that_says_no_hello_is_closed(hasty: Served) -> None:
    table = make_table(hasty.base, "tiny", ["person", "person"])
    for said in (b"", frame(TEXT, b"x" * 100)[:50]):
        with Wire(hasty.base).upgrade(table.code) as wire:
            wire.say(said)
            assert b"protocol/hello_first" in wire.read_out()  # though it never answers the goodbye


def test_a_socket_that_stops_in_the_middle_of_a_message_is_closed(hasty: Served) -> None:
    table = make_table(hasty.base, "tiny", ["person", "person"])
    with Wire(hasty.base).upgrade(table.code) as wire:
        wire.say(frame(TEXT, HELLO.encode()))
        wire.say(frame(TEXT, b"x" * 100)[:50])
        assert b'"welcome"' in wire.read_out()


def connected(table: Table) -> list[int]:
    async def look() -> list[int]:
        async with at(table) as (_, welcome):
            return list(welcome["connected"])

    return asyncio.run(look())


def test_whoever_plays_stays_while_others_are_let_go(hasty: Served) -> None:
    table = begun(hasty.base, "tiny", ["person", "person"])

    async def play() -> Json:
        async with at(table, 0, 1) as (client, _):
            before = gone(hasty.base, "unsent")
            with Wire(hasty.base), Wire(hasty.base):
                await asyncio.to_thread(until, lambda: gone(hasty.base, "unsent") == before + 2)
            await client.send(type="ping", id="still")
            return await client.answer("still")

    assert asyncio.run(play())["type"] == "pong"


def test_whoever_asks_for_much_and_reads_nothing_is_cut_off(hasty: Served) -> None:
    before = gone(hasty.base, "unread")
    with Wire(hasty.base, room=4096) as wire:
        for _ in range(200):
            wire.ask("/api/editions/europe/picture.svg")
        until(lambda: gone(hasty.base, "unread") == before + 1)
    whole = get(f"{hasty.base}/api/editions/europe/picture.svg").text
    assert len(whole) > 3 * 64 * 1024  # a client that reads gets it in pieces, and complete
    assert whole.endswith("</svg>\n")


def test_whoever_lets_too_much_wait_is_cut_off_at_once(tmp_path: Path) -> None:
    limits = replace(GENEROUS, unread_bytes=1000, unread_s=1e6)
    with server(tmp_path, limits) as running, Wire(running.base, room=4096) as wire:
        for _ in range(200):
            wire.ask("/api/editions/europe/picture.svg")
        until(lambda: gone(running.base, "unread") == 1)


def test_a_socket_that_reads_nothing_is_cut_off_and_its_seat_is_empty(hasty: Served) -> None:
    table = begun(hasty.base, "tiny_race", ["person", "person"])
    before = gone(hasty.base, "unread")
    with Wire(hasty.base, room=4096).upgrade(table.code) as wire:
        wire.say(frame(TEXT, json.dumps({"type": "hello", "version": PROTOCOL, "secrets": [table.seats[0]]}).encode()))
        until(lambda: connected(table) == [0])
        act = {"type": "act", "number": 1000, "seat": 0, "action": "draw blind"}  # each answer has a whole view in it
        wire.socket.settimeout(0.1)
        patience = time.monotonic() + 60
        for number in range(10**6):
            assert time.monotonic() < patience, "it was not cut off"
            try:
                wire.say(frame(TEXT, json.dumps({**act, "id": f"n{number}"}).encode()))
            except TimeoutError:
                continue  # it is not listened to as long as it does not read
            except ConnectionError:
                break
    until(lambda: gone(hasty.base, "unread") == before + 1)
    until(lambda: connected(table) == [])


# limits


def open_now(running: Served) -> int:
    return len(running.server.lifespan.state["connections"])


def test_an_address_has_so_many_connections_and_gets_others_for_those_it_gives_back(tmp_path: Path) -> None:
    limits = replace(GENEROUS, connections_per_address=4)
    with server(tmp_path, limits) as running, ExitStack() as stack:
        until(lambda: open_now(running) == 0)  # the readiness check has disconnected
        wires = [stack.enter_context(Wire(running.base)) for _ in range(4)]
        for _ in range(3):
            refused = get(f"{running.base}/api/health")
            assert (refused.status_code, refused.json()["code"]) == (429, "limit/sockets")
        wires[0].socket.close()
        until(lambda: get(f"{running.base}/api/health").status_code == 200)
        for wire in wires[1:]:
            wire.say(WHOLE)
            assert wire.status() == 200


def test_when_all_places_are_taken_the_longest_silent_makes_room_but_nobody_who_plays(tmp_path: Path) -> None:
    limits = replace(GENEROUS, connections=4)
    with server(tmp_path, limits) as running, ExitStack() as stack:
        table = make_table(running.base, "tiny", ["person", "person"])
        until(lambda: open_now(running) == 0)
        socket = stack.enter_context(Wire(running.base)).upgrade(table.code)
        socket.say(frame(TEXT, HELLO.encode()))
        silent = []
        for number in range(2, 5):
            silent.append(stack.enter_context(Wire(running.base)))
            until(lambda number=number: open_now(running) == number)  # type: ignore[misc]
        more = stack.enter_context(Wire(running.base)).upgrade(table.code)
        assert silent[0].read_out() == b""
        silent[1].upgrade(table.code)
        silent[2].upgrade(table.code)
        refused = get(f"{running.base}/api/health")
        assert (refused.status_code, refused.json()["code"]) == (503, "server/busy")
        more.socket.close()
        until(lambda: get(f"{running.base}/api/health").status_code == 200)
        socket.say(frame(PING, b"there?"))
        found = b""
        while b"there?" not in found:
            found += socket.answer()


def test_behind_a_proxy_the_addresses_that_it_names_are_counted_each_64_as_one(tmp_path: Path) -> None:
    rates = {**UNLIMITED, "table": Rate(2, 0)}
    limits = replace(GENEROUS, connections_per_address=2, requests_at_once=3, sockets_per_address=2, rates=rates)
    one, beside, other = ({"X-Forwarded-For": f"2001:db8:1:{end}"} for end in ("1::a", "1::b", "2::a"))

    with server(tmp_path, limits, behind_proxy=True) as running, ExitStack() as stack:

        def status(path: str, who: dict[str, str]) -> int:
            plan = {"edition": "tiny", "seats": [{}, {}]} if path == "/api/tables" else None
            return httpx.request(
                "POST" if plan else "GET", running.base + path, json=plan, headers=who, verify=False
            ).status_code

        assert [status("/api/tables", who) for who in (one, beside, one, beside, other)] == [201, 201, 429, 429, 201]
        table = make_table(running.base, "tiny", ["person", "person"])

        def first_word(who: dict[str, str]) -> bytes:
            wire = stack.enter_context(Wire(running.base)).upgrade(table.code, **who)
            wire.say(frame(TEXT, HELLO.encode()))
            return wire.answer()

        assert [b"limit/sockets" in first_word(who) for who in (one, beside, one, other)] == [False, False, True, False]
        # Requests that do not come whole are under way too.
        for who in (one, beside, one):
            wire = stack.enter_context(Wire(running.base))
            wire.ask("/api/tables", "POST", Content_Length="500", **who)
        until(lambda: status("/api/editions", beside) == 429)
        assert [status("/api/editions", who) for who in (one, beside, other)] == [429, 429, 200]
        assert status("/api/health", one) == 200


def test_as_many_are_let_in_as_the_system_allows_files_for() -> None:
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])));"
        "from perron.server.connections import raise_file_limit;"
        "print(raise_file_limit(100), raise_file_limit(10**6), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    for soft, hard in ((FILES + 50, FILES + 300), (FILES + 300, FILES + 300)):
        done = subprocess.run([sys.executable, "-c", program, str(soft), str(hard)], capture_output=True, check=True)
        assert [int(word) for word in done.stdout.split()] == [100, 300, hard, hard]


# floods


@pytest.fixture
def process(sqlite_url: str, tmp_path: Path) -> Iterator[Process]:
    """A server in a process of its own, whose memory can be measured."""
    running = Process(sqlite_url, tmp_path)
    running.start()
    yield running
    running.kill()


def test_floods_of_frames_are_cut_off_and_leave_nothing_in_memory(process: Process) -> None:
    table, other = (begun(process.base, "tiny", ["person", "person"]) for _ in range(2))
    hello = frame(TEXT, HELLO.encode())
    begin = bytes((TEXT, 0x80)) + bytes(4)  # a message whose end never comes
    floods = {
        "pings": frame(PING, b"x" * 125),
        "empty pings": frame(PING, b""),
        "pongs nobody asked for": frame(PONG, b""),
        "empty parts of a message": bytes((0, 0x80)) + bytes(4),
        "messages that say nothing": frame(TEXT, b""),
    }

    async def play() -> None:
        async with at(other, 0) as (client, _):
            before = memory(process)
            for number, (name, flood) in enumerate(floods.items()):
                for _ in range(3):
                    with Wire(process.base).upgrade(table.code) as wire:
                        wire.say(hello + (begin if "parts" in name else b""))
                        many = flood * (65536 // len(flood))
                        assert await asyncio.to_thread(wire.say_until_cut, many, FLOOD) < FLOOD, name
                await client.send(type="ping", id=f"p{number}")
                assert (await client.answer(f"p{number}"))["type"] == "pong"
            assert memory(process) - before <= GROWTH

    asyncio.run(play())
    assert gone(process.base, "flood") == 3 * len(floods)
    assert '"level": "error"' not in process.log.read_text()
