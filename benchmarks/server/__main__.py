"""`python -m benchmarks.server`: how fast the table server is on this machine."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.output import show
from benchmarks.server.attack import measure_attack
from benchmarks.server.flooded import measure_flood
from benchmarks.server.measuring import Plan, measure_cold, measure_store
from perron.bench.clock import Measurement
from perron.bench.machine import describe
from perron.bench.report import Report
from perron.engine.warm import warm_up
from tests.server.postgres import Postgres


class Part(StrEnum):
    """What can be measured alone."""

    sqlite = "sqlite"
    postgres = "postgres"
    cold = "cold"
    attack = "attack"
    flood = "flood"


def _say(line: str) -> None:
    typer.echo(line, err=True)


def _measure(part: Part, plan: Plan, folder: Path) -> Iterator[Measurement]:
    log = folder / "server.log"
    if part is Part.postgres:
        postgres = Postgres(durable=True)
        try:
            yield from measure_store("server, PostgreSQL, two workers", postgres.new_database(), 2, plan, log, _say)
        finally:
            postgres.close()
    elif part is Part.sqlite:
        url = f"sqlite:///{folder}/perron.sqlite"
        yield from measure_store("server, SQLite, one worker", url, 1, plan, log, _say)
    elif part is Part.attack:
        url = f"sqlite:///{folder}/attack.sqlite"
        yield from measure_attack("server, SQLite, one address at its worst", url, plan.seconds / 2, log, _say)
    elif part is Part.flood:
        url = f"sqlite:///{folder}/flood.sqlite"
        yield from measure_flood("server, SQLite, silent connections and pings", url, plan.step, log, _say)
    else:
        yield from measure_cold("server, SQLite", f"sqlite:///{folder}/cold.sqlite")


def main(
    only: Annotated[list[Part] | None, typer.Option(help="Measure this only; may be said again.")] = None,
    tables: Annotated[int, typer.Option(min=1, max=10_000, help="Tables with four people each.")] = 1000,
    every: Annotated[float, typer.Option(min=0.05, help="Seconds from one action of a table to its next.")] = 10.0,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="How long the usual rate is measured.")] = 60.0,
    step: Annotated[
        float, typer.Option(min=1, max=60, help="How long each rate and each round of a flood takes.")
    ] = 8.0,
    search: Annotated[bool, typer.Option(help="Look for the highest rate.")] = True,
    data: Annotated[Path | None, typer.Option(help="Where the database is put: on a real disk.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON value.")] = False,
) -> None:
    """Measure the table server: many tables, real sockets, this machine only."""
    warm_up()
    machine, found = describe(), []
    plan = Plan(tables, every, seconds, step, search)
    for part in only or list(Part):
        with tempfile.TemporaryDirectory(prefix="perron-bench-", dir=data) as folder:
            found += list(_measure(part, plan, Path(folder)))
    show(Report(machine, found), json)


if __name__ == "__main__":
    typer.run(main)
