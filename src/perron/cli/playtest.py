"""`perron playtest`: how bots use a board."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perron.cli.options import EditionOption, Json, between

if TYPE_CHECKING:
    from perron.editions import Edition
    from perron.playtest import Report

FILES = ("report.json", "report.md", "heat_map.svg")


def playtest(
    edition: EditionOption,
    bot: Annotated[str, typer.Option(help="The bot that plays every seat.")] = "planner",
    seats: Annotated[int, typer.Option(help="How many play.")] = 2,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Annotated[str, typer.Option(help="A number or a word; the same seed plays the same games.")] = "0",
    jobs: Annotated[int | None, typer.Option(help="Processes to play with; one per core by default.")] = None,
    patience: Annotated[float, typer.Option(help="Seconds after which a decision is forfeited.")] = 60.0,
    load: Annotated[
        Path | None, typer.Option(help="A Python file that registers bots; it is run.", metavar="FILE")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help=f"Also write {', '.join(FILES)} into this folder.", metavar="FOLDER")
    ] = None,
    json: Json = False,
) -> None:
    """Let a bot play itself on a board and report how the board was used."""
    from perron.bots.registry import load_bots, make_bot
    from perron.cli.compiling import get_ready
    from perron.cli.console import print_json
    from perron.cli.progress import games_played
    from perron.editions import load as load_edition
    from perron.playtest import playtest
    from perron.playtest.run import MOST_GAMES, MOST_JOBS

    between("--games", games, 1, MOST_GAMES)
    between("--jobs", jobs, 1, MOST_JOBS)
    board = load_edition(edition)
    seats = board.seats(seats)
    files = () if load is None else (str(load.resolve()),)
    for file in files:
        load_bots(file)
    make_bot(bot)
    if out is not None:
        _prepare(out)
    get_ready([bot])
    start = time.perf_counter()
    with games_played(games) as played:
        report = playtest(board, bot, seats, games, seed=seed, jobs=jobs, patience=patience, load=files, played=played)
    if out is not None:
        _write(out, board, report)
    if json:
        print_json(report.to_dict())
    else:
        _show(board, report, time.perf_counter() - start)


def _prepare(folder: Path) -> None:
    """Make the folder and check that the files can be written, before hours of play are spent on them."""
    from perron.atomic_file import check_writable

    if folder.exists() and not folder.is_dir():
        raise typer.BadParameter(f"{folder} is not a folder", param_hint="'--out'")
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        check_writable(folder / name)


def _write(folder: Path, edition: Edition, report: Report) -> None:
    import json

    from perron.atomic_file import atomic_write
    from perron.playtest.heat_map import heat_map
    from perron.playtest.report_tables import markdown

    as_json = json.dumps(report.to_dict(), ensure_ascii=False, indent=1) + "\n"
    for name, text in zip(FILES, (as_json, markdown(edition, report), heat_map(edition, report)), strict=True):
        with atomic_write(folder / name) as file:
            file.write(text)


def _show(edition: Edition, report: Report, seconds: float) -> None:
    from rich.table import Table
    from rich.text import Text

    from perron.cli.console import out
    from perron.playtest.report_tables import facts, heading, tables

    console = out()
    console.print(Text(heading(edition, report), "bold"))
    listed = Table.grid(padding=(0, 2))
    listed.add_column(style="dim", no_wrap=True)
    listed.add_column()
    for what, fact in facts(edition, report):
        listed.add_row(what, fact)
    listed.add_row("speed", f"{report.games / seconds:,.1f} games/s ({seconds:.1f} s)")
    console.print(listed)
    for table in tables(edition, report):
        console.print(Text(f"\n{table.title}", "bold"))
        console.print(Text(table.note, "dim"))
        drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for n, column in enumerate(table.columns):
            drawn.add_column(column, justify="right" if n else "left", no_wrap=n > 0, overflow="fold")
        for row in table.rows:
            drawn.add_row(*row)
        console.print(drawn)
