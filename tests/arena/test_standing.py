"""How the bots stand after some games."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from perron.arena import Row
from perron.arena.bootstrap import Deals
from perron.arena.ratings import ratings
from perron.arena.row import Forfeit
from perron.arena.standing import stand
from tests.arena.plans import row

AB, BA = ("a", "b"), ("b", "a")


def duel(results: list[tuple[float, float]]) -> list[Row]:
    """Deals of two games with a's shares of the win in them."""
    ranks = {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}
    rows = []
    for deal, (first, second) in enumerate(results):
        rows.append(row(deal, AB, ranks[first]))
        rows.append(row(deal, BA, ranks[1 - second], rotation=1))
    return rows


def test_wins_are_counted_by_bot_and_shared_wins_in_parts() -> None:
    a, b = stand(AB, 2, duel([(1.0, 1.0), (0.5, 0.0)])).bots
    assert (a.games, a.wins, a.win_rate) == (4, 2.5, 0.625)
    assert (b.games, b.wins, b.win_rate) == (4, 1.5, 0.375)


def test_a_bot_with_three_seats_has_three_results_a_game() -> None:
    bots = ("a", "b", "b", "b")
    a, b = stand(AB, 4, [row(0, bots, (1, 2, 3, 4)), row(1, bots, (4, 1, 2, 3))]).bots
    assert (a.games, a.wins) == (2, 1)
    assert (b.games, b.wins) == (6, 1)
    assert stand(AB, 4, [row(0, bots, (2, 1, 3, 4))]).ahead[0][1] == pytest.approx(2 / 3)


def test_the_matrix_says_who_finished_ahead_of_whom() -> None:
    games = [row(0, ("a", "b", "c"), (1, 2, 3)), row(0, ("b", "c", "a"), (1, 1, 3), rotation=1)]
    ahead = stand(("a", "b", "c", "d"), 3, games).ahead
    assert ahead[0][:3] == (None, 0.5, 0.5)
    assert ahead[1][:3] == (0.5, None, 0.75)
    assert ahead[3] == (None,) * 4


def test_ratings_follow_from_the_odds() -> None:
    a, b = stand(AB, 2, duel([(1.0, 1.0), (1.0, 0.0)] * 500)).bots
    assert a.rating - b.rating == pytest.approx(191, abs=0.5)  # three to one
    assert a.rating + b.rating == pytest.approx(0)


def test_a_bot_that_never_lost_has_a_finite_rating() -> None:
    a, b = stand(AB, 2, duel([(1.0, 1.0)] * 50)).bots
    assert 400 < a.rating - b.rating < 1200


def test_bots_are_ranked_by_rating() -> None:
    assert [bot.bot for bot in stand(AB, 2, duel([(0.0, 0.0), (1.0, 0.0)])).ranked] == ["b", "a"]


def test_intervals_are_bootstrapped_over_deals_and_not_games() -> None:
    """Where the cards decide both games of a deal, two games say no more than one."""
    rng = random.Random(3)
    tied, free = [], []
    for _ in range(400):
        luck = float(rng.random() < 0.5)
        tied.append((luck, luck))
        free.append((float(rng.random() < 0.5), float(rng.random() < 0.5)))
    widths = [high - low for low, high in (Deals(AB, duel(results)).win_rates()[0] for results in (tied, free))]
    assert widths[0] == pytest.approx(2 * 1.96 * 0.5 / 400**0.5, rel=0.1)
    assert widths[1] == pytest.approx(2 * 1.96 * 0.5 / 800**0.5, rel=0.1)


def test_seats_that_decide_leave_no_doubt_that_the_bots_are_equal() -> None:
    a = stand(AB, 2, duel([(1.0, 0.0)] * 100)).bots[0]
    assert a.win_rate == 0.5
    assert a.rating_interval == pytest.approx((0, 0), abs=1e-6)


def test_a_bot_that_won_every_deal_may_still_lose_one() -> None:
    low, high = stand(AB, 2, duel([(1.0, 1.0)] * 20)).bots[0].win_rate_interval
    assert high == 1
    assert low == pytest.approx(0.839, abs=0.001)


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(5)
    held = 0
    for _ in range(100):
        results = [(float(rng.random() < 0.6), float(rng.random() < 0.6)) for _ in range(40)]
        low, high = Deals(AB, duel(results)).win_rates()[0]
        held += low <= 0.6 <= high
    assert 88 <= held <= 100


def test_the_order_of_the_games_does_not_matter() -> None:
    games = duel([(1.0, 0.0), (0.5, 0.0), (1.0, 1.0), (0.0, 0.0)])
    assert stand(AB, 2, games) == stand(AB, 2, games[::-1])


def test_scores_tickets_times_and_forfeits_belong_to_the_bot_in_the_seat() -> None:
    wrong = (Forfeit(1, 4, "late", ""), Forfeit(1, 5, "late", ""), Forfeit(0, 0, "raised", ""))
    more: dict[str, Any] = {"scores": (7, -3), "tickets_made": (3, 1), "tickets_missed": (1, 0), "seconds": (0.25, 2.0)}
    a, b = stand(AB, 2, [row(0, BA, (1, 2), forfeits=wrong, **more)]).bots
    assert (a.mean_score, a.tickets_completed, a.ticket_success, a.seconds) == (-3, 1, 1.0, 2.0)
    assert (b.mean_score, b.tickets_missed, b.ticket_success, b.seconds) == (7, 1, 0.75, 0.25)
    assert (a.forfeits, b.forfeits) == ({"late": 2}, {"raised": 1})


def test_wins_are_counted_by_seat_too() -> None:
    assert stand(AB, 2, duel([(1.0, 0.0), (1.0, 0.5)])).seat_wins == (0.875, 0.125)


def test_a_bot_alone_is_rated_nought() -> None:
    assert ratings(np.zeros((1, 1))).tolist() == [0.0]
