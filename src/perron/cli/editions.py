"""`perron editions`: which there are, and whether a file of one's own is right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from perron.cli.options import Json
from perron.errors import PerronError

app = typer.Typer(help="List the editions, or check the file of one.", invoke_without_command=True)


@app.callback()
def editions(context: typer.Context, json: Json = False) -> None:
    """List the editions, or check the file of one."""
    from perron.editions import load, names

    if context.invoked_subcommand is not None:
        return
    from perron.cli.console import print_json

    found = [load(name) for name in names()]
    if json:
        print_json([_as_json(edition) for edition in found])
    else:
        _show(found)


def _as_json(edition: Any) -> dict[str, Any]:
    from perron.editions import versions

    return {
        "id": edition.id,
        "version": edition.version,
        "versions": list(versions(edition.id)),
        "title": dict(edition.title),
        "summary": dict(edition.summary),
        "players": list(edition.players),
        "provenance": edition.provenance,
        "provenance_note": dict(edition.provenance_note),
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


@app.command("check")
def check(
    file: Annotated[Path, typer.Argument(help="The file of an edition, in TOML.", show_default=False, metavar="FILE")],
    json: Json = False,
) -> None:
    """Check the file of an edition and name every fault with its line."""
    from dataclasses import asdict

    from perron.cli.console import print_json
    from perron.editions.check import check as faults_in
    from perron.editions.load import edition_text

    faults = faults_in(edition_text(str(file)), str(file))
    errors = sum(fault.severity == "error" for fault in faults)
    if json:
        print_json({"file": str(file), "ok": not errors, "faults": [asdict(fault) for fault in faults]})
    else:
        for fault in faults:
            typer.echo(f"{file}: {fault}")
        if not faults:
            typer.echo(f"{file}: no fault was found")
    if errors:
        raise PerronError(f"{file} has {errors} {'error' if errors == 1 else 'errors'}; it cannot be played like this")
