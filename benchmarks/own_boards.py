"""`python -m benchmarks.own_boards`: how well the bots play boards that nobody tuned them for.

On ten made boards that no default weights were found on, these play those that the tuner finds there, and the tuner's
play the weights of the largest printed board, which unknown boards had before. Two seats, duplicate deals. Boards,
deals and bars stand here, and were fixed before anything was measured. A run goes on where the file of the last one
ends: with other default weights, remove the file or name another.
"""

from __future__ import annotations

import json as jsons
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.made_editions import HELD_OUT, made_edition
from perron import __version__
from perron.bench.machine import cores, describe
from perron.bots.edition_weights import weights_for
from perron.bots.tuning import Evidence, Tuner, tune
from perron.cli.compiling import get_ready
from perron.editions import largest, load

SEATS = 2
SEED = "own boards"
DEALS = 500
"""Deals of each of the three matches on a board, two games each: none of them dealt while tuning."""
MINUTES = 5.0
"""Of tuning on each board, for the bars."""
LEAST_DEFAULT = 0.45
"""Bar: what the defaults win against the tuner's weights, over all boards."""
LEAST_TUNED = 0.60
"""Bar: what the tuner's weights win against those of the largest printed board, over all boards."""
MATCHES = {
    "default_tuned": "defaults against tuned",
    "tuned_printed": "tuned against printed",
    "default_printed": "defaults against printed",
}


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one board."""

    board: int
    perron: str
    minutes: float
    trials: int
    kept: int
    default_tuned: Evidence
    tuned_printed: Evidence
    default_printed: Evidence


def main(
    minutes: Annotated[float, typer.Option(min=0.01, help="Of tuning on each board; the bars are for five.")] = MINUTES,
    out: Annotated[Path, typer.Option(help="Rows are appended here, and those in it not measured again.")] = Path(
        "build/own_boards.jsonl"
    ),
    jobs: Annotated[int | None, typer.Option(min=1, help="Threads; one per core by default.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON value.")] = False,
) -> None:
    """Measure the default weights and the tuner on the held-out boards."""
    get_ready(["planner"])
    out.parent.mkdir(parents=True, exist_ok=True)
    machine = describe()
    rows = go_on(out, minutes, lambda number: measure(number, minutes, jobs or cores()))
    result = {"machine": machine, "minutes": minutes, **summed_up(rows), "boards": [asdict(row) for row in rows]}
    typer.echo(jsons.dumps(result) if json else as_text(result, rows))


def go_on(out: Path, minutes: float, measured: Callable[[int], Row]) -> list[Row]:
    """The rows of all boards: those in the file of this version and these minutes, and new ones for the rest."""
    rows = {row.board: row for row in read(out) if (row.perron, row.minutes) == (__version__, minutes)}
    for number in HELD_OUT:
        if number not in rows:
            rows[number] = measured(number)
            with out.open("a", encoding="utf-8") as file:
                file.write(jsons.dumps(asdict(rows[number])) + "\n")
            typer.echo(line(rows[number]), err=True)
    return [rows[number] for number in HELD_OUT]


def read(out: Path) -> list[Row]:
    """The rows of a file; a last line that was cut off is left out."""
    found = []
    for text in out.read_text("utf-8").splitlines() if out.exists() else ():
        try:
            table = jsons.loads(text)
        except ValueError:
            continue
        matches = {key: _evidence(table[key]) for key in MATCHES}
        found.append(Row(**{**table, **matches}))
    return found


def _evidence(table: dict[str, Any]) -> Evidence:
    return Evidence(**{**table, "interval": tuple(table["interval"])})


def measure(number: int, minutes: float, jobs: int) -> Row:
    """Tune on one board, and play the three matches."""
    edition = made_edition(number)
    default, printed = weights_for(edition), weights_for(load(largest()))
    tuner = Tuner(edition, SEATS, SEED, jobs, default)
    # Tuning is to fill its time: what it found is shown by the matches here.
    found = tune(tuner, 60 * minutes, deals=0)
    if found.stopped:
        raise KeyboardInterrupt
    weights = {"default": default, "tuned": found.weights, "printed": printed}
    played = {}
    for key in MATCHES:
        one, other = (weights[name] for name in key.split("_"))
        shown = tuner.duel(one, other, DEALS, f"{SEED} {key}")
        assert shown is not None  # only a clock could keep it from being played
        played[key] = shown
    return Row(number, __version__, minutes, found.tried, len(found.kept), **played)


def mean(shown: Sequence[Evidence]) -> tuple[float, float, float]:
    """The mean over boards, each as much as any other, with its interval of 95 %."""
    wins = sum(one.wins for one in shown) / len(shown)
    half = math.sqrt(sum(((one.interval[1] - one.interval[0]) / 2) ** 2 for one in shown)) / len(shown)
    return wins, wins - half, wins + half


def summed_up(rows: Sequence[Row]) -> dict[str, Any]:
    """Means over boards, and whether the bars are met; None where the time of tuning is not that of the bars."""
    means = {key: mean([getattr(row, key) for row in rows]) for key in MATCHES}
    bars = {"default_tuned": LEAST_DEFAULT, "tuned_printed": LEAST_TUNED}
    in_time = all(row.minutes == MINUTES for row in rows)
    met = {key: means[key][0] >= bar if in_time else None for key, bar in bars.items()}
    return {"means": means, "bars": bars, "met": met}


def line(row: Row) -> str:
    """One board in words."""
    edition = made_edition(row.board)
    told = "; ".join(f"{words} {_share(getattr(row, key))}" for key, words in MATCHES.items())
    return f"{row.board} ({edition.summary['en'].rstrip('.')}; {row.kept} of {row.trials} changes kept): {told}"


def _share(shown: Evidence) -> str:
    return f"{100 * shown.wins:.1f} % ({100 * shown.interval[0]:.1f} to {100 * shown.interval[1]:.1f})"


def as_text(result: dict[str, Any], rows: Sequence[Row]) -> str:
    """The report for people."""
    told = [f"{key}: {value}" for key, value in result["machine"].items()]
    told += [f"tuning: {result['minutes']:g} minutes on each board, {SEATS} seats, {DEALS} deals a match", ""]
    told += [*map(line, rows), ""]
    for key, words in MATCHES.items():
        wins, low, high = (100 * share for share in result["means"][key])
        told.append(f"{words}, over {len(rows)} boards: {wins:.1f} % ({low:.1f} to {high:.1f})")
        if key in result["bars"]:
            said = {True: "is met", False: "is NOT met", None: f"is for {MINUTES:g} minutes"}[result["met"][key]]
            told[-1] += f"; the bar of {100 * result['bars'][key]:g} % {said}"
    return "\n".join(told)


if __name__ == "__main__":
    typer.run(main)
