"""Luck: every correction is zero on average, whatever came, and what is left has less noise."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray

from perron import Game
from perron.arena import Plan, Row, Task, run_arena
from perron.arena.luck import correction
from perron.arena.match import play_match
from perron.arena.outcomes import outcomes, unknown_places
from perron.arena.pool import play_in_pool
from perron.arena.report import report_page
from perron.arena.results import ResultsFile
from perron.editions import Edition, load
from perron.engine import actions, chance, entries
from perron.engine.state import STATE, TUNNEL_ANSWER
from perron.engine.tables import tables_of
from perron.env import openspiel
from perron.env.numbering import numbering_of
from perron.errors import PerronError
from perron.learned.judges import Judge, LeadJudge, NetworkJudge, judge_of
from perron.learned.networks import network_of
from tests.arena.plans import PLAYERS, plan, row, untimed
from tests.cli.command import Run, assert_refused

SURE = 4.5
"""Standard errors that a mean may be away from what it should be: a right one is once in 150,000 times."""


def state_of(game: bytes) -> np.ndarray:
    return np.frombuffer(bytearray(game), STATE)


def steps(edition: Edition, seats: int, seeds: range) -> Iterator[tuple[bytes, int, bytes]]:
    """Actions of random games: the game before, the action, the game after."""
    for seed in seeds:
        game, rng = Game(edition, seats, seed=seed), random.Random(seed)
        while not game.over:
            before = game.state.tobytes()
            number = rng.choice(game.legal_numbers("one").tolist())
            game.play(number)
            yield before, number, game.state.tobytes()


def shuffled(game: bytes, rng: random.Random) -> bytes:
    """The same game with other tickets on top of the pile and other cards to come, as far as nobody can know."""
    states = state_of(game)
    places = unknown_places(game)
    tickets = states[0]["ticket_pile"][places].tolist()
    rng.shuffle(tickets)
    states[0]["ticket_pile"][places] = tickets
    states[0]["key"] = [rng.getrandbits(32) for _ in range(8)]
    states[0]["counter"], states[0]["word"] = 0, 16
    return states.tobytes()


def played(edition: Edition, before: bytes, action: int) -> bytes:
    """The game after an action, with the engine's own chance."""
    states = state_of(before)
    entries.play_legal(tables_of(edition), states, 0, action, chance.new_tape(chance.OFF))
    return states.tobytes()


def value(judge: Judge, games: list[bytes]) -> NDArray[np.float64]:
    states = np.frombuffer(b"".join(games), STATE)
    return judge.chances(states, range(int(states[0]["seats"])))


# every correction has mean zero


def leaves(state: Any, likely: float) -> Iterator[tuple[bytes, float]]:
    """Where chance can lead to from here, as OpenSpiel tells it."""
    if not state.is_chance_node():
        yield state.states().tobytes(), likely
        return
    for answer, p in state.chance_outcomes():
        yield from leaves(state.child(answer), likely * p)


def decisions(state: Any, seen: set[bytes]) -> Iterator[Any]:
    """Every position of a game, each once."""
    if state.is_chance_node():
        for answer, _ in state.chance_outcomes():
            yield from decisions(state.child(answer), seen)
    elif not state.is_terminal() and (whole := state.states().tobytes()) not in seen:
        seen.add(whole)
        yield state
        for action in state.legal_actions():
            yield from decisions(state.child(action), seen)


class Arbitrary:
    """A value function that is no good at all, but a fixed function of the game."""

    name = "arbitrary"

    def chances(self, states: np.ndarray, viewers: Sequence[int]) -> NDArray[np.float64]:
        first = np.array([blake2b(one["hand"].tobytes() + one["pile"].tobytes()).digest()[0] / 255 for one in states])
        return np.column_stack([first, 1 - first])


@pytest.mark.parametrize(("judge", "least"), [(judge_of(load("micro")), 6), (Arbitrary(), 30)])
def test_every_correction_of_every_position_of_micro_has_mean_zero(judge: Judge, least: int) -> None:
    edition, rng = load("micro"), random.Random(0)
    numbering = numbering_of(edition)
    positions = corrected = 0
    for state in decisions(pyspiel.load_game(openspiel.name_of("micro")).new_initial_state(), set()):
        positions += 1
        before = state.states().tobytes()
        for action in state.legal_actions():
            number = numbering.decode(action, state.states())
            could = list(leaves(state.child(action), 1.0))
            luck = np.array([correction(edition, judge, before, number, after, rng) for after, _ in could])
            assert np.abs(np.array([p for _, p in could]) @ luck).max() < 1e-12
            corrected += len(could) > 1 and bool(np.abs(luck).max() > 1e-6)
    assert positions > 300
    assert corrected >= least


def kinds_of_chance(edition: Edition, seats: int, each: int) -> list[tuple[bytes, int]]:
    """Positions and actions that chance answers, a few of every kind, cards by the dozen among them."""
    found: dict[tuple[int, bool], list[tuple[bytes, int]]] = {}
    for before, action, _ in steps(edition, seats, range(30)):
        n = len(outcomes(tables_of(edition), before, action, random.Random(0)))
        same = found.setdefault((action >> 16, n > 10), [])
        if n > 1 and len(same) < each:
            same.append((before, action))
    return [one for same in found.values() for one in same]


@pytest.mark.parametrize(("name", "seats"), [("tiny", 3), ("tiny_race", 2), ("amsterdam", 2)])
def test_corrections_have_mean_zero_when_the_engine_draws_again_and_again(name: str, seats: int) -> None:
    edition = load(name)
    judge, rng = judge_of(edition), random.Random(name)
    cases = kinds_of_chance(edition, seats, 2)
    assert len({action >> 16 for _, action in cases}) >= 2
    for before, action in cases:
        luck = np.array(
            [
                correction(edition, judge, before, action, played(edition, shuffled(before, rng), action), rng)
                for _ in range(120)
            ]
        )
        assert np.abs(luck.sum(axis=1)).max() < 1e-9  # what one wins the others lose
        assert np.all(np.abs(luck.mean(axis=0)) <= SURE * luck.std(axis=0, ddof=1) / np.sqrt(len(luck)) + 1e-9)


def test_a_card_is_as_likely_as_there_are_many_of_its_kind() -> None:
    edition, found = load("europe"), 0
    for before, action, _ in steps(edition, 2, range(3)):
        was = state_of(before)[0]
        seat, size = was["to_move"], int(was["pile_size"])
        if action >> 16 == actions.DRAW_BLIND and size > 0:
            could = outcomes(tables_of(edition), before, action, random.Random(0))
            assert len(could) == np.count_nonzero(was["pile"])
            for after, likely in could.items():
                (kind,) = np.flatnonzero(state_of(after)[0]["hand"][seat] - was["hand"][seat])
                assert likely == pytest.approx(int(was["pile"][kind]) / size)
            found += 1
    assert found > 20


def test_sampled_means_are_right_on_average() -> None:
    edition = load("tiny")
    judge, tables = judge_of(edition), tables_of(edition)
    draws = [
        (before, action) for before, action, _ in steps(edition, 2, range(40)) if action >> 16 == actions.DRAW_TICKETS
    ]
    before, action = max(draws, key=lambda one: len(unknown_places(one[0])))
    places, whole = unknown_places(before), []
    for order in permutations(state_of(before)[0]["ticket_pile"][places].tolist()):
        other = state_of(before)
        other[0]["ticket_pile"][places] = order
        whole.append(played(edition, other.tobytes(), action))
    assert len(set(whole)) > 2
    exact = value(judge, whole).mean(axis=0)
    means = []
    for seed in range(300):
        could = outcomes(tables, before, action, random.Random(seed), samples=2)
        means.append(np.array(list(could.values())) @ value(judge, list(could)))
    found = np.array(means)
    assert np.all(np.abs(found.mean(axis=0) - exact) <= SURE * found.std(axis=0) / np.sqrt(len(found)) + 1e-9)


@pytest.mark.parametrize("name", ["tiny", "tiny_race", "amsterdam", "europe"])
def test_what_could_have_come_does_not_depend_on_what_came(name: str) -> None:
    edition, rng = load(name), random.Random(name)
    judge, answered = judge_of(edition), 0
    for before, action, _ in list(steps(edition, 2, range(10)))[::5]:
        means = []
        for game in (before, shuffled(before, rng)):
            could = outcomes(tables_of(edition), game, action, random.Random(5))
            assert sum(could.values()) == pytest.approx(1)
            means.append(np.array(list(could.values())) @ value(judge, list(could)))
        assert np.allclose(means[0], means[1], rtol=0, atol=1e-12)
        answered += len(could) > 1
    assert answered > 5


# the value function


@pytest.mark.parametrize(
    ("name", "seats"), [("micro", 2), ("tiny", 3), ("tiny_race", 2), ("amsterdam", 4), ("europe", 2)]
)
def test_the_order_of_a_pile_plays_no_part_in_a_value(name: str, seats: int) -> None:
    edition, rng = load(name), random.Random(name)
    judge, fresh = judge_of(edition), _fresh(edition)
    games = [after for _, _, after in steps(edition, seats, range(3))]
    values = value(judge, games)
    assert np.allclose(values.sum(axis=1), 1)
    assert values.min() >= 0
    assert np.array_equal(value(judge, [shuffled(game, rng) for game in games]), values)
    assert np.array_equal(value(fresh, games[::-1])[::-1], values)  # nothing stays behind from the game before
    assert np.ptp(values[:, 0]) > 0


def _fresh(edition: Edition) -> Judge:
    network = network_of(edition)
    return LeadJudge(edition) if network is None else NetworkJudge(network)


def test_a_game_that_is_over_is_worth_its_result() -> None:
    for name in ("tiny", "europe"):
        game, rng = Game(name, 2, seed=1), random.Random(1)
        while not game.over:
            game.play(rng.choice(game.legal_numbers("one").tolist()))
        assert game.outcome is not None
        shares = [1 / len(game.outcome.winners) if seat in game.outcome.winners else 0.0 for seat in range(2)]
        assert value(judge_of(game.edition), [game.state.tobytes()])[0].tolist() == shares


def test_a_tunnel_that_waits_is_worth_what_it_is_once_it_is_paid() -> None:
    edition = load("europe")
    judge = judge_of(edition)
    games = [after for _, _, after in steps(edition, 2, range(40))]
    waiting = [game for game in games if state_of(game)[0]["phase"] == TUNNEL_ANSWER]
    assert waiting
    for game in waiting:
        legal = np.zeros(64, np.int64)
        entries.legal_into(tables_of(edition), state_of(game), 0, actions.ONE, legal)
        assert np.array_equal(value(judge, [game]), value(judge, [played(edition, game, int(legal[0]))]))


# matches


def test_the_deal_brings_no_bot_anything_over_its_rotations() -> None:
    for bots, seats in ((("a", "b"), 2), (("a", "b"), 3), (("a", "a", "b", "b"), 4), (("a", "b", "c"), 5)):
        for deal, tasks in zip(range(12), Plan.make("europe", bots, seats=seats).deals(), strict=False):
            for bot in bots:
                sat = [sum(task.bots[seat] == bot for task in tasks) for seat in range(seats)]
                assert len(set(sat)) == 1, deal


def test_adjusted_and_plain_agree_over_many_micro_games() -> None:
    told = plan("random", "seeded", edition="micro", luck=True)
    rows = [play_match(told, task) for task in told.tasks(600)]
    luck = np.array([one.luck for one in rows])
    assert np.abs(luck.sum(axis=1)).max() < 1e-5
    assert luck.std() > 0
    assert abs(luck[:, 0].mean()) <= SURE * luck[:, 0].std() / np.sqrt(len(luck))


def test_less_noise_is_left_on_amsterdam() -> None:
    told = Plan.make("amsterdam", ("planner",), luck=True)
    rows = [play_match(told, task) for task in told.tasks(80)]
    plain, adjusted = np.array([one.wins for one in rows])[:, 0], np.array([one.adjusted for one in rows])[:, 0]
    assert adjusted.std() < 0.97 * plain.std()
    assert abs((adjusted - plain).mean()) <= SURE * (adjusted - plain).std() / np.sqrt(len(rows))


def test_bots_that_play_alike_have_the_same_luck_over_a_deal() -> None:
    told = plan("first", "first:too", luck=True)
    for deal in range(4):
        one, two = (play_match(told, task) for task in told.tasks(8)[2 * deal : 2 * deal + 2])
        assert one.bots == two.bots[::-1]
        assert one.luck == two.luck


def test_games_are_the_same_with_luck_and_without() -> None:
    for told in (plan("seeded", "raiser", seats=2), plan("seeded", "claimer", edition="tiny_race")):
        counted = Plan.make(told.edition, told.bots, load=told.load, luck=True)
        for task in told.tasks(6):
            with_luck = play_match(counted, task)
            assert with_luck.luck is not None
            assert untimed([replace(with_luck, luck=None)]) == untimed([play_match(told, task)])


def test_luck_does_not_depend_on_processes() -> None:
    told = plan("seeded", "claimer", luck=True)
    tasks = told.tasks(8)
    assert untimed(play_in_pool(told, tasks, 2)) == untimed(play_match(told, task) for task in tasks)


def test_a_machine_with_another_judge_plays_no_game() -> None:
    told = replace(plan("first", "claimer", luck=True), luck="network 00000000")
    with pytest.raises(
        PerronError, match="luck is measured with network 00000000 in this tournament, but here with lead"
    ):
        play_match(told, Task(0, 0, ("first", "claimer")))


# results


@pytest.mark.usefixtures("here")
def test_a_resumed_run_has_the_same_luck(tmp_path: Path) -> None:
    told = plan("seeded", "claimer", luck=True)
    run_arena(told, 4, out=tmp_path / "parts.jsonl")
    parts = run_arena(told, 12, out=tmp_path / "parts.jsonl")
    whole = run_arena(told, 12)
    assert parts.resumed == 4
    assert untimed(parts.rows) == untimed(whole.rows)
    assert [bot.adjusted for bot in parts.standing.bots] == [bot.adjusted for bot in whole.standing.bots]


def test_a_row_keeps_its_luck_and_older_rows_have_none() -> None:
    plain = row(0, ("a", "b"), (1, 2))
    assert "luck" not in plain.as_json()
    assert Row.from_json(json.loads(json.dumps(plain.as_json()))) == plain
    assert plain.adjusted is None
    lucky = replace(plain, luck=(0.25, -0.25))
    assert Row.from_json(json.loads(json.dumps(lucky.as_json()))) == lucky
    assert lucky.adjusted == (0.75, 0.25)
    for wrong in ([0.5], ["much", "little"], 1):
        with pytest.raises(PerronError, match="not a game of an arena"):
            Row.from_json({**plain.as_json(), "luck": wrong})


def test_a_file_from_before_there_was_luck_goes_on(tmp_path: Path) -> None:
    path, told = tmp_path / "r.jsonl", plan("first", "claimer")
    header = {name: found for name, found in told.header().items() if name != "luck"}
    played_before = row(0, ("first", "claimer"), (1, 2))
    path.write_text(f"{json.dumps(header)}\n{json.dumps(played_before.as_json())}\n")
    with ResultsFile(path, told) as file:
        assert file.rows == [played_before]
    with pytest.raises(PerronError, match=re.escape('its luck is null, not "lead 1"')):
        ResultsFile(path, plan("first", "claimer", luck=True))


FLAGS = ("arena", "--edition", "tiny", "--load", PLAYERS, "--bots", "seeded,claimer", "--games", "12", "--jobs", "1")


@pytest.mark.usefixtures("here")
def test_both_win_rates_are_reported(run: Run, tmp_path: Path) -> None:
    found = json.loads(run(*FLAGS, "--luck", "--json", "--report", str(tmp_path / "page.html")).out)
    assert found["luck"] == "lead 1"
    for bot in found["bots"]:
        low, high = bot["adjusted_win_rate_interval"]
        assert low <= bot["adjusted_win_rate"] <= high
        assert bot["adjusted_win_rate"] != bot["win_rate"]
    assert sum(bot["adjusted_win_rate"] for bot in found["bots"]) == pytest.approx(1, abs=1e-5)
    page = (tmp_path / "page.html").read_text()
    assert "without luck" in page
    assert "measured with: lead 1" in page
    table = run(*FLAGS, "--luck").out
    assert max(map(len, table.splitlines())) <= 80
    for bot in found["bots"]:
        assert re.search(rf"^{bot['bot']} +{100 * bot['adjusted_win_rate']:.1f} ", table, re.MULTILINE)
    assert "luck measured with lead 1" in table


@pytest.mark.usefixtures("here")
def test_without_the_flag_nothing_is_said_of_luck(run: Run) -> None:
    found = json.loads(run(*FLAGS, "--json").out)
    assert found["luck"] is None
    assert all(bot["adjusted_win_rate"] is bot["adjusted_win_rate_interval"] is None for bot in found["bots"])
    assert "luck" not in run(*FLAGS).out
    assert "without luck" not in report_page(run_arena(plan("seeded", "claimer"), 2))


@pytest.mark.usefixtures("here")
def test_what_luck_cannot_be_measured_of_is_refused(run: Run, tmp_path: Path) -> None:
    assert_refused(run(*FLAGS, "--luck", "much"), "much")
    assert_refused(run(*FLAGS, "--luck", "--edition", "utrecht"), "utrecht")
    path = tmp_path / "games.jsonl"
    assert run(*FLAGS, "--out", str(path)).code == 0
    before = path.read_bytes()
    assert_refused(run(*FLAGS, "--luck", "--out", str(path)), "another tournament", "luck")
    assert path.read_bytes() == before
