"""Editions as data: one folder each, checked, loaded and frozen."""

from perron.editions.edition import Edition
from perron.editions.load import (
    Cover,
    as_edition,
    covers,
    every_version,
    featured,
    is_built_in,
    known_edition,
    largest,
    load,
    named_edition,
    names,
    parse,
    smallest,
    versions,
)

__all__ = [
    "Cover",
    "Edition",
    "as_edition",
    "covers",
    "every_version",
    "featured",
    "is_built_in",
    "known_edition",
    "largest",
    "load",
    "named_edition",
    "names",
    "parse",
    "smallest",
    "versions",
]
