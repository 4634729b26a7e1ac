"""How often something may be done from one address: all is counted in one way, and what is too much is refused."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from perron.server.settings import RATES, Limits, Rate, Settings
from tests.server.client import HELLO, Json, Table, at, begun, make_table
from tests.server.serving import Served, serving
from tests.server.wire import until

NEVER = 1e-9
"""Times a second."""
STRICT = {
    **RATES,
    "request": Rate(10**6, 1e6),
    "table": Rate(3, NEVER),
    "socket": Rate(6, NEVER),
    "chat": Rate(3, NEVER),
    "seat_hint": Rate(1, NEVER),
    "hint": Rate(2, NEVER),
    "replay": Rate(2, NEVER),
    "address_message": Rate(40, NEVER),
}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where little is allowed to an address; every test comes from one of its own."""
    url = f"sqlite:///{tmp_path_factory.mktemp('strict')}/perron.sqlite"
    with serving(Settings(database=url, limits=Limits(rates=STRICT), start_bots=False)) as running:
        yield running


@pytest.fixture(scope="module")
def slowed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where the bots of an address may act five times."""
    url = f"sqlite:///{tmp_path_factory.mktemp('slowed')}/perron.sqlite"
    limits = Limits(rates={**STRICT, "bot": Rate(5, NEVER)})
    with serving(Settings(database=url, limits=limits, bot_processes=1)) as running:
        yield running


def told(table: Table) -> Json:
    """What everybody is told of a table."""
    found: Json = table.ask().json()["table"]
    return found


def test_a_rematch_is_a_table_like_any_other(strict: Served) -> None:
    tables = [begun(strict.base, "tiny", ["easy", "easy"], address="127.0.0.11") for _ in range(2)]
    for table in tables:
        until(lambda table=table: told(table)["status"] == "over", "the bots' game did not end")  # type: ignore[misc]
    assert tables[0].call("rematch", secret=tables[0].host).status_code == 200
    refused = tables[1].call("rematch", secret=tables[1].host)
    assert (refused.status_code, refused.json()["code"]) == (429, "limit/tables")
    assert tables[0].call("rematch", secret=tables[0].host).status_code == 200, "this one is there already"


def test_what_an_address_does_over_its_sockets_is_counted_together(strict: Served) -> None:
    table = begun(strict.base, "europe", ["person", "person"], address="127.0.0.12")

    async def ask(client: Any, ident: str, **message: Any) -> str:
        await client.send(id=ident, **message)
        answer: Json = await client.answer(ident)
        return str(answer.get("code") or answer["type"])

    async def talk() -> None:
        async with at(table, 0) as (ann, _), at(table, 1) as (ben, _):
            said = [await ask(one, f"c{i}", type="say", text="!") for i, one in enumerate((ann, ben, ann, ben))]
            hints = [await ask(ann, f"h{i}", type="hint", seat=0) for i in range(2)]
        # New sockets change nothing.
        async with at(table, 0) as (again, told_ann), at(table, 1) as (other, told_ben):
            hints.append(await ask(again, "h", type="hint", seat=0))
            for seat, (client, told) in enumerate(((again, told_ann), (other, told_ben))):
                keep = "keep " + " ".join(told["views"][0]["offered"])
                assert (await client.act(seat, keep, number=seat))["type"] == "accepted"
            hints.append(await ask(again, "later", type="hint", seat=0))
            pings = [await ask(again, f"p{i}", type="ping") for i in range(40 - 10)]
            await again.send(type="ping", id="one too many")
            pings.append((await again.next("refused"))["code"])
        assert said == ["accepted"] * 3 + ["limit/rate"]
        assert hints == ["hint"] * 3 + ["limit/rate"], "a position has one hint, however often it is asked for"
        assert pings == ["pong"] * 30 + ["limit/rate"]

    asyncio.run(asyncio.wait_for(talk(), 60))


def test_sockets_are_not_opened_again_and_again(strict: Served) -> None:
    table = make_table(strict.base, "tiny", ["person", "person"], address="127.0.0.13")
    url = f"{table.base}/api/tables/{table.code}/socket".replace("http", "ws", 1)

    async def storm() -> list[str]:
        told = []
        for _ in range(8):
            try:
                async with connect(url, local_addr=(table.address, 0)) as socket:
                    await socket.send(HELLO)
                    told.append(json.loads(await socket.recv())["type"])
            except InvalidStatus as refused:
                told.append(f"{refused.response.status_code} {json.loads(refused.response.body)['code']}")
        return told

    assert asyncio.run(asyncio.wait_for(storm(), 60)) == ["welcome"] * 6 + ["429 limit/rate"] * 2


def test_records_are_not_replayed_again_and_again(strict: Served) -> None:
    # The first has to wait for the process that reads records.
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.14"), timeout=60) as browser:
        answers = [browser.post(f"{strict.base}/api/verify", content="no record") for _ in range(3)]
    assert [answer.json()["code"] for answer in answers] == ["record/unreadable"] * 2 + ["limit/rate"]


def test_bots_that_hurry_are_put_off(slowed: Served) -> None:
    # Smaller editions can be over after four actions.
    table = begun(slowed.base, "first_journey", ["easy", "easy"], address="127.0.0.15")
    until(lambda: told(table)["number"] >= 5, "the bots did not take the five actions that they may")
    time.sleep(1)
    assert told(table)["number"] == 5


def test_a_bots_move_that_is_scheduled_again_is_counted_once(slowed: Served) -> None:
    table = begun(slowed.base, "first_journey", ["easy", "easy"], address="127.0.0.16", bot_pause_ms=500)

    async def schedule_again() -> None:
        room = await slowed.hall.room(table.code)
        for _ in range(10):
            slowed.hall.schedule(room)
            await asyncio.sleep(0.01)

    asyncio.run_coroutine_threadsafe(schedule_again(), slowed.loop).result(30)
    until(lambda: told(table)["number"] >= 5, "moves that were not made have been counted")
