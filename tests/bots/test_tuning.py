"""The tuner keeps what is better in duplicate deals, and nothing else."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from perron.bots.mind import CONSTANTS, TICKET, constants
from perron.bots.tuning import Tuner, Z, main, table
from perron.editions import load


def test_the_same_constants_are_exactly_even() -> None:
    tuner = Tuner(load("tiny"), 2)
    assert tuner.compare(tuner.best, 20) == (0.0, 0.0)


def test_constants_that_care_for_no_ticket_lose() -> None:
    tuner = Tuner(load("amsterdam"), 2)
    careless = tuner.best.copy()
    careless[:] = 0
    careless[TICKET] = 1
    mean, z = tuner.compare(careless, 60)
    assert mean < 0
    assert z < -Z


def test_bad_constants_are_mended() -> None:
    tuner = Tuner(load("amsterdam"), 2, seed=1)
    tuner.best[:] = 0
    bad = tuner.best.copy()
    trials = [tuner.step(20, 60) for _ in range(12)]
    assert any(trial.accepted for trial in trials)
    assert all(trial.z > Z for trial in trials if trial.accepted)
    assert all(1 <= len(trial.changes) <= 3 for trial in trials)
    tuner.best, mended = bad, tuner.best
    assert tuner.compare(mended, 60)[0] > 0


def test_the_same_seed_tries_the_same() -> None:
    one, other, another = (Tuner(load("tiny"), 3, seed) for seed in (4, 4, 5))
    steps = [[tuner.step(10, 20) for _ in range(4)] for tuner in (one, other, another)]
    assert steps[0] == steps[1] != steps[2]
    assert (one.best == other.best).all()
    assert (one.best >= 0).all()


def test_the_table_is_that_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tiny", "--seconds", "0", "--seats", "2"])
    printed = capsys.readouterr().out
    found = tomllib.loads(printed.partition("\n\n")[2])["tiny"]
    assert list(found) == list(CONSTANTS)
    assert table("tiny", np.array(list(found.values()))) == table("tiny", constants("tiny"))
