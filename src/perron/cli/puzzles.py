"""`perron puzzles`: positions in bots' games in which one move is clearly best and not the obvious one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perron.cli.options import between, edition_option
from perron.errors import PerronError
from perron.review.budgets import LEAST, MOST, STANDARD

if TYPE_CHECKING:
    from perron.editions import Edition
    from perron.record import Record
    from perron.review.puzzle import Puzzle

_MOST_GAMES = 100_000


def puzzles(
    source: Annotated[
        Path | None,
        typer.Option("--from", help="A folder with records of finished games, or one record.", metavar="DIR"),
    ] = None,
    play: Annotated[
        int | None, typer.Option(help="Play this many games first, and look in those.", metavar="N")
    ] = None,
    edition: Annotated[
        str | None,
        edition_option("The edition: of games to play it must be named, of records it leaves out the others"),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many play; the fewest by default.")] = None,
    bot: Annotated[str, typer.Option(help="The bot that plays every seat of games to play.")] = "planner",
    budget: Annotated[
        int | None, typer.Option(help="Re-deals that measure a decision; those of a review by default.")
    ] = None,
    seed: Annotated[str, typer.Option(help="A number or a word; the same seed finds the same puzzles.")] = "0",
    out: Annotated[
        Path | None, typer.Option(help="Write them into this file and not to the screen.", metavar="FILE")
    ] = None,
) -> None:
    """Find positions for "Find the move": one line each, with the answer and the plan behind it."""
    from perron.atomic_file import atomic_write, check_writable
    from perron.bots.registry import make_bot
    from perron.cli.compiling import get_ready
    from perron.editions import load

    between("--play", play, 1, _MOST_GAMES)
    between("--budget", budget, LEAST, MOST)
    if (source is None) == (play is None):
        raise typer.BadParameter("say where the games come from: --from DIR, or --play N")
    board = None if edition is None else load(edition)
    if play is not None and board is None:
        raise typer.BadParameter("say with --edition what is to be played")
    if out is not None:
        check_writable(out)
        if any(out.exists() and file.samefile(out) for file in (_records_in(source) if source is not None else ())):
            raise typer.BadParameter(f"{out} is one of the records", param_hint="'--out'")
    make_bot(bot)
    files = _records_in(source) if source is not None else []
    get_ready([bot, "learned"], reviews=True)
    if play is not None and board is not None:
        games, total = _played(board, board.seats(board.players[0] if seats is None else seats), bot, play, seed), play
    else:
        games, total = ((str(file), _reader(file, board)) for file in files), len(files)
    found: list[Puzzle] = []
    try:
        for puzzle in _found(games, total, budget, seed):
            found.append(puzzle)
            if out is None:
                _print(puzzle)
    finally:  # what was found before it was interrupted is not lost
        if out is not None and found:
            from perron.review.puzzle import to_line

            with atomic_write(out) as file:
                file.writelines(f"{to_line(puzzle)}\n" for puzzle in found)
    told = f"{len(found)} {'puzzle' if len(found) == 1 else 'puzzles'}"
    typer.echo(told if out is None or not found else f"{told} in {out}", err=True)


def _print(puzzle: Puzzle) -> None:
    from perron.review.puzzle import to_line

    sys.stdout.write(f"{to_line(puzzle)}\n")
    sys.stdout.flush()


def _found(
    games: Iterator[tuple[str, Callable[[], Record]]], total: int, budget: int | None, seed: str
) -> Iterator[Puzzle]:
    """The puzzles in some games, each position once; a game that is no good is skipped with a sentence."""
    from perron.cli.progress import games_searched
    from perron.review.finding import find_puzzles

    seen: set[str] = set()
    good = 0
    with games_searched(total) as searched:
        for done, (name, read) in enumerate(games, 1):
            try:
                for puzzle in find_puzzles([read()], budget or STANDARD, seed):
                    if puzzle.id not in seen:
                        seen.add(puzzle.id)
                        yield puzzle
                good += 1
            except PerronError as error:
                told = str(error) if str(error).startswith(name) else f"{name}: {error}"
                typer.echo(f"perron puzzles: {told}; skipped", err=True)
            searched(done, len(seen))
    if not good:
        raise PerronError("there was no game in which puzzles could be looked for")


def _records_in(source: Path) -> list[Path]:
    """The files in a folder, or the one that is named."""
    if source.is_file():
        return [source]
    found: list[Path] = []
    with suppress(OSError):
        found = sorted(file for file in source.iterdir() if file.is_file() and not file.name.startswith("."))
    if not found:
        raise PerronError(f"{source} is neither a record nor a folder with records in it")
    return found


def _reader(file: Path, board: Edition | None) -> Callable[[], Record]:
    def read() -> Record:
        from perron.cli.replay import naming
        from perron.record import load_record

        with naming(file):
            record = load_record(file, board)
        if board is not None and record.edition.id != board.id:
            raise PerronError(f"it is a game of {record.edition.id}, and not of {board.id}")
        return record

    return read


def _played(board: Edition, seats: int, bot: str, games: int, seed: str) -> Iterator[tuple[str, Callable[[], Record]]]:
    from perron.playtest.one_game import play_one
    from perron.record import read_record, write_record

    for index in range(games):
        game = play_one(board, bot, seats, seed, index).game
        text = write_record(game)
        yield f"game {index + 1}", lambda text=text: read_record(text, board)  # type: ignore[misc]
