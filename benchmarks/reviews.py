"""`python -m benchmarks.reviews`: how long the review of a game takes on one core, and how long its slices are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated

import typer

from benchmarks.output import show
from perron import Game
from perron.bench.clock import Measurement, seconds, summed_up
from perron.bench.machine import describe
from perron.bench.report import Report
from perron.bots import Clock, make_bot
from perron.editions import load, names, smallest
from perron.record import Record, read_record, write_record
from perron.review.budgets import STANDARD
from perron.review.reviewer import Reviewer

MOST_SEATS = 4
SLICE_S = 0.05
_BOTS = ("hard", "medium", "easy", "medium")


def played(edition: str, seats: int, seed: int) -> Record:
    """A game between bots of different strength."""
    game = Game(edition, seats, seed=seed)
    bots = [make_bot(spec, seed) for spec in _BOTS[:seats]]
    while game.to_move is not None:
        game.play(str(bots[game.to_move].choose(game.view(game.to_move), Clock())))
    return read_record(write_record(game))


def reviewed(record: Record, budget: int) -> tuple[float, float, float]:
    """Review a game in slices: seconds until all chances are there, until the end, and of the longest slice."""
    reviewer, slices, first = Reviewer(record, budget), [0.0], 0.0
    began = time.perf_counter()
    complete = False
    while not complete:
        found: list[bool] = []
        slices.append(seconds(lambda found=found: found.append(reviewer.work(SLICE_S))))  # type: ignore[misc]
        complete = found[0]
        review = reviewer.review()
        if not first and review.moments[-1].chances == review.result:
            first = time.perf_counter() - began
    return first, time.perf_counter() - began, max(slices)


def measure(runs: int, budget: int) -> Iterator[Measurement]:
    """Every printed edition with two seats and with four, another game in each run."""
    reviewed(played(smallest(), 2, 0), 8)  # what is compiled is loaded now
    for name in names():
        edition = load(name)
        if edition.provenance == "house":
            continue
        for seats in sorted({edition.players[0], min(MOST_SEATS, edition.players[1])}):
            found = [reviewed(played(name, seats, seed), budget) for seed in range(runs)]
            group = f"reviews, {name}, {seats} seats, 1 core"
            for what, values in zip(
                ("all chances", "complete", "longest slice"), zip(*found, strict=True), strict=True
            ):
                yield summed_up(group, what, "s", list(values))


def main(
    runs: Annotated[int, typer.Option(min=1, max=50, help="Games of each table.")] = 3,
    budget: Annotated[int, typer.Option(help="Re-deals of a decision.")] = STANDARD,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON value.")] = False,
) -> None:
    """Measure reviews of whole games."""
    show(Report(describe(), list(measure(runs, budget))), json)


if __name__ == "__main__":
    typer.run(main)
