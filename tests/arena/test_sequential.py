"""The sequential test: it decides rightly, as early as it can, and errs as rarely as it says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import log

import pytest

from perron.arena.sequential import Course, SequentialTest, log_likelihood_ratio, rate_of
from perron.errors import PerronError


def decide(test: SequentialTest, scores: Iterator[float]) -> Course:
    course = test.course()
    while course.verdict.decision is None:
        course.add(next(scores))
    return course


def pairs(rate: float, rng: random.Random) -> Iterator[float]:
    """Scores of deals played twice with seats swapped; the better cards help the bot that has them."""
    while True:
        luck = rng.uniform(-0.35, 0.35)
        yield sum(rng.random() < rate + sign * luck for sign in (1, -1)) / 2


def test_scores_of_nothing_but_wins_and_losses_give_the_ratio_of_a_plain_coin() -> None:
    found = log_likelihood_ratio({0.0: 40, 1.0: 60}, 0.5, 0.6)
    assert found == pytest.approx(60 * log(0.6 / 0.5) + 40 * log(0.4 / 0.5))


def test_the_ratio_speaks_for_the_nearer_of_the_two_rates() -> None:
    level = {0.0: 10.0, 0.25: 20.0, 0.5: 40.0, 0.75: 20.0, 1.0: 10.0}
    assert log_likelihood_ratio(level, 0.45, 0.55) == pytest.approx(0, abs=1e-9)
    assert log_likelihood_ratio(level, 0.5, 0.55) < 0
    assert log_likelihood_ratio(level, 0.45, 0.5) > 0


def test_deals_that_agree_say_more_than_deals_that_do_not() -> None:
    steady = log_likelihood_ratio({0.0: 0.001, 0.5: 80, 0.75: 20, 1.0: 0.001}, 0.5, 0.55)
    wild = log_likelihood_ratio({0.0: 45, 1.0: 55}, 0.5, 0.55)
    assert steady > wild > 0


@pytest.mark.parametrize(("score", "decision"), [(1.0, "H1"), (0.0, "H0"), (0.5, "H0")])
def test_a_bot_that_always_does_the_same_is_judged_soon(score: float, decision: str) -> None:
    course = decide(SequentialTest("a", "b"), iter([score] * 1000))
    assert course.verdict.decision == decision
    assert course.verdict.rate == score
    assert course.verdict.deals == len(course.llrs) <= 40


@pytest.mark.parametrize(("rate", "wrong"), [(0.5, "H1"), (0.6, "H0")])
def test_the_wrong_decision_is_about_as_rare_as_the_risk(rate: float, wrong: str) -> None:
    rng = random.Random(1)
    test = SequentialTest("a", "b", 0.5, 0.6, 0.05)
    found = [decide(test, pairs(rate, rng)).verdict.decision for _ in range(300)]
    assert found.count(wrong) / 300 <= 0.08
    assert set(found) == {"H0", "H1"}


def test_after_the_decision_no_deal_is_taken() -> None:
    course = decide(SequentialTest("a", "b"), iter([1.0] * 1000))
    with pytest.raises(AssertionError):
        course.add(0.0)


def test_rates_are_written_as_shares_percentages_or_differences_in_rating() -> None:
    assert rate_of("0.55", 2) == pytest.approx(0.55)
    assert rate_of(" 55% ", 2) == pytest.approx(0.55)
    assert rate_of("0elo", 2) == pytest.approx(0.5)
    assert rate_of("0elo", 4) == pytest.approx(0.25)
    assert rate_of("400elo", 2) == pytest.approx(10 / 11)
    assert rate_of("-400Elo", 2) == pytest.approx(1 / 11)


@pytest.mark.parametrize("text", ["", "half", "0", "1", "-0.5", "120%", "elo", "1e999elo", "nan", "99999elo"])
def test_what_is_not_a_rate_is_refused(text: str) -> None:
    with pytest.raises(PerronError, match="not a win rate"):
        rate_of(text, 2)


@pytest.mark.parametrize(
    ("test", "words"),
    [
        (("a", "a", 0.5, 0.6, 0.05), "two different bots"),
        (("a", "b", 0.6, 0.5, 0.05), "H0 must be a lower win rate than H1"),
        (("a", "b", 0.5, 0.5, 0.05), "H0 must be a lower win rate than H1"),
        (("a", "b", 0.5, 1.2, 0.05), "not 0.5 against 1.2"),
        (("a", "b", 0.5, 0.6, 0.5), "risk"),
        (("a", "b", 0.5, 0.6, float("nan")), "risk"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(test: tuple[str, str, float, float, float], words: str) -> None:
    with pytest.raises(PerronError, match=words):
        SequentialTest(*test)


def test_before_the_least_number_of_deals_nothing_is_decided() -> None:
    test = SequentialTest("a", "b", 0.5, 0.6, least=60)
    course = test.course()
    while course.verdict.decision is None:
        course.add(1.0)
    assert course.verdict.deals == 60
    assert course.verdict.llr > test.bound
    assert len(course.llrs) == 60
