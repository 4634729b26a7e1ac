"""`perron bots`: lists the bots."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perron.cli.options import Json

if TYPE_CHECKING:
    from perron.bots import Bot

_LINES = {
    "random": "any legal action",
    "greedy": "the claim with the most points, else a card",
    "planner": "plans paths for all its tickets together",
    "search": "tree search over re-dealt games; search:800ms, search:2s, search:2000it",
    "learned": "plays as it has learned, without a search",
    "guided": "searches with what was learned; guided:800ms, guided:2s, guided:2000it",
    "easy": "level for people: sensible moves with many slips",
    "medium": "level for people: few slips",
    "hard": "level for people: what was learned, without a search; else the planner",
    "expert": "level for people: a second of search, with what was learned if any",
}


def bots(
    versions: Annotated[
        bool, typer.Option("--versions", help="Also find out each bot's version: a hash of what it chooses.")
    ] = False,
    load: Annotated[
        list[str] | None, typer.Option(help="A Python file that registers bots; may be repeated.", metavar="FILE")
    ] = None,
    json: Json = False,
) -> None:
    """List the bots, those of installed packages included."""
    from perron.arena.loading import load_once
    from perron.bots import make_bot, names
    from perron.bots import version as hashes
    from perron.cli.compiling import get_ready
    from perron.cli.console import print_json

    files = tuple(load or ())
    load_once(files)
    listed = sorted(names(), key=[*_LINES, *names()].index)
    found: list[dict[str, Any]] = [{"name": name, "line": _line(name, make_bot(name))} for name in listed]
    if versions:
        get_ready(names())
        for one in found:
            one["version"] = hashes.version_of(one["name"], files)
    if json:
        print_json(found)
    else:
        _show(found, versions)


def _line(name: str, bot: Bot) -> str:
    """The description of a built-in bot, or the first line of another's docstring."""
    if type(bot).__module__.startswith(("perron.bots.", "perron.learned.")):
        return _LINES.get(name, "")
    return (inspect.getdoc(type(bot)) or "").partition("\n")[0]


def _show(found: list[dict[str, Any]], versions: bool) -> None:
    from rich.table import Table
    from rich.text import Text

    from perron.cli.console import out

    table = Table.grid(padding=(0, 2))
    for one in found:
        version = [Text(one["version"], "dim")] if versions else []
        table.add_row(Text(one["name"], "bold"), *version, Text(one["line"]))
    out().print(table)
