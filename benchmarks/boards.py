"""`python -m benchmarks.boards`: how long a board takes that nobody has placed, each time in a new process."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.output import show
from perron.bench.clock import Measurement, seconds, summed_up
from perron.bench.machine import describe
from perron.bench.report import Report
from perron.editions import Edition, largest, load
from tests.board.made_boards import made_board, text_of

ASPECTS = (0.6, 1.5, 2.0)
BAY = ((0.0, 0.0), (0.33, 0.0), (0.3, 0.12), (0.22, 0.3), (0.08, 0.6), (0.0, 0.7))


def boards() -> Iterator[tuple[str, Edition]]:
    """The largest built-in board as if it were not known, and made boards: with names of what they are."""
    known = load(largest())
    told = f"{len(known.cities)} places and {len(known.routes)} tracks of {known.title['en']}"
    for aspect in ASPECTS:
        unknown = replace(known, id="not_known", aspect=aspect, water=(BAY,))
        yield f"{told}, aspect {aspect}", unknown
    for aspect in ASPECTS:
        yield f"36 places and 100 tracks, aspect {aspect}", made_board(1, 36, 100, aspect)


def main(
    runs: Annotated[int, typer.Option(min=1, max=50, help="How often each board is drawn.")] = 5,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON value.")] = False,
) -> None:
    """Measure `perron board` on files of one's own: from the start of the process to the picture."""
    with tempfile.TemporaryDirectory(prefix="perron-bench-") as folder:
        show(Report(describe(), list(measure(Path(folder), runs))), json)


def measure(folder: Path, runs: int) -> Iterator[Measurement]:
    """The boards one after the other; and a stored one, which is only drawn."""
    group, out = "boards, in a new process", folder / "board.svg"

    def draw(edition: str) -> float:
        asked = [sys.executable, "-m", "perron", "board", "--edition", edition, "--out", str(out)]
        return seconds(lambda: subprocess.run(asked, check=True, capture_output=True))

    for name, edition in boards():
        file = folder / "own.toml"
        file.write_text(text_of(edition), "utf-8")
        yield summed_up(group, name, "s", [draw(str(file)) for _ in range(runs)])
    title = f"{load(largest()).title['en']}, which is stored"
    yield summed_up(group, title, "s", [draw(largest()) for _ in range(runs)])


if __name__ == "__main__":
    typer.run(main)
