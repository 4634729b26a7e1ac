"""`perron ladder`: the matches that say how strong the bots are, and the page about them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perron.cli.options import between, edition_names
from perron.errors import PerronError

if TYPE_CHECKING:
    from perron.arena import Outlook
    from perron.arena.ladder import Match

_QUICK_MINUTES, _QUICK_GAMES = 5.0, 20


def ladder(
    out: Annotated[Path | None, typer.Option(help="Write the page to this file; printed by default.")] = None,
    results: Annotated[
        Path, typer.Option(help="Keep every game in this folder, and go on with those in it.", metavar="FOLDER")
    ] = Path("build/ladder"),
    edition: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this edition: an id, or an id with a version as in NAME@1; may be repeated.",
            metavar="EDITION",
            autocompletion=edition_names,
            show_default=False,
        ),
    ] = None,
    seats: Annotated[str, typer.Option(help="Numbers of seats, with commas between them.")] = "2,4",
    minutes: Annotated[
        float | None, typer.Option(help="About how long it may take; 60 by default, 5 with --quick.")
    ] = None,
    jobs: Annotated[int | None, typer.Option(help="Processes to play with; one per core by default.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="At most 20 games a match, for a first look.")] = False,
) -> None:
    """Play the matches of the ladder and write the page: every edition, two and four seats."""
    from perron.arena.ladder import EDITIONS, MINUTES, all_matches, play_ladder, shortened
    from perron.arena.ladder_page import ladder_page
    from perron.arena.ratings import check_installed
    from perron.arena.run import MOST_JOBS
    from perron.atomic_file import atomic_write, check_writable
    from perron.bench.machine import describe
    from perron.cli.compiling import get_ready

    between("--jobs", jobs, 1, MOST_JOBS)
    if minutes is not None and not minutes > 0:
        raise typer.BadParameter(f"{minutes} is not more than 0", param_hint="'--minutes'")
    editions = tuple(map(_known, edition)) if edition else EDITIONS
    found = all_matches(editions, _seats(seats))
    if not found:
        raise typer.BadParameter(f"no edition that is to be played is for {seats}", param_hint="'--seats'")
    if quick:
        found = shortened(found, _QUICK_GAMES)
    if out is not None:
        check_writable(out)
    if results.exists() and not results.is_dir():
        raise typer.BadParameter(f"{results} is not a folder", param_hint="'--results'")
    check_installed()
    results.mkdir(parents=True, exist_ok=True)
    machine = describe()
    get_ready(["planner", "learned"])
    with ExitStack() as stack:
        time = minutes if minutes is not None else _QUICK_MINUTES if quick else MINUTES
        played = play_ladder(found, results, minutes=time, jobs=jobs, begin=_progress(stack, len(found)))
    page = ladder_page(played, machine)
    if out is None:
        typer.echo(page, nl=False)
    else:
        with atomic_write(out) as file:
            file.write(page)
        typer.echo(f"{out}: {sum(one.run.standing.games for one in played.matches):,} games")


def _known(name: str) -> str:
    """An edition by its id, as it was named: results are kept by ids, and those of a file would mix with others'."""
    from perron.editions import is_name, load

    load(name)
    if not is_name(name):
        raise PerronError(
            f"the ladder is played on editions by their ids: make {name} known with --editions, or use perron arena"
        )
    return name


def _seats(text: str) -> tuple[int, ...]:
    try:
        return tuple(dict.fromkeys(int(word) for word in text.split(",")))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a list of numbers such as 2,4", param_hint="'--seats'") from None


def _progress(stack: ExitStack, total: int) -> Callable[[Match, int], Callable[[Outlook], None]]:
    """A bar for each match, which takes the place of the one before it; a line where there is no terminal."""
    from perron.cli.console import err
    from perron.cli.progress import matches_played

    console = err()

    def begin(match: Match, number: int) -> Callable[[Outlook], None]:
        stack.close()
        words = f"{number + 1} of {total}: {match.edition}, {match.seats} seats, {match.words}"
        if not console.is_terminal:
            console.print(words, soft_wrap=True)
        return stack.enter_context(matches_played(lambda _: words))

    return begin
