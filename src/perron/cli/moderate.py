"""`perron moderate`: what the operator can do about tables and people; the server may be running."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from perron.cli.backup import Data, Database, need_existing, need_server
from perron.cli.options import Json, between
from perron.errors import PerronError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from perron.server.store import ReportRow

T = TypeVar("T")

app = typer.Typer(help="Remove, unlist, bar, and read what people have reported; a server may run meanwhile.")
Code = Annotated[str, typer.Argument(help="The code of the table.", show_default=False, metavar="TABLE")]
Address = Annotated[
    str, typer.Argument(help="An address, or a network as 203.0.113.0/24.", show_default=False, metavar="ADDRESS")
]
MOST_HOURS = 24 * 366


@app.command()
def remove(
    table: Code,
    seat: Annotated[
        int | None,
        typer.Option(help="Only the name and the chat of this seat, counted from 1.", metavar="N", show_default=False),
    ] = None,
    database: Database = None,
    data: Data = None,
) -> None:
    """Delete a table with all that was played and said at it, and the reports about it."""
    between("--seat", seat, 1, 5)

    def job(connection: Connection, now: int) -> None:
        from perron.server.store import moderating

        if seat is None:
            moderating.delete_table(connection, table, "operator", now)
        else:
            moderating.erase_person(connection, table, seat - 1, "operator", now)

    _at_table(job, table, database, data)
    what = f"table {table}" if seat is None else f"name and chat of seat {seat} at table {table}"
    _say(f"{what} deleted; backups made before still have it")


@app.command()
def unlist(table: Code, database: Database = None, data: Data = None) -> None:
    """Take a table off the start page for good; its link still leads to it."""

    def job(connection: Connection, now: int) -> None:
        from perron.server.store import moderating

        moderating.unlist(connection, table, now)

    _at_table(job, table, database, data)
    _say(f"table {table} is no longer shown on the start page")


@app.command()
def bar(
    address: Address,
    hours: Annotated[int, typer.Option(help="For how long.", metavar="N")] = 24,
    database: Database = None,
    data: Data = None,
) -> None:
    """Let nobody from an address play for a time; of IPv6 all of its /64 is meant. It holds within seconds."""
    between("--hours", hours, 1, MOST_HOURS)
    network = _network(address)

    def job(connection: Connection, now: int) -> int:
        from perron.server.store import moderating

        until = now + hours * 3_600_000
        moderating.bar_address(connection, network, until, now)
        return until

    _say(f"{network} is barred until {_time(_write(job, database, data))}")


@app.command()
def unbar(address: Address, database: Database = None, data: Data = None) -> None:
    """Let an address in again before its time is over."""
    network = _network(address)

    def job(connection: Connection, now: int) -> bool:
        from perron.server.store import moderating

        return moderating.unbar_address(connection, network, now)

    if not _write(job, database, data):
        raise PerronError(f"{network} is not barred")
    _say(f"{network} is let in again")


@app.command()
def barred(database: Database = None, data: Data = None, json: Json = False) -> None:
    """List the addresses that are barred."""

    def job(connection: Connection, now: int) -> dict[str, int]:
        from perron.server.store import moderating

        return moderating.barred_now(connection, now)

    found = _read(job, database, data)
    if json:
        _print_json(found)
        return
    for network, until in found.items():
        _say(f"{network} until {_time(until)}")
    if not found:
        _say("no address is barred")


@app.command()
def reports(
    closed: Annotated[bool, typer.Option("--all", help="Those that are closed too.")] = False,
    database: Database = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """List what people have reported, with the last lines of the chat."""
    from dataclasses import asdict

    def job(connection: Connection, _: int) -> tuple[ReportRow, ...]:
        from perron.server.store import moderating

        return moderating.load_reports(connection, closed=closed)

    found = _read(job, database, data)
    if json:
        _print_json([asdict(one) for one in found])
        return
    for one in found:
        _show(one)
    if not found:
        _say("no reports" if closed else "no open reports")


def _show(one: ReportRow) -> None:
    from perron.server.plain_text import visible  # control characters could change the terminal

    by = "a spectator" if one.by_seat is None else f"seat {one.by_seat + 1} {one.by_name!r}"
    done = "" if one.closed is None else f", closed {_time(one.closed)}"
    _say(f"{one.id}  {_time(one.at)}{done}")
    _say(f"  table {one.code}, {one.edition}: seat {one.seat + 1} {one.name!r}, address {one.address or 'not known'}")
    _say(f"  reported by {by}: {visible(one.text) or '(without words)'}")
    for line in one.chat:
        who = "a spectator" if line["seat"] is None else f"seat {line['seat'] + 1} {line['name']!r}"
        _say(f"    {_time(line['at'])} {who}: {visible(line['text'])}")


@app.command()
def close(
    report: Annotated[str, typer.Argument(help="As `perron moderate reports` names it.", metavar="REPORT")],
    database: Database = None,
    data: Data = None,
) -> None:
    """Say that a report is dealt with; it is removed a month later."""

    def job(connection: Connection, now: int) -> bool:
        from perron.server.store import moderating

        return moderating.close_report(connection, report, now)

    if not _write(job, database, data):
        raise PerronError(f"there is no open report {report[:40]!r}")
    _say(f"report {report} closed")


@app.command()
def trace(database: Database = None, data: Data = None, json: Json = False) -> None:
    """List what was deleted or ordered, when and by whom; of tables there is only a hash of the code."""
    from dataclasses import asdict

    def job(connection: Connection, _: int) -> list[dict[str, Any]]:
        from perron.server.store import moderating

        return [asdict(one) for one in moderating.traces_after(connection, 0)]

    found = _read(job, database, data)
    if json:
        _print_json(found)
        return
    for one in found:
        where = f" at table #{one['game']}" if one["game"] else ""
        seat = "" if one["seat"] is None else f", seat {one['seat'] + 1}"
        _say(f"{_time(one['at'])}  {_WHAT[one['what']]}{where}{seat}, by the {one['by']}")
    if not found:
        _say("nothing was deleted or ordered")


_WHAT = {
    "table": "table deleted",
    "name": "name and chat deleted",
    "unlist": "table unlisted",
    "bar": "address barred",
    "unbar": "address let in",
}


def _network(address: str) -> str:
    need_server()
    from perron.server.barred_addresses import network_of

    try:
        return network_of(address)
    except ValueError:
        raise PerronError(f"{address[:60]!r} is neither an address nor a network") from None


def _at_table(job: Callable[[Connection, int], None], code: str, database: str | None, data: Path | None) -> None:
    need_server()
    from perron.server.store import Missing

    try:
        _write(job, database, data)
    except Missing:
        raise PerronError(f"there is no such table or seat: {code[:40]!r}") from None


def _write(job: Callable[[Connection, int], T], database: str | None, data: Path | None) -> T:
    need_server()
    need_existing(database, data)
    from perron.server.store import Store
    from perron.server.store.connect import database_url
    from perron.server.store.store import now_ms

    with Store.open(database_url(database, data), serving=False) as store:
        return store.write_now(lambda connection: job(connection, now_ms()))


def _read(job: Callable[[Connection, int], T], database: str | None, data: Path | None) -> T:
    need_server()
    need_existing(database, data)
    from perron.server.store import Store
    from perron.server.store.connect import database_url
    from perron.server.store.store import now_ms

    with Store.open(database_url(database, data), serving=False) as store:
        return store.read_now(lambda connection: job(connection, now_ms()))


def _time(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def _say(text: str) -> None:
    typer.echo(text)  # it quotes people: nothing in it is markup


def _print_json(value: object) -> None:
    from perron.cli.console import print_json

    print_json(value)
