"""Editions as data: one TOML file each, checked, loaded and frozen."""

from perron.editions.edition import Edition
from perron.editions.load import (
    Cover,
    as_edition,
    covers,
    every_version,
    is_built_in,
    known_edition,
    load,
    named_edition,
    names,
    parse,
    versions,
)

__all__ = [
    "Cover",
    "Edition",
    "as_edition",
    "covers",
    "every_version",
    "is_built_in",
    "known_edition",
    "load",
    "named_edition",
    "names",
    "parse",
    "versions",
]
