"""The rules of an edition as its folder tells them (rules.toml), read and checked.

Sections hold paragraphs, which players read; a paragraph holds the clauses that it tells, by id, each with what exactly
it demands. `clauses` may also be a list of ids: then they say what the paragraph says. A paragraph may have a picture.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from perron.editions.build import in_every_language
from perron.editions.edition import Edition
from perron.editions.faults import Faults, shown
from perron.editions.lines import Path
from perron.editions.section import Section as Table
from perron.errors import EditionError
from perron.locales import LANGUAGES

FILE = "rules.toml"
"""In the folder of an edition."""
SITUATIONS = ("setup", "station", "tunnel", "second_piece")
"""Where a refusal may rest on another clause than elsewhere: while tickets are chosen before the first turn, when a
station is built, when a tunnel is answered, and on routes for the second kind of pieces."""
PICTURES: Mapping[str, Mapping[str, type]] = {
    "cards": {"sets": list},
    "track": {
        "colour": str,
        "length": int,
        "tunnel": bool,
        "ferry": int,
        "carts": bool,
        "twin": str,
        "metro": int,
    },
    "tickets": {"count": int},
    "points": {},
}
"""What a paragraph can be shown with, and what each picture is told."""
_ID = re.compile(r"[A-Z]{2,4}-[A-Z]?[1-9][0-9]{0,2}", re.ASCII)
_CODE = re.compile(r"[a-z_]+/[a-z_]+", re.ASCII)
_TEXT_LENGTH = 800
_MOST = 200


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What players read, and the clauses that it tells."""

    text: Mapping[str, str]
    """By language."""
    clauses: Mapping[str, str]
    """By id: what exactly each demands, in English."""
    picture: Mapping[str, Any] | None = None
    """Its `kind`, one of PICTURES, and what that is told."""
    needs: frozenset[str] = frozenset()
    """Of a ruling: mechanics without which it does not apply; and those with which it does not."""
    without: frozenset[str] = frozenset()

    def applies(self, edition: Edition) -> bool:
        """Whether an edition has what it speaks of."""
        there = {*edition.mechanics, *(("points",) if edition.points else ())}
        return self.needs <= there and not self.without & there


@dataclass(frozen=True, slots=True)
class Section:
    """Paragraphs under a heading."""

    id: str
    title: Mapping[str, str]
    """By language."""
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of an edition; empty for one that brings none."""

    about: str = ""
    """What kind of game it is, in English."""
    sections: tuple[Section, ...] = ()
    refusals: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By situation ("" for all others), then by a refusal's code: the clause that it rests on."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of all clauses, in the order in which they are told."""
        return tuple(ident for section in self.sections for one in section.paragraphs for ident in one.clauses)

    def clause_for(self, code: str, situation: str = "") -> str:
        """The clause that a refusal rests on; empty if none is named."""
        return self.refusals.get(situation, {}).get(code) or self.refusals.get("", {}).get(code, "")


def read_rules(text: str, source: str) -> Rules:
    """The rules that a file tells; raises EditionError, which names every fault with its line."""
    top, faults = _opened(text, source)
    about = top.text("about", _TEXT_LENGTH) if "about" in top else ""
    sections = tuple(map(_section, top.tables("section", 0, _MOST)))
    _check_ids(sections, faults)
    refusals = top.table("refusals", required=False)
    found = {} if refusals is None else dict(_refusals(refusals))
    _close(top, faults, source)
    return Rules(about or "", sections, found)


def read_sections(text: str, source: str) -> tuple[Section, ...]:
    """The sections of a file that has nothing else; raises EditionError."""
    top, faults = _opened(text, source)
    found = tuple(map(_section, top.tables("section", 0, _MOST)))
    _close(top, faults, source)
    return found


def read_paragraphs(text: str, source: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a file that has nothing else; raises EditionError."""
    top, faults = _opened(text, source)
    found = tuple(_paragraph(one) for one in top.tables("paragraph", 0, _MOST))
    _close(top, faults, source)
    return found


def _opened(text: str, source: str) -> tuple[Table, Faults]:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise EditionError(f"{source} cannot be read: {error}") from None
    faults = Faults(text)
    return Table(faults, (), data), faults


def _close(top: Table, faults: Faults, source: str) -> None:
    top.close()
    found = [fault for fault in faults.in_order() if fault.severity == "error"]
    if found:
        raise EditionError("\n  ".join([f"{source} has faults:", *map(str, found)]), found)


def _section(table: Table) -> Section:
    ident = table.ident("id") or ""
    title = _texts(table, "title", 80)
    found = Section(ident, title, tuple(_paragraph(one) for one in table.tables("paragraph", 1, _MOST)))
    table.close()
    return found


def _paragraph(table: Table) -> Paragraph:
    text = _texts(table, "text", _TEXT_LENGTH)
    picture = _picture(table)
    needs = frozenset(word for _, word in table.strings("needs")) if "needs" in table else frozenset[str]()
    without = frozenset(word for _, word in table.strings("without")) if "without" in table else frozenset[str]()
    worded = dict(_clauses(table, text))
    table.close()
    return Paragraph(text, worded, picture, needs, without)


def _texts(table: Table, key: str, longest: int) -> Mapping[str, str]:
    """A text in every language: one is enough, and stands in for those that are missing."""
    table.texts(key, longest)
    found = table.data.get(key)
    usable = isinstance(found, dict) and any(language in found for language in LANGUAGES)
    return in_every_language(found) if usable and found else {}


def _clauses(table: Table, told: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The clauses of a paragraph: a table of ids with what each demands, or ids alone for what the paragraph says."""
    if isinstance(table.data.get("clauses"), list):
        for path, ident in table.strings("clauses"):
            _check_id(ident, path, table.faults)
            yield ident, told.get(LANGUAGES[0], "")
        return
    clauses = table.table("clauses", required=False)
    if clauses is None:
        return
    for ident in clauses.data:
        _check_id(ident, (*clauses.path, ident), table.faults)
        yield ident, clauses.text(ident, _TEXT_LENGTH) or ""


def _check_id(ident: str, path: Path, faults: Faults) -> None:
    if not _ID.fullmatch(ident):
        faults.error(path, "value/id", f"{shown(ident)} must be an id of a clause, like UT-D1")


def _check_ids(sections: tuple[Section, ...], faults: Faults) -> None:
    seen: set[str] = set()
    for i, section in enumerate(sections):
        for j, paragraph in enumerate(section.paragraphs):
            for ident in paragraph.clauses:
                if ident in seen:
                    path = ("section", i, "paragraph", j, "clauses", ident)
                    faults.error(path, "value/id", f"there are two clauses {ident}")
                seen.add(ident)


def _picture(table: Table) -> Mapping[str, Any] | None:
    picture = table.table("picture", required=False)
    if picture is None:
        return None
    kind = picture.choice("kind", tuple(PICTURES))
    for key, wanted in PICTURES.get(kind or "", {}).items():
        value = picture.raw(key, required=False)
        if value is not None and type(value) is not wanted:
            picture.error("value/type", f"{key!r} of a picture must be {wanted.__name__}, not {shown(value)}", key)
    picture.close()
    return dict(picture.data)


def _refusals(table: Table) -> Iterator[tuple[str, Mapping[str, str]]]:
    for situation in SITUATIONS:
        here = table.table(situation, required=False)
        if here is not None:
            yield situation, dict(_codes(here, tuple(here.data)))
            here.close()
    yield "", dict(_codes(table, tuple(key for key in table.data if key not in SITUATIONS)))
    table.close()


def _codes(table: Table, codes: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for code in codes:
        if not _CODE.fullmatch(code):
            table.error("value/id", f"{shown(code)} is no code of a refusal", code)
        yield code, table.text(code) or ""
