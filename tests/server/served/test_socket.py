"""What is said over the socket of a table, and what is answered."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Connection
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from perron.locales import LANGUAGES, say
from perron.server import socket as socket_module
from perron.server.hall import Hall
from perron.server.protocol import PROTOCOL
from perron.server.room import Room
from perron.server.store import Snapshot, queries
from perron.server.table import entries_between
from tests.server.client import Client, Json, Table, at, begun, first_claim, make_table, play_on
from tests.server.serving import Served


def run(do: Callable[[], Awaitable[Any]]) -> Any:
    """Run something that waits, with a timeout."""

    async def with_patience() -> Any:
        return await asyncio.wait_for(do(), 30)

    return asyncio.run(with_patience())


async def step(client: Client, view: Json) -> Json:
    """Do the first thing there is to do; the update that follows."""
    answer = await client.act(view["seat"], first_claim(view))
    assert answer["type"] == "accepted", answer
    return await client.next("update")


def test_everybody_is_welcomed_with_what_they_may_see(served: Served) -> None:
    table = begun(served.base, "europe", ["person", "person", "easy"])

    async def look() -> None:
        async with at(table, 0) as (_, own), at(table) as (_, watched), at(table, 0, 1, host=True) as (_, both):
            assert (own["held"], own["host"], [view["seat"] for view in own["views"]]) == ([0], False, [0])
            assert (watched["held"], [view["seat"] for view in watched["views"]]) == ([], [None])
            assert (both["held"], both["host"], [view["seat"] for view in both["views"]]) == ([0, 1], True, [0, 1])
            assert watched["views"][0]["hand"] is None
            assert own["connected"] == [0]
            assert both["connected"] == [0, 1]

    run(look)


def test_an_action_is_accepted_first_and_then_everybody_sees_it(served: Served) -> None:
    table = begun(served.base, "first_journey", ["person", "person"])

    async def play() -> None:
        async with at(table, 0) as (ann, _), at(table, 1) as (ben, _), at(table) as (eve, _):
            await ann.send(type="act", id="one", number=0, seat=0, action="draw cards")
            heard = [await ann.next("accepted", "update"), await ann.next("accepted", "update")]
            assert [message["type"] for message in heard] == ["accepted", "update"]
            assert heard[0] == {"type": "accepted", "id": "one", "number": 1}
            own, other, public = heard[1], await ben.next("update"), await eve.next("update")
            assert sum(own["entries"][0]["event"]["cards"].values()) == 2
            for message in (other, public):
                assert message["entries"][0]["event"] == {"kind": "draw_cards", "seat": 0, "count": 2}

    run(play)


def test_the_same_message_again_is_answered_and_not_applied_again(served: Served) -> None:
    table = begun(served.base, "first_journey", ["person", "person"])

    async def play() -> None:
        async with at(table, 0, 1) as (client, welcome):
            action = first_claim(welcome["views"][0])
            first = await client.act(0, action, 0, "same")
            await client.next("update")
            assert await client.act(0, action, 0, "same") == first
            assert await client.act(0, "draw blind", 77, "same") == first
        async with at(table, 0, 1) as (client, welcome):
            assert welcome["number"] == 1
            assert await client.act(0, action, 0, "same") == first
            other = await client.act(1, first_claim(welcome["views"][1]), 1, "same")
            assert other == {"type": "accepted", "id": "same", "number": 2}

    run(play)


def test_a_stale_message_gets_the_view_as_it_is_now(served: Served) -> None:
    table = begun(served.base, "first_journey", ["person", "person"])

    async def play() -> None:
        async with at(table, 0) as (ann, welcome), at(table, 1) as (ben, _):
            await step(ann, welcome["views"][0])
            seen = await ben.next("update")
            refused = await ben.act(1, first_claim(seen["views"][0]), number=0)
            assert (refused["code"], refused["number"]) == ("action/stale", 1)
            assert refused["views"] == seen["views"]
            ahead = await ben.act(1, first_claim(seen["views"][0]), number=2)
            assert ahead["code"] == "action/stale"

    run(play)


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_come_in_the_clients_language_with_code_and_clause(served: Served, language: str) -> None:
    table = begun(served.base, "europe", ["person", "person"])

    async def play() -> None:
        async with at(table, 0, language=language) as (client, _):
            for action, code, clause in (
                ("draw blind", "tickets/keep_first", "EU-S6"),
                ("jump", "action/unreadable", None),
            ):
                refused = await client.act(0, action)
                assert (refused["code"], refused["clause"]) == (code, clause)
                assert refused["message"] == say(language, code)
            refused = await client.act(1, "draw blind")
            assert (refused["code"], refused["message"]) == ("seat/not_yours", say(language, "seat/not_yours"))

    run(play)


def test_a_client_that_comes_back_gets_the_gap(served: Served) -> None:
    table = begun(served.base, "first_journey", ["person", "person"])

    async def play() -> None:
        async with at(table, 0, 1) as (client, welcome):
            message = welcome
            entries = []
            for _ in range(8):
                view = next(view for view in message["views"] if view["to_move"] == view["seat"])
                message = await step(client, view)
                entries += message["entries"]
            number = message["number"]
        for after in range(number + 1):
            async with at(table, 0, 1, after=after) as (_, welcome):
                assert welcome["entries"] == entries[after:]
                assert welcome["views"] == message["views"]
        async with at(table, 0, 1) as (_, welcome):
            assert welcome["entries"] == entries
        log = table.ask("/log", f"{table.seats[0]}.{table.seats[1]}").json()
        assert (log["number"], log["entries"]) == (number, entries)

    run(play)


def test_who_comes_while_the_table_is_dropped_from_memory_is_told_what_happens_all_the_same(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker drops a table where nobody is when another worker has written; that may be just when somebody comes."""
    table = begun(served.base, "tiny_race", ["person", "person"])
    hall, dropped = served.hall, 0

    async def and_drop(code: str) -> Room:
        nonlocal dropped
        room = await Hall.room(hall, code)
        if dropped < 3:
            while not room.idle:  # the notice of how the game began may still be on its way
                await asyncio.sleep(0.01)
            dropped += 1
            hall._behind(room)
        return room

    monkeypatch.setattr(hall, "room", and_drop)

    async def play() -> None:
        async with at(table, 0) as (ann, welcome), at(table, 1) as (ben, _):
            assert dropped == 3
            await ann.act(0, first_claim(welcome["views"][0]))
            assert (await ann.next("update"))["number"] == (await ben.next("update"))["number"] == 1

    run(play)


class Slow:
    """Makes logs out only when it is let."""

    def __init__(self) -> None:
        self.go_on, self.begun = threading.Event(), 0

    def __call__(self, snapshot: Snapshot, after: int, most: int, held: Sequence[int]) -> list[Json]:
        self.begun += 1
        assert self.go_on.wait(60)
        return entries_between(snapshot, after, most, held)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """The logs for welcomes take long."""
    making = Slow()
    monkeypatch.setattr(socket_module, "entries_between", making)
    yield making
    making.go_on.set()


def test_nobody_at_a_table_waits_for_a_welcome_and_nothing_is_lost_meanwhile(served: Served, slow: Slow) -> None:
    table = begun(served.base, "first_journey", ["person", "person"])

    async def play() -> None:
        async with at(table, 0, 1) as (both, welcome):
            message = await step(both, mover(welcome))
            coming = asyncio.create_task(watched(4))
            while not slow.begun:
                await asyncio.sleep(0.01)
            for _ in range(3):  # these would wait forever
                message = await step(both, mover(message))
            await both.send(type="say", id="c", text="are you there?")
            assert (await both.answer("c"))["type"] == "accepted"
            assert (await both.next("message"))["text"] == "are you there?"
            slow.go_on.set()
            first, updates, said = await coming
            assert [entry["number"] for entry in first["entries"]] == [1]
            assert (first["type"], first["number"], first["messages"]) == ("welcome", 1, [])
            assert [(one["number"], len(one["entries"])) for one in updates] == [(2, 1), (3, 1), (4, 1)]
            assert updates[-1]["views"][0]["turn"] == message["views"][0]["turn"]
            assert said == ["are you there?"]

    def mover(message: Json) -> Json:
        return next(view for view in message["views"] if view["to_move"] == view["seat"])

    async def watched(until: int) -> tuple[Json, list[Json], list[str]]:
        async with at(table) as (client, first):
            updates: list[Json] = []
            said: list[str] = []
            while not said or client.number < until:
                message = await client.next("update", "message")
                if message["type"] == "update":
                    updates.append(message)
                else:
                    said.append(message["text"])
            return first, updates, said

    run(play)


def test_a_welcome_is_not_made_for_who_has_gone(served: Served, slow: Slow) -> None:
    table = begun(served.base, "tiny_race", ["person", "person"])

    def dropped() -> float:
        name = "perron_jobs_dropped_total"
        return served.hall.metrics.registry.get_sample_value(name, {"kind": "log"}) or 0

    async def come_and_go() -> None:
        async with at(table, 0) as (ann, welcome):
            await ann.act(0, first_claim(welcome["views"][0]))
            before = dropped()
            waiting = [asyncio.create_task(come()) for _ in range(4)]
            while not slow.begun or len(served.hall._rooms[table.code].connections) < 5:
                await asyncio.sleep(0.01)
            for task in waiting:
                task.cancel()
            while dropped() - before < 3:
                await asyncio.sleep(0.01)
            assert slow.begun == 1
            slow.go_on.set()
            while len(served.hall._rooms[table.code].connections) > 1:
                await asyncio.sleep(0.01)
        assert slow.begun == 1

    async def come() -> None:
        async with at(table):
            pass

    run(come_and_go)


def test_who_comes_again_and_again_is_told_what_was_made_before_and_nobody_else_is(served: Served, slow: Slow) -> None:
    table = begun(served.base, "tiny_race", ["person", "person"])
    slow.go_on.set()

    async def come() -> None:
        async with at(table, 0) as (ann, welcome):
            await step(ann, welcome["views"][0])
            told = []
            for held in ((), (), (0,), (), (0,), (1,)):
                async with at(table, *held) as (_, again):
                    told.append(again["entries"])
            assert slow.begun == 3
            assert told[0] == told[1] == told[3]
            assert told[2] == told[4]
            async with at(table, after=0) as (_, again):
                assert again["entries"] == told[0]
            assert slow.begun == 3

    run(come)


def test_since_your_last_turn_is_told(served: Served) -> None:
    table = begun(served.base, "first_journey", ["person", "person"])

    async def play() -> None:
        async with at(table, 0, 1) as (client, welcome):
            message = welcome
            for _ in range(5):
                view = next(view for view in message["views"] if view["to_move"] == view["seat"])
                message = await step(client, view)
        async with at(table, 0) as (_, welcome):
            last = {entry["seat"]: entry["number"] for entry in welcome["entries"]}
            assert welcome["since"] == [last[0], last[1]]

    run(play)


def test_a_claim_is_taken_back_and_the_record_keeps_it(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])

    async def play() -> None:
        async with at(table, 0, 1) as (client, welcome):
            message = welcome
            while True:
                view = next(view for view in message["views"] if view["to_move"] == view["seat"])
                action = first_claim(view)
                await client.act(view["seat"], action)
                message = await client.next("update")
                if action.startswith("claim"):
                    break
            seat, number = view["seat"], message["number"]
            await client.send(type="undo", id="back", number=number, seat=1 - seat)
            assert (await client.answer("back"))["code"] == "undo/not_possible"
            await client.send(type="undo", id="back", number=number, seat=seat)
            assert await client.answer("back") == {"type": "accepted", "id": "back", "number": number + 1}
            message = await client.next("update")
            assert message["entries"][0]["kind"] == "undo"
            assert message["entries"][0]["event"]["undone"] == "claim"
            again = next(one for one in message["views"] if one["seat"] == seat)
            assert again == view
        await play_on(table, 0, 1)

    run(play)
    assert " undo\n" in table.ask("/record").text


@pytest.mark.parametrize("edition", ["first_journey", "europe"])
def test_an_action_is_withdrawn_only_if_the_server_does_not_have_it(served: Served, edition: str) -> None:
    table = begun(served.base, edition, ["person", "person"])

    async def lose_and_find() -> None:
        async with at(table, 0) as (ann, welcome):
            action = welcome["views"][0]["legal"][0]
            lost = {"seat": 0, "action": "lost", "number": 0}
            for _ in range(2):  # the answer to it may be lost too
                await ann.send(type="withdraw", id="w", **lost)
                assert (await ann.answer("w"))["type"] == "accepted"
            # It arrives after all, and is not done: it is stale, or known and used up.
            late = await ann.act(0, action, 0, "lost")
            assert late.get("code", "action/stale") == "action/stale"
            view = table.ask().json()["table"]
            assert 0 in (view["choosing"] or [view["to_move"]])
            done = await ann.act(0, action, ident="done")
            assert done["type"] == "accepted"
            await ann.send(type="withdraw", id="v", seat=0, action="done", number=done["number"])
            assert (await ann.answer("v"))["code"] == "action/done"
            await ann.send(type="withdraw", id="u", seat=1, action="done", number=0)
            assert (await ann.answer("u"))["code"] == "seat/not_yours"

    run(lose_and_find)
    kinds = [entry["kind"] for entry in table.ask("/log").json()["entries"]]
    assert kinds == (["withdraw", "action"] if edition == "first_journey" else [])


def test_who_resigns_is_played_by_a_bot_until_they_come_back_or_the_host_hands_the_seat_back(served: Served) -> None:
    table = begun(served.base, "first_journey", ["person", "person"], bot_pause_ms=5000)

    async def play() -> None:
        async with at(table, 0) as (ann, welcome), at(table, 1) as (ben, _):
            await ann.send(type="resign", id="bye", number=0, seat=0)
            assert (await ann.answer("bye"))["type"] == "accepted"
            changed = await ben.next("table")
            assert (changed["table"]["seats"][0]["standing_in"], changed["table"]["seats"][0]["why"]) == (
                "medium",
                "resigned",
            )
            assert (await ben.next("update"))["entries"][0]["kind"] == "resign"
            assert table.call("seats/0/return", secret=table.seats[1]).json()["code"] == "host/only"
            assert table.call("seats/0/return", secret=table.host).status_code == 200
            assert (await ben.next("update"))["entries"][0]["kind"] == "hand_back"
            await ann.send(type="resign", id="again", number=2, seat=0)
            assert (await ann.answer("again"))["type"] == "accepted"
            for ident in ("here", "really"):  # saying so twice is not an error
                await ann.send(type="back", id=ident, seat=0)
                assert await ann.answer(ident) == {"type": "accepted", "id": ident, "number": 4}
            assert (await ann.act(0, first_claim(welcome["views"][0]), 4))["type"] == "accepted"

    run(play)


def test_one_id_is_one_action_however_often_it_comes_at_once(served: Served) -> None:
    table = begun(served.base, "first_journey", ["person", "person"])

    async def play() -> None:
        async with at(table, 0) as (one, welcome), at(table, 0) as (other, _):
            action = first_claim(welcome["views"][0])
            answers = await asyncio.gather(*(client.act(0, action, 0, "same") for client in (one, other)))
            assert answers == [{"type": "accepted", "id": "same", "number": 1}] * 2

    run(play)
    assert len(table.ask("/log").json()["entries"]) == 1


def test_the_host_swaps_a_bot_in_for_somebody_absent_and_it_plays(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perron.server.room.AWAY_AFTER_S", 0.0)
    table = begun(served.base, "first_journey", ["person", "person"])

    async def play() -> None:
        async with at(table, 1) as (ben, _):
            assert table.call("seats/0/bot", {"level": "hard"}, table.seats[1]).json()["code"] == "host/only"
            assert table.call("seats/0/bot", {"level": "hard"}, table.host).status_code == 200
            heard = [await ben.next("update"), await ben.next("update")]
            assert [one["entries"][0]["kind"] for one in heard] == ["stand_in", "action"]
            assert heard[0]["entries"][0]["level"] == "hard"
            assert heard[1]["entries"][0]["by"] == "bot"

    run(play)


def test_messages_and_emotes_reach_everybody_until_the_host_switches_them_off(served: Served) -> None:
    table = begun(served.base, "europe", ["person", "person"])

    async def talk() -> None:
        async with at(table, 0) as (ann, _), at(table, 1) as (ben, _), at(table) as (eve, _):
            await ann.send(type="say", id="a", text="  hello <b>  ")
            assert (await ann.answer("a"))["number"] == 1
            await ann.send(type="say", id="a", text="hello again")
            assert (await ann.answer("a"))["number"] == 1
            await ben.send(type="emote", id="b", emote="thanks")
            for client in (ann, ben, eve):
                said = [await client.next("message"), await client.next("message")]
                assert [(one["seat"], one["kind"], one["text"]) for one in said] == [
                    (0, "say", "hello <b>"),
                    (1, "emote", "thanks"),
                ]
            await eve.send(type="say", id="c", text="me too")
            assert (await eve.answer("c"))["code"] == "seat/not_yours"
            assert table.call("settings", {"chat": False}, table.host).status_code == 200
            await ann.next("table")
            await ann.send(type="say", id="d", text="hello?")
            assert (await ann.answer("d"))["code"] == "chat/off"
        async with at(table) as (_, welcome):
            assert [one["text"] for one in welcome["messages"]] == ["hello <b>", "thanks"]

    run(talk)


def test_a_hint_is_for_the_seat_to_move_and_its_holder(served: Served) -> None:
    table = begun(served.base, "first_journey", ["person", "person"])

    async def ask() -> None:
        async with at(table, 0) as (ann, welcome), at(table, 1) as (ben, _):
            await ann.send(type="hint", id="h", seat=0)
            hint = await ann.answer("h")
            assert hint["explanation"]["choice"] in welcome["views"][0]["legal"]
            await ben.send(type="hint", id="h", seat=1)
            assert (await ben.answer("h"))["code"] == "hint/not_now"
            await ben.send(type="hint", id="i", seat=0)
            assert (await ben.answer("i"))["code"] == "seat/not_yours"

    run(ask)


def test_it_is_told_who_is_there(served: Served) -> None:
    table = begun(served.base, "europe", ["person", "person"])

    async def come_and_go() -> None:
        async with at(table, 0) as (ann, welcome):
            assert welcome["connected"] == [0]
            async with at(table, 1):
                assert (await ann.next("presence"))["connected"] == [0, 1]
            assert (await ann.next("presence"))["connected"] == [0]

    run(come_and_go)


def test_it_is_told_how_many_watch(served: Served) -> None:
    table = begun(served.base, "europe", ["person", "person"])

    async def come_and_go() -> None:
        async with at(table, 0) as (ann, welcome):
            assert welcome["watching"] == 0
            async with at(table) as (_, first), at(table) as (_, second):
                assert (first["watching"], second["watching"]) == (1, 2)
                told = await ann.next("presence")
                assert (told["connected"], told["watching"]) == ([0], 2), "a crowd is told of once"
            assert (await ann.next("presence"))["watching"] == 0

    run(come_and_go)


def test_before_the_game_everybody_sees_who_sits_down(served: Served) -> None:
    table = make_table(served.base, "europe", ["person", "person"])

    async def watch() -> None:
        async with at(table, host=True) as (host, welcome):
            assert (welcome["views"], welcome["entries"], welcome["number"]) == ([], [], 0)
            await asyncio.to_thread(table.sit, "Ann", 1)
            changed = await host.next("table")
            assert (changed["table"]["seats"][1]["name"], changed["table"]["seats"][1]["taken"]) == ("Ann", True)
            await asyncio.to_thread(table.sit, "Ben", 0)
            await asyncio.to_thread(table.ready)
            await asyncio.to_thread(table.start)
            update = await host.next("update")
            assert (update["number"], update["views"][0]["phase"]) == (0, "setup")

    run(watch)


def remove(served: Served, table: Table) -> None:
    """Take a table away whose clock would go on beside other tests."""
    served.hall.store.write_now(partial(queries.remove_table, code=table.code))


# For the least, a turn ends by its clock in test_system_clock.py, and test_default_action.py has what is done then.
@pytest.mark.parametrize("on_timeout", ["bot", pytest.param("least", marks=pytest.mark.exhaustive)])
def test_when_time_is_up_a_bot_plays_on_or_the_least_is_done(served: Served, on_timeout: str) -> None:
    table = begun(served.base, "first_journey", ["person", "person"], clock={"move_seconds": 5}, on_timeout=on_timeout)

    async def wait() -> None:
        async with at(table, 0) as (ann, welcome):
            assert welcome["clocks"]["due"] - welcome["clocks"]["turn_began"] == 5000
            first = (await ann.next("update"))["entries"][0]
            if on_timeout == "least":
                assert (first["kind"], first["by"], first["event"]["kind"]) == ("action", "clock", "draw_cards")
                return
            assert (first["kind"], first["by"]) == ("stand_in", "clock")
            assert (await ann.next("update"))["entries"][0]["by"] == "bot"
            await ann.send(type="back", id="b", seat=0)
            assert (await ann.answer("b"))["type"] == "accepted"
            assert (await ann.next("update"))["entries"][0]["kind"] == "hand_back"

    run(wait)
    remove(served, table)


def test_time_beyond_a_turns_own_comes_out_of_the_bank_for_all_to_see(served: Served) -> None:
    clock = {"move_seconds": 60, "bank_seconds": 100}
    table = begun(served.base, "tiny_race", ["person", "person"], clock=clock)

    def earlier(connection: Connection) -> None:
        """As if the turn had begun 75 seconds before."""
        row = queries.load_table(connection, table.code)
        assert row is not None
        assert row.turn_began is not None
        queries.change_table(connection, table.code, {"turn_began": row.turn_began - 75_000})

    async def play() -> None:
        async with at(table, 0) as (ann, welcome), at(table, 1) as (ben, _):
            began = welcome["clocks"]["turn_began"]
            await asyncio.to_thread(served.hall.store.write_now, earlier)
            clocks = welcome["clocks"]
            while clocks["turn_began"] != began - 75_000:  # until the server has read it
                async with at(table, 0) as (_, again):
                    clocks = again["clocks"]
            assert (await ann.act(0, first_claim(welcome["views"][0])))["type"] == "accepted"
            for client in (ann, ben):
                clocks = (await client.next("update"))["clocks"]
                assert clocks["banks"][1] == 100_000
                assert 100_000 - 15_000 - 30_000 < clocks["banks"][0] <= 100_000 - 15_000
                assert clocks["turn_began"] <= clocks["now"]
                assert clocks["due"] == clocks["turn_began"] + 160_000
        async with at(table) as (_, welcome):
            assert welcome["clocks"]["banks"] == clocks["banks"]

    run(play)
    remove(served, table)


def test_a_table_that_is_over_says_when_it_will_be_removed_and_then_is(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"], keep_days=7)
    store = served.hall.store
    run(lambda: play_on(table, 0, 1))

    async def watch() -> None:
        async with at(table, 0) as (client, welcome):
            told = welcome["table"]
            assert told["status"] == "over"
            assert told["expires"] == told["ended"] + 7 * 86_400_000
            gone = partial(queries.expire, now=told["expires"] - 1, limit=10_000)
            assert table.code not in await asyncio.to_thread(store.write_now, gone)
            async with at(table) as (_, still):
                assert still["table"]["expires"] == told["expires"]
            past = partial(queries.change_table, code=table.code, changes={"expires": 1})
            await asyncio.to_thread(store.write_now, past)
            await asyncio.to_thread(store.write_now, partial(queries.expire, now=2))
            bye = await client.next("bye")
            assert (bye["code"], bye["message"]) == ("table/removed", say("en", "table/removed"))

    run(watch)
    assert table.ask().json()["code"] == table.ask("/record").json()["code"] == "table/not_found"


async def farewell(url: str, **more: Any) -> Json:
    """What a socket is told that is not let in."""
    async with connect(url, compression=None) as socket:
        await socket.send(json.dumps({"type": "hello", "version": PROTOCOL, **more}))
        message: Json = json.loads(await socket.recv())
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        return message


def url_of(table: Table, code: str | None = None) -> str:
    return f"{table.base}/api/tables/{code or table.code}/socket".replace("http", "ws", 1)


def test_a_socket_that_is_not_let_in_is_told_why(served: Served) -> None:
    table = make_table(served.base, "tiny", ["person", "person"])

    async def knock() -> None:
        for code, url, more in (
            ("table/not_found", url_of(table, "aaaaaaaaaa"), {}),
            ("table/not_found", url_of(table, "x"), {}),
            ("protocol/version", url_of(table), {"version": 99}),
            ("protocol/hello_first", url_of(table), {"type": "ping", "id": "x"}),
            ("protocol/hello_first", url_of(table), {"surplus": 1}),
        ):
            told = await farewell(url, language="nl", **more)
            assert (told["type"], told["code"]) == ("bye", code)
        with pytest.raises(InvalidStatus) as refused:
            await connect(url_of(table), origin="https://elsewhere.example")  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403

    run(knock)


def test_what_cannot_be_read_is_refused_and_nothing_else_happens(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])

    async def babble() -> None:
        async with at(table, 0, 1) as (client, welcome):
            for text in ("", "{", "[]", "null", '{"type":"act"}', '{"type":"hello","version":1}', "[" * 4000, b"\x00"):
                await client.socket.send(text)
                refused = await client.answer(None)
                assert refused["code"] == "protocol/unreadable"
            await client.send(type="ping", id="p")
            assert (await client.answer("p"))["type"] == "pong"
            assert client.number == welcome["number"]

    run(babble)


def test_the_pause_before_a_bots_answer_does_not_depend_on_what_it_has_to_decide(served: Served) -> None:
    table = begun(served.base, "first_journey", ["easy", "hard"], bot_pause_ms=150)

    async def watch() -> list[Json]:
        async with at(table) as (client, welcome):
            message = welcome
            entries: list[Json] = list(message["entries"])
            while len(entries) < 12:
                entries += (await client.next("update"))["entries"]
            return entries

    entries = run(watch)
    pauses = [later["at"] - earlier["at"] for earlier, later in pairwise(entries)]
    assert min(pauses) >= 149
