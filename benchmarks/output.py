"""How a benchmark shows what it found."""

from __future__ import annotations

import typer
from rich.console import Console

from perron.bench.report import Report


def show(report: Report, as_json: bool) -> None:
    """Print a report, for people or for programs."""
    if as_json:
        typer.echo(report.to_json(), nl=False)
    else:
        report.show(Console())
