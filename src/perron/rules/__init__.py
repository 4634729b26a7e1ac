"""The rules as text: every clause by its id, from the folders of the editions and from the rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from perron.editions.rules_file import Paragraph, Rules, Section
from perron.errors import NotationError
from perron.rules.text import all_rulings, rules_of, rulings_of, sections_of, told_rules

__all__ = [
    "RULINGS",
    "Clause",
    "Paragraph",
    "Rules",
    "Section",
    "all_rulings",
    "clause",
    "clauses",
    "rules_of",
    "rulings_of",
    "sections_of",
    "told_rules",
]

RULINGS = "rulings"
"""The page on which the rulings stand."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence or two of the rules."""

    id: str
    """Letters for the edition (RU for a ruling), then a letter for the subject and a number: `UT-U5`, `RU-12`."""
    text: str
    page: str
    """The id of the edition that it is of, or RULINGS."""
    section: str
    """The heading above it, in English; empty for a ruling."""


def _on_page(page: str, section: str, paragraphs: Iterable[Paragraph]) -> Iterator[Clause]:
    for paragraph in paragraphs:
        for ident, text in paragraph.clauses.items():
            yield Clause(ident, text, page, section)


@cache
def _all() -> dict[str, Clause]:
    found: dict[str, Clause] = {}
    pages = [
        *(
            one
            for page, rules in told_rules().items()
            for section in rules.sections
            for one in _on_page(page, section.title["en"], section.paragraphs)
        ),
        *_on_page(RULINGS, "", all_rulings()),
    ]
    for one in pages:
        if one.id in found:
            raise ValueError(f"{one.page}: there is a clause {one.id} on page {found[one.id].page} already")
        found[one.id] = one
    return found


def clauses() -> dict[str, Clause]:
    """Every clause by its id, edition by edition in the order in which they are told, the rulings last."""
    return dict(_all())


def clause(ident: str) -> Clause:
    """The clause with this id; raises NotationError if there is none."""
    found = _all().get(ident)
    if found is None:
        meant = get_close_matches(ident[:20], _all(), 1)
        raise NotationError(f"there is no clause {ident[:20]!r}" + (f"; did you mean {meant[0]!r}?" if meant else ""))
    return found
