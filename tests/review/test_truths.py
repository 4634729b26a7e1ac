"""Reviews find again what is known of bots: chance loses most, and the strongest are seldom called wrong."""

from __future__ import annotations

from perron.review.report import SeatSummary
from perron.review.reviewer import Reviewer
from tests.review.games import record


def summaries(*specs: str, seed: str, budget: int) -> tuple[SeatSummary, ...]:
    reviewer = Reviewer(record("amsterdam", *specs, seed=seed), budget, "truths")
    assert reviewer.work()
    return reviewer.review().summaries


def lost(told: list[SeatSummary]) -> float:
    """Win chance lost per decision."""
    decisions = sum(one.decisions for one in told)
    assert decisions > 50
    return sum(one.lost_per_decision * one.decisions for one in told) / decisions


def test_who_plays_at_random_loses_five_times_as_much_as_a_planner() -> None:
    planner, chance = [], []
    for k in range(3):
        first, second = summaries(*(("planner", "random") if k % 2 else ("random", "planner")), seed=f"{k}", budget=16)
        planner.append(first if k % 2 else second)
        chance.append(second if k % 2 else first)
    assert lost(chance) > 0.005
    assert lost(chance) > 5 * lost(planner)
    assert sum(one.skill for one in chance) < 0
    assert sum(one.blunders for one in chance) > sum(one.blunders for one in planner)


def test_the_strongest_bot_is_called_wrong_in_few_of_its_decisions() -> None:
    strong = [one for k in range(2) for one in summaries("search:1500it", "search:1500it", seed=f"{k}", budget=96)]
    wrong, decisions = sum(one.mistakes + one.blunders for one in strong), sum(one.decisions for one in strong)
    assert decisions > 60
    assert wrong / decisions < 0.08
    assert sum(one.skill for one in strong) > 0  # against the planner that everything is measured with
