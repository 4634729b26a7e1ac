"""The names that bots get at a table with people."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

NAMES = (
    *("Ada", "Bram", "Clara", "Dirk", "Elsa", "Femke", "Gustav", "Hilda", "Isak", "Jet", "Karin", "Leif"),
    *("Mila", "Nora", "Olga", "Pim", "Ronja", "Sven", "Tove", "Ulla", "Vera", "Wim", "Ylva", "Zeno"),
)
"""Short, at home in all our languages, and none ends in a letter that makes their genitives hard."""


def bot_name(table: str, seat: int, taken: Iterable[str], same: Callable[[str], str] = str) -> str:
    """A free name for a bot, always the same for a table and seat; names that `same` maps alike count as one."""
    known = {same(name) for name in taken}
    first = hashlib.sha256(f"{table} {seat}".encode()).digest()[0]
    found = (NAMES[(first + i) % len(NAMES)] for i in range(len(NAMES)))
    return next(name for name in found if same(name) not in known)
