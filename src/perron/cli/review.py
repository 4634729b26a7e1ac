"""`perron review`: what was luck and what was skill in a finished game, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perron.cli.options import Json, OfRecord, between
from perron.errors import PerronError
from perron.review.budgets import LEAST, MOST, STANDARD

if TYPE_CHECKING:
    from rich.console import Console

    from perron.record import Record
    from perron.review.report import Review
    from perron.review.text import Passage, Telling

_SLICE = 0.2  # seconds of work between two reports of progress
_LISTED = 12


def review(
    file: Annotated[Path, typer.Argument(help="The record of a finished game.", show_default=False, metavar="FILE")],
    html: Annotated[
        Path | None, typer.Option(help="Also write a self-contained page with graphs.", metavar="FILE")
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(help=f"How many games it is made of: {LEAST} to {MOST:,}, {STANDARD} by default.", metavar="N"),
    ] = None,
    seed: Annotated[str, typer.Option(help="A number or a word; the same seed gives the same review.")] = "",
    edition: OfRecord = None,
    json: Json = False,
) -> None:
    """Tell luck from skill in a finished game, and which moves would have been better."""
    from perron.cli.compiling import get_ready
    from perron.cli.console import print_json
    from perron.cli.replay import load, naming
    from perron.errors import ReviewError

    between("--budget", budget, LEAST, MOST)
    if html is not None:
        _check_target(html, file)
    record = load(file, edition)
    get_ready(reviews=True)
    try:
        with naming(file):
            found = _work(record, budget, seed)
    except ReviewError as error:
        raise PerronError(f"{file}: {error}") from None
    telling = _telling(record, found)
    if html is not None:
        from perron.atomic_file import atomic_write
        from perron.review.html_page import review_page

        with atomic_write(html) as page:
            page.write(review_page(telling))
    if json:
        from json import loads

        from perron.review.report import to_json

        print_json(loads(to_json(found)))
    else:
        _show(telling)


def _check_target(html: Path, file: Path) -> None:
    """Before a minute is spent on the review."""
    from perron.atomic_file import check_writable

    check_writable(html)
    if html.exists() and file.exists() and html.samefile(file):
        raise typer.BadParameter(f"{html} is the record itself", param_hint="'--html'")


def _work(record: Record, budget: int | None, seed: str) -> Review:
    from perron.cli.progress import steps_reviewed
    from perron.review.reviewer import Reviewer

    reviewer = Reviewer(record, STANDARD if budget is None else budget, seed)
    with steps_reviewed() as tell:
        while not reviewer.work(_SLICE):
            now = reviewer.review()
            tell(now.done, now.of)
    return reviewer.review()


def _telling(record: Record, found: Review) -> Telling:
    """The review with every step of the game in words."""
    from perron.review.text import Step, Telling

    return Telling(found, record.edition, [Step(turn, words) for turn, words in _steps(record)])


def _steps(record: Record) -> list[tuple[int, str]]:
    """The turn in which each step was made, and what was done."""
    from perron.cli.replay import tell
    from perron.terminal.words import Words

    steps, turn = [], 1
    for game, words in tell(record, None, Words(record.edition)):
        beginning = "The deal" if game.position is None else "The position at the start"
        steps.append((turn, beginning if words is None else words))
        turn = game.turn + 1
    return steps


def _show(telling: Telling) -> None:
    from rich.text import Text

    from perron.cli.console import out

    console = out()
    console.print(Text(telling.heading, "bold"))
    console.print(Text(telling.facts, "dim"))
    for words in telling.stand_ins():
        console.print(Text(words))
    console.print()
    _show_seats(console, telling)
    if telling.review.deciding:
        console.print(Text("\nWhat decided the game, the largest first", "bold"))
        for place, step in enumerate(telling.review.deciding, 1):
            _show_passage(console, f"{place:>2}.", telling.passage(step))
    _show_mistakes(console, telling)


def _show_seats(console: Console, telling: Telling) -> None:
    from rich.table import Table

    seats = range(telling.review.seats)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True)
    for seat in seats:
        table.add_column(f"P{seat}", justify="right", no_wrap=True)
    columns = [telling.sums(seat) + telling.decisions(seat) for seat in seats]
    for rows in zip(*columns, strict=True):
        name = rows[0][0]
        values = [value for _, value in rows]
        if name == "result":
            table.add_row(name, *values, style="bold", end_section=True)
            table.add_row()
        else:
            table.add_row(name, *values)
    console.print(table)


def _show_passage(console: Console, mark: str, passage: Passage) -> None:
    parts = [
        (passage.title, "bold"),
        (", ".join(passage.changes), ""),
        *((cause, "dim") for cause in passage.causes),
        (passage.verdict, ""),
        (passage.better and f"Better: {passage.better}.", ""),
        (passage.plan, "dim"),
    ]
    for words, style in parts:
        for line in _lines(words or "", console.width - 4):
            console.print(f"{mark:4}{line}", style=style)
            mark = ""


def _lines(words: str, width: int) -> Iterator[str]:
    """Words in lines, in which a seat, its number and the sign after it stay together."""
    from textwrap import wrap

    from perron.review.text import kept_together

    for line in wrap(kept_together(words), max(width, 20), break_long_words=False, break_on_hyphens=False):
        yield line.replace("\xa0", " ")


def _show_mistakes(console: Console, telling: Telling) -> None:
    """The largest ones of every seat, a line each."""
    from rich.table import Table
    from rich.text import Text

    from perron.review.text import percent

    moments = telling.review.moments
    for seat in range(telling.review.seats):
        steps = telling.mistakes(seat)
        if not steps:
            continue
        lost = {step: judgement.lost for step in steps if (judgement := moments[step].judgement) is not None}
        shown = sorted(sorted(steps, key=lambda step: -lost[step])[:_LISTED])
        console.print(Text(f"\nWhat P{seat} could have done better", "bold"))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column("action", justify="right", no_wrap=True)
        table.add_column("lost", justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        table.add_column("played", ratio=1)
        table.add_column("better", ratio=1)
        for step in shown:
            judgement = moments[step].judgement
            assert judgement is not None
            played, better = telling.steps[step].words, telling.passage(step).better or "–"
            table.add_row(str(step), percent(judgement.lost), judgement.size, Text(played), Text(better))
        console.print(table)
        if len(shown) < len(steps):
            console.print(Text(f"and {len(steps) - len(shown)} smaller ones: see --html or --json", "dim"))
