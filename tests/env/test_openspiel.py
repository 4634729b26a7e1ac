"""OpenSpiel's own checks and algorithms run on every edition, and its games are ours, move by move."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

from perron import Game, PerronError
from perron.editions import load
from perron.engine import chance, entries
from perron.engine.state import CHANCE_FIELDS
from perron.env.numbering import numbering_of
from perron.env.openspiel import PerronState, name_of
from tests.env.test_resample import far_off
from tests.views.playing import TABLES

pytestmark = pytest.mark.sampled


def loaded(name: str, seats: int = 2, **more: str) -> Any:
    return pyspiel.load_game(name_of(name), {"players": seats, **more})


def play_out(state: Any, rng: Random, until: Any = lambda state: False) -> Any:
    """Go on at random until the game is over, or something holds."""
    while not state.is_terminal() and not until(state):
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_its_random_simulation_finds_no_fault_serialisation_included(name: str, seats: int) -> None:
    pyspiel.random_sim_test(loaded(name, seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("more", [{"payments": "all"}, {"reward": "rank"}, {"reward": "score"}])
@pytest.mark.parametrize("name", ["tiny", "tiny_race"])
def test_its_random_simulation_finds_no_fault_with_other_parameters(name: str, more: dict[str, str]) -> None:
    pyspiel.random_sim_test(loaded(name, 3, **more), num_sims=2, serialize=True, verbose=False)


def follow(game: Game, state: Any) -> None:
    """Lead a state through a game that was played, chance giving the same answers."""
    numbering = numbering_of(game.edition, "all")

    def answer(answers: tuple[int, ...]) -> None:
        for one in answers:
            assert state.is_chance_node()
            assert dict(state.chance_outcomes())[one] > 0
            state.apply_action(one)

    answer(game.deal)
    for move in game.moves:
        assert state.current_player() == move.seat
        action = numbering.encode(move.number)
        assert state.action_to_string(action) == str(move.action)
        state.apply_action(action)
        answer(move.answers)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_that_was_played_is_the_same_game_there(name: str, seats: int) -> None:
    game, rng = Game(name, seats, seed=8), Random(8)
    while not game.over:
        game.play(int(rng.choice(game.legal_numbers())))
    state = loaded(name, seats, payments="all").new_initial_state()
    follow(game, state)
    assert state.is_terminal()
    ours, theirs = game.state, state.states()[0]
    assert [
        field for field in ours.dtype.names if field not in CHANCE_FIELDS and (ours[field] != theirs[field]).any()
    ] == []
    outcome = game.outcome
    assert outcome is not None
    best = max(state.returns())
    assert tuple(seat for seat, value in enumerate(state.returns()) if value == best) == outcome.winners
    assert abs(sum(state.returns())) < 1e-9


def first_answers(state: PerronState, action: int, n: int) -> Counter[Any]:
    """What the engine's own chance answers first after an action, in that many games with different keys."""
    found: Counter[Any] = Counter()
    number = numbering_of(state.edition, "one").decode(action, state.states())
    for seed in range(n):
        states = state.states()
        states["key"], states["word"] = Random(seed).getrandbits(32), 16
        tape = chance.new_tape(chance.LOG, 100)
        entries.play_legal(Game(state.edition, 2, seed=0)._tables, states, 0, number, tape)
        found[int(tape[chance.ANSWERS])] += 1
    return found


@pytest.mark.parametrize("empty", [False, True])
def test_outcomes_are_as_likely_as_the_pile_makes_them(empty: bool) -> None:
    """Also where the pile is empty and the discards, with what has just been paid, become the pile."""

    def asks(state: Any) -> bool:
        if state.is_chance_node() or bool(state.states()[0]["pile_size"]) == empty:
            return False
        return any("claim" in state.action_to_string(action) for action in state.legal_actions())

    checked = 0
    for seed in range(60):
        state = play_out(loaded("tiny").new_initial_state(), Random(seed), asks)
        for action in [] if state.is_terminal() else state.legal_actions():
            after = state.child(action)
            if after.is_chance_node() and len(after.chance_outcomes()) > 1 and checked < 12:
                checked += 1
                weights = Counter({answer: round(p * 27720) for answer, p in after.chance_outcomes()})
                assert far_off(first_answers(state, action, 600), Counter(weights)) < 4
    assert checked == 12


@pytest.mark.parametrize(("name", "seats"), [("tiny", 3), ("tiny_race", 2), ("europe", 2)])
def test_what_a_seat_is_told_depends_on_nothing_that_is_hidden_from_it(name: str, seats: int) -> None:
    rng, game = Random(5), loaded(name, seats)
    state = game.new_initial_state()
    while not play_out(state, rng, lambda state: not state.is_chance_node()).is_terminal():
        for seat in range(seats):
            other = state.resample_from_infostate(seat, rng.random)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        for _ in range(8):
            if not play_out(state, rng, lambda state: not state.is_chance_node()).is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))


def test_an_information_state_remembers_what_an_observation_forgets() -> None:
    def is_first_turn(state: Any) -> bool:
        return not state.is_chance_node() and "draw blind" in map(state.action_to_string, state.legal_actions())

    start = play_out(loaded("tiny").new_initial_state(), Random(2), is_first_turn)

    def drawn(*kinds: str) -> Any:
        state = start.clone()
        for kind in kinds:
            state.apply_action(state.string_to_action("draw blind"))
            state.apply_action(state.string_to_action(f"card {kind}"))
        return state

    one, two = drawn("red", "blue"), drawn("blue", "red")
    assert one.observation_string(0) == two.observation_string(0)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) == two.information_state_string(1)


def test_observations_are_numbers_from_nought_to_one_in_named_parts() -> None:
    game = loaded("tiny", 3)
    state = play_out(game.new_initial_state(), Random(3), lambda state: state.move_number() > 60)
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert 0 <= observer.tensor.min() < observer.tensor.max() <= 1
    assert np.array_equal(np.concatenate([part.ravel() for part in observer.dict.values()]), observer.tensor)
    assert state.observation_tensor(1) == observer.tensor.tolist()
    assert game.observation_tensor_size() == observer.tensor.size


def observers(game: Any) -> tuple[Any, Any, Any]:
    """All that a seat sees, the public half, and its own."""
    none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    public = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=none)
    own = pyspiel.IIGObservationType(perfect_recall=False, public_info=False, private_info=single)
    return make_observation(game), make_observation(game, public), make_observation(game, own)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_is_public_is_the_same_for_everybody_and_what_is_own_is_the_rest(name: str, seats: int) -> None:
    game, rng = loaded(name, seats), Random(6)
    whole, public, own = observers(game)
    assert set(public.dict) | set(own.dict) == set(whole.dict)
    assert not set(public.dict) & set(own.dict)
    state, checked = game.new_initial_state(), 0
    while not state.is_terminal():
        play_out(state, rng, lambda state: not state.is_chance_node())
        seen = []
        for seat in range(seats):
            for observation in (whole, public, own):
                observation.set_from(state, seat)
            seen.append((public.tensor.tolist(), public.string_from(state, seat)))
            assert all(np.array_equal(own.dict[part], whole.dict[part]) for part in own.dict)
            if seat == 0:
                assert all(np.array_equal(public.dict[part], whole.dict[part]) for part in public.dict)
            told = json.loads(whole.string_from(state, seat))
            assert json.loads(own.string_from(state, seat)).items() <= told.items()
        assert all(each == seen[0] for each in seen)
        if not state.is_terminal():
            # Nothing that is a seat's own is in the public half: dealt again for another, it stays what it is.
            other = state.resample_from_infostate(rng.randrange(seats), rng.random)
            public.set_from(other, 0)
            assert (public.tensor.tolist(), public.string_from(other, 0)) == seen[0]
            state.apply_action(rng.choice(state.legal_actions()))
        checked += 1
        until = state.move_number() + (0 if name in ("micro", "tiny", "tiny_race") else 12)  # long games go on alike
        play_out(state, rng, lambda state, until=until: state.move_number() >= until)
    assert checked > 4


@pytest.mark.parametrize(
    "name", ["micro", "tiny_race", *(pytest.param(one, marks=pytest.mark.exhaustive) for one in ("tiny", "europe"))]
)
def test_its_playthrough_writes_a_game_down(name: str) -> None:
    # It takes a second to load, which every process of a run would wait for.
    from open_spiel.python.algorithms.generate_playthrough import playthrough  # noqa: PLC0415

    text = playthrough(name_of(name), None, seed=3)
    assert 'PublicObservationString() = "' in text
    assert 'PrivateObservationString(0) = "' in text
    assert "IsTerminal() = True" in text
    assert playthrough(name_of(name), None, seed=3) == text


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ({"private_info": pyspiel.PrivateInfoType.ALL_PLAYERS}, "several seats"),
        ({"public_info": False, "private_info": pyspiel.PrivateInfoType.NONE}, "or both"),
        ({"private_info": pyspiel.PrivateInfoType.NONE, "perfect_recall": True}, "together"),
    ],
)
def test_an_observation_that_there_is_not_is_refused(kind: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        loaded("tiny").make_py_observer(pyspiel.IIGObservationType(**{"perfect_recall": False, **kind}))


def test_a_state_survives_pickling_and_its_text_names_the_game() -> None:
    game = loaded("tiny", 3, reward="score")
    for moves in (0, 5, 30, 45):
        state = play_out(game.new_initial_state(), Random(moves), lambda state, n=moves: state.move_number() >= n)
        again = pickle.loads(pickle.dumps(state))
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert again.get_game().get_parameters() == game.get_parameters()
        assert str(play_out(again, Random(1))) == str(play_out(state, Random(1)))


def test_an_action_that_is_not_legal_is_refused() -> None:
    state = play_out(loaded("tiny").new_initial_state(), Random(2), lambda state: not state.is_chance_node())
    before = str(state)
    illegal = next(action for action in range(state.num_distinct_actions()) if action not in state.legal_actions())
    with pytest.raises(Exception, match="not legal"):
        state.apply_action(illegal)
    assert str(state) == before


@pytest.mark.parametrize("name", [name for name, _ in sorted(set(TABLES))])
def test_every_edition_is_registered_under_its_name(name: str) -> None:
    game = pyspiel.load_game(name_of(name))
    assert game.num_players() == load(name).players[0]
    assert game.get_type().short_name in pyspiel.registered_names()


def test_python_ends_well_with_games_registered_and_states_alive() -> None:
    """OpenSpiel's registry is taken down after Python itself."""
    script = (
        "import pyspiel, perron.env.openspiel; game = pyspiel.load_game('perron_tiny'); "
        "state = game.new_initial_state(); state.apply_action(0); held = [game, state, state.clone()]"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_game_that_waits_for_chance_is_not_dealt_anew() -> None:
    with pytest.raises(PerronError, match="waits for chance"):
        loaded("tiny").new_initial_state().resample_from_infostate(0, Random(1).random)


def test_information_set_search_plays_a_game() -> None:
    """Its determinisation is ours."""
    game = loaded("tiny_race")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 8, random_state=np.random.RandomState(2))
    state, rng = game.new_initial_state(), Random(4)
    for _ in range(4):
        play_out(state, rng, lambda state: not state.is_chance_node())
        state.apply_action(bot.step(state))
    assert sum(item.player >= 0 for item in state.full_history()) == 4


def test_counterfactual_regret_is_sampled_on_a_game() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(loaded("tiny_race"))
    for _ in range(3):
        solver.iteration()
    state = play_out(loaded("tiny_race").new_initial_state(), Random(1), lambda state: not state.is_chance_node())
    chances = solver.average_policy().action_probabilities(state)
    assert set(chances) == set(state.legal_actions())
