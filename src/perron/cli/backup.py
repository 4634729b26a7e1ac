"""`perron backup`: everything that a server has, as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perron.cli.options import Json
from perron.errors import PerronError
from perron.extras import need

Database = Annotated[
    str | None,
    typer.Option(
        help="The database, as sqlite:///FILE or postgresql://USER@HOST/NAME; else the file in the data folder.",
        metavar="URL",
        show_default=False,
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(help="The data folder, if it is not the user's own.", metavar="FOLDER", show_default=False),
]


def in_words(rows: dict[str, int]) -> str:
    """The counts, for people."""
    kinds = (("tables", "table"), ("log", "action"), ("messages", "message"))
    counts = [f"{rows.get(kind, 0):,} {one}{'' if rows.get(kind, 0) == 1 else 's'}" for kind, one in kinds]
    return f"{counts[0]}, {counts[1]} and {counts[2]}"


def need_server() -> None:
    """Raise MissingExtra if the packages of the server are not installed."""
    need("server", "the server and its tables need")


def need_existing(database: str | None, data: Path | None) -> None:
    """Raise PerronError for a SQLite file that does not exist: only a server creates one."""
    from perron.server.store.connect import database_url, is_sqlite

    url = database_url(database, data)
    if is_sqlite(url) and not Path(str(url.database)).is_file():
        raise PerronError(f"there is no database {url.database}; name yours with --database or --data")


def backup(
    file: Annotated[Path | None, typer.Argument(help="The file to write.", show_default=False, metavar="FILE")] = None,
    rotate: Annotated[
        Path | None,
        typer.Option(
            help="Instead of to one file, write to a folder, check what was written, and remove what is old.",
            metavar="FOLDER",
            show_default=False,
        ),
    ] = None,
    keep: Annotated[
        int,
        typer.Option(
            help="With --rotate, newest backups to keep, besides one per day for a week and one per week for five.",
            min=1,
            max=10_000,
        ),
    ] = 8,
    database: Database = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Write all tables, as they are at one moment, to one file; a server may run meanwhile. Keep it secret."""
    need_server()
    if (file is None) == (rotate is None):
        raise PerronError("name either a file to write, or a folder of backups with --rotate")
    need_existing(database, data)
    from perron.cli.console import out, print_json
    from perron.server.store import Store, archive
    from perron.server.store.backups import Backups
    from perron.server.store.connect import database_url

    removed: list[Path] = []
    if rotate is not None:
        done = Backups(rotate, keep).make(database_url(database, data))
        assert done is not None
        file, contents, removed = done.backup.path, done.contents, done.removed
    else:
        assert file is not None
        with Store.open(database_url(database, data), serving=False) as store:
            contents = archive.backup(store, file)
    if json:
        told = {"file": str(file), "schema": contents.schema, "made": contents.made, "rows": contents.rows}
        print_json(told if rotate is None else {**told, "removed": [str(path) for path in removed]})
    else:
        out().print(f"{file}: {in_words(contents.rows)}")
        for path in removed:
            out().print(f"{path}: removed")
        out().print("The keys of running games are in it: whoever reads it can know every hand.", style="dim")
