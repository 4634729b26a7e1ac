"""Hostile input: nothing breaks, nothing opens."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from perron.server.protocol import PROTOCOL
from perron.server.settings import RATES, Limits, Rate, Settings
from tests.sampling import everything
from tests.server.client import Json, Table, at, begun, make_table
from tests.server.plain import get, post
from tests.server.serving import Served, serving

MESSAGES = 400
SEEDS = 4


def test_no_request_that_the_schema_allows_or_forbids_breaks_the_server(on_sqlite: Served) -> None:
    import schemathesis  # noqa: PLC0415  it takes its time to load, in every process of a run

    schema = schemathesis.openapi.from_url(f"{on_sqlite.base}/api/openapi.json")
    tried = 0
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]

        def check(case: Any) -> None:
            nonlocal tried
            tried += 1
            answer = case.call(base_url=on_sqlite.base)
            assert answer.status_code < 500, (case.formatted_path, answer.text)
            if answer.status_code >= 400:
                assert set(answer.json()) <= {"code", "message", "clause", "details"}

        strategies = [operation.as_strategy()]
        if operation.body or list(operation.iter_parameters()):  # else there is nothing to be wrong
            strategies.append(operation.as_strategy(schemathesis.GenerationMode.NEGATIVE))
        for strategy in strategies:
            test = given(case=strategy)(check)
            settings(
                max_examples=30 if everything() else 4,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )(test)()
    assert tried > 200


def babble(rng: Random, table: Table, secret: str) -> str | bytes:
    """Something that no honest client would send, or that one would send elsewhere."""
    kinds = ["hello", "act", "undo", "resign", "back", "say", "emote", "hint", "ping", "welcome", "", "__class__"]
    junk: list[Any] = [
        None,
        -1,
        0,
        1,
        2**63,
        1e308,
        "",
        "x" * 3000,
        "\ud800",
        "'; drop table log; --",
        [],
        {},
        [[]],
        True,
    ]
    message: Json = {"type": rng.choice(kinds)}
    for name in ("id", "number", "seat", "action", "text", "emote", "version", "secrets", "after", table.code, secret):
        if rng.random() < 0.6:
            message[name] = rng.choice([*junk, 0, 1, "a1", "draw blind", "pass", [secret], "hello"])
    text = json.dumps(message)
    choices: list[str | bytes] = [
        text,
        text[: rng.randrange(len(text))],
        text.encode(),
        "[" * rng.randrange(1, 4000),
        '{"a":' * 1000,
        "\x00" * rng.randrange(100),
        bytes(rng.randrange(256) for _ in range(50)),
        text,
        text,
    ]
    return rng.choice(choices)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_socket_that_sends_nonsense_breaks_nothing_and_gets_nowhere(on_sqlite: Served, seed: int) -> None:
    rng = Random(seed)
    table, other = (begun(on_sqlite.base, "tiny", ["person", "person"]) for _ in range(2))
    before = table.ask(secret=table.host).json()

    async def attack() -> None:
        async with at(other, 0, 1) as (stranger, _):
            pass
        # With secrets of another table, or none at all, a client only watches.
        spy = Table(table.base, table.code, other.host, other.seats)
        async with at(table) as (spectator, _):
            for _ in range(MESSAGES // 50):
                with suppress(ConnectionClosed):
                    async with at(spy, 0, 1, host=True) as (client, welcome):
                        assert (welcome["held"], welcome["host"]) == ([], False)
                        for _ in range(50):
                            await client.socket.send(babble(rng, table, other.seats[0]))
            await spectator.send(type="ping", id="still")
            assert (await spectator.answer("still"))["type"] == "pong"
        assert stranger.number == 0

    asyncio.run(attack())
    assert table.ask(secret=table.host).json() == before


def test_messages_of_others_come_to_nothing_when_they_are_sent_again(on_sqlite: Served) -> None:
    """What an honest client once sent, sent again by itself, by a spectator, by another seat, and at another table."""
    table, other = (begun(on_sqlite.base, "first_journey", ["person", "person"]) for _ in range(2))
    sent: list[Json] = []

    async def play() -> list[Json]:
        async with at(table, 0, 1) as (client, welcome):
            message = welcome
            for number in range(10):
                view = next(view for view in message["views"] if view["to_move"] == view["seat"])
                act = {"type": "act", "id": f"n{number}", "number": number, "seat": view["seat"]}
                sent.append({**act, "action": view["legal"][0]})
                await client.send(**sent[-1])
                assert (await client.answer(f"n{number}"))["number"] == number + 1
                message = await client.next("update")
        return list(message["views"])

    async def again(where: Table, *held: int) -> list[Json]:
        async with at(where, *held) as (client, _):
            answers = []
            for act in sent:
                await client.send(**act)
                answers.append(await client.answer(act["id"]))
            return answers

    views = asyncio.run(play())
    before = [one.ask("/log").text for one in (table, other)]
    assert [answer["number"] for answer in asyncio.run(again(table, 0, 1))] == list(range(1, 11))
    assert {answer["code"] for answer in asyncio.run(again(table))} == {"seat/not_yours"}
    for seat in (0, 1):
        answers = zip(sent, asyncio.run(again(table, seat)), strict=True)
        assert all((answer["type"] == "accepted") == (act["seat"] == seat) for act, answer in answers)
    # At another table the secrets of this one hold nothing, and its own hold its own seats only.
    stranger = Table(other.base, other.code, table.host, table.seats)
    assert {answer["code"] for answer in asyncio.run(again(stranger, 0, 1))} == {"seat/not_yours"}
    assert [one.ask("/log").text for one in (table, other)] == before

    async def look() -> list[Json]:
        async with at(table, 0, 1) as (_, welcome):
            return list(welcome["views"])

    assert asyncio.run(look()) == views


def test_a_message_that_is_too_large_closes_the_socket(on_sqlite: Served) -> None:
    table = make_table(on_sqlite.base, "tiny", ["person", "person"])

    async def send() -> int:
        async with at(table) as (client, _):
            await client.socket.send("x" * 9000)
            with pytest.raises(ConnectionClosed) as closed:
                await client.next()
            assert closed.value.rcvd is not None
            return int(closed.value.rcvd.code)

    assert asyncio.run(send()) == 1009


def test_forged_cookies_hold_nothing(on_sqlite: Served) -> None:
    table = begun(on_sqlite.base, "tiny", ["person", "person"])
    url = f"{on_sqlite.base}/api/tables/{table.code}"
    for value in ("", ".", "x" * 43, "x" * 5000, table.seats[0][:-1], table.seats[0] + "x", "%00", '"' * 9):
        answer = get(url, headers={"Cookie": f"perron_{table.code}={value}; perron_x={table.seats[0]}"})
        assert (answer.status_code, answer.json()["held"], answer.json()["host"]) == (200, [], False)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server with tight limits."""
    rates = {**RATES, "message": Rate(5, 0.001), "table": Rate(4, 0.001)}
    limits = Limits(sockets_per_address=6, sockets_per_table=3, rates=rates)
    url = f"sqlite:///{tmp_path_factory.mktemp('strict')}/perron.sqlite"
    with serving(Settings(database=url, limits=limits, start_bots=False)) as running:
        yield running


def test_limits_are_kept_and_told(strict: Served) -> None:
    tables = [make_table(strict.base, "tiny", ["person", "person"]) for _ in range(4)]
    plan = {"edition": "tiny", "seats": [{}, {}]}
    assert post(f"{strict.base}/api/tables", json=plan).json()["code"] == "limit/tables"

    async def crowd() -> list[Json]:
        opened: list[Any] = []
        byes: list[Any] = []
        for table in (tables[0],) * 4 + (tables[1],) * 4:
            socket = await connect(f"{table.base}/api/tables/{table.code}/socket".replace("http", "ws", 1))
            with suppress(ConnectionClosed):  # one that is not let in need not have been heard
                await socket.send(json.dumps({"type": "hello", "version": PROTOCOL}))
            message = json.loads(await socket.recv())
            (byes if message["type"] == "bye" else opened).append((socket, message))
        for i in range(6):
            await opened[0][0].send(json.dumps({"type": "ping", "id": f"p{i}"}))
        answers = [json.loads(await opened[0][0].recv()) for _ in range(6)]
        for socket, _ in opened + byes:
            await socket.close()
        return [message for _, message in byes] + answers

    codes = [message.get("code") or message["type"] for message in asyncio.run(crowd())]
    assert codes == ["limit/sockets", "limit/sockets", *["pong"] * 5, "limit/rate"]
