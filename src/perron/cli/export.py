"""`perron export`: one table of a server, as a record once its game is over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perron.cli.backup import Data, Database, need_existing, need_server
from perron.errors import PerronError

if TYPE_CHECKING:
    from perron.server.store import Snapshot


def export(
    table: Annotated[str, typer.Argument(help="The code of the table.", show_default=False, metavar="TABLE")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write to this file, not to the terminal.", metavar="FILE")
    ] = None,
    database: Database = None,
    data: Data = None,
    secret: Annotated[
        bool,
        typer.Option(
            "--secret", help="The record of a running game, with its key and every hidden card: not for players."
        ),
    ] = False,
) -> None:
    """Write a table's record; of a game that is not over, as JSON, what a spectator may know."""
    need_server()
    need_existing(database, data)
    snapshot = _load(table, database, data)
    if snapshot.table.words is not None and (snapshot.table.status == "over" or secret):
        text = _record(snapshot)
        if snapshot.table.status != "over":
            _say(f"table {table} is not over: this is its record with key and hidden cards. Show it to no player.")
    else:
        text = _public(snapshot)
        why = "has not begun" if snapshot.table.words is None else "is not over"
        _say(f"the game at table {table} {why}: this is what a spectator may know. Its record comes when it is over.")
    if out is None:
        typer.echo(text, nl=False)
        return
    from perron.atomic_file import atomic_write

    with atomic_write(out) as file:
        file.write(text)


def _say(message: str) -> None:
    typer.echo(f"perron export: {message}", err=True)


def _load(code: str, database: str | None, data: Path | None) -> Snapshot:
    from perron.editions import known_edition
    from perron.server.store import Store, queries
    from perron.server.store.connect import database_url

    with Store.open(database_url(database, data), serving=False) as store:
        snapshot = store.read_now(lambda connection: queries.load_snapshot(connection, code))
    if snapshot is None:
        raise PerronError(f"there is no table {code[:40]!r} in {store.name}")
    known_edition(
        snapshot.table.edition, version=snapshot.table.rules
    )  # raises a readable error if its rules are missing
    return snapshot


def _record(snapshot: Snapshot) -> str:
    """The record of a table's game."""
    from perron.cli.compiling import get_ready
    from perron.server.table import record_text

    get_ready()
    return record_text(snapshot)


def _public(snapshot: Snapshot) -> str:
    """What everybody may know of a table, as JSON."""
    from json import dumps

    from perron.cli.compiling import get_ready
    from perron.server.seating import edition_of
    from perron.server.table import entries_between, game_of, table_info

    shown: dict[str, Any] = {"table": table_info(snapshot.table, snapshot.seats).model_dump(mode="json")}
    if snapshot.table.words is not None:
        get_ready()
        game = game_of(edition_of(snapshot.table), snapshot.table, snapshot.log)
        assert game is not None
        shown["view"] = game.view(None).to_dict()
        shown["entries"] = entries_between(snapshot, 0, len(snapshot.log), ())
    return dumps(shown, ensure_ascii=False, indent=2) + "\n"
