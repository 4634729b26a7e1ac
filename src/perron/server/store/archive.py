"""Backup and restore: everything in the store as one file that any store can restore, completely or not at all.

The file is gzip over JSON Lines: a header, one line a row, and a last line with the counts and the SHA-256 of all lines
before it. Bytes are written as {"hex": ...}.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Select, Table, Text, func, insert, inspect, select, type_coerce
from sqlalchemy.exc import DBAPIError

from perron.atomic_file import atomic_write
from perron.server.store.connect import database_url, in_words, is_sqlite, lone_engine, make_folder, shown
from perron.server.store.errors import StoreError
from perron.server.store.locking import alone, back_up_alone
from perron.server.store.migrating import VERSION_TABLE, check_version, newest, upgrade, version_of, versions
from perron.server.store.row_validation import validated_row
from perron.server.store.schema import Json, metadata
from perron.server.store.store import Store, now_ms

FORMAT = 1
_CHUNK = 500
_CHUNK_BYTES = 4_000_000
_LONGEST_LINE = 5_000_000
"""Largest row: what compresses well may still be large, and is read a line at a time."""
_LATEST = 253_402_300_799_999  # the end of the year 9999


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds."""

    schema: str
    made: int
    """When, in milliseconds UTC: everything committed before is in it."""
    rows: dict[str, int]
    """How many of each kind."""
    unreadable: dict[str, str] = field(default_factory=dict)
    """Tables that were restored although this Perron cannot show their games, and why."""


# writing


def backup(store: Store, path: Path, *, alone: bool = False, made: int | None = None) -> Contents:
    """Write everything, as it is at one moment, to a file; a server may be running. Raises PerronError.

    With `alone`, not while another does so, from whatever machine: then it raises StoreBusy. `made` is for a store that
    is itself a copy: when that was made.
    """
    # Before the data are read: everything committed by then is in it.
    moment = now_ms() if made is None else made
    return store.read_now(lambda connection: _write(connection, path, moment, alone))


def _write(connection: Connection, path: Path, made: int, alone: bool) -> Contents:
    if alone:
        back_up_alone(connection)
    schema = version_of(connection) or ""
    contents = Contents(schema, made, {})
    with atomic_write(path) as file:
        if hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), 0o600)  # the keys of running games are in it
        with gzip.GzipFile(filename="", fileobj=file.buffer, mode="wb", compresslevel=6) as packed:
            seal = hashlib.sha256()
            header = {"perron": "backup", "format": FORMAT, "schema": schema, "made": contents.made}
            _line(packed, seal, header)
            for table in metadata.sorted_tables:
                contents.rows[table.name] = 0
                for row in connection.execution_options(yield_per=_CHUNK).execute(_all_of(table)):
                    values = {name: _plain(value) for name, value in row._mapping.items()}
                    _line(packed, seal, {"in": table.name, "row": values})
                    contents.rows[table.name] += 1
            last = {"end": contents.rows, "sha256": seal.hexdigest()}
            _line(packed, seal, last)
    return contents


def _all_of(table: Table) -> Select[Any]:
    """All rows, in an order that does not depend on the database; JSON values keep their text."""
    columns = [
        type_coerce(column, Text).label(column.name) if isinstance(column.type, Json) else column for column in table.c
    ]
    return select(*columns).order_by(*table.primary_key)


def _plain(value: Any) -> Any:
    return {"hex": bytes(value).hex()} if isinstance(value, bytes | memoryview) else value


def _line(file: gzip.GzipFile, seal: Any, value: dict[str, Any]) -> None:
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    seal.update(line)
    file.write(line)


# reading


def check(path: Path) -> Contents:
    """Read a backup to its end without restoring it; raises StoreError if a single bit has changed."""
    seal = hashlib.sha256()
    contents: Contents | None = None
    counted: dict[str, int] = {}
    ended = False
    for line in _lines(path):
        value = _value(path, line)
        if ended:
            raise _torn(path, "there is something after its end")
        if contents is None:
            contents = _header(path, value)
        elif "end" in value:
            ended = True
            if value.get("sha256") != seal.hexdigest():
                raise _torn(path, "its checksum is wrong: it was changed, or a copy went wrong")
            contents.rows.update(counted)
            told = value["end"]
            if not isinstance(told, dict) or {name: count for name, count in told.items() if count} != counted:
                raise _torn(path, "rows are missing")
        elif isinstance(value.get("in"), str) and isinstance(value.get("row"), dict):
            if value["in"] not in metadata.tables:
                raise _unknown(value["in"])
            counted[value["in"]] = counted.get(value["in"], 0) + 1
        else:
            raise _torn(path, "it has a line that is no row")
        seal.update(line)
    if contents is None or not ended:
        raise _torn(path, "its end is missing")
    return contents


def _torn(path: Path, why: str) -> StoreError:
    return StoreError(f"{path} is damaged: {why}; nothing was restored")


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            while line := file.readline(_LONGEST_LINE):
                yield line
    except (EOFError, zlib.error):
        raise _torn(path, "its end is missing, or it was changed") from None
    except gzip.BadGzipFile as error:
        if "Not a gzipped file" in str(error):
            raise StoreError(f"{path} is not a backup of Perron") from None
        raise _torn(path, "its checksum is wrong: it was changed, or a copy went wrong") from None
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror or error}") from None


def _value(path: Path, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise StoreError(f"{path} is not a backup of Perron, or it is damaged; nothing was restored") from None
    if not isinstance(value, dict):
        raise _torn(path, "it has a line that is no row")
    return value


def _header(path: Path, value: dict[str, Any]) -> Contents:
    if value.get("perron") != "backup":
        raise StoreError(f"{path} is not a backup of Perron")
    if value.get("format") != FORMAT or value.get("schema") not in versions():
        raise StoreError(
            f"{path} was made by a newer Perron (format {_cut(value.get('format'))}, "
            f"schema {_cut(value.get('schema'))}; "
            f"this one reads format {FORMAT}, schema up to {newest()}): update Perron; nothing was restored"
        )
    made = value.get("made")
    return Contents(value["schema"], made if isinstance(made, int) and 0 <= made <= _LATEST else 0, {})


def _cut(value: object) -> str:
    return str(value)[:40]


def _unknown(name: str) -> StoreError:
    return StoreError(f"the backup has rows of {name[:40]!r}, which Perron does not know; nothing was restored")


# taking in


def restore(path: Path, database: str | None = None, data: Path | None = None, *, replace: bool = False) -> Contents:
    """Put everything from a backup into a database that is empty, or in place of what is there if `replace` says so.

    The file is checked to its end first; then all happens in one transaction. Raises StoreError; then the database is
    as it was.
    """
    from perron.server.readable import check_all  # noqa: PLC0415  # it reads tables through this package

    url = database_url(database, data)
    contents = check(path)
    file = Path(str(url.database)) if is_sqlite(url) else None
    if file is not None:
        make_folder(file)
    engine = lone_engine(url)
    try:
        with engine.connect() as connection, connection.begin(), alone(connection, file, shown(url)):
            _make_room(connection, replace)
            upgrade(connection, contents.schema)
            _take_in(connection, path)
            upgrade(connection, newest())
            contents.unreadable.update(check_all(connection))
    except (DBAPIError, sqlite3.Error) as error:
        raise in_words(error, url) from None
    finally:
        engine.dispose()
    return contents


def _make_room(connection: Connection, replace: bool) -> None:
    """Empty the database; raises StoreError if it has tables and `replace` is not set."""
    if check_version(connection) is None:
        return
    there = _reflected(connection)
    count = connection.execute(select(func.count()).select_from(there.tables["tables"])).scalar_one()
    if count and not replace:
        raise StoreError(
            f"{shown(connection.engine.url)} has {count} table{'s' if count > 1 else ''} in it already; "
            "nothing was restored (--replace puts the backup in their place)"
        )
    there.drop_all(connection)


def _reflected(connection: Connection) -> MetaData:
    """The schema as it is in the database, of whatever version."""
    there = MetaData()
    known = {*metadata.tables, VERSION_TABLE}
    there.reflect(connection, only=[name for name in inspect(connection).get_table_names() if name in known])
    return there


def _take_in(connection: Connection, path: Path) -> None:
    there = _reflected(connection)
    waiting: list[dict[str, Any]] = []
    into, size = "", 0
    for name, row, length in _rows(path):
        if name != into or len(waiting) == _CHUNK or size > _CHUNK_BYTES:
            _insert(connection, there, into, waiting)
            into, waiting, size = name, [], 0
        if name not in there.tables:
            raise _unknown(name)
        waiting.append(validated_row(there.tables[name], row))
        size += length
    _insert(connection, there, into, waiting)


def _rows(path: Path) -> Iterable[tuple[str, dict[str, Any], int]]:
    for i, line in enumerate(_lines(path)):
        value = _value(path, line)
        if i and "end" not in value:  # between the header and the last line
            yield value["in"], value["row"], len(line)


def _insert(connection: Connection, there: MetaData, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(there.tables[name]), rows)
