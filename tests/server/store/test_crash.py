"""`kill -9` at any moment: what was acknowledged is there, and nothing is there by half."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import partial

from sqlalchemy import Connection

from perron.server.store import Snapshot, Store, queries
from tests.sampling import everything
from tests.server.store.crash_writer import PAIRS
from tests.server.store.making import add_table

RUNS = 4 if everything() else 2


def acknowledged_until_killed(database: str, lines: int) -> dict[str, int]:
    """Let a writer work until it has printed enough, kill it, and return the last number it printed for each table."""
    command = [sys.executable, "-m", "tests.server.store.crash_writer", database]
    told: dict[str, int] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for count, line in enumerate(writer.stdout):
            if not line.endswith("\n"):  # it was killed while telling
                break
            code, number = line.split()
            told[code] = max(told.get(code, 0), int(number))
            if count == lines:
                writer.kill()
    return told


def load_pair(connection: Connection, i: int) -> tuple[Snapshot | None, Snapshot | None]:
    """Two tables that go on together, at one moment."""
    return queries.load_snapshot(connection, f"left{i}"), queries.load_snapshot(connection, f"right{i}")


def test_a_killed_writer_loses_nothing_that_was_acknowledged_and_leaves_nothing_half(database: str) -> None:
    with Store.open(database) as store:
        for i in range(PAIRS):
            add_table(store, f"left{i}")
            add_table(store, f"right{i}")
    chance = random.Random(11)
    for _ in range(RUNS):
        told = acknowledged_until_killed(database, chance.randrange(5, 120))
        assert told
        with Store.open(database) as store:
            for i in range(PAIRS):
                left, right = store.read_now(partial(load_pair, i=i))
                assert left is not None
                assert right is not None
                number = left.table.number
                assert number >= told.get(f"left{i}", 0)
                for snapshot in (left, right):
                    assert snapshot.table.number == number
                    assert [row.number for row in snapshot.log] == list(range(1, number + 1))
                    assert [row.at for row in snapshot.log] == list(range(1, number + 1))
                    assert snapshot.seats[0].bank_ms == (number or None)
                    assert snapshot.table.due == snapshot.table.turn_began == (number or None)
