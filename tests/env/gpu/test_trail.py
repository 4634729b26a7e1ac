"""The GPU's way to the longest path finds the engine's lengths."""

import numpy as np
import pytest

from perron.editions import load
from perron.engine import longest
from perron.engine.compiled import Array, kernel
from perron.engine.state import SCRATCH
from perron.engine.tables import tables_of
from perron.env.gpu import trail


@kernel
def _both(tables: Array, owned: Array, work: Array, found: Array) -> None:
    for i in range(owned.shape[0]):
        found[i, 0] = longest.longest_path(tables[0], owned[i, 0], owned[i, 1], work[0])
        found[i, 1] = trail.longest_path(tables[0], owned[i, 0], owned[i, 1], work[0])


@pytest.mark.parametrize("edition", ["europe", "amsterdam", "berlin", "tiny"])
@pytest.mark.parametrize("routes", [1, 5, 10, 15, 20])
def test_lengths_are_the_engine_s(edition: str, routes: int) -> None:
    every = len(load(edition).routes)
    rng = np.random.default_rng(routes)
    sets = [sum(1 << int(r) for r in rng.permutation(every)[: min(routes, every)]) for _ in range(200)]
    owned = np.array([[one & (1 << 64) - 1, one >> 64] for one in sets], np.uint64)
    found = np.zeros((len(sets), 2), np.int64)
    _both(tables_of(load(edition)), owned, np.zeros(1, SCRATCH), found)
    np.testing.assert_array_equal(found[:, 0], found[:, 1])
