"""Whole games of editions that mix the switches: rules, views, records, bots and environments go together there too."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from perron import Game
from perron.bots import Clock, make_bot
from perron.editions import parse
from perron.env.aec_env import AECGame
from perron.env.gym_env import LearnerEnv
from perron.env.vector_env import VectorGame
from perron.outcome import REASONS
from perron.playtest.run import playtest
from perron.record import read_record, replay_record, verify_record, write_record
from perron.testing import check_bot
from tests.bots.players import sensible
from tests.golden import conservation
from tests.mixed_editions import MIXED, any_edition
from tests.views.playing import played

pytestmark = pytest.mark.sampled

every_mix = pytest.mark.parametrize("name", MIXED)


def test_they_are_mixes_that_no_built_in_edition_has() -> None:
    def switches(name: str) -> tuple[bool, bool, bool, bool]:
        one = any_edition(name)
        return one.goal > 0, one.open_tickets, one.swap_tickets, one.points

    assert {name: switches(name) for name in MIXED} == {
        "tiny_open": (False, True, False, True),
        "tiny_goal": (True, True, True, True),
        "tiny_secret": (False, False, True, False),
    }
    printed = {switches(name) for name in ("europe", "amsterdam", "berlin", "first_journey", "tiny", "tiny_race")}
    assert printed == {(False, False, False, True), (True, True, True, False)}


@every_mix
@pytest.mark.parametrize("seats", [2, 3])
def test_whole_games_keep_all_cards_pieces_and_tickets(name: str, seats: int) -> None:
    ends, laid_open = set(), 0
    for seed in range(12):
        for game in played(name, seats, seed):
            assert conservation.faults(game) == []
        assert game.outcome is not None
        ends.add(game.outcome.reason)
        laid_open += sum(len(player.completed) for player in game.view(None).players)
        for score in game.outcome.scores:
            assert score.total == sum(score.lines.values())
            assert list(score.lines) == [line.id for line in game.edition.score]
    assert (laid_open > 0) == game.edition.open_tickets
    assert ("goal" in ends) == (game.edition.goal > 0)
    assert ends <= set(REASONS.values())


@every_mix
def test_everybody_sees_what_lies_open_and_nobody_what_does_not(name: str) -> None:
    for game in played(name, 3, 5):
        public = [player.completed for player in game.view(None).players]
        for seat in range(3):
            view = game.view(seat)
            assert [player.completed for player in view.players] == public
            if not game.over:
                own = set(view.tickets or ()) | set(view.offered or ())
                told = str(view.to_dict() | {"players": None, "legal": None, "given_back": None, "tunnel": None})
                others = {
                    game.edition.tickets[i].id
                    for q in range(3)
                    if q != seat
                    for i in range(len(game.edition.tickets))
                    if int(game.state["tickets"][q][0]) >> i & 1
                }
                assert not any(f"'{ticket}'" in told for ticket in others - own)


@every_mix
def test_a_record_gives_back_the_same_game(name: str) -> None:
    *_, game = played(name, 2, 3)
    text = write_record(game)
    record = read_record(text, game.edition)
    again = replay_record(record)
    assert again.state.tobytes() == game.state.tobytes()
    assert write_record(again) == text
    assert verify_record(record).game.outcome == game.outcome


@every_mix
@pytest.mark.parametrize("spec", ["random", "greedy", "planner", "search:24it"])
def test_bots_play_by_the_rules_and_by_what_their_seat_knows(name: str, spec: str) -> None:
    decisions = check_bot(lambda seed: make_bot(spec, seed), editions=[any_edition(name)], seats=[2], games=6)
    assert decisions > 20


@every_mix
def test_games_of_the_planner_end_by_play_and_it_beats_chance(name: str) -> None:
    edition = any_edition(name)
    report = playtest(edition, "planner", 2, 6, jobs=1)
    assert report.faults == {}
    assert set(report.score_lines) == {line.id for line in edition.score}
    wins = 0.0
    for seed in range(40):
        game, bots = Game(edition, 2, seed=seed), [make_bot("planner", 1), make_bot("random", seed)]
        while game.to_move is not None:
            seat = game.to_move
            game.play(str(bots[(seat + seed) % 2].choose(game.view(seat), Clock())))
        assert game.outcome is not None
        wins += (seed % 2 in game.outcome.winners) / len(game.outcome.winners)
    assert wins > 24


@every_mix
def test_environments_play_it_and_show_what_the_view_shows(name: str) -> None:
    edition = any_edition(name)
    rng = np.random.default_rng(3)
    env = AECGame(edition, 3)
    for seed in range(3):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            if over:
                env.step(None)
                continue
            assert seen is not None
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    many = VectorGame(8, edition, 3, threads=1)
    many.reset(seed=1)
    words, ended = np.array([5], np.uint64), 0
    while ended < 20:
        _, _, over, cut, _ = many.step(many.choose_randomly(words))
        assert not cut.any()
        ended += int(over.sum())
    learner = LearnerEnv(edition, 2, opponents="greedy")
    seen, _ = learner.reset(seed=2)
    over = False
    while not over:
        seen, _, over, _, _ = learner.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))


def test_a_search_deals_open_tickets_as_they_can_lie() -> None:
    for game in sensible("tiny_open", 2, 4):
        if game.to_move is not None and len(game.moves) % 5 == 0:
            assert str(make_bot("search:16it", 3).choose(game.view(game.to_move), Clock())) in (
                game.view(game.to_move).legal or ()
            )


def test_any_setting_of_the_switches_can_be_played_to_its_end() -> None:
    """Every mix that the checker lets pass, made from the smallest board."""
    played_out = set()
    rng = Random(7)
    for name, text in ((name, make()) for name, make in MIXED.items()):
        for goal in ("0", "2"):
            changed = text.replace("goal = 0", f"goal = {goal}").replace("goal = 3", f"goal = {goal}")
            if goal != "0" and "open_tickets = false" in changed:
                continue
            game = Game(parse(changed), 3, seed=1)
            while not game.over:
                numbers = game.legal_numbers()
                game.play(int(numbers[rng.randrange(len(numbers))]))
                assert conservation.faults(game) == []
            played_out.add((name, goal))
    assert len(played_out) == 5
