"""`perron bench`: the speed of this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from perron.cli.options import Json


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and shorter runs, for a first look.")] = False,
    json: Json = False,
) -> None:
    """Measure the speed of this machine: random play, bots, single calls, environments, start."""
    from perron.bench import measure
    from perron.cli.compiling import get_ready
    from perron.cli.console import err, out

    get_ready(["planner"])
    with err().status("Measuring") as status:
        report = measure(quick=quick, say=status.update)
    if json:
        typer.echo(report.to_json(), nl=False)
    else:
        report.show(out())
