"""Every released version of the schema, with data in it, comes up to this one: whole or not at all."""

from __future__ import annotations

import shutil
import threading
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from perron.record import read_record, verify_record, write_record
from perron.server.dealing import mixed_of
from perron.server.store import Store, StoreError, moderating, queries, reviewing
from perron.server.store.archive import restore
from perron.server.store.connect import database_url, is_sqlite, lone_engine
from perron.server.store.migrating import SCRIPTS, VERSION_TABLE, migrate, newest, version_of, versions
from perron.server.store.schema import metadata
from perron.server.table import LiveTable, record_text, replayed_game
from tests.server.store.release import (
    BRANCHED,
    CHOOSING,
    OVER,
    PLAYING,
    REVIEW,
    WAITING,
    backup_file,
    load_postgresql,
    load_sqlite,
    postgresql_file,
    sqlite_file,
)

NEXT = '''"""A migration of tomorrow."""
import sqlalchemy as sa
from alembic import op
revision = "tomorrow"
down_revision = "{before}"
def upgrade():
    op.add_column("tables", sa.Column("league", sa.Integer, nullable=False, server_default="3"))
    op.execute("UPDATE tables SET league = league + number")
    {then}
'''


def load(version: str, url: str) -> None:
    """Make a database of a released version."""
    place = database_url(url)
    if is_sqlite(place):
        load_sqlite(version, Path(str(place.database)))
    else:
        load_postgresql(version, url)


def check(store: Store) -> None:
    """All that was put in is there, and the games still follow from it."""
    over, playing, waiting = (
        store.read_now(partial(queries.load_snapshot, code=code)) for code in (OVER, PLAYING, WAITING)
    )
    assert over is not None
    assert playing is not None
    assert waiting is not None
    for snapshot in (over, playing):
        assert [row.number for row in snapshot.log] == list(range(1, snapshot.table.number + 1))
        assert "undo" in {row.kind for row in snapshot.log}
        assert snapshot.table.words is not None
    assert (over.table.status, playing.table.status, waiting.table.status) == ("over", "playing", "waiting")
    game = replayed_game(over)
    assert game.over
    record = read_record(write_record(game, mixed=mixed_of(over.table)))
    assert verify_record(record).committed
    assert replayed_game(playing).to_move == playing.table.to_move
    assert [seat.kind for seat in waiting.seats] == ["open"]
    assert over.seats[0].secret_hash == b"\x00\xff" * 16
    if over.table.rematch is not None:  # from version 0004 on
        assert (over.table.rematch, over.table.rematch_by) == (WAITING, 1)
    texts = [message.text for message in store.read_now(lambda c: queries.messages_after(c, OVER))]
    assert texts == ["Tåget går! 🚂", "'; DROP TABLE log; --", "line\nline\ttab \\ backslash"]
    assert store.write_now(lambda connection: queries.record_heartbeat(connection, 6_000)) == 0
    if playing.table.deal is not None:  # from version 0002 on
        assert playing.table.deal["commitments"][0] == playing.seats[0].commitment
        assert (playing.table.barred, playing.seats[0].votes, playing.seats[0].muted) == (["00" * 32], [1], True)
        assert (waiting.table.unlisted, waiting.table.listed) == (True, False)
        (report,) = store.read_now(moderating.load_reports)
        assert (report.code, report.text, [line["text"] for line in report.chat]) == (PLAYING, "rude", ["Hej!"])
        device = b"\x01" * 32
        assert store.read_now(partial(moderating.departures, devices=[device], now=5_000)) == {device: (1, 1)}
        assert store.read_now(partial(moderating.barred_now, now=5_000)) == {"192.0.2.0/24": 2**50}
        assert [one.what for one in store.read_now(partial(moderating.traces_after, at=0))] != []
    branched = store.read_now(partial(queries.load_snapshot, code=BRANCHED))
    if branched is not None:  # from version 0006 on
        assert [row.action for row in branched.log] == [row.action for row in over.log[:20]]
        assert verify_record(read_record(record_text(branched))).key_checked
        assert LiveTable(branched).number == 20
        review = store.read_now(partial(reviewing.load_review, code=OVER))[1]
        assert review is not None
        assert (review.done, review.total, review.content) == REVIEW
    choosing = store.read_now(partial(queries.load_snapshot, code=CHOOSING))
    if choosing is not None:  # from version 0003 on
        live = LiveTable(choosing)
        assert (live.choosing, live.earlier("0:kept"), len(live.view(0).chosen or ())) == ((1,), 0, 3)


@pytest.mark.parametrize("version", versions())
def test_every_released_version_is_kept_with_data_in_it(version: str) -> None:
    assert all(file(version).exists() for file in (sqlite_file, postgresql_file, backup_file))


@pytest.mark.parametrize("version", versions())
def test_a_database_of_a_released_version_comes_up_with_all_that_is_in_it(version: str, database: str) -> None:
    load(version, database)
    with Store.open(database) as store:
        assert store.read_now(version_of) == newest()
        check(store)
    with Store.open(database) as store:
        check(store)


@pytest.mark.parametrize("version", versions())
def test_a_backup_of_a_released_version_comes_up_with_all_that_is_in_it(version: str, database: str) -> None:
    restore(backup_file(version), database)
    with Store.open(database) as store:
        check(store)


def test_the_migrations_lead_to_the_schema_that_the_queries_know(store: Store) -> None:
    def compare(connection: Connection) -> list[object]:
        ours = {"version_table": VERSION_TABLE, "compare_type": True}
        return list(compare_metadata(MigrationContext.configure(connection, opts=ours), metadata))

    assert store.read_now(compare) == []


def tomorrow(folder: Path, then: str = "") -> Path:
    """The migrations with one more."""
    scripts = folder / "migrations"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "tomorrow.py").write_text(NEXT.format(before=newest(), then=then))
    return scripts


def test_a_later_migration_changes_the_data_that_are_there(database: str, tmp_path: Path) -> None:
    load(newest(), database)
    scripts = tomorrow(tmp_path)
    engine = lone_engine(database_url(database))
    threads = [threading.Thread(target=migrate, args=(engine, scripts)) for _ in range(4)]  # all at once: one does it
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with engine.connect() as connection:
        assert version_of(connection) == "tomorrow"
        found = connection.execute(text("SELECT number, league FROM tables")).all()
    engine.dispose()
    assert len(found) == 5
    assert all(league == number + 3 for number, league in found)


def test_a_migration_that_fails_leaves_the_database_as_it_was(database: str, tmp_path: Path) -> None:
    load(newest(), database)
    scripts = tomorrow(tmp_path, 'op.execute("UPDATE no_such_table SET x = 1")')
    engine = lone_engine(database_url(database))
    with pytest.raises(StoreError, match="no_such_table"):
        migrate(engine, scripts)
    with engine.connect() as connection:
        assert version_of(connection) == newest()
        assert "league" not in {column["name"] for column in inspect(connection).get_columns("tables")}
    engine.dispose()
    with Store.open(database) as store:
        check(store)


def test_a_database_of_a_newer_perron_is_refused_and_left_alone(database: str, tmp_path: Path) -> None:
    load(newest(), database)
    engine = lone_engine(database_url(database))
    migrate(engine, tomorrow(tmp_path))
    with pytest.raises(StoreError, match=r"newer Perron \(schema tomorrow.*update Perron") as caught:
        Store.open(database)
    assert "\n" not in str(caught.value)
    with pytest.raises(StoreError, match="newer Perron"):
        restore(backup_file(newest()), database, replace=True)
    with engine.connect() as connection:
        assert version_of(connection) == "tomorrow"
        assert connection.execute(text("SELECT count(*) FROM log")).scalar_one() > 50
    engine.dispose()
