"""The rules as players read them: those of an edition's folder, what follows from its mechanics, and the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources

from perron.editions.edition import Edition
from perron.editions.folder import EditionFolder, built_in_folders
from perron.editions.load import is_built_in
from perron.editions.page import page_of
from perron.editions.rules_file import FILE, Paragraph, Rules, Section, read_paragraphs, read_rules, read_sections

RULINGS, MECHANICS = "rulings.toml", "mechanics.toml"
"""Beside the folders."""


def rules_of(edition: Edition) -> Rules:
    """The rules in the edition's folder, else those whose clauses it says that it follows, else none."""
    own = None if edition.folder is None else _rules_in(edition.folder)
    if own is not None:
        return own
    prefix = f"{edition.rules}-"
    followed = (one for one in told_rules().values() if any(ident.startswith(prefix) for ident in one.clauses))
    return next(followed, Rules())


@cache
def told_rules() -> Mapping[str, Rules]:
    """The rules of the built-in editions that bring some, by edition, in the order of the start page."""

    def place(folder: EditionFolder) -> tuple[bool, int]:
        order = page_of(folder).order
        return order is None, order or 0

    found = {folder.id: _rules_in(folder) for folder in sorted(built_in_folders().values(), key=place)}
    return {ident: rules for ident, rules in found.items() if rules is not None}


@cache
def _rules_in(folder: EditionFolder) -> Rules | None:
    text = folder.text(FILE)
    return read_rules(text, f"{folder.id}/{FILE}") if text else None


@cache
def all_rulings() -> tuple[Paragraph, ...]:
    """Every ruling, in the order in which they are read."""
    return read_paragraphs(resources.files("perron.editions").joinpath(RULINGS).read_text("utf-8"), RULINGS)


def sections_of(edition: Edition) -> tuple[Section, ...]:
    """What players read of an edition: its own rules; before them, unless it is built in, what its mechanics say."""
    told = rules_of(edition)
    if (is_built_in(edition) and told.sections) or edition.rules:
        return told.sections
    numbers = _numbers(edition)
    general = (
        Section(one.id, one.title, tuple(_filled(p, numbers) for p in one.paragraphs if p.applies(edition)))
        for one in _mechanics()
    )
    return (*(one for one in general if one.paragraphs), *told.sections)


@cache
def _mechanics() -> tuple[Section, ...]:
    return read_sections(resources.files("perron.editions").joinpath(MECHANICS).read_text("utf-8"), MECHANICS)


def _numbers(edition: Edition) -> Mapping[str, int]:
    """What a text about mechanics may name in brackets."""
    setup, draw = edition.setup, edition.draw
    return {
        "fewest": edition.players[0],
        "most": edition.players[1],
        "pieces": sum(kind.count for kind in edition.pieces),
        "setup_cards": setup.cards,
        "setup_tickets": setup.tickets + setup.long_tickets,
        "setup_keep": setup.keep,
        "draw_cards": draw.cards,
        "draw_tickets": draw.tickets,
        "draw_keep": draw.keep,
        "reset_at": draw.reset_at,
        "closed": edition.double_closed_up_to,
        "goal": edition.goal,
        "last_round_at": edition.last_round_at,
        **{line.id: line.points for line in edition.score if line.id in ("longest_path", "most_tickets")},
    }


def _filled(paragraph: Paragraph, numbers: Mapping[str, int]) -> Paragraph:
    return replace(paragraph, text={language: text.format(**numbers) for language, text in paragraph.text.items()})


def rulings_of(edition: Edition) -> tuple[Paragraph, ...]:
    """The rulings that apply to an edition."""
    return tuple(one for one in all_rulings() if one.applies(edition))
