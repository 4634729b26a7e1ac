"""How a player plays before it has learned anything: mostly as the planner advises."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perron.editions.edition import Edition
from perron.env.numbering import numbering_of

_GUESSES = {"claim": -1.5, "station": -4.0}
"""What speaks against an unadvised claim or station: there are dozens of each, and chance would choose little else."""
_TRUST = 11.0
"""How much likelier the planner's advice is than all other actions together."""


def first_guess(edition: Edition) -> NDArray[np.float32]:
    """What is added to what speaks for each action."""
    numbering = numbering_of(edition)
    guess = np.zeros(numbering.size, np.float32)
    for block, value in _GUESSES.items():
        if block in numbering.blocks:
            guess[numbering.blocks[block].start : numbering.blocks[block].stop] = value
    return guess


def trust_by_choices(actions: int) -> NDArray[np.float32]:
    """What is added for the advised action, by the number of legal actions."""
    return np.log(_TRUST * np.maximum(np.arange(actions + 1), 1)).astype(np.float32)
