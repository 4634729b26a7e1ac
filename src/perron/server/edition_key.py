"""The key under which the server keeps an edition of somebody's own."""

from __future__ import annotations

from perron.editions import Edition, is_built_in


def own_key(edition: Edition) -> str | None:
    """The key under which the store keeps an edition; None for a built-in one, which its version identifies."""
    return None if edition.folder is None or is_built_in(edition) else edition.folder.key
