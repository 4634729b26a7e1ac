"""The deal over a real server: promise, commitments, words; and what happens when a word does not come."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, update

from perron import ReceiptError
from perron.deal import word_commitment
from perron.receipt import check_receipt, read_receipt
from perron.record import Record, read_record, verify_record
from perron.server import dealing
from perron.server.store.schema import tables
from tests.cli.command import runner
from tests.sampling import everything
from tests.server.client import Table, at, begun, make_table, play_on
from tests.server.serving import Served

Json = dict[str, Any]


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def told(table: Table) -> Json:
    found: Json = table.ask().json()["table"]
    return found


def two_ready(base: str, **settings: Any) -> Table:
    """Two people who have committed, and a host who has not started."""
    table = make_table(base, "tiny", ["person", "person"], **settings)
    table.sit("Ann", 0)
    table.sit("Ben", 1)
    table.ready()
    return table


def asked_for_words(base: str, **settings: Any) -> Table:
    """The same when the host has started and no word has come."""
    table = two_ready(base, **settings)
    assert table.call("start", secret=table.host).json()["table"]["status"] == "dealing"
    return table


def receipt_of(table: Table, seat: int) -> str:
    """What the browser of a seat keeps when it is shown everything."""
    seen = told(table)
    deal = seen["deal"]
    commitments = " ".join(one or "-" for one in deal["commitments"])
    return (
        f"perron receipt 1\ntable {table.code}\nedition {seen['edition']}\nrules {seen['rules']}\n\n"
        f"attempt {deal['attempt']}\npromise {seen['commitment']}\ncommitments {commitments}\n"
        f"word P{seat} {table.words[seat]}\n"
    )


def record_of(table: Table) -> Record:
    return read_record(table.ask("/record").text)


def test_no_word_can_be_sent_before_everybody_has_committed(served: Served) -> None:
    table = two_ready(served.base)
    assert code_of(table.show_word(0)) == (409, "deal/not_now")
    assert told(table)["deal"]["received"] == []


def test_whoever_has_seen_the_others_words_cannot_change_their_own(served: Served) -> None:
    table = asked_for_words(served.base)
    assert table.show_word(1).status_code == 200
    for other in (secrets.token_hex(16), table.words[1]):
        assert code_of(table.show_word(0, word=other)) == (422, "deal/word")
    # Getting ready again does not help either: commitments cannot be changed.
    sealed = word_commitment(table.code, 1, 0, "0" * 32)
    assert code_of(table.call("ready", {"seat": 0, "commitment": sealed}, table.seats[0])) == (409, "table/started")
    assert code_of(table.call("leave", {"seat": 0}, table.seats[0])) == (409, "table/started")
    assert code_of(table.call("seats/0/bot", {}, table.host)) == (409, "table/not_playing")
    assert code_of(table.call("seats/0/bar", {}, table.host)) == (409, "table/started")
    assert table.show_word(0).json()["table"]["status"] == "playing"


def test_a_browser_that_was_shown_another_list_is_refused(served: Served) -> None:
    table = asked_for_words(served.base)
    assert code_of(table.show_word(0, list="0" * 64)) == (409, "deal/list")
    assert code_of(table.show_word(0, attempt=2)) == (409, "deal/attempt")
    assert told(table)["deal"]["received"] == []


def test_no_word_is_told_to_anybody_before_the_game_is_over(served: Served) -> None:
    table = asked_for_words(served.base)
    table.show_word(0)
    assert told(table)["deal"]["received"] == [0]
    assert table.words[0] not in table.ask(secret=table.host).text + table.ask(secret=table.seats[1]).text

    async def seen() -> str:
        async with at(table, 1, host=True) as (client, _):
            return client.text

    assert table.words[0] not in asyncio.run(seen())
    table.show_word(1)
    assert table.words[0] not in table.ask(secret=table.seats[1]).text + asyncio.run(seen())


def test_a_word_that_is_sent_twice_counts_once(served: Served) -> None:
    table = asked_for_words(served.base)
    first = table.word(0)
    assert [table.call("word", first, table.seats[0]).status_code for _ in range(2)] == [200, 200]
    table.show_word(1)
    assert table.call("word", first, table.seats[0]).json()["table"]["status"] == "playing"


def test_a_word_is_the_seats_own_to_show(served: Served) -> None:
    table = asked_for_words(served.base)
    assert code_of(table.call("word", table.word(0), table.seats[1])) == (403, "seat/not_yours")
    assert code_of(table.call("word_lost", {"seat": 0, "attempt": 1}, table.host)) == (403, "seat/not_yours")


def test_ready_needs_a_commitment_for_this_attempt(served: Served) -> None:
    table = make_table(served.base, "tiny", ["person", "person"])
    table.sit("Ann", 0)
    secret, sealed = table.seats[0], "0" * 64
    assert code_of(table.call("ready", {"seat": 0}, secret)) == (422, "deal/no_commitment")
    assert code_of(table.call("ready", {"seat": 0, "word": "0" * 32}, secret)) == (422, "deal/no_commitment")
    assert code_of(table.call("ready", {"seat": 0, "commitment": sealed, "attempt": 2}, secret)) == (
        409,
        "deal/attempt",
    )
    assert code_of(table.call("ready", {"seat": 0, "commitment": "x"}, secret)) == (422, "request/invalid")
    assert table.call("ready", {"seat": 0, "commitment": sealed}, secret).status_code == 200
    assert table.call("ready", {"seat": 0, "ready": False}, secret).json()["table"]["deal"]["commitments"] == [
        None,
        None,
    ]


def test_bots_add_nothing_and_a_table_of_bots_is_dealt_at_once(served: Served) -> None:
    table = make_table(served.base, "tiny", ["easy", "easy"])
    table.start()
    assert told(table)["status"] != "dealing"
    while told(table)["status"] != "over":  # or it would go on beside other tests
        time.sleep(0.1)


def test_without_a_clock_the_deal_waits_for_a_browser_that_is_away(served: Served) -> None:
    table = asked_for_words(served.base)
    table.show_word(0)

    async def returns() -> None:
        async with at(table, 1) as (_, welcome):
            assert welcome["table"]["status"] == "dealing"
            assert (welcome["table"]["deal"]["received"], welcome["table"]["deal"]["deadline"]) == ([0], None)

    asyncio.run(returns())
    assert table.show_word(1).json()["table"]["status"] == "playing"


def test_everybody_at_the_table_sees_how_far_the_deal_has_come(served: Served) -> None:
    table = two_ready(served.base)

    async def watch() -> None:
        async with at(table, 0) as (client, welcome):
            assert welcome["table"]["deal"]["attempt"] == 1
            await asyncio.to_thread(table.call, "start", None, table.host)
            assert (await client.next("table"))["table"]["status"] == "dealing"
            await asyncio.to_thread(table.show_word, 1)
            assert (await client.next("table"))["table"]["deal"]["received"] == [1]
            await asyncio.to_thread(table.show_word, 0)
            assert (await client.next("table"))["table"]["status"] == "playing"
            assert (await client.next("update"))["views"][0]["seat"] == 0

    asyncio.run(watch())


def test_a_lost_word_breaks_the_deal_off_once_and_closes_the_table_the_second_time(served: Served) -> None:
    table = asked_for_words(served.base)
    first = told(table)["commitment"]
    table.show_word(0)
    assert code_of(table.call("word_lost", {"seat": 0, "attempt": 1}, table.seats[0])) == (409, "deal/not_now")
    assert code_of(table.call("word_lost", {"seat": 1, "attempt": 2}, table.seats[1])) == (409, "deal/attempt")
    again = table.call("word_lost", {"seat": 1, "attempt": 1}, table.seats[1]).json()["table"]
    assert (again["status"], again["deal"]["attempt"]) == ("waiting", 2)
    (broken,) = again["deal"]["broken"]
    assert (broken["promise"], broken["missing"]) == (first, [1])
    assert hashlib.sha256(bytes.fromhex(broken["key"])).hexdigest() == first
    assert again["commitment"] != first
    # Everybody has to agree to the new attempt.
    assert [seat["ready"] for seat in again["seats"]] == [False, False]
    assert code_of(table.call("start", secret=table.host)) == (409, "seat/not_ready")
    table.ready()
    assert table.call("start", secret=table.host).json()["table"]["status"] == "dealing"
    closed = table.call("word_lost", {"seat": 0, "attempt": 2}, table.seats[0]).json()["table"]
    assert (closed["status"], len(closed["deal"]["broken"])) == ("abandoned", 2)
    assert closed["expires"] is not None
    assert code_of(table.call("start", secret=table.host)) == (409, "table/started")


def test_the_record_tells_of_a_deal_that_was_broken_off(served: Served) -> None:
    table = asked_for_words(served.base)
    table.show_word(0)
    table.call("word_lost", {"seat": 1, "attempt": 1}, table.seats[1])
    table.ready()
    table.start()
    asyncio.run(play_on(table, 0, 1))
    record = record_of(table)
    found = verify_record(record)
    assert (found.words_committed, found.broken, record.broken[0].missing) == (True, 1, [1])
    assert told(table)["deal"]["broken"][0]["missing"] == [1]


def test_with_a_clock_words_that_do_not_come_in_time_break_the_deal_off(
    on_sqlite: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealing, "LEAST_MS", 0)
    table = asked_for_words(on_sqlite.base, clock={"move_seconds": 5})
    deadline = told(table)["deal"]["deadline"]
    assert deadline is not None
    table.show_word(0)
    # That the second one closes the table is seen with a lost word too.
    for attempt in (1, 2) if everything() else (1,):
        while told(table)["status"] == "dealing":
            time.sleep(0.1)
        seen = told(table)
        assert [one["missing"] for one in seen["deal"]["broken"]] == [[1], [0, 1]][:attempt]
        assert seen["status"] == ("waiting", "abandoned")[attempt - 1]
        if attempt == 1:
            table.ready()
            table.call("start", secret=table.host)


def test_a_game_verifies_by_its_receipt_from_outside_the_server(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = asked_for_words(served.base)
    receipt = tmp_path / "receipt.txt"
    receipt.write_text(receipt_of(table, 0))
    for seat in (0, 1):
        table.show_word(seat)
    asyncio.run(play_on(table, 0, 1))
    file = tmp_path / "game.txt"
    file.write_text(table.ask("/record").text)
    done = runner(monkeypatch, capsys)("verify", str(file), "--receipt", str(receipt))
    assert done.code == 0, done.err
    assert "with the words of P0 in it" in " ".join(done.out.split())
    assert "committed to before any word was sent" in " ".join(done.out.split())


def test_a_server_that_swaps_key_and_promise_after_the_fact_is_caught(served: Served) -> None:
    table = asked_for_words(served.base)
    receipts = [receipt_of(table, seat) for seat in (0, 1)]
    # The words have come; the operator tries keys until one pleases, and puts it in the first one's place.
    table.show_word(0)
    other = bytes(range(32))

    def swap(connection: Connection) -> None:
        forged = {"key": other, "commitment": hashlib.sha256(other).hexdigest()}
        connection.execute(update(tables).where(tables.c.code == table.code).values(forged))

    served.hall.store.write_now(swap)
    # An honest browser would not show its word now. The operator's own does.
    assert table.show_word(1).status_code == 200
    asyncio.run(play_on(table, 0, 1))
    record = record_of(table)
    verify_record(record)  # all fits together: without a receipt nobody could tell
    for text in receipts:
        with pytest.raises(ReceiptError, match="promised another key before the game"):
            check_receipt(record, read_receipt(text))


def test_a_rematch_has_a_deal_of_its_own(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])
    asyncio.run(play_on(table, 0, 1))
    made = table.call("rematch", secret=table.seats[0]).json()
    again = Table(served.base, made["table"]["code"], table.host, {0: table.seats[1], 1: table.seats[0]})
    assert made["table"]["deal"]["commitments"] == [None, None]
    again.ready()
    again.start()
    asyncio.run(play_on(again, 0, 1))
    assert verify_record(record_of(again)).words_committed
    assert record_of(again).listed != record_of(table).listed
