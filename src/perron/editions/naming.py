"""What a place is called: one name everywhere, the one that stands on the board."""

from __future__ import annotations

import unicodedata

from perron.editions.edition import Edition
from perron.editions.folder import table_of


def is_translated(edition: Edition) -> bool:
    """Whether the board shows its names in the reader's language: some who play are still learning to read."""
    return bool(table_of(edition, "board.toml").get("translated", False))


def place_name(edition: Edition, city: str, language: str) -> str:
    """A place as the board names it to a reader of this language."""
    if is_translated(edition):
        return edition.name(city, language)
    return edition.cities[edition.city_index[city]].name


def place_names(edition: Edition, city: str, language: str) -> str:
    """The same, with the reader's own name in brackets where that is another word: for lists to choose from."""
    shown, known = place_name(edition, city, language), edition.name(city, language)
    return shown if _bare(shown) == _bare(known) else f"{shown} ({known})"


def _bare(name: str) -> str:
    """A name without accents and case: `Cadiz` tells a reader of `Cádiz` enough."""
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c)).casefold()
