"""The micro edition is solved: its value is exact, proved by best responses, and found by sampling too."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, get_all_states

from perron.env.openspiel import name_of

if TYPE_CHECKING:
    from tests.env.exact import Solution, Tree

VALUES = {"win": Fraction(5, 9), "score": Fraction(11, 6)}
"""What the first seat gains by best play of both, by reward."""


def micro(reward: str) -> Any:
    return pyspiel.load_game(name_of("micro"), {"reward": reward})


@pytest.fixture(scope="module", params=VALUES)
def solved(request: pytest.FixtureRequest) -> tuple[str, Tree, Solution, Solution]:
    from tests.env.exact import grow, solve  # noqa: PLC0415  SciPy takes a second to load, in every process of a run

    tree = grow(micro(request.param))
    return request.param, tree, solve(tree, 0), solve(tree, 1)


def table_of(game: Any, *plans: Solution) -> policy.TabularPolicy:
    """The plans of both seats as OpenSpiel keeps a policy."""
    table = policy.TabularPolicy(game)
    for plan in plans:
        for known, chances in plan.policy.items():
            row = table.policy_for_key(known)
            row[:] = 0
            for action, p in chances.items():
                row[action] = p
    return table


def test_its_tree_is_as_small_as_its_file_says(solved: tuple[str, Tree, Solution, Solution]) -> None:
    assert solved[1].histories == 4096
    assert [len(known) for known in solved[1].parents] == [474, 351]


def test_its_value_is_exact_and_both_linear_programs_agree(solved: tuple[str, Tree, Solution, Solution]) -> None:
    reward, _, first, second = solved
    assert first.value == pytest.approx(float(VALUES[reward]), abs=1e-9)
    assert second.value == pytest.approx(float(VALUES[reward]), abs=1e-9)


@pytest.mark.parametrize("solved", ["win", pytest.param("score", marks=pytest.mark.exhaustive)], indirect=True)
def test_best_responses_prove_it(solved: tuple[str, Tree, Solution, Solution]) -> None:
    # OpenSpiel's best responses know nothing of linear programs: neither seat gains anything by leaving its plan.
    reward, _, first, second = solved
    game = micro(reward)
    assert exploitability.nash_conv(game, table_of(game, first, second)) == pytest.approx(0, abs=1e-9)


@pytest.mark.exhaustive
def test_playing_by_chance_can_be_exploited() -> None:
    # The game has something to find out: best play is worth much against a seat that does anything.
    assert exploitability.exploitability(micro("win"), policy.UniformRandomPolicy(micro("win"))) > 0.5


@pytest.mark.exhaustive
def test_external_sampling_comes_near_it() -> None:
    game = micro("win")
    np.random.seed(5)  # noqa: NPY002 - the solver draws from it
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(500):
        solver.iteration()
    # With this seed 0.07 is left of the 0.55 that play by chance can lose.
    assert exploitability.exploitability(game, solver.average_policy()) < 0.1


def test_every_history_ends_with_the_last_round() -> None:
    states = get_all_states.get_all_states(
        micro("win"), include_terminals=True, to_string=lambda state: str(state.history())
    )
    ends = {state.view(None).outcome.reason for state in states.values() if state.is_terminal()}
    assert ends == {"last_round"}
