"""A million in all with every case, and as large a share of them as of everything else for every change."""

from __future__ import annotations

from tests.fuzz import counts
from tests.sampling import share


def test_a_million_inputs_or_their_share_are_tried_in_all() -> None:
    through_play = counts.INTS + counts.LEGAL + counts.SPOILED + counts.NOISE + counts.TYPED
    elsewhere = counts.RECORDS + counts.RECORD_FILES + counts.POSITIONS + counts.EDITIONS
    assert through_play + elsewhere >= share(1_000_000)
