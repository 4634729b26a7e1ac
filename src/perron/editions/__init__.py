"""Editions as data: one folder each, checked, loaded and frozen."""

from perron.editions.edition import Edition
from perron.editions.load import (
    Cover,
    as_edition,
    built_in_names,
    covers,
    every_version,
    featured,
    folders,
    is_built_in,
    is_known,
    is_name,
    known_edition,
    largest,
    left_out,
    load,
    named_edition,
    names,
    smallest,
    versions,
)
from perron.editions.places import LeftOut, look_in
from perron.editions.reading import parse

__all__ = [
    "Cover",
    "Edition",
    "LeftOut",
    "as_edition",
    "built_in_names",
    "covers",
    "every_version",
    "featured",
    "folders",
    "is_built_in",
    "is_known",
    "is_name",
    "known_edition",
    "largest",
    "left_out",
    "load",
    "look_in",
    "named_edition",
    "names",
    "parse",
    "smallest",
    "versions",
]
