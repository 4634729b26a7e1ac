"""Tables for the load, put into the store before the server starts."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from sqlalchemy import Connection

from perron.deal import word_commitment
from perron.editions import largest
from perron.game import Game
from perron.keys import new_key
from perron.server import dealing, seating, secret
from perron.server.models import COLOURS, NewTable, SeatPlan
from perron.server.seating import Change
from perron.server.store import NewRow, SeatRow, Store, TableRow, queries
from perron.server.store.codes import new_code
from perron.server.store.store import now_ms

EDITION = largest()
SEATS = 4
_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Made:
    """A table whose game has begun, and the secrets of its seats."""

    code: str
    secrets: tuple[str, ...]
    game_key: bytes


def _make_table(connection: Connection) -> Made:
    given = tuple(secret.new_secret() for _ in range(SEATS))
    asked = NewTable(edition=EDITION, seats=[SeatPlan(kind="person")] * SEATS)
    now, key = now_ms(), new_key()
    table, seats = seating.new_table(
        asked, seating.edition_for(EDITION), new_code(), key, secret.hashed(secret.new_secret()), now
    )
    words = [secrets.token_hex(16) for _ in range(SEATS)]
    seats = [
        replace(
            row,
            name=f"Person {row.seat}",
            colour=COLOURS[row.seat],
            secret_hash=secret.hashed(given[row.seat]),
            ready=True,
            commitment=word_commitment(table.code, 1, row.seat, words[row.seat]),
        )
        for row in seats
    ]
    table, seats = _changed(table, seats, dealing.start(table, seats, now))
    listed = dealing.listed_of(table)
    assert listed is not None
    for seat, word in enumerate(words):
        shown = dealing.show_word(table, seats, seat, listed.attempt, word, listed.hash, now)
        table, seats = _changed(table, seats, shown)
    queries.create_table(connection, table, seats)
    return Made(table.code, given, dealing.mixed_of(table).game_key)


def _changed(table: TableRow, seats: Sequence[SeatRow], change: Change) -> tuple[TableRow, list[SeatRow]]:
    return replace(table, **change.table), [replace(row, **change.seats.get(row.seat, {})) for row in seats]


def make_tables(store: Store, count: int) -> list[Made]:
    """That many tables, all with their games begun."""
    made: list[Made] = []
    while len(made) < count:
        more = min(_AT_ONCE, count - len(made))

        def some(connection: Connection, more: int = more) -> list[Made]:
            return [_make_table(connection) for _ in range(more)]

        made += store.write_now(some)
    return made


def play_on(store: Store, tables: Sequence[Made], actions: int, seed: int = 0) -> None:
    """Put this many actions of random play into the logs of tables."""
    rng = Random(seed)

    def play(connection: Connection, made: Made) -> None:
        game = Game(EDITION, SEATS, key=made.game_key)
        for number in range(actions):
            if game.over:
                raise AssertionError("the game ended too soon")
            move = game.play(rng.choice(game.legal_numbers().tolist()))
            row = NewRow(
                kind="action",
                seat=move.seat,
                text=str(move.action),
                action=move.number,
                answers=move.answers,
                by="person",
                client=f"{move.seat}:{secrets.token_hex(8)}",
                at=now_ms(),
            )
            chosen = {move.seat: {"sealed": None}}  # its first tickets, if that was what it did
            queries.append(connection, made.code, number, row, {"to_move": game.to_move}, chosen)

    for made in tables:
        store.write_now(lambda connection, made=made: play(connection, made))  # type: ignore[misc]
