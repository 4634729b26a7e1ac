"""What the start page says of an edition, and which words and drawings of the page it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from perron.editions.build import in_every_language
from perron.editions.folder import EditionFolder, read_table

FILE, POSTER = "page.toml", "poster.svg"
"""In the folder of an edition."""


@dataclass(frozen=True, slots=True)
class Page:
    """Everything in the file, or what stands in for it."""

    order: int | None = None
    """Its place on the start page; None: below those that have one."""
    whom: Mapping[str, str] = field(default_factory=dict)
    """For whom it is, and how long a game takes, by language; empty if that is not said."""
    time: Mapping[str, str] = field(default_factory=dict)
    poster: bool = False
    """Whether there is one."""
    poster_middle: int = 50
    """Per cent from the left: what must stay in sight where the poster is cut."""
    wild: str = ""
    """The page's word for a wild card and a ticket, where it has one with a plural, and the drawing of the card."""
    ticket: str = ""


@cache
def page_of(folder: EditionFolder | None) -> Page:
    """The page of an edition, from its folder."""
    if folder is None:
        return Page()
    found = dict(read_table(folder, FILE))
    found |= {key: in_every_language(found[key]) for key in ("whom", "time") if key in found}
    return Page(**found, poster=bool(folder.text(POSTER)))
