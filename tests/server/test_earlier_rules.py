"""Tables made before an edition got new rules: they go on, end and verify under the rules they were made with."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial

import pytest
from sqlalchemy import text

from perron.editions import load
from perron.record import read_record, verify_record
from perron.server.settings import Settings
from perron.server.store import Store, queries
from tests.server.client import Json, Table, at, play_on
from tests.server.plain import post
from tests.server.postgres import Postgres
from tests.server.served.conftest import GENEROUS
from tests.server.serving import Served, serving
from tests.server.store import rules_1
from tests.server.store.rules_1 import EDITIONS

pytestmark = pytest.mark.xdist_group("earlier rules")


@pytest.fixture(scope="module", params=["postgres", pytest.param("sqlite", marks=pytest.mark.exhaustive)])
def reopened(
    request: pytest.FixtureRequest, postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """A server of today on the store of then. Each test has tables of its own there."""
    folder = tmp_path_factory.mktemp("reopened")
    database = postgres.new_database() if request.param == "postgres" else f"sqlite:///{folder}/perron.sqlite"
    rules_1.open_again(database)
    with serving(Settings(database=database, limits=GENEROUS, start_bots=False)) as running:
        yield running


def finish(table: Table) -> Json:
    """Play every seat that a person holds to the end of the game; the last view."""

    async def play() -> list[Json]:
        return await asyncio.gather(*(play_on(table, seat) for seat in table.seats))

    return asyncio.run(play())[0]


def check_record(table: Table, edition: str) -> None:
    """The record of a finished table is of version 1, and all in it is true."""
    told = table.ask("/record")
    assert told.status_code == 200, told.text
    assert told.text.split("\n")[1:3] == [f"edition {edition}", "rules 1"]
    found = verify_record(read_record(told.text))
    assert found.key_checked
    assert found.committed
    assert not found.words_committed  # they were sent openly then, and are told as such
    assert table.ask().json()["table"]["deal"] is None
    assert found.game.over
    assert found.game.edition == load(f"{edition}@1")


def test_a_running_game_is_played_on_and_finished_under_its_own_rules(reopened: Served) -> None:
    for name, table in rules_1.tables(reopened.base).items():
        edition, _, state = name.partition(" ")
        if not state.startswith("playing"):
            continue
        before = table.ask().json()["table"]
        assert (before["status"], before["rules"]) == ("playing", 1)
        view = finish(table)
        assert view["outcome"] is not None
        assert (view["edition"], view["rules"]) == (edition, 1)
        check_record(table, edition)


def test_a_table_that_waited_begins_under_the_rules_that_it_was_made_with(reopened: Served) -> None:
    for edition in EDITIONS:
        table = rules_1.tables(reopened.base)[f"{edition} waiting"]
        table.ready()
        table.start()
        assert table.ask().json()["table"]["rules"] == 1
        assert finish(table)["rules"] == 1
        check_record(table, edition)


def test_a_finished_game_is_told_as_it_was_then_to_the_byte(reopened: Served) -> None:
    for edition in EDITIONS:
        table = rules_1.tables(reopened.base)[f"{edition} over"]
        assert table.ask("/record").text == rules_1.record(edition)
        check_record(table, edition)
        replay = table.ask("/replay").json()
        assert (replay["edition"], replay["rules"], replay["fault"], replay["over"]) == (edition, 1, None, True)
        routes = {route.id for route in load(f"{edition}@1").routes}
        assert all(set(player["routes"]) <= routes for player in replay["steps"][-1]["view"]["players"])
        claimed = {e["event"]["route"] for e in table.ask("/log").json()["entries"] if e["event"]["kind"] == "claim"}
        assert claimed
        assert claimed <= routes


def test_a_rematch_is_played_under_the_newest_rules(reopened: Served) -> None:
    for edition in EDITIONS:
        old = rules_1.tables(reopened.base)[f"{edition} over"]
        answer = old.call("rematch", secret=old.host).json()["table"]
        assert (answer["edition"], answer["rules"]) == (edition, load(edition).version)


def test_a_record_from_then_verifies_at_the_server_and_under_other_rules_it_does_not(reopened: Served) -> None:
    for edition in EDITIONS:
        record = rules_1.record(edition)
        verified = post(f"{reopened.base}/api/verify", content=record.encode(), timeout=60)
        assert verified.json()["ok"] is True
        other = record.replace("\nrules 1\n", "\nrules 2\n", 1)
        refused = post(f"{reopened.base}/api/verify", content=other.encode(), timeout=60)
        assert refused.json().get("ok") is not True


def test_rules_that_the_server_does_not_have_are_refused_and_never_relabelled(database: str) -> None:
    rules_1.open_again(database)
    with Store.open(database) as store:
        store.write_now(lambda connection: connection.execute(text("UPDATE tables SET rules = 99")))
    with serving(Settings(database=database, limits=GENEROUS, start_bots=False)) as running:
        found = rules_1.tables(running.base)
        for edition in EDITIONS:
            over, playing, waiting = (found[f"{edition} {state}"] for state in ("over", "playing", "waiting"))
            for path in ("/record", "/replay", "/log"):
                answer = over.ask(path)
                assert (answer.status_code, answer.json()["code"]) == (409, "table/old_rules"), path
            bye = asyncio.run(_greeted(playing))
            assert (bye["type"], bye["code"]) == ("bye", "table/old_rules")
            waiting.ready()
            begun = waiting.call("start", secret=waiting.host)
            assert (begun.status_code, begun.json()["code"]) == (409, "table/old_rules")
    with Store.open(database) as store:
        for table in found.values():
            snapshot = store.read_now(partial(queries.load_snapshot, code=table.code))
            assert snapshot is not None
            assert snapshot.table.rules == 99


async def _greeted(table: Table) -> Json:
    async with at(table, 0) as (_, first):
        return first
