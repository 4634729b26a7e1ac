"""Options that several commands have."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Payments(StrEnum):
    """Which ways to pay are actions of their own."""

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
    typer.Option(help="One payment a route and colour (the fewest wilds), or every payment as an action of its own."),
]
OwnEdition = Annotated[
    str | None, typer.Option("--edition", help="The file of the edition, if it is not a built-in one.", metavar="FILE")
]


def between(flag: str, value: int | None, least: int, most: int) -> None:
    """Refuse a number that is out of range; one that was not given is in it."""
    if value is not None and not least <= value <= most:
        raise typer.BadParameter(f"{value} is not between {least} and {most}", param_hint=f"'{flag}'")
