"""The editions to play, their tables, and how many may sit down."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from perron.editions import Edition
from perron.engine.tables import compile_tables
from tests.mixed_editions import OWN, any_edition

EDITIONS = ("europe", "amsterdam", "berlin", "first_journey", "tiny", "tiny_race", *OWN)
TABLES = [
    (name, seats)
    for name in EDITIONS
    for seats in range(any_edition(name).players[0], any_edition(name).players[1] + 1)
]
"""Every edition with every number of players."""
CROWDED = [(name, any_edition(name).players[1]) for name in EDITIONS]
"""Every edition with as many players as there may be: all that is rare happens at these tables."""
SAMPLED = [*CROWDED, ("europe", 2)]
"""These, and one for two."""
at_every_table = pytest.mark.parametrize(
    ("name", "seats"),
    [pytest.param(*table, marks=() if table in SAMPLED else pytest.mark.exhaustive) for table in TABLES],
)
"""At the other tables when everything is asked for."""


@cache
def tables_of(name: str) -> np.ndarray:
    """The compiled tables of an edition, of length 1."""
    return compile_tables(any_edition(name))


def edition_of(name: str) -> Edition:
    """The edition itself."""
    return any_edition(name)
