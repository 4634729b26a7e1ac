"""A process that writes and tells what was acknowledged, to be killed at any moment."""

from __future__ import annotations

import asyncio
import os
import sys
from functools import partial

from sqlalchemy import Connection

from perron.server.store import Stale, Store, queries
from tests.server.store.making import row

PAIRS = 6


def both(connection: Connection, left: str, right: str, expected: int) -> int:
    """One step at two tables and their seats, all in one transaction."""
    number = expected + 1
    for code in (left, right):
        changes = {"to_move": number % 2, "due": number, "turn_began": number}
        queries.append(connection, code, expected, row(at=number), changes, {0: {"bank_ms": number}})
    return number


async def go_on(store: Store, left: str, right: str) -> None:
    """Append to a pair of tables forever; print every number once it is committed."""
    number = 0
    while True:
        try:
            number = await store.write(partial(both, left=left, right=right, expected=number))
            os.write(1, f"{left} {number}\n".encode())
        except Stale as stale:
            number = stale.number


async def main(database: str) -> None:
    """Write to all pairs at once."""
    with Store.open(database) as store:
        await asyncio.gather(*(go_on(store, f"left{i}", f"right{i}") for i in range(PAIRS)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
