"""The tuner keeps what is better in duplicate deals, and nothing else."""

from __future__ import annotations

import time

import numpy as np
import pytest

from perron.bots import tuning
from perron.bots.tuning import OutOfTime, Trial, Tuner, evidence_of, tunable, tune
from perron.bots.weights import SEAT_GROUPS, TICKET, WEIGHT_NAMES
from perron.editions import load

QUICK = ((20, 0.0), (60, 1.3))


@pytest.mark.parametrize(("name", "seats"), [("tiny", 2), ("tiny", 3), ("amsterdam", 4), ("first_journey", 4)])
def test_the_same_weights_are_exactly_even(name: str, seats: int) -> None:
    tuner = Tuner(load(name), seats)
    assert tuner.compare(tuner.best, 20) == (0.0, 0.0)
    shown = tuner.show(20)
    assert shown is not None
    assert shown.wins == pytest.approx(1 / seats)
    assert (shown.deals, shown.games, shown.even) == (20, 20 * seats, 1 / seats)


def test_weights_that_care_for_no_ticket_lose() -> None:
    tuner = Tuner(load("amsterdam"), 2)
    careless = tuner.best.copy()
    careless[:] = 0
    careless[TICKET] = 1
    mean, z = tuner.compare(careless, 60)
    assert mean < 0
    assert z < -3
    tuner.best = careless
    shown = tuner.show(60)
    assert shown is not None
    assert shown.interval[1] < shown.even


@pytest.mark.parametrize("seats", [2, 4])
def test_bad_weights_are_mended(seats: int) -> None:
    edition = load("amsterdam")
    bad = np.zeros(len(WEIGHT_NAMES) * len(SEAT_GROUPS), np.int64)
    tuner = Tuner(edition, seats, seed=1, start=bad)
    trials = [tuner.step(QUICK) for _ in range(24)]
    assert any(trial.kept for trial in trials)
    assert all(trial.z > 1.3 for trial in trials if trial.kept)
    assert all(1 <= len(trial.changes) <= 3 for trial in trials[-10:])  # by chance, after the leaps
    shown = tuner.show(60)
    assert shown is not None
    assert shown.wins > shown.even
    assert (tuner.before == 0).all()


def test_the_same_seed_tries_the_same_whatever_the_number_of_threads() -> None:
    one, other, another = (Tuner(load("tiny"), 3, seed, jobs) for seed, jobs in ((4, 1), (4, 3), (5, 1)))
    steps = [[tuner.step(((50, 0.0), (60, 0.0))) for _ in range(10)] for tuner in (one, other, another)]
    assert steps[0] == steps[1] != steps[2]
    assert (one.best == other.best).all()
    assert one.show(70) == other.show(70)


def test_seats_have_a_table_for_two_and_one_for_more() -> None:
    for seats, changed in ((2, slice(0, len(WEIGHT_NAMES))), (4, slice(len(WEIGHT_NAMES), None))):
        tuner = Tuner(load("amsterdam"), seats)
        before = tuner.best.copy()
        while not tuner.step(((4, -9.0),)).kept:
            pass
        differs = tuner.best != before
        assert differs[changed].any()
        assert differs.sum() == differs[changed].sum()


def test_a_weight_of_something_that_an_edition_does_not_have_is_left_alone() -> None:
    names = set(tunable(load("berlin")))
    assert {"claim", "block", "tickets_gain"} <= names
    assert not {"cart", "tunnel", "symbol", "station_late", "tail", "swap"} & names
    assert {"tunnel", "symbol", "station_late", "tail"} <= set(tunable(load("europe")))
    race = Tuner(load("first_journey"))
    tried = [race.step(((2, 99.0),)) for _ in range(12)]
    assert not {name for trial in tried for name in trial.changes} & {"tickets_gain", "early", "enough"}


def test_the_interval_narrows_with_the_deals() -> None:
    few, many = evidence_of([0.0, 1.0] * 10, 2), evidence_of([0.0, 1.0] * 1000, 2)
    assert few.wins == many.wins == 0.5
    assert few.interval[0] < many.interval[0] < 0.5 < many.interval[1] < few.interval[1]
    assert evidence_of([1.0] * 10, 2).interval == (1.0, 1.0)


def test_no_comparison_goes_on_when_its_time_is_up() -> None:
    tuner = Tuner(load("tiny"), 2, jobs=2)
    with pytest.raises(OutOfTime):
        tuner.step(until=time.monotonic() - 1)
    assert tuner.show(until=time.monotonic() - 1) is None


def test_tuning_ends_in_time() -> None:
    start = time.monotonic()
    found = tune(Tuner(load("tiny"), 2), seconds=1.0)
    assert found.tried > 0
    assert time.monotonic() - start < 10  # a chunk of deals on a busy machine


def test_a_number_of_changes_repeats_a_run() -> None:
    one, other = (tune(Tuner(load("tiny"), 2, seed=3), trials=8, deals=30) for _ in range(2))
    assert one.tried == 8
    assert (one.kept, one.evidence) == (other.kept, other.evidence)
    assert (one.weights == other.weights).all()


def test_an_interrupt_returns_what_was_found_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    tuner = Tuner(load("tiny"), 2)
    good = Trial({"claim": (24, 25)}, 0.1, 3.0, True)
    answers = iter([good, good])

    def step(_self: Tuner, **_: float) -> Trial:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(tuning.Tuner, "step", step)
    found = tune(tuner)
    assert (found.tried, found.kept, found.stopped, found.evidence) == (2, (good, good), True, None)
    assert found.is_better


def test_what_turns_out_worse_on_fresh_deals_is_not_better(monkeypatch: pytest.MonkeyPatch) -> None:
    good = Trial({"claim": (24, 25)}, 0.1, 3.0, True)
    monkeypatch.setattr(tuning.Tuner, "step", lambda _self, **_: good)
    for wins, better in (([0.2, 0.4], False), ([0.5, 0.7], True)):
        monkeypatch.setattr(tuning.Tuner, "show", lambda _self, *_, wins=wins: evidence_of(wins, 2))
        assert tune(Tuner(load("tiny"), 2), trials=1).is_better is better
