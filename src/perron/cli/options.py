"""Options that several commands have."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer


class Payments(StrEnum):
    """Which payments are actions of their own."""

    ONE = "one"
    ALL = "all"


class Language(StrEnum):
    """Languages that editions know places in."""

    EN = "en"
    NL = "nl"
    SV = "sv"


Json = Annotated[bool, typer.Option("--json", help="Print one JSON value for programs instead.")]
PaymentsOption = Annotated[
    Payments,
    typer.Option(help="One payment per route and colour (the fewest wilds), or every payment as an action of its own."),
]


def edition_names(incomplete: str) -> list[str]:
    """Ids of editions with this prefix, for completion in the shell; versions once an @ is typed."""
    from perron.editions import names, versions

    ident, at, _ = incomplete.partition("@")
    if not at:
        return [name for name in names() if name.startswith(incomplete)]
    found = [f"{ident}@{version}" for version in versions(ident)] if ident in names() else []
    return [name for name in found if name.startswith(incomplete)]


def edition_option(words: str = "The edition") -> Any:
    """The option by which every command takes an edition."""
    return typer.Option(
        "--edition",
        help=f"{words}: an id, an id with a version as in NAME@1, or the path to a file.",
        metavar="EDITION",
        autocompletion=edition_names,
        show_default=False,
    )


EditionOption = Annotated[str, edition_option()]
OfRecord = Annotated[str | None, edition_option("The edition, if it is not a built-in one that the record names")]


def between(flag: str, value: int | None, least: int, most: int) -> None:
    """Raise BadParameter for a number that is out of range; None is allowed."""
    if value is not None and not least <= value <= most:
        raise typer.BadParameter(f"{value} is not between {least} and {most}", param_hint=f"'{flag}'")
