"""What people can do about each other at a table, and what they can have deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any, TypeVar

import httpx
import pytest

from perron.record import read_record, verify_record
from perron.server.settings import Settings
from perron.server.store import ReportRow, moderating, queries
from perron.server.store.store import now_ms
from tests.server.client import Json, Table, at, begun, make_table, play_on
from tests.server.postgres import Postgres
from tests.server.served.conftest import GENEROUS
from tests.server.serving import Served, serving

T = TypeVar("T")


@pytest.fixture
def pair(postgres: Postgres) -> Iterator[tuple[Served, Served]]:
    """Two workers on one database."""
    settings = Settings(database=postgres.new_database(), limits=GENEROUS, start_bots=False)
    with serving(settings) as one, serving(settings) as other:
        yield one, other


@pytest.fixture
def absent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is not connected is absent."""
    monkeypatch.setattr("perron.server.room.AWAY_AFTER_S", 0.0)


def run(doing: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(doing, 60))


def code_of(answer: httpx.Response) -> str:
    return str(answer.json()["code"])


def elsewhere(table: Table, served: Served) -> Table:
    return Table(served.base, table.code, table.host, table.seats)


# chat


async def said(*tables: Table) -> list[Json]:
    """Two sockets of one seat send one message under one id at the same time; their answers."""
    async with at(tables[0], 0) as (one, _), at(tables[-1], 0) as (other, _):
        for client in (one, other):
            await client.send(type="say", id="same", text="hello")
        return [await one.answer("same"), await other.answer("same")]


def test_one_chat_id_is_one_line_however_often_it_comes(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])
    answers = run(said(table))
    assert answers == [{"type": "accepted", "id": "same", "number": 1}] * 2
    served.hall._rooms.pop(table.code)  # as after a restart
    assert run(said(table)) == answers
    assert [row.text for row in read(served, partial(queries.messages_after, code=table.code))] == ["hello"]


def test_one_chat_id_is_one_line_at_several_workers(pair: tuple[Served, Served]) -> None:
    table = begun(pair[0].base, "tiny", ["person", "person"])
    answers = run(said(table, elsewhere(table, pair[1])))
    assert answers == [{"type": "accepted", "id": "same", "number": 1}] * 2
    assert len(read(pair[0], partial(queries.messages_after, code=table.code))) == 1


def read(served: Served, function: Callable[..., T]) -> T:
    return served.hall.store.read_now(function)


def test_whom_the_host_mutes_says_nothing_at_the_table(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])
    assert code_of(table.call("seats/1/mute", {}, table.seats[0])) == "host/only"

    async def talk() -> None:
        async with at(table, 0) as (ann, _), at(table, 1) as (ben, _):
            assert table.call("seats/1/mute", {}, table.host).status_code == 200
            assert [one["muted"] for one in (await ann.next("table"))["table"]["seats"]] == [False, True]
            await ben.next("table")
            for kind in ({"type": "say", "text": "x"}, {"type": "emote", "emote": "wow"}):
                await ben.send(**kind, id="m")
                assert (await ben.answer("m"))["code"] == "chat/muted"
            assert table.call("seats/1/mute", {"muted": False}, table.host).status_code == 200
            await ben.next("table")
            await ben.send(type="say", id="n", text="thanks")
            assert (await ben.answer("n"))["type"] == "accepted"

    run(talk())


# names


@pytest.mark.parametrize("name", ["ann", "ＡＮＮ", "Аnn", "A nn"])
def test_two_people_at_a_table_are_not_called_the_same(served: Served, name: str) -> None:
    table = make_table(served.base, "tiny", ["person", "person"])
    table.sit("Ann", 0)
    answer = table.call("sit", {"name": name})
    assert (answer.status_code, code_of(answer)) == (409, "name/taken")
    assert table.call("leave", {"seat": 0}, table.seats[0]).status_code == 200
    assert table.call("sit", {"name": name}).status_code == 200


# seats of those who are there


def test_the_host_takes_no_seat_of_somebody_who_is_there_or_was_a_moment_ago(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(served.base, "tiny", ["person", "person"])

    async def come_and_go() -> None:
        async with at(table, 1):
            for path in ("seats/1/bot", "seats/1/remove"):
                assert code_of(table.call(path, {}, table.host)) == "seat/connected"

    run(come_and_go())
    assert code_of(table.call("seats/1/bot", {}, table.host)) == "seat/connected"
    monkeypatch.setattr("perron.server.room.AWAY_AFTER_S", 0.0)
    answer = table.call("seats/1/bot", {}, table.host)
    assert answer.json()["table"]["seats"][1]["why"] == "removed"
    assert table.call("seats/1/return", {}, table.seats[1]).json()["table"]["seats"][1]["standing_in"] is None


@pytest.mark.usefixtures("absent_at_once")
def test_who_is_there_is_known_to_every_worker(pair: tuple[Served, Served]) -> None:
    here = begun(pair[0].base, "tiny", ["person", "person"])
    there = elsewhere(here, pair[1])

    async def come_and_go() -> None:
        async with at(here, 1):
            assert code_of(await asyncio.to_thread(there.call, "seats/1/bot", {}, there.host)) == "seat/connected"

    run(come_and_go())
    assert there.call("seats/1/bot", {}, there.host).status_code == 200


@pytest.mark.usefixtures("absent_at_once")
def test_the_others_vote_for_a_bot_and_the_person_can_return_at_once(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person", "person"])

    def vote(seat: int, agree: bool = True) -> Json:
        answer = table.call("seats/0/vote", {"seat": seat, "agree": agree}, table.seats[seat])
        assert answer.status_code == 200, answer.text
        return dict(answer.json()["table"]["seats"][0])

    async def quarrel() -> None:
        async with at(table, 0) as (ann, _), at(table, 1), at(table, 2):
            assert code_of(table.call("seats/0/vote", {"seat": 2}, table.seats[1])) == "seat/not_yours"
            one = await asyncio.to_thread(vote, 1)
            assert (one["votes"], one["standing_in"]) == ([1], None)
            assert (await ann.next("table"))["table"]["seats"][0]["votes"] == [1]
            assert (await asyncio.to_thread(vote, 1, agree=False))["votes"] == []
            await asyncio.to_thread(vote, 1)
            both = await asyncio.to_thread(vote, 2)
            assert (both["standing_in"], both["why"], both["votes"]) == ("medium", "voted", [])
            entry = (await ann.next("update"))["entries"][0]
            assert (entry["kind"], entry["seat"], entry["by"]) == ("stand_in", 0, "vote")
            await ann.send(type="back", id="b", seat=0)
            assert (await ann.answer("b"))["type"] == "accepted"

    run(quarrel())
    assert table.ask().json()["table"]["seats"][0]["standing_in"] is None


def test_of_two_people_neither_votes_the_other_out(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person", "easy"])

    async def quarrel() -> None:
        async with at(table, 0), at(table, 1):
            answer = await asyncio.to_thread(table.call, "seats/1/vote", {"seat": 0}, table.seats[0])
            assert answer.json()["table"]["seats"][1]["standing_in"] is None

    run(quarrel())


# barring


def test_who_is_barred_before_the_game_cannot_sit_down_again_and_others_can(served: Served) -> None:
    table = make_table(served.base, "tiny", ["person", "person"])
    here = f"{served.base}/api/tables/{table.code}"
    with httpx.Client() as pest, httpx.Client() as other:
        sat = pest.post(f"{here}/sit", json={"name": "Pest"}).json()
        table.seats[sat["seat"]] = sat["secret"]
        device = next(one for one in pest.cookies.jar if one.name == "perron-device")
        assert (device.path, device.has_nonstandard_attr("HttpOnly")) == ("/api/tables", True)

        async def thrown_out() -> None:
            async with at(table, 0) as (client, _):
                assert table.call("seats/0/bar", {}, table.seats[0]).json()["code"] == "host/only"
                answer = await asyncio.to_thread(table.call, "seats/0/bar", {}, table.host)
                assert answer.json()["table"]["seats"][0]["taken"] is False
                assert (await client.next("bye"))["code"] == "table/barred"
            async with at(table, 0) as (_, first):
                assert (first["type"], first["code"]) == ("bye", "table/barred")

        run(thrown_out())
        assert code_of(pest.post(f"{here}/sit", json={"name": "Angel"})) == "table/barred"
        pest.cookies.delete(f"perron_{table.code}")
        assert code_of(pest.post(f"{here}/sit", json={"name": "Angel"})) == "table/barred"
        assert code_of(pest.post(f"{here}/resume", json={"secret": sat["secret"]})) == "table/barred"
        assert other.post(f"{here}/sit", json={"name": "Pest"}).status_code == 200


def test_the_host_bars_nobody_at_the_own_device(served: Served) -> None:
    table = make_table(served.base, "tiny", ["person", "person"])
    here = f"{served.base}/api/tables/{table.code}"
    with httpx.Client(headers={"Authorization": f"Bearer {table.host}"}) as host:
        for name in ("Ann", "Ben"):
            assert host.post(f"{here}/sit", json={"name": name}).status_code == 200
        host.cookies.delete(f"perron_{table.code}")
        assert code_of(host.post(f"{here}/seats/1/bar")) == "seat/yours"


def test_during_a_game_who_has_given_up_can_be_barred_and_is_not_in_the_rematch(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])

    async def give_up() -> None:
        async with at(table, 1) as (ben, _):
            answer = await asyncio.to_thread(table.call, "seats/1/bar", {}, table.host)
            assert code_of(answer) == "seat/connected"
            await ben.send(type="resign", id="r", number=0, seat=1)
            assert (await ben.answer("r"))["type"] == "accepted"
            assert (await asyncio.to_thread(table.call, "seats/1/bar", {}, table.host)).status_code == 200
            assert (await ben.next("bye"))["code"] == "table/barred"

    run(give_up())
    assert code_of(table.call("seats/1/return", {}, table.seats[1])) == "host/only"
    assert code_of(table.call("seats/1/return", {}, table.host)) == "seat/empty"
    run(play_on(table, 0))
    again = table.call("rematch", {}, table.seats[0]).json()["table"]
    assert [(seat["name"], seat["taken"]) for seat in again["seats"]] == [(None, False), ("Person 0", True)]
    next_one = Table(table.base, again["code"], table.host, table.seats)
    answer = next_one.call("sit", {"name": "Ben"}, table.seats[1])
    assert code_of(answer) == "table/barred"


# deletion


def test_a_person_takes_own_name_and_chat_back_and_the_game_stays(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])

    async def talk() -> None:
        async with at(table, 0) as (ann, _), at(table, 1) as (ben, _):
            for client, ident, text in ((ann, "a", "I am Ann from Utrecht"), (ben, "b", "nice"), (ann, "c", "bye")):
                await client.send(type="say", id=ident, text=text)
                assert (await client.answer(ident))["type"] == "accepted"
            assert code_of(table.call("forget", {"seat": 0}, table.seats[1])) == "seat/not_yours"
            assert code_of(table.call("forget", {"seat": 4}, table.seats[1])) == "seat/unknown"
            own = await asyncio.to_thread(table.call, "forget", {"seat": 0}, table.seats[0])
            assert [seat["name"] for seat in own.json()["table"]["seats"]] == [None, "Person 1"]
            left = await ben.next("chat")
            assert [(one["seat"], one["text"]) for one in left["messages"]] == [(1, "nice")]
        async with at(table, 1) as (_, welcome):
            assert [one["text"] for one in welcome["messages"]] == ["nice"]
            assert "Ann" not in str(welcome)

    run(talk())
    run(play_on(table, 0, 1))
    assert verify_record(read_record(table.ask("/record").text)).committed
    (trace,) = traces(served, table)
    assert (trace["what"], trace["by"], trace["seat"]) == ("name", "person", 0)
    assert table.code not in str(trace)
    assert "Person 0" not in str(trace)


def traces(served: Served, table: Table) -> list[Json]:
    found = read(served, partial(moderating.traces_after, at=0))
    return [
        {"what": one.what, "by": one.by, "seat": one.seat, "game": one.game}
        for one in found
        if one.game == moderating.game_hash(table.code)
    ]


def test_what_is_deleted_at_one_worker_is_gone_at_the_other(pair: tuple[Served, Served]) -> None:
    here = begun(pair[0].base, "tiny", ["person", "person"])
    there = elsewhere(here, pair[1])

    async def talk() -> None:
        async with at(here, 0) as (ann, _), at(there, 1) as (ben, _):
            await ann.send(type="say", id="a", text="hello")
            await ben.next("message")
            assert (await asyncio.to_thread(here.call, "forget", {"seat": 0}, here.seats[0])).status_code == 200
            assert (await ben.next("chat"))["messages"] == []

    run(talk())


def test_the_host_deletes_a_table_whose_game_is_over(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])
    assert code_of(table.call("delete", {}, table.host)) == "table/not_over"
    run(play_on(table, 0, 1))
    assert code_of(table.call("delete", {}, table.seats[0])) == "host/only"

    async def watch() -> None:
        async with at(table, 0) as (ann, _):
            assert (await asyncio.to_thread(table.call, "delete", {}, table.host)).status_code == 200
            assert (await ann.next("bye"))["code"] == "table/removed"

    run(watch())
    assert code_of(table.ask("/record")) == "table/not_found"
    (trace,) = traces(served, table)
    assert (trace["what"], trace["by"]) == ("table", "host")


# reports


def test_a_report_comes_with_the_chat_and_who_it_is_about(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])

    async def quarrel() -> ReportRow:
        async with at(table, 0), at(table, 1) as (ben, _):
            await ben.send(type="say", id="a", text="you fool")
            await ben.answer("a")
            body = {"seat": 1, "text": "he\u202eswears"}
            answer = await asyncio.to_thread(table.call, "report", body, table.seats[0])
            assert answer.status_code == 200, answer.text
            while True:
                rows = _reports(served, table)
                if rows[0].address is not None:
                    return rows[0]
                await asyncio.sleep(0.05)

    report = run(quarrel())
    assert (report.code, report.edition, report.seat, report.name) == (table.code, "tiny", 1, "Person 1")
    assert (report.by_seat, report.by_name, report.text) == (0, "Person 0", "he\ufffdswears")
    assert (report.address, [line["text"] for line in report.chat]) == ("127.0.0.1", ["you fool"])
    assert table.call("forget", {"seat": 1}, table.seats[1]).status_code == 200
    assert [line["text"] for line in _reports(served, table)[0].chat] == ["you fool"]


def _reports(served: Served, table: Table) -> list[ReportRow]:
    return [one for one in read(served, moderating.load_reports) if one.code == table.code]


def test_nobody_floods_the_operator_with_reports(sqlite_url: str) -> None:
    with serving(Settings(database=sqlite_url, start_bots=False)) as served:
        table = begun(served.base, "tiny", ["person", "person"])
        answers = [table.call("report", {"seat": 1}, table.seats[0]) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
        assert code_of(answers[-1]) == "limit/reports"


# who keeps leaving


def test_the_host_sees_who_has_left_several_games_and_nobody_else_does(served: Served) -> None:
    with httpx.Client(base_url=f"{served.base}/api") as leaver:
        for i in range(3):
            table = make_table(served.base, "tiny", ["person", "person"])
            sat = leaver.post(f"/tables/{table.code}/sit", json={"name": "Lea"}).json()
            table.seats[sat["seat"]] = sat["secret"]
            table.sit("Ben")
            shown = table.ask("/departures", table.host).json()["seats"]
            assert shown == ([] if i < 2 else [{"seat": 0, "left": 2, "games": 2}])
            assert code_of(table.ask("/departures", table.seats[1])) == "host/only"
            assert "left" not in str(table.ask().json()["table"])
            if i < 2:
                table.ready()
                table.start()

                async def give_up(table: Table = table) -> None:
                    async with at(table, 0) as (lea, _):
                        await lea.send(type="resign", id="r", number=0, seat=0)
                        assert (await lea.answer("r"))["type"] == "accepted"

                run(give_up())
    rows = read(served, partial(queries.load_seats, code=table.code))
    assert rows[0].device is not None
    month = now_ms() + moderating.REMEMBERED_MS + 1
    faded = read(served, partial(moderating.departures, devices=[rows[0].device], now=month))
    assert faded == {rows[0].device: (0, 0)}
