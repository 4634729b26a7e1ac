"""The state is one flat record: no padding, at most a kibibyte, and a copy is its bytes."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from perron import editions
from perron.editions import load
from perron.engine.actions import ALL, ONE
from perron.engine.apply import apply
from perron.engine.chance import OFF, new_tape
from perron.engine.choice import random_legal
from perron.engine.play import finish_randomly
from perron.engine.scoring import score
from perron.engine.setup import setup
from perron.engine.state import OVER, SCRATCH, SHEET, STATE, new_states
from perron.engine.tables import TABLES, compile_tables

RECORDS = {"state": STATE, "tables": TABLES, "score sheet": SHEET, "scratch": SCRATCH}
EDITIONS = editions.names()
TAPE = new_tape(OFF)
KEY = np.arange(8, dtype=np.uint32)


def tables_of(edition: str) -> np.void:
    tables: np.void = compile_tables(load(edition))[0]
    return tables


def fields_of(dtype: np.dtype[np.void]) -> list[tuple[str, np.dtype[np.generic], int]]:
    """Name, type and place of every field, in order of place."""
    assert dtype.fields is not None
    fields = [(name, field[0], field[1]) for name, field in dtype.fields.items()]
    return sorted(fields, key=lambda field: field[2])


def random_play(tables: np.void, state: np.void, mode: int, seed: int) -> Iterator[np.void]:
    """Play to the end by chance, handing the state out after every action."""
    generator = np.array([seed], np.uint64)
    while state["phase"] != OVER:
        apply(tables, state, random_legal(tables, state, mode, generator), TAPE)
        yield state


def test_a_state_takes_at_most_a_kibibyte() -> None:
    assert STATE.itemsize <= 1024


def test_no_byte_of_a_state_is_padding() -> None:
    at = 0
    for field, dtype, place in fields_of(STATE):
        assert place == at, f"padding before {field}"
        at += dtype.itemsize
    assert at == STATE.itemsize, "padding at the end"


@pytest.mark.parametrize("name", RECORDS)
def test_every_field_is_aligned_whole_numbers(name: str) -> None:
    for field, dtype, place in fields_of(RECORDS[name]):
        assert dtype.base.kind in "iu", field
        assert place % dtype.base.itemsize == 0, field
    assert RECORDS[name].itemsize % 8 == 0, "records in an array stay aligned"


def test_states_in_an_array_lie_side_by_side() -> None:
    states = new_states(3)
    assert states.nbytes == 3 * STATE.itemsize
    assert not states.view(np.uint8).any()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_copy_is_its_bytes_and_plays_on_like_the_original(edition: str) -> None:
    tables, states = tables_of(edition), new_states(1)
    setup(tables, states[0], 2, KEY, TAPE)
    for _ in islice(random_play(tables, states[0], ALL, 7), 3 if edition == "micro" else 10):
        pass
    kept = states.tobytes()
    copy = np.frombuffer(bytearray(kept), STATE)
    for _ in random_play(tables, states[0], ALL, 8):
        pass
    assert states.tobytes() != kept
    assert copy.tobytes() == kept, "the original's play does not reach the copy"
    for _ in random_play(tables, copy[0], ALL, 8):
        pass
    assert copy.tobytes() == states.tobytes()


@pytest.mark.parametrize("mode", [ONE, ALL], ids=["one payment", "all payments"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_spare_bytes_stay_zero_through_a_game(edition: str, mode: int) -> None:
    tables, state = tables_of(edition), new_states(1)[0]
    for game in range(10):
        setup(tables, state, 2, KEY + np.uint32(game), TAPE)
        assert not state["spare"].any()
        for after in random_play(tables, state, mode, game):
            assert not after["spare"].any()


@pytest.mark.parametrize("edition", EDITIONS)
def test_setup_leaves_no_trace_of_what_the_state_held(edition: str) -> None:
    tables, clean, dirty = tables_of(edition), new_states(1), new_states(1)
    dirty.view(np.uint8)[:] = 0xA5
    setup(tables, clean[0], 2, KEY, TAPE)
    setup(tables, dirty[0], 2, KEY, TAPE)
    assert clean.tobytes() == dirty.tobytes()


@pytest.mark.parametrize("edition", EDITIONS)
def test_scoring_leaves_no_trace_of_what_sheet_and_scratch_held(edition: str) -> None:
    tables, state = tables_of(edition), new_states(1)[0]
    generator = np.zeros(1, np.uint64)
    for game in range(20):
        setup(tables, state, 2, KEY + np.uint32(game), TAPE)
        finish_randomly(tables, state, ALL, generator, TAPE)
        before = state.tobytes()
        sheets, scratch = np.zeros(2, SHEET), np.zeros(2, SCRATCH)
        sheets[1:].view(np.uint8)[:] = 0xA5
        scratch[1:].view(np.uint8)[:] = 0xA5
        for i in range(2):
            score(tables, state, sheets[i], scratch[i])
        for field in SHEET.names or ():
            assert np.array_equal(sheets[0][field], sheets[1][field]), field
        assert state.tobytes() == before, "scoring does not change the state"


@pytest.mark.parametrize("edition", EDITIONS)
def test_compiled_tables_cannot_be_changed(edition: str) -> None:
    tables = compile_tables(load(edition))
    with pytest.raises(ValueError, match="read-only"):
        tables[0]["deck"][0] = 99
    with pytest.raises(ValueError, match="read-only"):
        tables["colours"] = 1
