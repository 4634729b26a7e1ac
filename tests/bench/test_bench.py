"""The benchmarks measure what they say; how fast it is, no test asks."""

import gc
import io
import json
import random
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console

from benchmarks.__main__ import missing
from benchmarks.env_rivals import RIVALS, env_rivals
from benchmarks.rival import rival
from perron.bench.bots import PLAY_OUTS, Searcher, bots, middle_game
from perron.bench.calls import REPLAYED, calls, random_game
from perron.bench.clock import Measurement, per_call, summed_up
from perron.bench.environments import environments, prepared
from perron.bench.machine import cores, describe
from perron.bench.random_play import EDITIONS, Player, random_play
from perron.bench.report import Report
from perron.editions import load, names

pytestmark = pytest.mark.xdist_group("bench")  # what is compiled is loaded once then


@pytest.fixture(scope="module", autouse=True)
def _little_garbage() -> None:
    """Garbage is collected before every run that is measured: what was loaded before need not be walked through."""
    gc.collect()
    gc.freeze()


def test_a_measurement_is_the_median_and_its_spread_the_distance_of_the_ends() -> None:
    one = summed_up("group", "name", "µs", [4.0, 1.0, 2.0])
    assert (one.median, one.lowest, one.highest, one.runs) == (2.0, 1.0, 4.0, 3)
    assert one.spread == 1.5


def test_a_run_makes_the_calls_it_is_divided_by() -> None:
    made = []
    values = per_call(lambda: made.append(1), calls=1, runs=3, least=0.0)
    assert len(values) == 3
    assert len(made) == 2 + 3, "one to warm up, one to see how long it takes, one a run"
    assert all(value > 0 for value in values)


class NotingPlayer(Player):
    """Notes the numbers of the games it plays."""

    def __init__(self, edition: str, seats: int, payments: str) -> None:
        super().__init__(edition, seats, payments)
        self.noted: list[int] = []

    def batch(self, games: int, first: int) -> int:
        self.noted += range(first, first + games)
        return super().batch(games, first)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_every_thread_plays_games_of_its_own(threads: int) -> None:
    player = NotingPlayer("tiny", 2, "all")
    for _ in range(2):
        player.run(5, threads)
    assert sorted(player.noted) == list(range(10 * threads))


def test_the_same_games_take_the_same_decisions() -> None:
    player = Player("europe", 3, "one")
    assert player.batch(20, 7) == player.batch(20, 7)
    assert player.batch(20, 7) == sum(player.batch(1, 7 + i) for i in range(20))


def test_random_play_covers_every_edition_at_every_number_of_seats() -> None:
    measured = list(random_play(1, 0.001))
    expected = {
        f"{edition}, {seats} seats{payments}"
        for edition in EDITIONS
        for seats in range(load(edition).players[0], load(edition).players[1] + 1)
        for payments in ([""] if edition != "europe" else ["", ", every payment"])
    }
    assert {one.name for one in measured} == expected
    assert {one.unit for one in measured} == {"decisions/s", "games/s"}
    assert len(measured) == 2 * len({1, cores()}) * len(expected)


def test_all_editions_but_the_tiny_ones_are_measured() -> None:
    assert set(EDITIONS) == set(names()) - {"micro", "tiny", "tiny_race"}


def test_single_calls_are_measured_on_a_whole_game() -> None:
    measured = list(calls(1, 0.0))
    assert {one.group for one in measured} == {"engine, from Python", "Game"}
    assert all(one.unit == "µs" and one.median > 0 for one in measured)
    wanted = (
        "copy",
        "list legal actions",
        "apply",
        f"check {REPLAYED} ints",
        "view",
        "read a record",
        "verify a record",
    )
    for word in wanted:
        assert any(word in one.name for one in measured), word


def test_the_bots_are_measured_in_europe() -> None:
    measured = {one.name: one.unit for one in bots(1, 0.001)}
    assert measured == {
        "planner, europe, 2 seats": "decisions/s",
        "planner, europe, 4 seats": "decisions/s",
        "greedy, a decision, europe, 2 seats": "µs",
        "greedy, a decision, europe, 4 seats": "µs",
        "search, mid-game position of europe, 4 seats": "play-outs/s",
        "learned, europe, 2 seats, batches of 64": "decisions/s",
        "learned, a decision, europe, 2 seats": "µs",
    }


def test_the_search_is_measured_in_the_middle_of_a_game() -> None:
    game = middle_game(4)
    assert (game.edition.id, game.seats, game.over) == ("europe", 4, False)
    assert game.view(game.to_move).phase == "turn"
    owned = sum(len(player.routes) for player in game.view().players)
    assert owned >= 8
    assert 1 < Searcher(4).search() <= PLAY_OUTS + 64


def test_the_game_measured_is_the_same_every_time() -> None:
    assert random_game(3).state_hash() == random_game(3).state_hash()
    assert random_game(3).over


def test_the_report_says_what_it_was_measured_on() -> None:
    assert {"perron", "date", "processor", "cores", "Python", "NumPy", "Numba"} <= set(describe())
    assert describe()["NumPy"] == np.__version__


def test_a_report_reads_the_same_as_table_and_as_json() -> None:
    report = Report(
        {"processor": "an abacus"},
        [
            Measurement("beads", "pushed", "beads/s", 1_234_567.0, 1_000_000.0, 1_300_000.0, 5),
            Measurement("beads", "carried", "s", 0.25, 0.25, 0.25, 1),
        ],
        ["a slide rule"],
    )
    read = json.loads(report.to_json())
    assert read["machine"] == {"processor": "an abacus"}
    assert read["missing"] == ["a slide rule"]
    assert [one["median"] for one in read["measurements"]] == [1_234_567.0, 0.25]
    assert read["measurements"][0]["spread"] == pytest.approx(0.243, abs=1e-4)
    text = io.StringIO()
    report.show(Console(file=text, width=80))
    for word in (
        "an abacus",
        "beads",
        "pushed",
        "1.23 M",
        "24 %",
        "carried",
        "0.25",
        "–",
        "not measured: a slide rule",
    ):
        assert word in text.getvalue()


@pytest.mark.parametrize(("load", "said"), [("0.10", False), ("2.70", True)])
def test_a_report_says_when_the_machine_was_busy(load: str, said: bool) -> None:
    text = io.StringIO()
    Report({"load before": load}, []).show(Console(file=text, width=120))
    assert ("Other programs were busy" in text.getvalue()) is said


def test_the_comparison_is_made_where_the_other_engine_is_installed() -> None:
    before = random.getstate()
    units = [one.unit for one in rival(1, 0.001)]
    assert units == (["decisions/s", "decisions/s", "times"] if find_spec("catanatron") else [])
    assert random.getstate() == before, "the other engine's seeds do not reach the caller's random numbers"


def test_a_run_of_an_environment_counts_the_decisions_it_is_told_of() -> None:
    asked: list[int] = []
    run = prepared(lambda n: asked.append(n) or 7 * n, 0.0)  # type: ignore[func-returns-value]
    assert asked == [10, 10], "one to warm up, one to see how long it takes"
    assert run() > 0
    assert asked == [10, 10, 1]


def test_the_environments_are_measured_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perron.bench.environments.GAMES", 64)
    # PettingZoo's own benchmark plays for five seconds, here of a clock that goes on by one each time it is read.
    theirs = import_module(import_module("pettingzoo.test").performance_benchmark.__module__)
    monkeypatch.setattr(theirs, "time", SimpleNamespace(time=count(1.0).__next__))
    measured = [one.name for one in environments(1, 0.0)]
    assert measured[:4] == [
        "PettingZoo (AEC), 1 core",
        "PettingZoo's own benchmark, 1 core",
        "Gymnasium, learner's, against random, 1 core",
        "Gymnasium, learner's, against planner, 1 core",
    ]
    assert "vector of 64, 1 core" in measured
    assert "vector of 64, with copies : without, 1 core" in measured
    assert measured[-2:] == ["the first, which draws all parts", "a further one"]
    assert len(measured) == 4 + 4 * len({1, cores()}) + 2


def test_other_libraries_environments_stand_beside_ours_where_they_are_installed() -> None:
    there = [rival.name for rival in RIVALS if find_spec(rival.module)]
    found = list(env_rivals(1, 0.0))
    assert [one.unit for one in found] == ["decisions/s", "decisions/s", "times"] * len(there)
    assert [one.group.split()[2] for one in found[::3]] == there
    assert {rival.name for rival in RIVALS} - set(there) == set(missing()) & {rival.name for rival in RIVALS}
