"""`perron restore`: everything from a backup, into any store."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from perron.cli.backup import Data, Database, in_words, need_server
from perron.cli.options import Json

_MOST_NAMED = 20


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.", show_default=False, metavar="FILE")],
    database: Database = None,
    data: Data = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Remove the tables that are there and put the backup in their place.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only read the backup to its end and say what is in it.")
    ] = False,
    json: Json = False,
) -> None:
    """Restore a backup, all of it or nothing; the server must not run. Works from SQLite to PostgreSQL and back."""
    need_server()
    from perron.cli.console import out, print_json
    from perron.server.store import archive
    from perron.server.store.connect import database_url, shown

    contents = archive.check(file) if check else archive.restore(file, database, data, replace=replace)
    told = {"schema": contents.schema, "made": contents.made, "rows": contents.rows}
    name = str(file) if check else shown(database_url(database, data))
    if json:
        unreadable = {} if check else {"unreadable": contents.unreadable}
        print_json({"file" if check else "database": name, **told, **unreadable})
    elif check:
        made = datetime.fromtimestamp(contents.made / 1000, UTC)
        out().print(f"{name}: {in_words(contents.rows)}, made {made:%Y-%m-%d %H:%M:%S} UTC; it is whole")
    else:
        out().print(f"{name}: {in_words(contents.rows)}")
        for code, why in list(contents.unreadable.items())[:_MOST_NAMED]:
            out().print(f"Table {code} is there as it was, but cannot be shown: {why}.")
        if len(contents.unreadable) > _MOST_NAMED:
            out().print(f"So are {len(contents.unreadable) - _MOST_NAMED} more.")
