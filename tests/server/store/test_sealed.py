"""Choices under seal: kept by the table's revision, and put into the log together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection

from perron.server.store import Appended, Missing, NewRow, Notice, Snapshot, Stale, Store, queries
from tests.server.store.making import add_table, appending, row

SEALED = {"action": "keep north-west", "by": "person", "spent_ms": 5, "client": "0:a", "ids": ["0:a"]}


def snapshot(store: Store, code: str) -> Snapshot:
    found = store.read_now(partial(queries.load_snapshot, code=code))
    assert found is not None
    return found


def sealing(
    code: str,
    revision: int,
    rows: Sequence[NewRow] = (),
    seats: Mapping[int, Mapping[str, Any]] | None = None,
    client: str | None = None,
) -> Callable[[Connection], Appended]:
    changes = {"active": 7_000}
    return partial(
        queries.append_sealed,
        code=code,
        revision=revision,
        rows=rows,
        changes=changes,
        seat_changes=seats or {},
        client=client,
    )


def test_a_choice_is_kept_with_its_seat_and_the_log_does_not_grow(store: Store) -> None:
    code = add_table(store)
    heard: list[Notice] = []
    stop = store.subscribe(heard.append)
    done = store.write_now(sealing(code, 0, seats={0: {"sealed": SEALED}}))
    stop()
    assert (done.number, done.revision, done.repeated) == (0, 1, False)
    found = snapshot(store, code)
    assert (found.table.number, found.table.revision, found.log) == (0, 1, ())
    assert found.seats[0].sealed == SEALED
    assert [(one.what, one.number) for one in heard if one.code == code] == [("table", 1)]


def test_the_last_choice_brings_all_of_them_into_the_log(store: Store) -> None:
    code = add_table(store)
    store.write_now(appending(code, 0, kind="resign"))
    rows = [row(seat=0, client="0:a"), row(seat=1, client="1:a")]
    done = store.write_now(sealing(code, 1, rows, {0: {"sealed": None}, 1: {"sealed": None}}))
    assert done.number == 3
    found = snapshot(store, code)
    assert [(one.number, one.seat, one.client) for one in found.log] == [(1, 0, None), (2, 0, "0:a"), (3, 1, "1:a")]
    assert found.table.number == 3


def test_whoever_has_not_seen_the_last_change_keeps_nothing(store: Store) -> None:
    code = add_table(store)
    store.write_now(sealing(code, 0, seats={0: {"sealed": SEALED}}))
    for revision in (0, 2):
        with pytest.raises(Stale):
            store.write_now(sealing(code, revision, [row()], {1: {"sealed": SEALED}}))
    found = snapshot(store, code)
    assert (found.table.number, found.log, found.seats[1].sealed) == (0, (), None)
    with pytest.raises(Missing):
        store.write_now(sealing("nothere234", 0))


def test_an_id_that_is_in_the_log_is_answered_again(store: Store) -> None:
    code = add_table(store)
    store.write_now(appending(code, 0, client="0:a"))
    assert store.write_now(sealing(code, 1, [row()], client="0:a")) == Appended(1, repeated=True)
    assert snapshot(store, code).table.number == 1


def test_an_id_that_was_used_for_something_else_meanwhile_holds_up_nobody(store: Store) -> None:
    code = add_table(store)
    store.write_now(appending(code, 0, client="0:a"))
    store.write_now(sealing(code, 1, [row(seat=0, client="0:a"), row(seat=1, client="1:a")]))
    assert [one.client for one in snapshot(store, code).log] == ["0:a", None, "1:a"]
