"""First tickets over sockets: all choose at once, nothing is told before the last, and no restart loses a choice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from perron.server.settings import Settings
from tests.server.client import Client, Json, Table, at, begun, play_on
from tests.server.postgres import Postgres
from tests.server.served.conftest import GENEROUS
from tests.server.serving import Served, serving


def run(do: Callable[[], Awaitable[Any]]) -> Any:
    """Run something that waits, with a timeout."""

    async def with_patience() -> Any:
        return await asyncio.wait_for(do(), 60)

    return asyncio.run(with_patience())


def tickets_of(text: str) -> set[str]:
    return set(text.split()[1:])


async def until(client: Client, choosing: list[int]) -> tuple[Json, Json]:
    """Wait for the table at which only these have still to choose, and for the update that comes with it."""
    while True:
        table = await client.next("table")
        if table["table"]["choosing"] == choosing:
            return table, await client.next("update")


def test_all_choose_at_once_and_nothing_is_told_before_the_last(served: Served) -> None:
    table = begun(served.base, "europe", ["person", "person", "person"])

    async def choose() -> None:
        async with (
            at(table, 0) as (ann, hers),
            at(table, 1) as (ben, his),
            at(table, 2) as (cem, theirs),
            at(table) as (eve, watched),
        ):
            assert watched["table"]["choosing"] == [0, 1, 2]
            chosen = [one["views"][0]["legal"][i] for i, one in enumerate((hers, his, theirs))]
            assert await cem.act(2, chosen[2], ident="c") == {"type": "accepted", "id": "c", "number": 0}
            for client in (ann, ben, eve):
                told, update = await until(client, [0, 1])
                assert (update["number"], update["entries"], update["undo"]) == (0, [], [2])
                for secret in tickets_of(chosen[2]):
                    assert secret not in json.dumps([told, update])
            own = (await until(cem, [0, 1]))[1]["views"][0]
            assert set(own["chosen"]) == tickets_of(chosen[2])
            assert (own["legal"], own["to_move"]) == (None, 0)
            assert (await ann.act(0, chosen[0]))["number"] == 0
            assert (await ben.act(1, chosen[1]))["number"] == 3
            for client in (ann, ben, cem, eve):
                update = (await until(client, []))[1]
                events = [(entry["seat"], entry["by"], entry["event"]["kind"]) for entry in update["entries"]]
                assert events == [(seat, "person", "keep_tickets") for seat in range(3)]
                assert (update["number"], update["views"][0]["phase"]) == (3, "turn")
                assert [player["tickets"] for player in update["views"][0]["players"]] == [
                    len(tickets_of(text)) for text in chosen
                ]

    run(choose)


def test_a_choice_is_taken_back_and_made_again(served: Served) -> None:
    table = begun(served.base, "europe", ["person", "person"])

    async def choose_again() -> None:
        async with at(table, 0) as (ann, welcome), at(table, 1) as (ben, other):
            first, second = welcome["views"][0]["legal"][:2]
            await ann.act(0, first, ident="first")
            assert (await until(ann, [1]))[1]["undo"] == [0]
            await ann.send(type="undo", id="back", number=0, seat=0)
            assert await ann.answer("back") == {"type": "accepted", "id": "back", "number": 0}
            again = (await until(ann, [0, 1]))[1]["views"][0]
            assert again == welcome["views"][0]
            await ann.act(0, second, ident="second")
            # What came before and comes again counts for nothing.
            assert (await ann.act(0, first, ident="first"))["type"] == "accepted"
            await ann.send(type="undo", id="back", number=0, seat=0)
            assert (await ann.answer("back"))["type"] == "accepted"
            assert (await ben.act(1, other["views"][0]["legal"][0]))["number"] == 2
            assert await ann.act(0, second, ident="second") == {"type": "accepted", "id": "second", "number": 1}
        async with at(table, 0) as (_, after):
            assert set(after["views"][0]["tickets"]) == tickets_of(second)

    run(choose_again)


def test_people_who_share_a_browser_choose_one_after_the_other(served: Served) -> None:
    table = begun(served.base, "europe", ["person", "person"])

    async def choose() -> None:
        async with at(table, 0, 1) as (both, welcome):
            assert [view["to_move"] for view in welcome["views"]] == [0, 1]
            await both.act(1, welcome["views"][1]["legal"][0])
            views = (await until(both, [0]))[1]["views"]
            assert [(view["to_move"], view["chosen"] is None) for view in views] == [(0, True), (0, False)]
            assert (await both.act(0, welcome["views"][0]["legal"][0]))["number"] == 2

    run(choose)


def test_bots_choose_together_while_people_do(served: Served) -> None:
    table = begun(served.base, "europe", ["easy", "person", "hard", "medium"])

    async def choose() -> None:
        async with at(table, 1) as (ann, welcome):
            table_now, message = welcome["table"], welcome
            if table_now["choosing"] != [1]:
                _, message = await until(ann, [1])
            assert message["number"] == 0
            assert (await ann.act(1, message["views"][0]["legal"][0]))["number"] == 4
            update = await ann.next("update")
            while not update["entries"]:
                update = await ann.next("update")
            assert [entry["by"] for entry in update["entries"]] == ["bot", "person", "bot", "bot"]

    run(choose)


def test_somebody_giving_up_makes_nobodys_choice_stale(served: Served) -> None:
    table = begun(served.base, "europe", ["person", "person", "person"])

    async def choose() -> None:
        async with at(table, 0) as (ann, welcome), at(table, 1) as (ben, _), at(table, 2) as (cem, theirs):
            await ben.send(type="resign", id="bye", number=0, seat=1)
            assert (await ben.answer("bye"))["number"] == 1
            assert (await ann.act(0, welcome["views"][0]["legal"][0], number=0))["type"] == "accepted"
            await until(ann, [2])
            assert (await cem.act(2, theirs["views"][0]["legal"][0], number=0))["number"] == 4
            by = [entry["by"] for entry in table.ask("/log").json()["entries"]]
            assert by == ["person", "person", "bot", "person"]

    run(choose)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place for a database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/perron.sqlite"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


def test_a_sealed_choice_outlives_the_server(database: str) -> None:
    settings = Settings(database=database, limits=GENEROUS, start_bots=False)
    with serving(settings) as one:
        table = begun(one.base, "amsterdam", ["person", "person"])

        async def choose() -> str:
            async with at(table, 1) as (ben, welcome):
                text: str = welcome["views"][0]["legal"][1]
                await ben.act(1, text, ident="kept")
                return text

        text = run(choose)
    with serving(settings) as other:
        again = Table(other.base, table.code, table.host, table.seats)

        async def go_on() -> None:
            async with at(again, 0) as (ann, hers), at(again, 1) as (ben, his):
                assert hers["table"]["choosing"] == [0]
                assert set(his["views"][0]["chosen"]) == tickets_of(text)
                assert (await ben.act(1, text, ident="kept"))["type"] == "accepted"
                assert (await ann.act(0, hers["views"][0]["legal"][0]))["number"] == 2
            async with at(again, 1) as (_, his):
                assert set(his["views"][0]["tickets"]) == tickets_of(text)

        run(go_on)
        assert run(lambda: play_on(again, 0, 1))["outcome"] is not None
        assert again.ask("/record").status_code == 200


@pytest.fixture(scope="module")
def pair(postgres: Postgres) -> Iterator[list[Served]]:
    """Two workers on one PostgreSQL."""
    settings = Settings(database=postgres.new_database(), limits=GENEROUS, start_bots=False)
    with serving(settings) as one, serving(settings) as other:
        yield [one, other]


def test_choices_made_in_the_same_moment_at_two_workers_are_all_kept(pair: list[Served]) -> None:
    async def choose(table: Table) -> None:
        workers = [Table(one.base, table.code, table.host, table.seats) for one in pair]

        async def one(seat: int) -> None:
            async with at(workers[seat % 2], seat) as (client, welcome):
                await gate.wait()
                answer = await client.act(seat, welcome["views"][0]["legal"][0])
                assert answer["type"] == "accepted", answer
                while client.number < 5:
                    await client.next("update")

        gate = asyncio.Barrier(5)
        await asyncio.gather(*(one(seat) for seat in range(5)))
        log = table.ask("/log").json()["entries"]
        assert [(entry["number"], entry["seat"]) for entry in log] == [(i + 1, i) for i in range(5)]

    for _ in range(5):
        table = begun(pair[0].base, "europe", ["person"] * 5)
        run(partial(choose, table))
