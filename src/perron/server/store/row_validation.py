"""Validates rows of a file against their table: SQLite would accept anything, and a server could not read it back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, Table

from perron.server.store.errors import StoreError
from perron.server.store.schema import Json, metadata

_SHAPES: dict[str, type] = {
    **dict.fromkeys(("settings", "deal", "files", "branch"), dict),
    **dict.fromkeys(("words", "answers", "barred", "votes", "chat"), list),
}
"""What the JSON in a column is."""
_LONGEST_TEXT = 20_000
_LONGEST_FILES = 2_000_000
"""Of an edition of somebody's own."""


def validated_row(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a row as they go into the table; raises StoreError if one of them does not fit."""
    if row.keys() != set(table.c.keys()):
        raise StoreError(f"the backup has rows of {table.name} that do not fit; nothing was restored")
    values = {}
    for column in table.c:
        value = row[column.name]
        try:
            values[column.name] = _value(table.name, column, value)
        except (ValueError, RecursionError) as error:
            why = error if type(error) is ValueError else "it cannot be read"
            raise StoreError(
                f"the backup has a row of {table.name} whose {column.name} does not fit ({why}); nothing was restored"
            ) from None
    return values


def _value(table: str, column: Column[Any], value: Any) -> Any:
    if value is None:
        if not column.nullable:
            raise ValueError("it is missing")
        return None
    kind = column.type
    if isinstance(kind, LargeBinary):
        return _bytes(value)
    if isinstance(kind, Boolean):
        return _of(value, bool)
    if isinstance(kind, Integer):
        number: int = _of(value, int)
        bits = 63 if isinstance(kind, BigInteger) else 31
        if not -(2**bits) <= number < 2**bits:
            raise ValueError("the number is too large")
        return number
    text: str = _of(value, str)
    if "\0" in text or not _is_unicode(text):
        raise ValueError("it has letters in it that are none")
    longest = _LONGEST_FILES if column.name == "files" else _LONGEST_TEXT
    if len(text) > (getattr(kind, "length", None) or longest):
        raise ValueError("it is too long")
    known = metadata.tables.get(table)
    if known is not None and column.name in known.c and isinstance(known.c[column.name].type, Json):
        _check_json(column.name, text)
    return text


def _of(value: Any, wanted: type) -> Any:
    if type(value) is not wanted:
        raise ValueError("it is of another kind")
    return value


def _bytes(value: Any) -> bytes:
    if not isinstance(value, dict) or value.keys() != {"hex"} or not isinstance(value["hex"], str):
        raise ValueError("it is of another kind")
    return bytes.fromhex(value["hex"])


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_json(name: str, text: str) -> None:
    value = json.loads(text)
    if name in _SHAPES and not isinstance(value, _SHAPES[name]):
        raise ValueError("it is of another kind")
    if not _is_unicode(json.dumps(value, ensure_ascii=False)):
        raise ValueError("it has letters in it that are none")
