"""Hypothesis chooses every action itself, and shrinks to the shortest game in which something is wrong."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perron.engine.actions import ALL
from perron.engine.apply import apply
from perron.engine.chance import ANSWERS, COUNT, LOG, new_tape
from perron.engine.setup import setup
from perron.engine.state import OVER, new_states
from tests.properties.tables import edition_of, tables_of
from tests.properties.walks import legal_numbers
from tests.reference.chance import Answers
from tests.reference.legal import legal_actions
from tests.reference.plain_actions import decode
from tests.reference.snapshot import read
from tests.reference.transition import after, first_position


@pytest.mark.parametrize("name", ["tiny", "tiny_race", "berlin"])
@settings(max_examples=60)
@given(
    seats=st.integers(2, 3),
    key=st.binary(min_size=32, max_size=32),
    choices=st.lists(st.integers(0, 2**16 - 1), min_size=10, max_size=80),
)
def test_whatever_is_chosen_the_rules_are_kept(name: str, seats: int, key: bytes, choices: list[int]) -> None:
    edition, tables = edition_of(name), tables_of(name)
    state, tape = new_states(1)[0], new_tape(LOG, 4096)
    setup(tables[0], state, seats, np.frombuffer(key, np.uint32), tape)
    before = read(edition, state)
    logged = int(tape[COUNT])
    dealt = first_position(edition, seats, Answers(edition, tape[ANSWERS : ANSWERS + logged].tolist()))
    assert dealt.differences(before) == []
    for choice in choices:
        if state["phase"] == OVER:
            break
        numbers = legal_numbers(tables, state, ALL)
        assert {decode(edition, number) for number in numbers} == legal_actions(edition, before, every_payment=True)
        number = numbers[choice % len(numbers)]
        apply(tables[0], state, number, tape)
        answers = Answers(edition, tape[ANSWERS + logged : ANSWERS + tape[COUNT]].tolist())
        logged = int(tape[COUNT])
        expected = after(edition, before, decode(edition, number), answers)
        before = read(edition, state)
        assert expected.differences(before) == [], decode(edition, number)
