"""The tuner keeps what is better in duplicate deals, and nothing else."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from perron.bots.weights import SEAT_GROUPS, TICKET, WEIGHT_NAMES, weights_for
from perron.editions import load
from tools.tuning import Tuner, as_toml, main


@pytest.mark.parametrize(("name", "seats"), [("tiny", 2), ("tiny", 3), ("amsterdam", 4), ("first_journey", 4)])
def test_the_same_constants_are_exactly_even(name: str, seats: int) -> None:
    tuner = Tuner(load(name), seats)
    assert tuner.compare(tuner.best, 20) == (0.0, 0.0)


def test_constants_that_care_for_no_ticket_lose() -> None:
    tuner = Tuner(load("amsterdam"), 2)
    careless = tuner.best.copy()
    careless[:] = 0
    careless[TICKET] = 1
    mean, z = tuner.compare(careless, 60)
    assert mean < 0
    assert z < -3


@pytest.mark.parametrize("seats", [2, 4])
def test_bad_constants_are_mended(seats: int) -> None:
    tuner = Tuner(load("amsterdam"), seats, seed=1)
    tuner.best[:] = 0
    bad = tuner.best.copy()
    trials = [tuner.step(((20, 0.0), (60, 1.3))) for _ in range(24)]
    assert any(trial.accepted for trial in trials)
    assert all(trial.z > 1.3 for trial in trials if trial.accepted)
    assert all(1 <= len(trial.changes) <= 3 for trial in trials)
    tuner.best, mended = bad, tuner.best
    assert tuner.compare(mended, 60)[0] > 0


def test_the_same_seed_tries_the_same() -> None:
    one, other, another = (Tuner(load("tiny"), 3, seed) for seed in (4, 4, 5))
    steps = [[tuner.step(((10, 0.0), (20, 0.0))) for _ in range(4)] for tuner in (one, other, another)]
    assert steps[0] == steps[1] != steps[2]
    assert (one.best == other.best).all()


def test_seats_have_a_table_for_two_and_one_for_more() -> None:
    for seats, changed in ((2, slice(0, len(WEIGHT_NAMES))), (4, slice(len(WEIGHT_NAMES), None))):
        tuner = Tuner(load("amsterdam"), seats)
        before = tuner.best.copy()
        while not tuner.step(((4, -9.0),)).accepted:
            pass
        differs = tuner.best != before
        assert differs[changed].any()
        assert differs.sum() == differs[changed].sum()


def test_a_constant_of_something_that_an_edition_does_not_have_is_left_alone() -> None:
    names = set(Tuner(load("berlin")).names)
    assert {"claim", "block", "tickets_gain"} <= names
    assert not {"cart", "tunnel", "symbol", "station_late", "tail", "swap"} & names
    assert {"tunnel", "symbol", "station_late", "tail"} <= set(Tuner(load("europe")).names)


def test_the_table_is_that_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tiny", "--seconds", "0", "--seats", "2"])
    printed = capsys.readouterr().out
    found = tomllib.loads(printed.partition("\n\n")[2])
    assert list(found) == list(SEAT_GROUPS)
    assert [list(part) for part in found.values()] == [list(WEIGHT_NAMES)] * len(SEAT_GROUPS)
    values = [value for part in found.values() for value in part.values()]
    assert as_toml(np.array(values)) == as_toml(weights_for(load("tiny")))
