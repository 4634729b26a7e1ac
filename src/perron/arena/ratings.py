"""Ratings: Bradley-Terry strengths on the Elo scale, from who finished ahead of whom."""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray

from perron.extras import need

_ELO = 400 / log(10)
_DRAWS = 0.5
"""Wins that each bot of a pair is credited with in advance, so that a bot that never lost has a finite rating."""


def check_installed() -> None:
    """Raise MissingExtra if ratings cannot be computed."""
    need("arena", "the arena's ratings need")


def ratings(ahead: NDArray[np.float64]) -> NDArray[np.float64]:
    """The ratings, 0 on average; ahead[i, j] is how often i finished ahead of j, ties counting a half for each."""
    import choix  # noqa: PLC0415  it takes a second to load, which --help need not wait for

    if len(ahead) == 1:
        return np.zeros(1)
    wins = ahead + _DRAWS
    np.fill_diagonal(wins, 0)
    strengths: NDArray[np.float64] = choix.ilsr_pairwise_dense(wins, max_iter=1000)
    return strengths * _ELO
