"""`python -m benchmarks`: what `perron bench` measures, and other libraries beside it where they are installed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

import typer

from benchmarks.env_rivals import RIVALS, env_rivals
from benchmarks.output import show
from benchmarks.rival import NAME, rival, version
from perron.bench import measure
from perron.bench.clock import Measurement
from perron.cli.compiling import get_ready
from perron.cli.console import err


def rivals(runs: int, least: float) -> Iterator[Measurement]:
    """Other libraries and ours, in turns."""
    yield from rival(runs, least)
    yield from env_rivals(runs, least)


def missing() -> list[str]:
    """Libraries that would be measured too if they were installed."""
    versions = {NAME: version(), **{rival.name: rival.version for rival in RIVALS}}
    return [name for name, found in versions.items() if found is None]


def main(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and shorter runs, for a first look.")] = False,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure this machine, with other libraries beside Perron."""
    get_ready(["planner"])
    with err().status("Measuring") as status:
        report = measure(quick=quick, say=status.update, beside=rivals)
    show(replace(report, missing=[*report.missing, *missing()]), json)


if __name__ == "__main__":
    typer.run(main)
