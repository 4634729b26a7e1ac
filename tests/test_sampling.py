"""Sampling leaves out no value: whatever a parameter can be comes up in some case that is run."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from tests.sampling import as_texts, half, spread

CASES = st.dictionaries(
    st.text("abcdefgh", min_size=1), st.fixed_dictionaries({name: st.sampled_from("12345") for name in "xyz"})
)


@given(CASES)
def test_every_value_of_every_parameter_is_in_a_case_that_is_chosen(cases: dict[str, dict[str, str]]) -> None:
    chosen = spread(cases)
    assert {value for name in chosen for value in cases[name].items()} == {
        value for values in cases.values() for value in values.items()
    }


@given(CASES)
def test_no_case_is_chosen_in_vain(cases: dict[str, dict[str, str]]) -> None:
    assert len(spread(cases)) <= sum(len({values[name] for values in cases.values()}) for name in "xyz")


def test_two_halves_are_the_whole(pytestconfig: pytest.Config) -> None:
    both = [half("abcde", 0), half("abcde", 1)]
    assert both == (["abcde"] * 2 if pytestconfig.getoption("--exhaustive") else ["ace", "bd"])


def test_a_value_that_few_cases_have_costs_no_case_of_its_own() -> None:
    boards = {"amsterdam": "234", "berlin": "23", "europe": "2345", "tiny": "23"}
    cases = {f"{board}-{n}": {"name": board, "seats": n} for board, seats in boards.items() for n in seats}
    assert spread(cases) >= {"europe-5", "amsterdam-4"}
    assert len(spread(cases)) == len(boards)


def test_the_choice_is_the_same_in_any_order() -> None:
    cases = {f"{x}{y}": {"x": x, "y": y} for x in "abcde" for y in "vwxyz"}
    backwards = dict(reversed(cases.items()))
    assert spread(cases) == spread(backwards)
    assert len(spread(cases)) == 5


def test_the_choice_does_not_depend_on_where_functions_lie_in_memory() -> None:
    def cases() -> dict[str, dict[str, object]]:
        changes = [lambda: 0, lambda: 1, lambda: 2, lambda: 3]
        return {f"{name}-{i}": {"name": name, "change": change} for name in "abc" for i, change in enumerate(changes)}

    first, second = cases(), cases()  # both are kept, so that no address is used again
    assert as_texts(first) == as_texts(second)
    assert {one["change"] for one in as_texts(first).values()} == {"000", "001", "002", "003"}
