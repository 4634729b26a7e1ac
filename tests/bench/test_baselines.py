"""The baselines: learners are measured fairly, runs are kept, and the page says what the runs say."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from benchmarks.baselines.__main__ import DOCS, app
from benchmarks.baselines.learners import LEARNERS
from benchmarks.baselines.measuring import OPPONENTS, points
from benchmarks.baselines.page import write_page
from benchmarks.baselines.results import Curve, append, over_seeds, read, together
from benchmarks.baselines.running import learn


def first_legal(rows: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
    chosen: NDArray[np.int64] = masks.argmax(1)
    return chosen


def test_a_policy_is_measured_on_the_same_deals_again_and_again() -> None:
    assert points(first_legal, "tiny", "greedy", 50) == points(first_legal, "tiny", "greedy", 50)


def test_random_play_gets_half_the_points_against_itself() -> None:
    rng = np.random.default_rng(1)

    def choose(rows: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        chosen: NDArray[np.int64] = (masks * rng.random(masks.shape)).argmax(1)
        return chosen

    assert points(choose, "tiny", "random", 1000) == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_learner_is_measured_at_even_distances_from_the_start_to_the_end(learner: str) -> None:
    curve = learn(learner, "tiny", 1, decisions=16_384, looks=2, games=4)
    assert curve.decisions == (0, 8_192, 16_384)
    assert set(curve.points) == set(OPPONENTS)
    assert all(len(values) == 3 for values in curve.points.values())
    assert all(0 <= value <= 1 for values in curve.points.values() for value in values)


def test_seeds_are_the_observations() -> None:
    found = over_seeds([0.2, 0.3, 0.4, 0.5, 0.6])
    # Five values: Student's t with four degrees of freedom is 2.776, and their deviation is 0.1581.
    assert (found.points, found.low, found.high) == pytest.approx((0.4, 0.4 - 0.1963, 0.4 + 0.1963), abs=1e-4)
    assert (over_seeds([0.4]).low, over_seeds([0.4]).high) == (0, 1)


def curve(learner: str, seed: int, *values: float) -> Curve:
    return Curve(learner, "tiny", 1, seed, 10, (0, 100), dict.fromkeys(OPPONENTS, values), 1.5)


def test_runs_are_read_as_they_were_written(tmp_path: Path) -> None:
    runs = tmp_path / "new" / "runs.jsonl"
    assert read(runs) == []
    wanted = [curve("ppo_gymnasium", 1, 0.1, 0.5), curve("ppo_gymnasium", 2, 0.2, 0.7)]
    for one in wanted:
        append(runs, one)
    assert read(runs) == wanted
    assert [(n, round(mean.points, 3)) for n, mean in together(wanted, "planner")] == [(0, 0.15), (100, 0.6)]


def test_the_page_and_its_plots_say_what_the_runs_say(tmp_path: Path) -> None:
    curves = [curve(name, seed, 0.1, 0.2 * seed) for name in LEARNERS for seed in (1, 2)]
    text = write_page(curves, tmp_path, "a machine").read_text("utf-8")
    assert text.count("30.0 % (0.0 to 100.0)") == len(LEARNERS) * len(OPPONENTS)
    assert "a machine" in text
    plot = ET.parse(tmp_path / "baselines" / "tiny.svg").getroot()
    assert len(plot.findall("{*}polyline")) == len(LEARNERS) * len(OPPONENTS)


def test_the_page_in_the_documents_is_that_of_the_runs_there(tmp_path: Path) -> None:
    machine = (DOCS / "baselines" / "machine.txt").read_text("utf-8").strip()
    written = write_page(read(DOCS / "baselines" / "runs.jsonl"), tmp_path, machine)
    assert written.read_text("utf-8") == (DOCS / "baselines.md").read_text("utf-8")
    for picture in (tmp_path / "baselines").iterdir():
        assert picture.read_text("utf-8") == (DOCS / "baselines" / picture.name).read_text("utf-8")


def test_a_learner_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["--learners", "alphazero", "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert "alphazero" in done.output
    assert "ppo_self_play" in done.output
