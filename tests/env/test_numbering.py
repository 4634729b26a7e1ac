"""Actions by number: pinned, in the engine's order, and the same in every form."""

from __future__ import annotations

import numpy as np
import pytest

from perron.editions import load, names
from perron.engine.tables import tables_of
from perron.env.kernels import encode_in, mask_into
from perron.env.numbering import ACTIONS, MODES, numbering_of
from perron.errors import PerronError
from tests.env.games import TABLES, positions
from tests.env.make_golden import golden, place
from tests.every_version import EVERY


@pytest.mark.parametrize("payments", MODES)
@pytest.mark.parametrize("name", EVERY)
def test_the_numbering_of_an_edition_is_pinned(name: str, payments: str) -> None:
    assert place(name, payments).read_text("utf-8") == golden(name, payments)


@pytest.mark.parametrize("payments", MODES)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_allowed_numbers_are_the_legal_actions_in_their_order(name: str, seats: int, payments: str) -> None:
    edition = load(name)
    tables, numbering = tables_of(edition), numbering_of(edition, payments)
    mask = np.full(numbering.size, 77, np.int8)
    seen = set()
    for states, legal in positions(name, seats, MODES[payments], 3):
        mask_into(tables, numbering.record, states, 0, mask)
        assert set(mask.tolist()) <= {0, 1}
        allowed = np.flatnonzero(mask).tolist()
        assert [numbering.encode(int(action)) for action in legal] == allowed
        assert [encode_in(tables, numbering.record, int(action)) for action in legal] == allowed
        assert [numbering.decode(number, states) for number in allowed] == legal.tolist()
        seen.update(allowed)
    blocks = {block for block, numbers in numbering.blocks.items() if seen & set(numbers)}
    assert blocks >= set(numbering.blocks) - {"pass", "decline", "pay tunnel"}


@pytest.mark.parametrize("payments", MODES)
def test_every_other_number_is_refused(payments: str) -> None:
    numbering = numbering_of(load("europe"), payments)
    mask = np.zeros(numbering.size, np.int8)
    for k, (states, _) in enumerate(positions("europe", 2, MODES[payments], 1)):
        mask_into(tables_of(load("europe")), numbering.record, states, 0, mask)
        if k % 20 == 0:
            decoded = [numbering.decode(number, states) >= 0 for number in range(-3, numbering.size + 3)]
            assert decoded == [False] * 3 + mask.astype(bool).tolist() + [False] * 3
        for number in (-(2**62), 2**62, ACTIONS):
            assert numbering.decode(number, states) == -1


@pytest.mark.parametrize("name", [name for name in names() if name != "micro"])  # one card of a kind: nothing to choose
def test_with_one_payment_a_number_stands_for_the_fewest_wilds(name: str) -> None:
    tables, numbering = tables_of(load(name)), numbering_of(load(name))
    mask, checked = np.zeros(numbering.size, np.int8), 0
    for states, legal in positions(name, 2, MODES["all"], 200 if name == "tiny_race" else 12):
        mask_into(tables, numbering.record, states, 0, mask)
        fewest: dict[int, int] = {}
        for action in legal.tolist():
            fewest[action & ~15] = min(fewest.get(action & ~15, 15), action & 15)
        decoded = [numbering.decode(number, states) for number in np.flatnonzero(mask).tolist()]
        assert {action & ~15: action & 15 for action in decoded} == fewest
        checked += len(legal) - len(decoded)
    assert checked > 20, "there were payments to choose from"


def test_what_is_no_action_of_the_edition_has_no_number() -> None:
    with pytest.raises(PerronError, match="no action of tiny"):
        numbering_of(load("tiny")).encode(7 << 16 | 99 << 8)
    with pytest.raises(PerronError, match="payments are one or all"):
        numbering_of(load("tiny"), "some")


def test_the_largest_edition_there_can_be_has_room() -> None:
    claims, stations = 128 * (8 * 15 + 1), 64 * 9 * 15
    assert 9 + 1 + 1 + claims + stations + 1 + (1 << 6) + 4 + 1 <= ACTIONS
