"""`perron simulate`: many random games and their statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perron.cli.options import EditionOption, Json, Payments, PaymentsOption, between

if TYPE_CHECKING:
    from perron.simulate import GameResult, Spread, Summary


def simulate(
    edition: EditionOption,
    seats: Annotated[int, typer.Option(help="How many play.")] = 2,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: Annotated[str, typer.Option(help="A number or a word; the same seed plays the same games.")] = "0",
    jobs: Annotated[int | None, typer.Option(help="Threads to play with; one per core by default.")] = None,
    payments: PaymentsOption = Payments.ONE,
    out: Annotated[
        Path | None, typer.Option(help="Also write one row per game to this .jsonl or .csv file.", metavar="FILE")
    ] = None,
    json: Json = False,
) -> None:
    """Play random games and print how they went."""
    from perron.cli.compiling import get_ready
    from perron.cli.console import print_json
    from perron.cli.progress import games_played
    from perron.editions import load
    from perron.simulate import MOST_GAMES, MOST_JOBS, simulate

    between("--games", games, 1, MOST_GAMES)
    between("--jobs", jobs, 1, MOST_JOBS)
    board = load(edition)
    seats = board.seats(seats)
    with ExitStack() as stack:
        each = None if out is None else stack.enter_context(_rows(out, seats))
        get_ready()
        played = stack.enter_context(games_played(games))
        summary = simulate(board, seats, games, seed=seed, payments=payments.value, jobs=jobs, each=each, played=played)
    if json:
        print_json(as_json(summary))
    else:
        show(summary, board.title["en"])


@contextmanager
def _rows(path: Path, seats: int) -> Iterator[Callable[[Sequence[GameResult]], None]]:
    """Writes results to a file, in the format of its suffix."""
    import json

    from perron.atomic_file import atomic_write

    if path.suffix not in (".jsonl", ".csv"):
        raise typer.BadParameter(f"{path} ends neither in .jsonl nor in .csv", param_hint="'--out'")
    with atomic_write(path) as file:

        def write_json(results: Sequence[GameResult]) -> None:
            file.writelines(json.dumps(asdict(result)) + "\n" for result in results)

        def write_csv(results: Sequence[GameResult]) -> None:
            for result in results:
                row = (result.game, *result.scores, *result.ranks, result.turns, result.decisions, result.end)
                file.write(",".join(map(str, row)) + "\n")

        if path.suffix == ".jsonl":
            yield write_json
        else:
            numbered = [f"{what}_{seat}" for what in ("score", "rank") for seat in range(seats)]
            file.write(",".join(["game", *numbered, "turns", "decisions", "end"]) + "\n")
            yield write_csv


def as_json(summary: Summary) -> dict[str, Any]:
    """The summary for programs."""
    spreads = [asdict(spread) for spread in summary.scores]
    return {
        "edition": summary.edition,
        "rules": summary.rules,
        "seats": summary.seats,
        "seed": summary.seed,
        "payments": summary.payments,
        "jobs": summary.jobs,
        "games": summary.games,
        "decisions": summary.decisions,
        "seconds": round(summary.seconds, 6),
        "decisions_per_second": round(summary.decisions_per_second),
        "scores": {what: [spread[what] for spread in spreads] for what in ("mean", "sd", "least", "most")},
        "wins": list(summary.wins),
        "turns": asdict(summary.turns),
        "tickets": {"kept": summary.tickets_kept, "made": summary.tickets_completed, "success": summary.ticket_success},
        "ends": summary.ends,
    }


def _range(spread: Spread) -> str:
    return f"{spread.least} to {spread.most}"


def show(summary: Summary, title: str) -> None:
    """The summary for people."""
    from rich.table import Table
    from rich.text import Text

    from perron.cli.console import out
    from perron.outcome import REASON_TEXTS

    console = out()
    about = f", {summary.seats} seats, {summary.games:,} random games, seed {summary.seed}"
    console.print(Text(title, "bold").append(about, "not bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    for column in ("seat", "mean score", "sd", "range", "wins"):
        table.add_column(column, justify="left" if column == "seat" else "right", no_wrap=True)
    for seat, (spread, wins) in enumerate(zip(summary.scores, summary.wins, strict=True)):
        row = f"{spread.mean:.2f}", f"{spread.sd:.2f}", _range(spread), f"{100 * wins:.2f} %"
        table.add_row(f"P{seat}", *row)
    console.print(table)
    per_game = summary.decisions / summary.games
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    turns = summary.turns
    facts.add_row("length", f"{turns.mean:.1f} turns (sd {turns.sd:.1f}, {_range(turns)}), {per_game:.1f} decisions")
    completed = f"{summary.tickets_completed:,} of {summary.tickets_kept:,} kept were completed"
    facts.add_row("tickets", f"{completed} ({100 * summary.ticket_success:.1f} %)")
    for n, (end, count) in enumerate(summary.ends.items()):
        facts.add_row("" if n else "ends", f"{100 * count / summary.games:.2f} % {end}: {REASON_TEXTS[end]}")
    speed = f"{summary.decisions_per_second:,.0f} decisions/s, {summary.games / summary.seconds:,.0f} games/s"
    facts.add_row("speed", f"{speed} ({summary.decisions:,} in {summary.seconds:.2f} s, {summary.jobs} jobs)")
    console.print(facts)
