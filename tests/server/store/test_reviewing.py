"""Reviews in the store: one worker at a time has the lease, and what it has kept is there for the next."""

from __future__ import annotations

from functools import partial

import pytest

from perron.server.store import Missing, Store, queries, reviewing
from perron.server.store.reviewing import ReviewRow
from tests.server.store.making import add_table

REPORT = (3, 9, b"\x1f\x8b a report")


def row(store: Store, code: str) -> ReviewRow | None:
    return store.read_now(partial(reviewing.load_review, code=code))[1]


def take(store: Store, code: str, worker: str, now: int, until: int) -> bool:
    return store.write_now(partial(reviewing.take_review, code=code, worker=worker, now=now, until=until))


def keep(store: Store, code: str, worker: str, until: int, report: tuple[int, int, bytes] | None = None) -> int | None:
    return store.write_now(partial(reviewing.keep_review, code=code, worker=worker, until=until, report=report))


def test_one_worker_makes_it_until_its_lease_runs_out(store: Store) -> None:
    code = add_table(store, status="over")
    assert row(store, code) is None
    assert take(store, code, "a", 100, 200)
    assert not take(store, code, "b", 199, 300)
    assert keep(store, code, "a", 250, REPORT) == 100
    assert not take(store, code, "b", 249, 300)
    store.write_now(partial(reviewing.ask_for_review, code=code, now=240))
    assert keep(store, code, "a", 260) == 240, "it hears that somebody asked"
    assert take(store, code, "b", 260, 400), "the other one is dead"
    assert keep(store, code, "a", 500, (4, 9, b"late")) is None
    assert row(store, code) == ReviewRow(
        code=code, done=3, total=9, content=REPORT[2], asked=260, lease="b", lease_until=400
    )
    store.write_now(partial(reviewing.leave_review, code=code, worker="a"))
    store.write_now(partial(reviewing.leave_review, code=code, worker="b"))
    left = row(store, code)
    assert left is not None
    assert (left.lease, left.content, left.complete) == (None, REPORT[2], False)


def test_a_lease_from_before_the_clock_was_set_back_does_not_count(store: Store) -> None:
    code = add_table(store, status="over")
    assert take(store, code, "a", 10**9, 10**9 + 100)
    found = row(store, code)
    assert found is not None
    assert (found.made_elsewhere("b", 10**9), found.made_elsewhere("b", 50)) == (True, False)
    assert take(store, code, "b", 50, 150)


def test_of_one_that_came_to_nothing_nothing_stays(store: Store) -> None:
    code = add_table(store, status="over")
    assert take(store, code, "a", 100, 200)
    store.write_now(partial(reviewing.leave_review, code=code, worker="a"))
    assert row(store, code) is None


def test_it_goes_with_its_table_and_comes_only_with_a_game_that_is_over(store: Store) -> None:
    code = add_table(store, status="over")
    assert take(store, code, "a", 100, 200)
    keep(store, code, "a", 300, REPORT)
    assert store.write_now(partial(queries.remove_table, code=code))
    with pytest.raises(Missing):
        take(store, code, "a", 100, 200)
    assert keep(store, code, "a", 300, REPORT) is None
    for status in ("waiting", "dealing", "playing", "abandoned"):
        code = add_table(store, status=status)
        assert not take(store, code, "a", 100, 200)
        assert row(store, code) is None
