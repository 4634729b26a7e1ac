"""Many at once: of conflicting actions exactly one is applied; sockets cut anywhere lose nothing."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest

from perron.server.presence import SILENT_S, Presence
from perron.server.settings import Settings
from perron.server.store import Notice
from tests.server.client import Client, Json, Table, at, begun, first_claim, make_table
from tests.server.postgres import Postgres
from tests.server.served.conftest import GENEROUS
from tests.server.serving import Served, serving

CLIENTS = 50


async def race(tables: list[Table], rounds: int) -> Counter[str]:
    """Fifty sockets of the same seats, spread over these servers, all act on the same number, again and again."""
    answers: Counter[str] = Counter()
    table = tables[0]
    async with asyncio.TaskGroup() as group:
        gate = asyncio.Barrier(CLIENTS)

        async def one(i: int) -> None:
            async with at(tables[i % len(tables)], 0, 1) as (client, welcome):
                message = welcome
                for number in range(rounds):
                    while message["number"] < number:
                        message = await client.next("update")
                    view = next(view for view in message["views"] if view["to_move"] == view["seat"])
                    await gate.wait()
                    answer = await client.act(view["seat"], view["legal"][i % len(view["legal"])], number)
                    answers[answer.get("code", "accepted")] += 1
                    await gate.wait()

        for i in range(CLIENTS):
            group.create_task(one(i))
    log = table.ask("/log").json()
    assert [entry["number"] for entry in log["entries"]] == list(range(1, rounds + 1))
    return answers


def test_of_fifty_conflicting_actions_exactly_one_is_applied(served: Served) -> None:
    table = begun(served.base, "first_journey", ["person", "person"])
    rounds = 5
    assert asyncio.run(race([table], rounds)) == {"accepted": rounds, "action/stale": rounds * (CLIENTS - 1)}


@pytest.fixture(scope="module")
def pair(postgres: Postgres) -> Iterator[list[Served]]:
    """Two workers on one PostgreSQL."""
    settings = Settings(database=postgres.new_database(), limits=GENEROUS, bot_processes=1, start_bots=False)
    with serving(settings) as one, serving(settings) as other:
        yield [one, other]


def both(table: Table, pair: list[Served]) -> list[Table]:
    """The same table at both workers."""
    return [Table(worker.base, table.code, table.host, table.seats) for worker in pair]


def test_of_conflicting_actions_at_two_workers_exactly_one_is_applied(pair: list[Served]) -> None:
    table = begun(pair[0].base, "first_journey", ["person", "person"])
    rounds = 5
    assert asyncio.run(race(both(table, pair), rounds)) == {"accepted": rounds, "action/stale": rounds * (CLIENTS - 1)}


def test_people_at_two_workers_play_one_game_with_bots(pair: list[Served]) -> None:
    table = begun(pair[0].base, "first_journey", ["person", "easy", "person", "hard"])
    here, there = both(table, pair)

    async def play(at_worker: Table, seat: int) -> list[Json]:
        entries: list[Json] = []
        async with at(at_worker, seat) as (client, welcome):
            message = welcome
            entries += message["entries"]
            while True:
                view = message["views"][0]
                if view["outcome"]:
                    return entries
                if view["to_move"] == seat:
                    answer = await client.act(seat, first_claim(view), message["number"])
                    assert answer["type"] == "accepted", answer
                message = await client.next("update")
                entries += message["entries"]

    async def all_of_them() -> list[list[Json]]:
        return list(await asyncio.gather(play(here, 0), play(there, 2)))

    one, other = asyncio.run(asyncio.wait_for(all_of_them(), 120))
    assert [entry["number"] for entry in one] == list(range(1, len(one) + 1))
    assert [(entry["number"], entry["seat"], entry["by"]) for entry in one] == [
        (entry["number"], entry["seat"], entry["by"]) for entry in other
    ]


def test_those_at_one_worker_know_who_is_at_another(pair: list[Served]) -> None:
    table = begun(pair[0].base, "tiny", ["person", "person"])
    here, there = both(table, pair)

    async def come_and_go() -> None:
        async with at(here, 0) as (ann, welcome):
            assert welcome["connected"] == [0]
            async with at(there, 1) as (ben, own):
                if 0 not in own["connected"]:
                    assert (await ben.next("presence"))["connected"] == [0, 1]
                assert (await ann.next("presence"))["connected"] == [0, 1]
                async with at(there) as (_, spectators):
                    assert spectators["connected"] == [0, 1]
                    told = await ann.next("presence")
                    assert (told["connected"], told["watching"]) == ([0, 1], 1)
            while told["connected"] != [0]:  # the spectator may be told of first
                told = await ann.next("presence")

    asyncio.run(asyncio.wait_for(come_and_go(), 60))


def test_who_was_at_a_worker_that_stops_is_not_there_any_more(postgres: Postgres) -> None:
    settings = Settings(database=postgres.new_database(), limits=GENEROUS, bot_processes=1, start_bots=False)
    with serving(settings) as one:
        table = begun(one.base, "tiny", ["person", "person"])

        async def stay(other: Served, stop: Callable[[], None]) -> None:
            here, there = both(table, [one, other])
            async with at(here, 0) as (ann, _):
                async with at(there, 1) as (ben, _):
                    assert (await ann.next("presence"))["connected"] == [0, 1]
                    stopping = asyncio.to_thread(stop)
                    await asyncio.gather(stopping, ben.next("bye"))
                assert (await ann.next("presence"))["connected"] == [0]

        with ExitStack() as stack:
            other = stack.enter_context(serving(settings))
            asyncio.run(asyncio.wait_for(stay(other, stack.close), 60))


@pytest.mark.parametrize("silent", [True, False])
def test_who_was_at_a_worker_that_is_silent_for_long_is_not_there_any_more(
    silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    presence = Presence(lambda _: None)
    now = 1000.0
    monkeypatch.setattr("perron.server.presence.time.monotonic", lambda: now)
    presence.hear(Notice("alive", origin="other"), None)
    now += SILENT_S / 2
    if not silent:
        presence.hear(Notice("alive", origin="other"), None)
    now += SILENT_S * 0.6
    assert presence.silent() == ({"other"} if silent else set())


def test_who_comes_to_one_worker_while_another_writes_misses_nothing(pair: list[Served]) -> None:
    table = begun(pair[0].base, "europe", ["person", "person"])
    here, there = both(table, pair)
    end = 60

    async def watch(number: int) -> None:
        """Come when the game has got so far, at the worker where nobody else is."""
        async with at(there, after=number) as (client, welcome):
            entries = list(welcome["entries"])
            while client.number < end:
                entries += (await client.next("update"))["entries"]
            assert [entry["number"] for entry in entries] == list(range(number + 1, client.number + 1))

    async def play() -> None:
        async with asyncio.TaskGroup() as group, at(here, 0, 1) as (client, welcome):
            message = welcome
            for number in range(end):
                if number % 5 == 0:
                    group.create_task(watch(number))
                view = next(view for view in message["views"] if view["to_move"] == view["seat"])
                await client.act(view["seat"], first_claim(view))
                message = await client.next("update")

    asyncio.run(asyncio.wait_for(play(), 60))


def test_only_one_of_many_who_sit_down_at_once_gets_the_seat(served: Served) -> None:
    table = make_table(served.base, "tiny", ["person", "person"])

    async def rush() -> Counter[int]:
        async with httpx.AsyncClient(timeout=30) as browser:
            url = f"{served.base}/api/tables/{table.code}/sit"
            asked = [browser.post(url, json={"name": f"P{i}", "seat": 1}) for i in range(20)]
            return Counter(answer.status_code for answer in await asyncio.gather(*asked))

    assert asyncio.run(rush()) == {200: 1, 409: 19}


def test_a_socket_cut_at_every_message_comes_back_to_the_same_state(served: Served) -> None:
    table = begun(served.base, "tiny_race", ["person", "person"])

    async def play() -> None:
        async with at(table) as (spectator, _):
            seen: list[Json] = []
            entries: list[Json] = []
            number, over = 0, False
            while not over:
                # A new socket for every message, half of them cut before the answer can come.
                async with at(table, 0, 1, after=number) as (client, welcome):
                    entries += welcome["entries"]
                    number = welcome["number"]
                    over = welcome["views"][0]["outcome"] is not None
                    if not over:
                        await _act_once_or_twice(table, client, welcome)
            while len(seen) < number:
                seen += (await spectator.next("update"))["entries"]
            assert [entry["number"] for entry in entries] == list(range(1, number + 1))
            assert [(e["number"], e["at"], e["seat"]) for e in entries] == [
                (e["number"], e["at"], e["seat"]) for e in seen
            ]

    asyncio.run(play())
    assert table.ask("/record").status_code == 200


async def _act_once_or_twice(table: Table, client: Client, welcome: Json) -> None:
    view = next(view for view in welcome["views"] if view["to_move"] == view["seat"])
    ident, number = secrets.token_hex(8), welcome["number"]
    act = {"type": "act", "id": ident, "number": number, "seat": view["seat"], "action": first_claim(view)}
    await client.send(**act)
    if number % 2:
        await client.answer(ident)
        return
    client.socket.transport.abort()
    async with at(table, view["seat"], after=number) as (again, _):
        await again.send(**act)
        assert (await again.answer(ident))["number"] == number + 1
