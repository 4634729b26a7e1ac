"""`python -m benchmarks.baselines`: let ordinary learners learn every edition, and write docs/baselines.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.baselines.learners import LEARNERS
from benchmarks.baselines.page import write_page
from benchmarks.baselines.results import read
from benchmarks.baselines.running import learn_all
from perron.bench.machine import cores, describe
from perron.editions import featured, load
from perron.errors import PerronError

DOCS = Path(__file__).parents[2] / "docs"
EDITIONS = ",".join(featured())
app = typer.Typer(add_completion=False)


def _wanted(learners: list[str], editions: list[str], seeds: int) -> Iterator[tuple[str, str, int]]:
    for seed in range(1, seeds + 1):
        for edition in editions:
            for learner in learners:
                yield learner, edition, seed


@app.command()
def main(
    decisions: Annotated[int, typer.Option(help="Decisions that each learner gets.", min=1)] = 1_048_576,
    seeds: Annotated[int, typer.Option(help="Runs of each learner on each edition.", min=1)] = 5,
    editions: Annotated[str, typer.Option(help="Which editions, with commas between them.")] = EDITIONS,
    learners: Annotated[str, typer.Option(help="Which learners, with commas.")] = ",".join(LEARNERS),
    looks: Annotated[int, typer.Option(help="How often each run is measured.", min=1)] = 8,
    games: Annotated[int, typer.Option(help="Games against each bot at each look.", min=2)] = 400,
    jobs: Annotated[int, typer.Option(help="Runs at a time; 0: one for each core.", min=0)] = 0,
    minutes: Annotated[float, typer.Option(help="Begin no run after this many minutes.")] = 10_000.0,
    out: Annotated[Path, typer.Option(help="The folder for the page and what belongs to it.")] = DOCS,
    page: Annotated[bool, typer.Option(help="Learn nothing: write the page from the runs there are.")] = False,
) -> None:
    """Let ordinary learners learn every edition, and write down how far they get."""
    runs = out / "baselines" / "runs.jsonl"
    about = out / "baselines" / "machine.txt"
    names = [name.strip() for name in learners.split(",")]
    unknown = [name for name in names if name not in LEARNERS]
    if unknown:
        raise typer.BadParameter(f"no such learner: {', '.join(unknown)}; there are {', '.join(LEARNERS)}")
    try:
        boards = [load(name.strip()).id for name in editions.split(",")]
    except PerronError as error:
        raise typer.BadParameter(str(error)) from None
    if not page:
        learn_all(runs, [*_wanted(names, boards, seeds)], (decisions, looks, games), jobs or cores(), minutes)
        about.write_text(", ".join(f"{name} {value}" for name, value in describe().items()) + "\n", "utf-8")
    curves = read(runs)
    if not curves:
        raise typer.BadParameter(f"{runs} holds no runs")
    typer.echo(f"wrote {write_page(curves, out, about.read_text('utf-8').strip())}")


if __name__ == "__main__":
    app()
