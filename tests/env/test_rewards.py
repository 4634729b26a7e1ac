"""Rewards: win, rank and score difference, exact and adding up to nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from perron.engine.compiled import Array, Int, kernel
from perron.engine.state import SHEET, STATE
from perron.env import aec
from perron.env.rewards import REWARDS, UNITS, reward_number, write_rewards
from perron.errors import PerronError
from tests.env.games import TABLES


@kernel
def rewards_into(states: Array, sheets: Array, which: Int, out: Array) -> None:
    write_rewards(states[0], sheets[0], which, out)


def rewards(totals: tuple[int, ...], which: str) -> list[Fraction]:
    """The rewards of a game that ended with these points and no other tie-break."""
    states, sheets, out = np.zeros(1, STATE), np.zeros(1, SHEET), np.zeros(len(totals), np.int32)
    states[0]["seats"] = len(totals)
    sheets[0]["total"][: len(totals)] = totals
    sheets[0]["rank"][: len(totals)] = [1 + sum(other > own for other in totals) for own in totals]
    rewards_into(states, sheets, REWARDS[which], out)
    return [Fraction(int(units), UNITS) for units in out]


def test_the_winner_gets_one_and_the_others_lose_it_together() -> None:
    assert rewards((90, 70), "win") == [1, -1]
    assert rewards((90, 70, 120, 30), "win") == [Fraction(-1, 3), Fraction(-1, 3), 1, Fraction(-1, 3)]


def test_those_who_share_the_win_share_the_reward() -> None:
    assert rewards((90, 90), "win") == [0, 0]
    assert rewards((90, 90, 10), "win") == [Fraction(1, 4), Fraction(1, 4), Fraction(-1, 2)]


def test_places_go_down_in_even_steps_and_seats_of_one_rank_share_theirs() -> None:
    assert rewards((30, 20, 10), "rank") == [1, 0, -1]
    assert rewards((5, 40, 30, 20, 10), "rank") == [-1, 1, Fraction(1, 2), 0, Fraction(-1, 2)]
    assert rewards((30, 30, 10), "rank") == [Fraction(1, 2), Fraction(1, 2), -1]


def test_the_score_difference_is_to_the_average_of_the_others() -> None:
    assert rewards((100, 80), "score") == [20, -20]
    assert rewards((100, 80, 71), "score")[0] == 100 - Fraction(151, 2)


@pytest.mark.parametrize("which", REWARDS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_rewards_are_exact_and_add_up_to_nothing(which: str, seats: int) -> None:
    for totals in product((7, 8, 40), repeat=seats):
        got = rewards(totals, which)
        assert sum(got) == 0
        for q, own in enumerate(totals):
            others = [total for other, total in enumerate(totals) if other != q]
            best = max(totals)
            first = totals.count(best)
            expected = {
                "win": Fraction(seats - first, first * (seats - 1)) if own == best else Fraction(-1, seats - 1),
                "rank": Fraction(sum((own > other) - (own < other) for other in others), seats - 1),
                "score": own - Fraction(sum(others), seats - 1),
            }
            assert got[q] == expected[which]


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(PerronError, match="win, rank, score"):
        reward_number("fame")


@pytest.mark.parametrize(("name", "seats"), [pair for pair in TABLES if pair[1] <= 3])
def test_shaped_rewards_come_early_and_change_no_sum(name: str, seats: int) -> None:
    plain, shaped = aec(name, seats), aec(name, seats, shaping=0.01)
    rng = np.random.default_rng(3)
    early = 0
    for game in range(5):
        for env in (plain, shaped):
            env.reset(seed=5 if game == 0 else None)
        sums = np.zeros((2, seats))
        while not all(plain.terminations.values()):
            action = int(rng.choice(np.flatnonzero(plain.observe(plain.agent_selection)["action_mask"])))
            for k, env in enumerate((plain, shaped)):
                env.step(action)
                sums[k] += list(env.rewards.values())
            early += any(shaped.rewards.values()) and not any(plain.rewards.values())
        assert sums[0] == pytest.approx(sums[1])
        assert any(plain.rewards.values()) or set(sums[0]) == {0.0}
    assert early > 3
