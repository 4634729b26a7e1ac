"""`perron editions`: which there are, and whether a file of one's own is right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perron.cli.options import Json
from perron.errors import PerronError

if TYPE_CHECKING:
    from perron.editions.faults import Fault

app = typer.Typer(help="List the editions, check one of your own, or begin one.", invoke_without_command=True)


@app.callback()
def editions(context: typer.Context, json: Json = False) -> None:
    """List the editions, check one of your own, or begin one."""
    from perron.editions import left_out, load, names

    if context.invoked_subcommand is not None:
        return
    from perron.cli.console import print_json

    found = [load(name) for name in names()]
    if json:
        print_json([_as_json(edition) for edition in found])
    else:
        _show(found)
    for one in left_out():
        typer.echo(f"perron editions: {one.place} was left out: {one.reason}", err=True)


def _as_json(edition: Any) -> dict[str, Any]:
    from perron.editions import is_built_in, versions

    return {
        "id": edition.id,
        "version": edition.version,
        "versions": list(versions(edition.id)),
        "title": dict(edition.title),
        "summary": dict(edition.summary),
        "players": list(edition.players),
        "provenance": edition.provenance,
        "provenance_note": dict(edition.provenance_note),
        "built_in": is_built_in(edition),
        "place": edition.folder.place,
        "rules": edition.rules,
        "mechanics": list(edition.mechanics),
        "cities": len(edition.cities),
        "routes": len(edition.routes),
        "tickets": len(edition.tickets),
    }


def _show(found: list[Any]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from perron.cli.console import out
    from perron.editions import is_built_in
    from perron.editions.edition import PROVENANCES

    console = out()
    for edition in found:
        head = Text(edition.id, "bold cyan").append(f"  {edition.title['en']}", "bold default")
        fewest, most = edition.players
        head.append(f", {fewest} to {most} players, {PROVENANCES[edition.provenance]}", "default not bold")
        console.print(head)
        mechanics = f"With {', '.join(name.replace('_', ' ') for name in edition.mechanics)}."
        for line in (edition.summary["en"], edition.provenance_note["en"], mechanics):
            console.print(Padding(Text(line, "dim" if line == mechanics else ""), (0, 0, 0, 2)))
        if not is_built_in(edition):
            console.print(Padding(Text(f"In {edition.folder.place}.", "dim"), (0, 0, 0, 2)))


@app.command("check")
def check(
    path: Annotated[
        Path,
        typer.Argument(help="The folder of an edition, or its file in TOML.", show_default=False, metavar="PATH"),
    ],
    json: Json = False,
) -> None:
    """Check an edition and name every fault with its file and line."""
    from dataclasses import asdict

    from perron.cli.console import print_json
    from perron.editions.reading import faults_in

    faults = faults_in(path)
    if not any(fault.severity == "error" for _, fault in faults):
        faults += _puzzle_faults(path)
    errors = sum(fault.severity == "error" for _, fault in faults)
    if json:
        told = [{"file": str(file), **asdict(fault)} for file, fault in faults]
        print_json({"file": str(path), "ok": not errors, "faults": told})
    else:
        for file, fault in faults:
            typer.echo(f"{file}: {fault}")
        if not faults:
            typer.echo(f"{path}: no fault was found")
    if errors:
        raise PerronError(f"{path} has {errors} {'error' if errors == 1 else 'errors'}; it cannot be played like this")


def _puzzle_faults(path: Path) -> list[tuple[Path, Fault]]:
    """What is wrong with the puzzles in an edition's folder, which is good otherwise."""
    from perron.editions import load
    from perron.editions.folder import PUZZLES

    file = path / PUZZLES
    if not path.is_dir() or not file.is_file():
        return []
    from perron.cli.compiling import get_ready
    from perron.review.puzzle import puzzle_faults

    get_ready()
    return [(file, fault) for fault in puzzle_faults(file.read_text("utf-8", "replace"), load(path))]


@app.command("new")
def new(
    path: Annotated[
        Path,
        typer.Argument(
            help="A folder that is not there yet; its name becomes the edition's id.",
            show_default=False,
            metavar="FOLDER",
        ),
    ],
) -> None:
    """Begin an edition: a folder with a small board that can be played at once, to be changed line by line."""
    from perron.editions.beginning import begin

    begin(path)
    typer.echo(
        f"{path} is an edition. Change its files, then: perron editions check {path}; "
        f"perron board --edition {path} --out board.svg; perron serve --editions {path.parent} --open"
    )
