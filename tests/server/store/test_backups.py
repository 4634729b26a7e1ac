"""A folder of backups: what is in it is whole, and old ones go only when a new one is."""

from __future__ import annotations

import resource
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from perron.errors import PerronError
from perron.server.store import Store, StoreBusy, StoreError, archive
from perron.server.store.backups import DAYS, WEEKS, Backups, made_of, name_of, to_keep
from perron.server.store.connect import database_url
from perron.server.store.locking import BACKING_UP, FileLock
from perron.server.store.store import now_ms
from tests.server.store.making import add_table, appending
from tests.server.store.release import fill
from tests.server.store.test_archive import everything

HOUR = 3_600_000
DAY = 24 * HOUR
BEGAN = round(datetime(2026, 1, 1, 3, tzinfo=UTC).timestamp()) * 1000


def day(made: int) -> datetime:
    return datetime.fromtimestamp(made / 1000, UTC)


def test_the_newest_stay_and_one_of_each_day_of_a_week_and_one_of_each_week_of_five() -> None:
    kept: list[int] = []
    for i in range(4 * 200):
        now = BEGAN + i * 6 * HOUR
        kept = sorted(to_keep([*kept, now], 8))
        assert kept[-8:] == [now - j * 6 * HOUR for j in range(min(i, 7), -1, -1)]
    ends = [day(now) - timedelta(days=n) for n in range(DAYS)]
    assert {one.date() for one in ends} <= {day(made).date() for made in kept}
    weeks = [(day(now) - timedelta(weeks=n)).isocalendar()[:2] for n in range(WEEKS)]
    assert set(weeks) == {day(made).isocalendar()[:2] for made in kept}
    of_days = [made for made in kept[:-8] if day(made).hour != 21]
    assert of_days == [], "of days and weeks that are over the last stays"
    assert len(kept) < 8 + DAYS + WEEKS


def test_no_backup_outlives_five_weeks_of_backups() -> None:
    kept: list[int] = []
    for i in range(400):
        now = BEGAN + i * DAY
        kept = sorted(to_keep([*kept, now], 8))
        assert now - kept[0] <= 7 * WEEKS * DAY


def test_after_a_long_pause_what_there_is_stays() -> None:
    old = [BEGAN + i * DAY for i in range(3)]
    assert set(old) <= to_keep([*old, BEGAN + 300 * DAY], 1)


def test_a_name_says_when() -> None:
    made = BEGAN + 12_345
    assert name_of(made) == "perron-20260101-030012-345.gz"
    assert made_of(name_of(made)) == made
    for other in ("perron-20269901-030012-345.gz", "perron-20260101-030012-345.gz.old", "tables.gz"):
        assert made_of(other) == 0


def test_a_backup_is_in_the_folder_when_it_has_been_read_back(store: Store, tmp_path: Path) -> None:
    fill(store)
    folder = tmp_path / "deep" / "backups"
    before = now_ms()
    done = Backups(folder).make(store.url)
    assert done is not None
    assert before <= done.backup.made <= now_ms()
    assert Backups(folder).kept() == [done.backup]
    assert (folder.stat().st_mode & 0o777, done.backup.path.stat().st_mode & 0o777) == (0o700, 0o600)
    again = f"sqlite:///{tmp_path}/again.sqlite"
    archive.restore(done.backup.path, again)
    with Store.open(again) as other:
        assert everything(other) == everything(store)


def test_older_ones_are_removed_and_what_is_not_ours_is_left(sqlite_url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    now = now_ms()
    old = [folder / name_of(now - 300 * DAY + i * HOUR) for i in range(30)]
    others = [folder / "perron-holiday.gz", folder / "notes", folder / name_of(now + DAY)]
    for path in (*old, *others):
        path.write_bytes(b"")
    with Store.open(sqlite_url) as store:
        add_table(store)
        done = Backups(folder, keep=2).make(store.url)
    assert done is not None
    assert {*done.removed} < {*old}
    assert all(path.exists() for path in others)
    left = [one.path for one in Backups(folder).kept() if one.made <= done.backup.made]
    assert left[-1] == done.backup.path
    assert old[-1] in left, "the last one of its day and week"
    assert len(left) < 6


@pytest.mark.parametrize("how", ["another bit", "a row less"])
def test_nothing_is_removed_for_a_backup_that_is_not_right(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    write = archive.backup

    def bad_disk(store: Store, path: Path, **how_to: Any) -> archive.Contents:
        contents = write(store, path, **how_to)
        data = bytearray(path.read_bytes())
        if how == "another bit":
            data[len(data) // 2] ^= 1
            path.write_bytes(data)
        else:
            contents.rows["log"] += 1
        return contents

    with Store.open(sqlite_url) as store:
        fill(store)
        backups = Backups(tmp_path / "backups", keep=1)
        first = backups.make(store.url)
        assert first is not None
        monkeypatch.setattr(archive, "backup", bad_disk)
        with pytest.raises(StoreError, match=r"is damaged|does not hold"):
            backups.make(store.url)
    assert [one.path for one in backups.kept()] == [first.backup.path]
    assert {path.name for path in backups.folder.iterdir()} == {first.backup.path.name, "backups.lock"}


def test_while_a_backup_is_written_nobody_holds_on_to_sqlites_log(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = archive.backup
    left: list[tuple[int, int, int]] = []

    def while_it_is_read(reading: Store, path: Path, **how_to: Any) -> archive.Contents:
        with reading._reading.connect() as connection, connection.begin():
            connection.execute(text("SELECT count(*) FROM tables")).all()
            store.write_now(appending(code, 0))
            with closing(sqlite3.connect(str(store.url.database))) as other:
                left.append(other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())
        return write(reading, path, **how_to)

    monkeypatch.setattr(archive, "backup", while_it_is_read)
    with Store.open(sqlite_url) as store:
        code = add_table(store)
        assert Backups(tmp_path / "backups").make(store.url) is not None
    assert left == [(0, 0, 0)], "a checkpoint reaches the end of the log and empties it"


@contextmanager
def small_files() -> Iterator[None]:
    """No file may grow beyond some bytes: to the writer the disk seems full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told_in_words_and_leaves_what_there_was(postgres_url: str, tmp_path: Path) -> None:
    with Store.open(postgres_url) as store:
        fill(store)
        backups = Backups(tmp_path, keep=1)
        first = backups.make(store.url)
        with small_files(), pytest.raises(PerronError, match="cannot be written"):
            backups.make(store.url)
    assert first is not None
    assert [one.path for one in backups.kept()] == [first.backup.path]
    assert len(list(tmp_path.iterdir())) == 2


def test_what_a_killed_process_left_is_cleared_away(sqlite_url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in ("being-written.gz", ".being-written.gz.1234.new", "being-written.sqlite-wal"):
        (folder / name).write_bytes(b"half")
    with Store.open(sqlite_url) as store:
        done = Backups(folder).make(store.url)
    assert done is not None
    assert {path.name for path in folder.iterdir()} == {done.backup.path.name, "backups.lock"}


def test_two_do_not_make_one_in_the_same_folder(sqlite_url: str, tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "backups")
    assert lock.take()
    with Store.open(sqlite_url) as store, pytest.raises(StoreBusy, match="another backup is being made"):
        Backups(tmp_path).make(store.url)
    lock.drop()


def test_two_machines_do_not_make_one_of_the_same_postgresql(postgres_url: str, tmp_path: Path) -> None:
    with Store.open(postgres_url) as store:

        def meanwhile() -> None:
            with pytest.raises(StoreBusy, match="another backup of this database"):
                Backups(tmp_path).make(store.url)

        with store._reading.connect() as connection, connection.begin():
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": BACKING_UP})
            meanwhile()
        assert Backups(tmp_path).make(store.url) is not None


def test_of_many_who_find_that_one_is_due_one_makes_it(store: Store, tmp_path: Path) -> None:
    add_table(store)
    made: list[object] = []

    def make() -> None:
        while True:
            try:
                made.append(Backups(tmp_path).make(store.url, every_ms=HOUR))
                return
            except StoreBusy:
                pass

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert sum(done is not None for done in made) == len(Backups(tmp_path).kept()) == 1


def test_one_is_due_when_the_newest_is_old_and_a_clock_that_was_set_back_stops_none(tmp_path: Path) -> None:
    backups, now = Backups(tmp_path), now_ms()
    assert backups.is_due(HOUR, now)
    (tmp_path / name_of(now)).write_bytes(b"")
    assert not backups.is_due(HOUR, now)
    assert not backups.is_due(HOUR, now + HOUR - 1)
    assert backups.is_due(HOUR, now + HOUR)
    assert backups.is_due(HOUR, now - 1), "an hour was set back: it lies in the future"


def test_a_database_that_is_gone_is_not_created_again(tmp_path: Path) -> None:
    url = database_url(None, tmp_path / "data")
    with pytest.raises(StoreError, match="unable to open"):
        Backups(tmp_path / "backups").make(url)
    assert not (tmp_path / "data").exists()


def test_a_folder_that_cannot_be_one_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for folder in (tmp_path / "file", tmp_path / "file" / "deeper"):
        with pytest.raises(PerronError, match="no backups can be kept in"):
            Backups(folder).make_ready()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
