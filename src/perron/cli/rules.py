"""`perron rules`: the rules clause by clause, and which tests check them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perron.cli.options import Json, edition_option
from perron.errors import PerronError

if TYPE_CHECKING:
    from perron.rules import Clause


def rules(
    clause: Annotated[
        str | None,
        typer.Argument(
            help="A clause by its id, or rulings for what no rulebook says; all of them by default.",
            metavar="CLAUSE",
            show_default=False,
        ),
    ] = None,
    edition: Annotated[str | None, edition_option("Only the clauses of an edition")] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Print which tests check each clause; exit with 1 if one has none.")
    ] = False,
    tests: Annotated[Path, typer.Option(help="The folder of the tests, for --coverage.", metavar="FOLDER")] = Path(
        "tests"
    ),
    json: Json = False,
) -> None:
    """Print the rules, clause by clause."""
    from perron.cli.console import print_json

    clauses = _wanted(clause, edition)
    if coverage:
        _coverage(clauses, tests, json)
    elif json:
        print_json([asdict(clause) for clause in clauses])
    else:
        _show(clauses)


def _wanted(asked: str | None, edition: str | None) -> list[Clause]:
    from perron.editions import is_built_in, load
    from perron.rules import RULINGS, clause, clauses, rules_of

    if asked is not None and edition is not None:
        raise typer.BadParameter("a clause says itself which edition it is of", param_hint="'--edition'")
    if edition is not None:
        found = rules_of(load(edition)).clauses
        if not found:
            raise PerronError(f"{edition} has no clauses of its own and follows no others; see perron rules {RULINGS}")
        return [clause(ident) for ident in found]
    if asked is None:
        return list(clauses().values())
    if asked.casefold() == RULINGS:
        return [one for one in clauses().values() if one.page == RULINGS]
    if is_built_in(asked.casefold()):
        raise PerronError(f"{asked} is an edition, not a clause: perron rules --edition {asked.casefold()}")
    if "-" not in asked:
        raise PerronError(
            f"{asked[:40]!r} is not a clause; they look like {next(iter(clauses()))}, "
            f"and {RULINGS} are what no rulebook says"
        )
    return [clause(asked.upper())]


def _show(clauses: list[Clause]) -> None:
    from rich.table import Table
    from rich.text import Text

    from perron.cli.console import out

    console = out()
    under = None
    for clause in clauses:
        if (clause.page, clause.section) != under and len(clauses) > 1:
            under = clause.page, clause.section
            console.print(Text(f"{clause.page.replace('_', ' ').title()}: {clause.section}", "bold"))
        line = Table.grid(padding=(0, 1))
        line.add_column(style="cyan", width=6, no_wrap=True)
        line.add_column()
        line.add_row(clause.id, Text(clause.text))
        console.print(line)


def _coverage(clauses: list[Clause], tests: Path, as_json: bool) -> None:
    from perron.cli.console import print_json
    from perron.rules import coverage

    if not tests.is_dir():
        raise PerronError(
            f"there is no folder {tests} here: --coverage reads the tests of a clone of the repository; "
            "run it there, or name their folder with --tests"
        )
    try:
        found = coverage.coverage(tests)
    except (SyntaxError, ValueError) as error:
        raise PerronError(f"the tests in {tests} cannot be read: {error}") from None
    ids = [clause.id for clause in clauses]
    missing = [ident for ident in ids if not found[ident]]
    unknown = coverage.unknown(found)
    if as_json:
        print_json({"clauses": {ident: found[ident] for ident in ids}, "missing": missing, "unknown": unknown})
    else:
        for ident in ids:
            typer.echo(f"{ident:<7}{found[ident][0] if found[ident] else 'NO TEST'}")
            for test in found[ident][1:]:
                typer.echo(f"{'':<7}{test}")
        for ident in unknown:
            typer.echo(f"{ident:<7}is not a clause, but is named by {', '.join(found[ident])}")
        checked = f"{len(ids) - len(missing)} of {len(ids)} clauses have a test"
        typer.echo(checked + (f"; without one: {', '.join(missing)}" if missing else ""))
    if missing or unknown:
        raise typer.Exit(1)
