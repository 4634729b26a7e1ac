"""Playing on from a position of a finished game, against bots."""

from __future__ import annotations

import asyncio
import json
import secrets
from functools import partial

import pytest

from perron.editions import names
from perron.record import read_record, replay_record, verify_record
from perron.server.store import Snapshot, queries
from perron.server.table import LiveTable, record_text
from tests.server.client import HURRIED, Json, Table, at, begun, play_on
from tests.server.finished import Finished, finished
from tests.server.plain import post
from tests.server.serving import Served

ANYWHERE = {"setup", "turn", "second_card", "keep_tickets", "tunnel"}
EDITIONS = [name for name in names() if not name.startswith(("tiny", "micro"))]


def ask(served: Served, code: str, step: int, seat: int = 0, **more: object) -> Json:
    body = {"step": step, "seat": seat, "name": "Ann", "level": "easy", "settings": HURRIED, **more}
    answer = post(f"{served.base}/api/tables/{code}/play_on", json=body)
    return {"status": answer.status_code, **answer.json()}


def going_on(served: Served, game: Finished, step: int, seat: int) -> Table:
    """A table at which somebody plays on."""
    told = ask(served, game.code, step, seat)
    assert told["status"] == 201, told
    assert (told["seat"], told["held"], told["host"]) == (seat, [seat], True)
    assert (told["table"]["status"], told["table"]["branch"]) == ("playing", step)
    return Table(served.base, told["table"]["code"], told["secret"], {seat: told["secret"]})


async def first_view(table: Table, seat: int) -> Json:
    async with at(table, seat) as (_, welcome):
        view: Json = welcome["views"][0]
        return view


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_seat_goes_on_with_what_it_held_whatever_the_game_waits_for(served: Served, edition: str) -> None:
    game = finished(served.hall.store, edition, 3)
    tried = set()
    for phase in sorted(ANYWHERE):
        step = game.step_in(phase)
        if step is None:
            continue
        there = game.at(step + (phase == "setup"))  # some have chosen their first tickets already
        seat = there.to_move
        assert seat is not None
        table = going_on(served, game, len(there.log), seat)
        assert asyncio.run(first_view(table, seat)) == json.loads(json.dumps(there.view(seat).to_dict()))
        asyncio.run(asyncio.wait_for(play_on(table, seat, until=len(there.log) + 3), 60))
        tried.add(phase)
    assert tried == ANYWHERE or edition != "europe"
    assert "turn" in tried


@pytest.mark.parametrize("edition", ["amsterdam", "berlin"])
def test_such_a_game_is_played_to_its_end_and_its_record_stands_alone(served: Served, edition: str) -> None:
    game = finished(served.hall.store, edition, 2, bots=(1,))
    step = len(game.game.log) // 2
    table = going_on(served, game, step, 1)
    asyncio.run(asyncio.wait_for(play_on(table, 1), 120))
    text = table.ask("/record").text
    record = read_record(text)
    found = verify_record(record)
    assert (found.key_checked, found.committed, found.game.over) == (True, True, True)
    assert [line.after for line in record.branches] == [step]
    assert replay_record(record, step).state_hash() == game.at(step).state_hash()
    assert {one.seat for one in record.stand_ins} == {1}, "a bot sat there before"
    assert record.stand_ins[0].last <= step
    assert table.ask("/result").json()["totals"] == [score.total for score in found.game.scores()]
    shown = table.ask("/replay").json()
    assert (shown["fault"], len(shown["steps"])) == (None, len(record.actions) + 1)

    again = ask(served, table.code, step + 1)  # and from there once more
    assert again["status"] == 201
    twice = read_record(record_text(snapshot(served, again["table"]["code"])))
    assert [line.after for line in twice.branches] == [step, step + 1]
    assert replay_record(twice, step + 1).state_hash() == replay_record(record, step + 1).state_hash()
    assert verify_record(twice).key_checked

    rematch = table.call("rematch", secret=table.host).json()["table"]
    assert (rematch["status"], rematch["branch"]) == ("waiting", None)
    assert rematch["deal"] is not None


def snapshot(served: Served, code: str) -> Snapshot:
    found = served.hall.store.read_now(partial(queries.load_snapshot, code=code))
    assert found is not None
    return found


def test_what_chance_does_is_new_each_time(served: Served) -> None:
    game = finished(served.hall.store, "europe", 2)
    tables = [going_on(served, game, 0, 0) for _ in range(2)]
    shown = [read_record(record_text(snapshot(served, table.code))) for table in tables]
    assert len({one.branches[0].key for one in shown}) == len({one.branches[0].tickets for one in shown}) == 2
    told = [table.ask().json()["table"]["commitment"] for table in tables]
    assert told == [one.branches[0].commitment for one in shown]


def test_nothing_from_before_can_be_taken_back(served: Served) -> None:
    game = finished(served.hall.store, "amsterdam", 2)
    step = next(i for i in range(1, len(game.game.log)) if game.at(i).may_take_back(game.game.log[i - 1].seat))
    seat = game.game.log[step - 1].seat
    live = LiveTable(snapshot(served, going_on(served, game, step, seat).code))
    assert live.undo == []


def test_the_old_table_may_be_gone_by_then(served: Served) -> None:
    game = finished(served.hall.store, "tiny", 2)
    table = going_on(served, game, 6, 0)
    assert served.hall.store.write_now(partial(queries.remove_table, code=game.code))
    asyncio.run(asyncio.wait_for(play_on(table, 0), 60))
    assert verify_record(read_record(table.ask("/record").text)).game.over


def test_only_a_position_of_a_finished_game_is_played_on_from(served: Served) -> None:
    game = finished(served.hall.store, "tiny", 2)
    last = len(game.game.log)
    running = begun(served.base, "tiny", ["person", "person"])
    for code, step, seat, name, refusal in (
        (game.code, last, 0, "Ann", "step/over"),
        (game.code, last + 1, 0, "Ann", "step/unknown"),
        (game.code, 3, 2, "Ann", "seat/unknown"),
        (game.code, 3, 9, "Ann", "request/invalid"),
        (game.code, -1, 0, "Ann", "request/invalid"),
        (game.code, 3, 0, "", "request/invalid"),
        (running.code, 0, 0, "Ann", "table/not_over"),
        ("2222222222", 0, 0, "Ann", "table/not_found"),
    ):
        told = ask(served, code, step, seat, name=name)
        assert (told["status"] >= 400, told["code"]) == (True, refusal)
        assert told["message"]


def test_a_record_says_where_a_bot_played_for_a_person(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person", "easy"])

    async def resign() -> None:
        other = asyncio.create_task(play_on(table, 0))
        await play_on(table, 1, until=12)
        async with at(table, 1) as (client, _):
            # Whoever hangs up at once is gone before it is done; and the others play on meanwhile.
            told = {"type": "refused", "code": "action/stale"}
            while told["type"] == "refused":
                assert told["code"] == "action/stale", told
                ident = secrets.token_hex(8)
                await client.send(type="resign", id=ident, number=client.number, seat=1)
                told = await client.answer(ident)
        await other

    asyncio.run(asyncio.wait_for(resign(), 60))
    record = read_record(table.ask("/record").text)
    assert verify_record(record).key_checked
    own = [action.number for action in record.actions if action.seat == "P1"]
    (one,) = record.stand_ins
    assert (one.seat, one.last) == (1, own[-1])
    assert one.first in own[1:], "it began by playing itself"
