"""Sets as 64-bit words, against Python's integers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perron.engine import bits

WORDS = st.integers(0, 2**64 - 1)
NOT_EMPTY = st.integers(1, 2**64 - 1)
EDGES = [1, 2**31, 2**32 - 1, 2**32, 2**52 + 1, 2**53 + 1, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1]


def members(word: int) -> list[int]:
    return [i for i in range(64) if word >> i & 1]


@pytest.mark.parametrize("i", range(64))
def test_a_bit_is_the_word_with_one_member(i: int) -> None:
    assert bits.bit(i) == 1 << i


@pytest.mark.parametrize("i", range(64, 128))
def test_the_second_word_starts_again_at_its_lowest_bit(i: int) -> None:
    assert bits.bit(i) == 1 << (i - 64)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int64, np.uint64])
def test_a_bit_can_be_asked_for_with_any_integer_type(dtype: type[np.integer]) -> None:
    assert bits.bit(dtype(63)) == 1 << 63


@given(WORDS)
def test_count_is_the_number_of_members(word: int) -> None:
    assert bits.count(np.uint64(word)) == word.bit_count()


@pytest.mark.parametrize("word", [0, *EDGES])
def test_count_at_the_edges(word: int) -> None:
    assert bits.count(np.uint64(word)) == word.bit_count()


@given(NOT_EMPTY)
def test_lowest_is_the_first_member(word: int) -> None:
    assert bits.lowest(np.uint64(word)) == members(word)[0]


@pytest.mark.parametrize("word", EDGES)
def test_lowest_at_the_edges(word: int) -> None:
    assert bits.lowest(np.uint64(word)) == members(word)[0]


@given(NOT_EMPTY)
def test_without_lowest_leaves_the_other_members(word: int) -> None:
    assert members(int(bits.without_lowest(np.uint64(word)))) == members(word)[1:]


@given(NOT_EMPTY)
def test_nth_lists_the_members_in_order(word: int) -> None:
    listed = [bits.nth(np.uint64(word), k) for k in range(word.bit_count())]
    assert listed == members(word)


@pytest.mark.parametrize("word", EDGES)
def test_nth_at_the_edges(word: int) -> None:
    listed = [bits.nth(np.uint64(word), k) for k in range(word.bit_count())]
    assert listed == members(word)
