"""Simulation: the same games for the same seed, and sums that are those of the games."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, pstdev

import numpy as np
import pytest

from perron import EditionError, Game, PerronError
from perron.editions import load, names
from perron.engine import actions, chance
from perron.engine.play import finish_randomly
from perron.engine.rng import cheap_seed
from perron.keys import key_words, simulation_key
from perron.outcome import REASONS
from perron.simulate import MOST_GAMES, MOST_JOBS, GameResult, Summary, cores, simulate

pytestmark = pytest.mark.sampled


def seat_counts() -> list[tuple[str, int]]:
    found = []
    for name in names():
        fewest, most = load(name).players
        found += [(name, seats) for seats in range(fewest, most + 1)]
    return found


def untimed(summary: Summary) -> tuple[object, ...]:
    return summary.decisions, summary.scores, summary.wins, summary.turns, summary.ends, summary.ticket_success


@pytest.mark.parametrize(("edition", "seats"), seat_counts())
def test_the_summary_is_that_of_the_games(edition: str, seats: int) -> None:
    results: list[GameResult] = []
    summary = simulate(edition, seats, 1100, seed="sums", jobs=2, each=results.extend)
    assert [result.game for result in results] == list(range(1100))
    assert summary.games == 1100
    assert summary.decisions == sum(result.decisions for result in results)
    assert summary.ends == Counter(result.end for result in results)
    assert summary.turns.mean == pytest.approx(fmean(result.turns for result in results))
    assert summary.turns.sd == pytest.approx(pstdev(result.turns for result in results))
    for seat in range(seats):
        scores = [result.scores[seat] for result in results]
        spread = summary.scores[seat]
        assert (spread.least, spread.most) == (min(scores), max(scores))
        assert spread.mean == pytest.approx(fmean(scores))
        assert spread.sd == pytest.approx(pstdev(scores))
        won = [result.ranks.count(1) for result in results if result.ranks[seat] == 1]
        assert summary.wins[seat] == pytest.approx(sum(1 / winners for winners in won) / 1100)
    assert sum(summary.wins) == pytest.approx(1)


@pytest.mark.parametrize("payments", ["one", "all"])
@pytest.mark.parametrize("edition", names())
def test_jobs_and_rows_change_nothing(edition: str, payments: str) -> None:
    alone = simulate(edition, 2, 1500, seed=3, payments=payments, jobs=1)
    for jobs in (2, 5):
        assert untimed(simulate(edition, 2, 1500, seed=3, payments=payments, jobs=jobs)) == untimed(alone)
    assert untimed(simulate(edition, 2, 1500, seed=3, payments=payments, jobs=2, each=lambda _: None)) == untimed(alone)


@pytest.mark.parametrize("edition", names())
def test_a_game_is_dealt_by_the_key_of_its_number(edition: str) -> None:
    results: list[GameResult] = []
    simulate(edition, 2, 30, seed=11, each=results.extend)
    for result in (results[0], results[1], results[29]):
        key = simulation_key(11, result.game)
        game = Game(edition, 2, key=key)
        rng = np.array([cheap_seed(key_words(key))], np.uint64)
        decisions = finish_randomly(game.tables, game.state, actions.ONE, rng, chance.new_tape(chance.OFF))
        outcome = game.outcome
        assert outcome is not None
        assert result.decisions == decisions
        assert result.turns == game.turn
        assert result.scores == tuple(score.total for score in outcome.scores)
        assert result.ranks == outcome.ranks
        assert result.end == outcome.reason == REASONS[int(game.state["end_reason"])]


@pytest.mark.parametrize("edition", ["tiny", "tiny_race", "first_journey"])
def test_tickets_kept_and_completed_are_those_of_the_games(edition: str) -> None:
    kept = completed = 0
    for index in range(40):
        key = simulation_key("t", index)
        game = Game(edition, 2, key=key)
        rng = np.array([cheap_seed(key_words(key))], np.uint64)
        finish_randomly(game.tables, game.state, actions.ONE, rng, chance.new_tape(chance.OFF))
        for score in game.scores():
            completed += len(score.completed)
            kept += len(score.completed) + len(score.missed)
    summary = simulate(edition, 2, 40, seed="t")
    assert (summary.tickets_kept, summary.tickets_completed) == (kept, completed)


def test_progress_is_told_up_to_the_last_game() -> None:
    told: list[int] = []
    simulate("tiny", 2, 2345, played=told.append)
    assert told == sorted(told)
    assert told[-1] == 2345


def test_a_number_and_the_same_number_as_text_are_one_seed() -> None:
    assert untimed(simulate("tiny", 2, 50, seed=7)) == untimed(simulate("tiny", 2, 50, seed="7"))


def test_all_cores_are_used_if_nothing_is_said() -> None:
    assert simulate("tiny", 2, 5).jobs == cores() >= 1


def test_one_game_can_be_simulated() -> None:
    summary = simulate("tiny", 2, 1, jobs=3)
    assert summary.games == 1
    assert summary.scores[0].sd == 0


@pytest.mark.parametrize(
    ("games", "payments", "jobs", "words"),
    [
        (0, "one", 1, "0"),
        (-3, "one", 1, "-3"),
        (MOST_GAMES + 1, "one", 1, "games"),
        (10, "some", 1, "some"),
        (10, "one", 0, "jobs"),
        (10, "one", MOST_JOBS + 1, "jobs"),
    ],
)
def test_what_makes_no_sense_is_refused(games: int, payments: str, jobs: int, words: str) -> None:
    with pytest.raises(PerronError, match=words):
        simulate("tiny", 2, games, payments=payments, jobs=jobs)


@pytest.mark.parametrize("seats", [1, 9])
def test_seats_are_those_of_the_edition(seats: int) -> None:
    with pytest.raises(EditionError, match="2 to 5"):
        simulate("europe", seats, 10)


def test_what_breaks_on_the_way_comes_out() -> None:
    def break_off(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("tiny", 2, 100_000, each=break_off)
