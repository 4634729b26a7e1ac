"""A store as a server left it when Amsterdam and First Journey were at version 1 of their rules.

Tables that were over, in their middle and waiting, with the secrets of their seats, backed up by the Perron of that
day. The files are kept for good; nothing here can write them again.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from sqlalchemy import select, text, update

from perron.server.store import Store, schema
from perron.server.store.archive import restore
from tests.server.client import HURRIED, Table

_KEPT = Path(__file__).with_name("released")
EDITIONS = ("amsterdam", "first_journey")
_TIMES = ("created", "started", "turn_began", "ended", "expires", "active", "due")


def open_again(database: str) -> None:
    """Restore the store, as if the server had stopped a moment ago: tables that nobody touches for long are let go.

    Its bots do not pause: nobody watches them here.
    """
    restore(_KEPT / "rules-1.backup.gz", database)
    with Store.open(database) as store:
        store.write_now(_to_today)
        store.write_now(_without_pauses)


def _to_today(connection: Any) -> None:
    last = connection.execute(text("SELECT max(active) FROM tables")).scalar_one()
    later = int(time.time() * 1000) - last
    for column in _TIMES:
        connection.execute(text(f"UPDATE tables SET {column} = {column} + :later"), {"later": later})


def _without_pauses(connection: Any) -> None:
    for code, settings in connection.execute(select(schema.tables.c.code, schema.tables.c.settings)).all():
        hurried = {**settings, **HURRIED}
        connection.execute(update(schema.tables).where(schema.tables.c.code == code).values(settings=hurried))


def tables(base: str) -> dict[str, Table]:
    """The tables at a server that has the store, by name: `amsterdam playing`."""
    told = json.loads((_KEPT / "rules-1.json").read_text("utf-8"))
    return {
        name: Table(base, one["code"], one["host"], {int(seat): word for seat, word in one["seats"].items()})
        for name, one in told.items()
    }


def record(edition: str) -> str:
    """The record of the finished table, as the server of that day gave it out."""
    return (_KEPT / f"rules-1.{edition}.record").read_text("utf-8")
