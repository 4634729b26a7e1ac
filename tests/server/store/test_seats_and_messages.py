"""Seats, the lobby and the chat."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from sqlalchemy import Connection, text

from perron.server.store import MessageRow, Missing, SeatRow, Store, Taken, queries
from perron.server.store.codes import ALPHABET, LENGTH, is_code, new_code
from tests.server.store.making import add_table, seats, table


def test_of_many_who_sit_on_an_open_seat_one_gets_it(store: Store) -> None:
    made = table(status="waiting")
    chair = SeatRow(code=made.code, seat=0, kind="open")
    store.write_now(lambda connection: queries.create_table(connection, made, [chair]))

    async def race() -> list[bool]:
        return list(await asyncio.gather(*(store.write(partial(sit, i=i)) for i in range(20))))

    def sit(connection: Connection, i: int) -> bool:
        changes = {"kind": "person", "name": f"guest {i}"}
        return queries.change_seat(connection, made.code, 0, changes, where={"kind": "open", "secret_hash": None})

    got = asyncio.run(race())
    assert got.count(True) == 1
    (seat,) = store.read_now(lambda connection: queries.load_seats(connection, made.code))
    assert seat.name == f"guest {got.index(True)}"


def test_a_table_is_changed_only_if_it_is_as_expected(store: Store) -> None:
    code = add_table(store, status="waiting", words=None)

    def start(connection: Connection) -> bool:
        changes = {"status": "playing", "words": ["a", "b"]}
        return queries.change_table(
            connection, code, changes, where={"status": "waiting"}, seat_changes={1: {"name": "bot"}}
        )

    assert store.write_now(start)
    assert not store.write_now(start)
    found = store.read_now(lambda connection: queries.load_snapshot(connection, code))
    assert found is not None
    assert (found.table.status, found.table.words, found.table.revision) == ("playing", ["a", "b"], 1)
    assert found.seats[1].name == "bot"


def test_a_change_of_a_table_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(Missing):
        store.write_now(lambda connection: queries.change_table(connection, "nothere234", {"to_move": 1}))
    with pytest.raises(Missing):
        store.write_now(lambda connection: queries.replace_seats(connection, "nothere234", seats("nothere234")))
    assert not store.write_now(lambda connection: queries.change_seat(connection, "nothere234", 0, {"name": "x"}))


def test_seats_are_replaced_before_the_game(store: Store) -> None:
    code = add_table(store, status="waiting")
    three = [SeatRow(code=code, seat=seat, kind="open") for seat in range(3)]
    store.write_now(lambda connection: queries.replace_seats(connection, code, three))
    found = store.read_now(lambda connection: queries.load_snapshot(connection, code))
    assert found is not None
    assert (found.seats, found.table.seat_count) == (tuple(three), 3)


def test_a_code_is_given_once(store: Store) -> None:
    code = add_table(store)
    with pytest.raises(Taken):
        add_table(store, code)


def test_codes_have_no_letters_that_look_alike() -> None:
    assert not set(ALPHABET) & set("il1o0")
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(is_code(code) and len(code) == LENGTH for code in codes)
    assert not is_code("ABCDEFGHJK")
    assert not is_code("abc")


def test_the_lobby_has_listed_tables_that_wait_or_play_newest_first(store: Store) -> None:
    old = add_table(store, listed=True, created=1)
    new = add_table(store, listed=True, created=2, status="waiting")
    add_table(store, listed=False, created=3)
    add_table(store, listed=True, created=4, status="over")
    found = store.read_now(queries.listed_tables)
    assert [shown.code for shown, _ in found] == [new, old]
    assert [seat.kind for seat in found[0][1]] == ["person", "bot"]
    assert len(store.read_now(lambda connection: queries.listed_tables(connection, 1))) == 1
    assert store.read_now(queries.count_tables) == {"playing": 2, "waiting": 1, "over": 1}


def test_a_table_that_cannot_be_read_takes_no_other_out_of_the_lobby(store: Store) -> None:
    torn, whole = add_table(store, listed=True, created=1), add_table(store, listed=True, created=2)
    spoil = text("UPDATE tables SET settings = '{torn', words = '[' WHERE code = :code")
    store.write_now(lambda connection: connection.execute(spoil, {"code": torn}))
    assert [shown.code for shown, _ in store.read_now(queries.listed_tables)] == [whole, torn]


def test_messages_are_numbered_without_gaps_whoever_speaks_at_once(store: Store) -> None:
    code = add_table(store)

    async def all_speak() -> list[int]:
        said = [MessageRow(seat=None, name="Zoë", kind="chat", text=f"{i} 🚂", at=i) for i in range(30)]
        jobs = [store.write(partial(queries.add_message, code=code, message=message)) for message in said]
        return list(await asyncio.gather(*jobs))

    numbers = asyncio.run(all_speak())
    assert sorted(numbers) == list(range(1, 31))
    heard = store.read_now(lambda connection: queries.messages_after(connection, code))
    assert [message.number for message in heard] == list(range(1, 31))
    assert [message.text for message in heard] == [f"{numbers.index(number)} 🚂" for number in range(1, 31)]
    last = store.read_now(lambda connection: queries.messages_after(connection, code, 3, 5))
    assert [message.number for message in last] == [26, 27, 28, 29, 30]
