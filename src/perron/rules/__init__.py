"""The rules as text: every clause by its id, read from the pages beside this module."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources

from perron.errors import NotationError

__all__ = ["PAGES", "Clause", "clause", "clauses", "parse"]

PAGES = ("europe", "amsterdam", "berlin", "first_journey", "rulings")
"""The pages in the order they are read."""

_BULLET = re.compile(r"- ([A-Z]{2}-[A-Z]?[1-9][0-9]*) (\S.*)")


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence or two of the rules."""

    id: str
    """Two letters for the edition (RU for a ruling), then a letter for the subject and a number: `EU-U5`, `RU-12`."""
    text: str
    page: str
    """Name of the page it stands on, one of PAGES."""
    section: str
    """The heading above it."""


def parse(text: str, page: str) -> list[Clause]:
    """The clauses of a page in order; raises ValueError for a bullet without an id or above the first heading."""
    found = []
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            section = line[3:].strip()
        elif line.startswith("- "):
            bullet = _BULLET.fullmatch(line)
            if bullet is None or not section:
                raise ValueError(f"{page}.md, line {number}: not a clause under a heading: {line!r}")
            found.append(Clause(bullet[1], bullet[2].strip(), page, section))
    return found


@cache
def _all() -> dict[str, Clause]:
    here = resources.files(__package__)
    found: dict[str, Clause] = {}
    for page in PAGES:
        for one in parse(here.joinpath(f"{page}.md").read_text("utf-8"), page):
            if one.id in found:
                raise ValueError(f"{page}.md: there is a clause {one.id} on page {found[one.id].page} already")
            found[one.id] = one
    return found


def clauses() -> dict[str, Clause]:
    """Every clause by its id, in the order of the pages."""
    return dict(_all())


def clause(ident: str) -> Clause:
    """The clause with this id; raises NotationError if there is none."""
    found = _all().get(ident)
    if found is None:
        meant = get_close_matches(ident[:20], _all(), 1)
        raise NotationError(f"there is no clause {ident[:20]!r}" + (f"; did you mean {meant[0]!r}?" if meant else ""))
    return found
