"""Order and numbers of the legal actions are the same as ever."""

from __future__ import annotations

from itertools import zip_longest

import pytest

from perron.editions import load
from tests.every_version import EVERY
from tests.notation import pin


@pytest.mark.parametrize("name", EVERY)
def test_legal_actions_keep_their_order_and_their_numbers(name: str) -> None:
    kept = pin.path(name).read_text("utf-8").splitlines()
    for number, (now, before) in enumerate(zip_longest(pin.lines(load(name)), kept), 1):
        assert now == before, f"line {number} of {pin.path(name).name}"


def test_every_edition_is_pinned_and_nothing_else() -> None:
    assert sorted(file.stem for file in pin.FOLDER.iterdir()) == sorted(EVERY)
