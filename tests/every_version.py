"""The built-in editions in every version of their rules, by the names under which files are kept for them."""

from __future__ import annotations

from perron.editions import every_version, names, versions

EARLIER = tuple(
    f"{edition.id}@{edition.version}" for edition in every_version() if edition.version != versions(edition.id)[-1]
)
"""Versions that new games no longer get."""
EVERY = (*names(), *EARLIER)
"""All of them; the id alone is the newest."""
