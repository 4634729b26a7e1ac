"""A released schema with data in it, kept for good: every later Perron must bring it up.

`python -m tests.server.store.release` writes the files of the newest version, once, when it is released.
"""

from __future__ import annotations

import gzip
import sqlite3
import subprocess
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Connection

from perron import Game
from perron.action import KeepTickets
from perron.deal import word_commitment
from perron.keys import NO_WORD
from perron.server.branching import branch_table
from perron.server.dealing import mixed_of
from perron.server.models import PlayOn
from perron.server.sealed import TO_CHOOSE, Sealed
from perron.server.store import MessageRow, NewRow, SeatRow, Store, moderating, queries, reviewing
from perron.server.store.archive import backup
from perron.server.store.migrating import newest
from tests.server.postgres import Postgres, programs
from tests.server.store.making import seats, table

RELEASED = Path(__file__).with_name("released")
OVER, PLAYING, WAITING, CHOOSING, BRANCHED = "aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc", "dddddddddd", "eeeeeeeeee"
REVIEW = (12, 40, b"\x1f\x8b\x00\xff")
WORDS = ["0123456789abcdef" * 2, "-"]


def sqlite_file(version: str) -> Path:
    """The database as a script for SQLite."""
    return RELEASED / f"{version}.sqlite.sql.gz"


def postgresql_file(version: str) -> Path:
    """The same for PostgreSQL."""
    return RELEASED / f"{version}.postgresql.sql.gz"


def backup_file(version: str) -> Path:
    """The same as a backup."""
    return RELEASED / f"{version}.backup.gz"


def play_into(store: Store, code: str, actions: int | None = None, *, committed: bool = False) -> None:
    """Play a game of the tiny edition into a table, with an undo where one is allowed."""
    sealed = word_commitment(code, 1, 0, WORDS[0]) if committed else None
    deal = {"attempt": 1, "commitments": [sealed, NO_WORD], "broken": []} if committed else None
    made = table(code, status="playing", words=WORDS, started=1_000, turn_began=1_000, deal=deal)
    chairs = seats(code, commitment=sealed, device=b"\x01" * 32 if committed else None)
    store.write_now(lambda connection: queries.create_table(connection, made, chairs))
    game = Game("tiny", 2, key=mixed_of(made).game_key)
    number, taken_back = 0, False
    while not game.over and (actions is None or number < actions):
        move = game.play(int(game.legal_numbers()[-1]))
        entry = NewRow(
            kind="action",
            seat=move.seat,
            text=str(move.action),
            action=move.number,
            answers=tuple(move.answers),
            by="person" if move.seat == 0 else "bot",
            client=f"0:{number}" if move.seat == 0 else None,
            at=2_000 + number,
        )
        number = _append(store, code, number, entry, {"to_move": game.to_move})
        if not taken_back and not isinstance(move.action, KeepTickets) and game.may_take_back(move.seat):
            game.take_back(move.seat)
            undo = NewRow(kind="undo", seat=move.seat, by="person", at=2_000 + number)
            number = _append(store, code, number, undo, {"to_move": game.to_move})
            taken_back = True
    if game.over:
        ended = {"status": "over", "ended": 9_000, "expires": 9_000 + 30 * queries.DAY_MS}
        ended |= {"rematch": WAITING, "rematch_by": 1}
        store.write_now(lambda connection: queries.change_table(connection, code, ended))


def _choose_into(store: Store, code: str) -> None:
    """A game in which a person has chosen the first tickets, and a bot has not."""
    made = table(code, status="playing", words=WORDS, started=1_000, turn_began=1_000, to_move=1)
    choice = str(Game("tiny", 2, key=mixed_of(made).game_key).legal_actions()[-1])
    person, bot = seats(code)
    chosen = Sealed().chosen(choice, "person", 700, "0:kept")
    chairs = [replace(person, sealed=chosen), replace(bot, **TO_CHOOSE)]
    store.write_now(lambda connection: queries.create_table(connection, made, chairs))


def _play_on_into(store: Store, code: str) -> None:
    """A game that goes on from a position of the one that is over."""
    over = store.read_now(partial(queries.load_snapshot, code=OVER))
    assert over is not None
    asked = PlayOn(step=20, seat=1, name="Zoë")
    made, chairs, copied = branch_table(over, asked, code, b"\x07" * 32, b"\x00\xff" * 16, b"\x01" * 32, 9_500)
    store.write_now(partial(queries.create_table, table=made, seated=chairs, copied=copied))


def _review(connection: Connection) -> None:
    reviewing.take_review(connection, OVER, "a worker", 9_100, 9_200)
    reviewing.keep_review(connection, OVER, "a worker", 9_200, REVIEW)


def _append(store: Store, code: str, number: int, entry: NewRow, changes: dict[str, Any]) -> int:
    return store.write_now(lambda connection: queries.append(connection, code, number, entry, changes)).number


def fill(store: Store) -> None:
    """Games that are over, in their middle, about to begin and waiting; talk, what was moderated, and a heartbeat."""
    play_into(store, OVER)
    play_into(store, PLAYING, 20, committed=True)
    waiting = table(WAITING, status="waiting", words=None, listed=True)
    chair = SeatRow(code=WAITING, seat=0, kind="open")
    store.write_now(lambda connection: queries.create_table(connection, waiting, [chair]))
    for i, text in enumerate(("Tåget går! 🚂", "'; DROP TABLE log; --", "line\nline\ttab \\ backslash")):
        message = MessageRow(seat=None, name="Zoë", kind="chat", text=text, at=i)
        store.write_now(partial(queries.add_message, code=OVER, message=message))
    store.write_now(lambda connection: queries.record_heartbeat(connection, 5_000))
    store.write_now(_moderate)
    _choose_into(store, CHOOSING)
    _play_on_into(store, BRANCHED)
    store.write_now(_review)


def _moderate(connection: Connection) -> None:
    said = MessageRow(seat=0, name="Åsa", kind="say", text="Hej!", at=3, client="0:hej")
    queries.add_message(connection, PLAYING, said)
    moderating.add_report(connection, PLAYING, 0, None, "rude", 4_000)
    moderating.note_attendance(connection, PLAYING, {b"\x01" * 32: False}, 4_000)
    moderating.bar_address(connection, "192.0.2.0/24", 2**50, 4_000)
    moderating.unlist(connection, WAITING, 4_000)
    queries.change_table(connection, PLAYING, {"barred": ["00" * 32]}, seat_changes={0: {"votes": [1], "muted": True}})


def load_sqlite(version: str, path: Path) -> None:
    """Make a SQLite file of a released version."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    connection.executescript(gzip.decompress(sqlite_file(version).read_bytes()).decode())
    connection.close()


def load_postgresql(version: str, url: str) -> None:
    """Fill an empty PostgreSQL database with a released version."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(gzip.decompress(postgresql_file(version).read_bytes()))


def write() -> None:
    """Write the files of the newest version."""
    version = newest()
    if sqlite_file(version).exists():
        raise SystemExit(f"version {version} is released already; its files are never written again")
    RELEASED.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "perron.sqlite"
        with Store.open(f"sqlite:///{file}") as store:
            fill(store)
            backup(store, backup_file(version))
        connection = sqlite3.connect(file)
        sqlite_file(version).write_bytes(gzip.compress("\n".join(connection.iterdump()).encode(), mtime=0))
        connection.close()
    cluster = Postgres()
    try:
        url = cluster.new_database()
        with Store.open(url) as store:
            fill(store)
        command = [str(programs() / "pg_dump"), "--inserts", "--no-owner", "--no-privileges", url]
        dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        # What begins with a backslash is for psql alone.
        script = "\n".join(line for line in dumped.splitlines() if not line.startswith("\\"))
        postgresql_file(version).write_bytes(gzip.compress(script.encode(), mtime=0))
    finally:
        cluster.close()


if __name__ == "__main__":
    write()
