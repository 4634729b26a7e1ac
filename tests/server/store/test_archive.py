"""Backup and restore: one file, any store, whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import shutil
import threading
import tracemalloc
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from perron.errors import PerronError
from perron.server.models import Listed
from perron.server.readable import live_table
from perron.server.refusal import Refused
from perron.server.store import Store, StoreBusy, StoreError, queries
from perron.server.store.archive import backup, check, restore
from perron.server.store.schema import metadata
from perron.server.table import seat_info
from tests.sampling import share
from tests.server.store.making import add_table, appending
from tests.server.store.release import OVER, PLAYING, backup_file, fill


def everything(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every kind."""

    def ask(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
        }

    return store.read_now(ask)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with something in it, for all tests of this file."""
    folder = tmp_path_factory.mktemp("filled")
    with Store.open(f"sqlite:///{folder}/perron.sqlite") as store:
        fill(store)
        backup(store, folder / "saved.gz")
    return folder / "saved.gz"


@pytest.fixture
def saved(filled: Path, tmp_path: Path) -> Path:
    """A copy of it, which may be spoiled."""
    return Path(shutil.copy(filled, tmp_path))


@pytest.mark.parametrize("back", [False, True], ids=["sqlite-to-postgres", "postgres-to-sqlite"])
def test_a_backup_of_one_store_is_restored_into_the_other(
    sqlite_url: str, postgres_url: str, tmp_path: Path, back: bool
) -> None:
    here, there = (postgres_url, sqlite_url) if back else (sqlite_url, postgres_url)
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    with Store.open(here) as store:
        fill(store)
        before = everything(store)
        contents = backup(store, first)
    assert contents.rows == {name: len(rows) for name, rows in before.items()}
    assert contents.rows["log"] > 50
    assert restore(first, there).rows == {name: count for name, count in contents.rows.items() if count}
    with Store.open(there) as store:
        assert everything(store) == before
        backup(store, second)
    assert (
        gzip.decompress(first.read_bytes()).split(b"\n")[1:-2]
        == gzip.decompress(second.read_bytes()).split(b"\n")[1:-2]
    )


def test_a_backup_is_of_one_moment_while_others_write(store: Store, tmp_path: Path) -> None:
    codes = [add_table(store) for _ in range(5)]
    stop = threading.Event()

    def play() -> None:
        number = 0
        while not stop.is_set():

            def all_go_on(connection: Connection, number: int = number) -> None:
                for code in codes:
                    appending(code, number)(connection)

            store.write_now(all_go_on)
            number += 1

    thread = threading.Thread(target=play)
    thread.start()
    try:
        for i in range(5):
            backup(store, tmp_path / f"{i}.gz")
    finally:
        stop.set()
        thread.join()
    for i in range(5):
        restore(tmp_path / f"{i}.gz", f"sqlite:///{tmp_path}/{i}.sqlite")
        with Store.open(f"sqlite:///{tmp_path}/{i}.sqlite") as other:
            tables = [other.read_now(partial(queries.load_snapshot, code=code)) for code in codes]
        numbers = {snapshot.table.number for snapshot in tables if snapshot}
        assert len(numbers) == 1
        assert all(len(snapshot.log) == snapshot.table.number for snapshot in tables if snapshot)


def test_restoring_refuses_a_database_with_tables_in_it_unless_they_are_to_be_replaced(
    database: str, saved: Path
) -> None:
    with Store.open(database) as store:
        kept = add_table(store)
        before = everything(store)
    with pytest.raises(StoreError, match=r"has 1 table in it.*--replace"):
        restore(saved, database)
    with Store.open(database) as store:
        assert everything(store) == before
    restore(saved, database, replace=True)
    with Store.open(database) as store:
        assert store.read_now(lambda connection: queries.load_table(connection, kept)) is None
        assert len(everything(store)["tables"]) == 5


def test_restoring_refuses_while_a_server_runs(database: str, saved: Path) -> None:
    with Store.open(database) as store:
        with pytest.raises(StoreBusy, match="stop it first"):
            restore(saved, database)
        assert everything(store)["tables"] == []
    restore(saved, database)


def write(path: Path, lines: list[bytes]) -> None:
    path.write_bytes(gzip.compress(b"".join(lines)))


def sealed(lines: list[bytes]) -> list[bytes]:
    """The lines with a right checksum at their end, as a clever hand would write them."""
    counts: dict[str, int] = {}
    for line in lines[1:]:
        name = json.loads(line)["in"]
        counts[name] = counts.get(name, 0) + 1
    seal = hashlib.sha256(b"".join(lines)).hexdigest()
    return [*lines, json.dumps({"end": counts, "sha256": seal}).encode() + b"\n"]


def changed(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        write(path, change(gzip.decompress(path.read_bytes()).splitlines(keepends=True)))

    return spoil


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(bytes(content))


def with_value(kind: str, column: str, value: Any) -> Callable[[Path], None]:
    """The first row of a kind with another value in a column."""

    def change(lines: list[bytes]) -> list[bytes]:
        at = next(i for i, line in enumerate(lines[:-1]) if json.loads(line).get("in") == kind)
        row = json.loads(lines[at])
        row["row"][column] = value
        return sealed([*lines[:at], json.dumps(row).encode() + b"\n", *lines[at + 1 : -1]])

    return changed(change)


HEADER = {"perron": "backup", "format": 1, "schema": "0001", "made": 1}
FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "torn": (torn, "damaged"),
    "a bit flipped": (flipped, "damaged"),
    "a row taken out": (changed(lambda lines: lines[:5] + lines[6:]), "checksum"),
    "a number changed": (
        changed(lambda lines: [line.replace(b'"number":7', b'"number":8') for line in lines]),
        "checksum",
    ),
    "no end": (changed(lambda lines: lines[:-1]), "end is missing"),
    "something after the end": (changed(lambda lines: [*lines, lines[1]]), "after its end"),
    "half a line": (changed(lambda lines: [*lines[:-1], lines[-1][:-9]]), "damaged"),
    "empty": (lambda path: path.write_bytes(b""), "end is missing"),
    "not packed": (lambda path: path.write_text("hello\n"), "not a backup"),
    "another thing": (changed(lambda lines: [b'{"perron": "record"}\n']), "not a backup"),
    "no JSON": (changed(lambda lines: [b"perron record 1\n"]), "not a backup"),
    "a list": (changed(lambda lines: [lines[0], b"[]\n", *lines[1:]]), "no row"),
    "a newer format": (changed(lambda lines: [json.dumps({**HEADER, "format": 2}).encode() + b"\n"]), "newer Perron"),
    "a newer schema": (changed(lambda lines: [json.dumps({**HEADER, "schema": "9"}).encode() + b"\n"]), "newer Perron"),
    "an unknown kind": (
        changed(lambda lines: sealed([*lines[:-1], b'{"in":"recipes","row":{"name":"soup"}}\n'])),
        "does not know",
    ),
    "an unknown column": (changed(lambda lines: sealed([*lines[:-1], b'{"in":"log","row":{"x":1}}\n'])), "do not fit"),
    "an end that is none": (
        changed(lambda lines: [*lines[:-1], json.dumps({**json.loads(lines[-1]), "end": 7}).encode() + b"\n"]),
        "rows are missing",
    ),
    "a header as a row": (
        changed(lambda lines: sealed([lines[0][:-2] + b',"in":"log"}\n', b'{"in":"log","row":{}}\n'])),
        "do not fit",
    ),
    "a long name": (
        changed(lambda lines: [json.dumps({**HEADER, "format": "9" * 10_000}).encode() + b"\n"]),
        "newer Perron",
    ),
    "a number as a name": (with_value("seats", "name", 7), "row of seats whose name does not fit"),
    "a name that is too long": (with_value("seats", "name", "x" * 81), "too long"),
    "a number that is too large": (with_value("tables", "created", 2**63), "too large"),
    "a number too large for its column": (with_value("tables", "seat_count", 2**31), "too large"),
    "a number that is none": (with_value("log", "at", 1.5), "another kind"),
    "bytes that are none": (with_value("tables", "key", {"hex": "zz"}), "row of tables whose key does not fit"),
    "bytes of a number": (with_value("tables", "key", {"hex": 7}), "another kind"),
    "half a letter": (with_value("messages", "text", "\ud800"), "letters in it that are none"),
    "a zero in a text": (with_value("messages", "text", "a\0b"), "letters in it that are none"),
    "a list in a column": (with_value("messages", "text", [1]), "another kind"),
    "nothing where something must be": (with_value("log", "kind", None), "missing"),
    "settings that are no JSON": (with_value("tables", "settings", "{"), "row of tables whose settings does not fit"),
    "settings that are a list": (with_value("tables", "settings", "[]"), "another kind"),
    "settings nested deeply": (with_value("tables", "settings", '{"a":' * 3_000), "cannot be read"),
    "an endless text": (with_value("messages", "text", "x" * 100_000), "too long"),
    "an endless row": (with_value("messages", "text", "x" * 6_000_000), "not a backup of Perron, or it is damaged"),
    "a status that is unknown": (with_value("tables", "status", "lost"), "its status is unknown"),
    "a seat of no kind": (with_value("seats", "kind", "alien"), "no known kind"),
    "a seat too many": (with_value("tables", "seat_count", 1), "too many"),
    "an entry too few": (with_value("tables", "number", 10_000), "entries of its log are missing"),
    "a game without a deal": (with_value("tables", "words", None), "without a deal"),
    "a word too few": (with_value("tables", "words", "[]"), "one for each seat"),
}
"""What is seen before a row is written, and so on either store alike."""
FAULTS_IN_THE_DATABASE: dict[str, tuple[Callable[[Path], object], str]] = {
    "a seat of no table": (with_value("seats", "code", "nowhere"), "(?i)foreign key"),
    "a row twice": (changed(lambda lines: sealed([*lines[:-1], lines[-2]])), "UNIQUE|unique"),
}
"""What the database itself refuses, when others have been written."""


@pytest.mark.sampled
@pytest.mark.parametrize("fault", FAULTS)
def test_a_backup_that_is_not_as_it_was_written_is_refused_and_nothing_is_lost(
    fault: str, database: str, saved: Path
) -> None:
    check_refused(*FAULTS[fault], database, saved)


@pytest.mark.parametrize("fault", FAULTS_IN_THE_DATABASE)
def test_a_backup_that_the_database_refuses_is_taken_back_whole(fault: str, database: str, saved: Path) -> None:
    check_refused(*FAULTS_IN_THE_DATABASE[fault], database, saved)


def check_refused(spoil: Callable[[Path], object], told: str, database: str, saved: Path) -> None:
    """A spoiled backup is refused in words, and the database is as it was."""
    with Store.open(database) as store:
        add_table(store)
        before = everything(store)
    spoil(saved)
    with pytest.raises(StoreError, match=told) as caught:
        restore(saved, database, replace=True)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500
    with Store.open(database) as store:
        assert everything(store) == before


NASTY: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    2**31,
    2**63,
    10**400,
    1.5,
    float("nan"),
    "",
    "x" * 100,
    "\0",
    "\ud800",
    "-1",
    "over",
    "waiting",
    "person",
    "tiny",
    "bbbbbbbbbb",
    "{}",
    "[]",
    "null",
    "NaN",
    '["a","b"]',
    '{"chat":7}',
    '{"clock":{"move_seconds":-1}}',
    "[[]]",
    "[" * 20_000,
    {},
    {"hex": "zz"},
    {"hex": ""},
    {"hex": [1]},
    [],
    [[[]]],
]


def spoiled(lines: list[bytes], chance: random.Random) -> list[bytes]:
    """A backup with a few things in it that no server writes, sealed by a clever hand."""
    lines = lines[:-1]
    for _ in range(chance.choice([1, 1, 2, 3])):
        at = chance.randrange(1, len(lines))
        value = json.loads(lines[at])
        match chance.randrange(12):
            case 0:
                del lines[at]
                continue
            case 1:
                lines.insert(chance.randrange(1, len(lines)), lines[at])
                continue
            case 2:
                value["in"] = chance.choice(["tables", "seats", "log", "heartbeat", "perron_schema", "", "recipes"])
            case 3:
                value["row"].pop(chance.choice(list(value["row"])))
            case _:
                value["row"][chance.choice(list(value["row"]))] = chance.choice(NASTY)
        lines[at] = json.dumps(value).encode() + b"\n"
    return sealed(lines)


@pytest.mark.parametrize(("store", "seed", "times"), [("sqlite", 7, share(150)), ("postgres", 2, share(60))])
def test_a_crafted_backup_is_refused_in_a_sentence_or_can_be_read(
    store: str, seed: int, times: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    database: str = request.getfixturevalue(f"{store}_url")
    lines = gzip.decompress(backup_file("0001").read_bytes()).splitlines(keepends=True)
    chance, path = random.Random(seed), tmp_path / "crafted.gz"
    with Store.open(database) as opened:
        add_table(opened)
        before = everything(opened)
    said: list[str] = []
    for _ in range(times):
        write(path, spoiled(lines, chance))
        try:
            contents = restore(path, database, replace=True)
        except StoreError as error:
            said.append(str(error))
            with Store.open(database, serving=False) as opened:
                assert everything(opened) == before
            continue
        with Store.open(database, serving=False) as opened:
            before = everything(opened)
            for table, seats in opened.read_now(partial(queries.listed_tables, limit=100)):
                Listed.model_validate({**asdict(table), "seats": [seat_info(row).model_dump() for row in seats]})
            for code in (row[0] for row in before["tables"]):
                snapshot = opened.read_now(partial(queries.load_snapshot, code=code))
                assert snapshot is not None
                if code in contents.unreadable:
                    with pytest.raises(Refused):
                        live_table(snapshot)
                else:
                    live_table(snapshot).info().model_dump_json()
    assert times / 2 < len(said) < times
    assert all("\n" not in sentence and len(sentence) < 500 for sentence in said)


def test_what_packs_small_is_never_held_in_memory_whole(tmp_path: Path, sqlite_url: str) -> None:
    path = tmp_path / "bomb.gz"
    row = b'{"in":"log","row":{"text":"' + b"x" * 10_000_000 + b'"}}\n'
    header, seal = json.dumps(HEADER).encode() + b"\n", hashlib.sha256()
    with gzip.open(path, "wb", 1) as file:
        for line in (header, *[row] * 30):
            seal.update(line)
            file.write(line)
        file.write(json.dumps({"end": {"log": 30}, "sha256": seal.hexdigest()}).encode() + b"\n")
    assert path.stat().st_size < 3_000_000
    tracemalloc.start()
    try:
        with pytest.raises(StoreError):
            restore(path, sqlite_url)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()


def test_a_table_that_this_perron_cannot_show_is_named_and_harms_no_other(tmp_path: Path, sqlite_url: str) -> None:
    lines = gzip.decompress(backup_file("0001").read_bytes()).splitlines(keepends=True)[:-1]
    path = tmp_path / "strange.gz"
    changes = {OVER: {"edition": "nowhere"}, PLAYING: {"settings": '{"chat":"loud"}'}}
    for i, line in enumerate(lines):
        value = json.loads(line)
        if value.get("in") == "tables" and value["row"]["code"] in changes:
            value["row"].update(changes[value["row"]["code"]])
            lines[i] = json.dumps(value).encode() + b"\n"
    write(path, sealed(lines))
    contents = restore(path, sqlite_url)
    assert contents.unreadable.keys() == {OVER, PLAYING}
    assert "edition" in contents.unreadable[OVER]
    assert "settings" in contents.unreadable[PLAYING]


def test_a_backup_torn_anywhere_or_with_any_bit_of_its_content_changed_is_refused(tmp_path: Path) -> None:
    whole = backup_file("0001").read_bytes()
    check(backup_file("0001"))
    path = tmp_path / "spoiled.gz"
    chance = random.Random(7)
    for _ in range(150):
        path.write_bytes(whole[: chance.randrange(len(whole))])
        with pytest.raises(StoreError):
            check(path)
    refused = 0
    for _ in range(300):
        at = chance.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1 :])
        try:
            check(path)
        except StoreError:
            refused += 1
        else:  # a few bits of gzip mean nothing: the time of packing, what fills the last byte
            assert gzip.decompress(path.read_bytes()) == gzip.decompress(whole)
    assert refused > 280


def test_a_file_that_is_not_there_is_told(tmp_path: Path, sqlite_url: str) -> None:
    with pytest.raises(StoreError, match="No such file"):
        restore(tmp_path / "nothing.gz", sqlite_url)
    assert not (tmp_path / "data").exists()


def test_a_backup_is_for_its_owner_alone_and_takes_the_place_of_no_folder(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "b.gz"
    backup(store, path)
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(PerronError, match="it is a folder"):
        backup(store, tmp_path)
    with pytest.raises(PerronError, match="no folder"):
        backup(store, tmp_path / "no" / "b.gz")
