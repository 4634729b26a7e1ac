"""`perron rules`: the rules clause by clause, and which tests check them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from perron.cli.options import Json, Language, edition_option
from perron.errors import PerronError

if TYPE_CHECKING:
    from perron.rules import Clause


class _Line(NamedTuple):
    """What is printed beside each other."""

    page: str
    section: str
    clauses: tuple[str, ...]
    text: str


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
    language: Annotated[
        Language | None,
        typer.Option(help="Print what players read, in this language, and not what each clause exactly demands."),
    ] = None,
    json: Json = False,
) -> None:
    """Print the rules, clause by clause."""
    from perron.cli.console import print_json

    clauses = _wanted(clause, edition)
    if coverage:
        _coverage(clauses, tests, json)
        return
    lines = [_Line(one.page, one.section, (one.id,), one.text) for one in clauses]
    if language is not None:
        lines = list(_told({one.id for one in clauses}, language))
    if json and language is None:
        print_json([asdict(clause) for clause in clauses])
    elif json:
        print_json([line._asdict() for line in lines])
    else:
        _show(lines)


def _wanted(asked: str | None, edition: str | None) -> list[Clause]:
    from perron.editions import is_name, load
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
    if is_name(asked.casefold()):
        raise PerronError(f"{asked} is an edition, not a clause: perron rules --edition {asked.casefold()}")
    if "-" not in asked:
        raise PerronError(
            f"{asked[:40]!r} is not a clause; they look like {next(iter(clauses()))}, "
            f"and {RULINGS} are what no rulebook says"
        )
    return [clause(asked.upper())]


def _told(wanted: set[str], language: str) -> Iterator[_Line]:
    """The paragraphs that tell some clauses, in a language."""
    from perron.rules import RULINGS, all_rulings, told_rules

    parts = [
        (page, one.title[language], one.paragraphs) for page, told in told_rules().items() for one in told.sections
    ]
    for page, section, paragraphs in [*parts, (RULINGS, "", all_rulings())]:
        for paragraph in paragraphs:
            if wanted & set(paragraph.clauses):
                yield _Line(page, section, tuple(paragraph.clauses), paragraph.text[language])


def _show(lines: list[_Line]) -> None:
    from rich.table import Table
    from rich.text import Text

    from perron.cli.console import out

    console = out()
    under = None
    for line in lines:
        if (line.page, line.section) != under and len(lines) > 1:
            under = line.page, line.section
            page = line.page.replace("_", " ").title()
            console.print(Text(f"{page}: {line.section}" if line.section else page, "bold"))
        row = Table.grid(padding=(0, 1))
        row.add_column(style="cyan", width=6, no_wrap=True)
        row.add_column()
        row.add_row("\n".join(line.clauses), Text(line.text))
        console.print(row)


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
