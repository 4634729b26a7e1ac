"""`perron moderate` beside a server that runs, on both stores: what it orders holds within seconds."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from perron.server.settings import Settings
from perron.server.store import Store
from perron.server.store.moderating import game_hash
from tests.cli.command import Run, assert_refused, runner
from tests.server.client import Client, Json, at, begun, make_table
from tests.server.plain import get
from tests.server.serving import Served, serving
from tests.server.store.release import OVER, PLAYING, fill


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process."""
    return runner(monkeypatch, capsys)


@pytest.fixture
def database(served: Served) -> str:
    """The database of the server that runs."""
    return str(served.hall.settings.database)


async def until(client: Client, kind: str) -> Json:
    return await asyncio.wait_for(client.next(kind), 30)


def lobby(served: Served, status: int) -> httpx.Response:
    """The lobby, as soon as it is answered like this."""
    for _ in range(300):
        answer = get(f"{served.base}/api/tables", headers={"Accept-Language": "sv"})
        if answer.status_code == status:
            return answer
        asyncio.run(asyncio.sleep(0.1))
    raise AssertionError(f"never answered with {status}")


def test_a_barred_address_is_refused_with_a_sentence_and_let_in_again(run: Run, served: Served, database: str) -> None:
    table = begun(served.base, "tiny", ["person", "person"])

    async def thrown_out() -> None:
        async with at(table, 0) as (ann, _):
            assert run("moderate", "bar", "127.0.0.0/8", "--hours", "2", "--database", database).code == 0
            assert (await until(ann, "bye"))["code"] == "address/barred"
        async with at(table, 0) as (_, first):
            assert (first["type"], first["code"]) == ("bye", "address/barred")

    try:
        asyncio.run(thrown_out())
        refused = lobby(served, 403).json()
        assert refused["code"] == "address/barred"
        assert refused["message"].startswith("Från din adress kan ingen spela")
        assert get(f"{served.base}/api/editions").status_code == 200
        assert get(f"{served.base}/").status_code == 200
        assert run("moderate", "barred", "--database", database).out.startswith("127.0.0.0/8 until 20")
    finally:
        run("moderate", "unbar", "127.0.0.0/8", "--database", database)
        lobby(served, 200)
    assert_refused(run("moderate", "unbar", "127.0.0.0/8", "--database", database), "is not barred")


def test_a_barred_address_is_barred_from_the_first_request_after_a_restart(run: Run, sqlite_url: str) -> None:
    with Store.open(sqlite_url):
        pass
    run("moderate", "bar", "::ffff:127.0.0.1", "--database", sqlite_url)
    with serving(Settings(database=sqlite_url, start_bots=False)) as served:
        assert get(f"{served.base}/api/tables").status_code == 403


def test_a_table_that_the_operator_deletes_is_gone_for_those_at_it(run: Run, served: Served, database: str) -> None:
    table = begun(served.base, "tiny", ["person", "person"])
    table.call("report", {"seat": 1, "text": "rude"}, table.seats[0])

    async def lose() -> None:
        async with at(table, 0) as (ann, _):
            assert run("moderate", "remove", table.code, "--database", database).code == 0
            assert (await until(ann, "bye"))["code"] == "table/removed"

    asyncio.run(lose())
    assert table.ask().json()["code"] == "table/not_found"
    assert table.code not in run("moderate", "reports", "--all", "--database", database).out
    traced = run("moderate", "trace", "--database", database).out
    assert f"table deleted at table #{game_hash(table.code)}, by the operator" in traced
    assert table.code not in traced
    assert_refused(run("moderate", "remove", table.code, "--database", database), "no such table")


def test_the_operator_deletes_a_persons_name_and_chat(run: Run, served: Served, database: str) -> None:
    table = begun(served.base, "tiny", ["person", "person"])

    async def talk() -> None:
        async with at(table, 0) as (ann, _), at(table, 1) as (ben, _):
            await ben.send(type="say", id="a", text="my number is 12345")
            await ann.next("message")
            assert run("moderate", "remove", table.code, "--seat", "2", "--database", database).code == 0
            assert (await until(ann, "chat"))["messages"] == []

    asyncio.run(talk())
    assert [seat["name"] for seat in table.ask().json()["table"]["seats"]] == ["Person 0", None]
    assert_refused(
        run("moderate", "remove", table.code, "--seat", "5", "--database", database), "no such table or seat"
    )


def listed(served: Served) -> list[str]:
    return [one["code"] for one in lobby(served, 200).json()["tables"]]


def test_a_table_that_is_unlisted_stays_so(run: Run, served: Served, database: str) -> None:
    table = make_table(served.base, "tiny", ["person", "person"], listed=True)
    assert table.code in listed(served)
    assert run("moderate", "unlist", table.code, "--database", database).code == 0
    assert table.code not in listed(served)
    answer = table.call("settings", {"listed": True}, table.host)
    assert (answer.status_code, answer.json()["code"]) == (403, "table/unlisted")
    assert table.call("settings", {"chat": False}, table.host).status_code == 200


def test_reports_are_listed_and_closed(run: Run, served: Served, database: str) -> None:
    table = begun(served.base, "tiny", ["person", "person"])

    async def quarrel() -> None:
        async with at(table, 1) as (ben, _):
            await ben.send(type="say", id="a", text="you fool")
            await ben.answer("a")

    asyncio.run(quarrel())
    table.call("report", {"seat": 1, "text": "he swears"}, table.seats[0])
    shown = run("moderate", "reports", "--database", database).out
    for part in (table.code, "tiny", "seat 2 'Person 1'", "seat 1 'Person 0': he swears", "you fool"):
        assert part in shown
    told = next(
        one
        for one in json.loads(run("moderate", "reports", "--json", "--database", database).out)
        if one["code"] == table.code
    )
    assert run("moderate", "close", told["id"], "--database", database).code == 0
    assert told["id"] not in run("moderate", "reports", "--database", database).out
    assert "closed 20" in run("moderate", "reports", "--all", "--database", database).out
    assert_refused(run("moderate", "close", told["id"], "--database", database), "no open report")


@pytest.mark.parametrize("address", ["nowhere", "1.2.3", "10.0.0.0/40", ""])
def test_what_is_no_address_is_refused(run: Run, sqlite_url: str, address: str) -> None:
    with Store.open(sqlite_url) as store:
        fill(store)
    assert_refused(run("moderate", "bar", address, "--database", sqlite_url), "is neither an address nor a network")
    assert run("moderate", "bar", "2001:db8::1", "--database", sqlite_url).out.startswith("2001:db8::/64 is barred")
    assert run("moderate", "remove", OVER, "--database", sqlite_url).code == 0
    assert run("export", PLAYING, "--database", sqlite_url).code == 0
