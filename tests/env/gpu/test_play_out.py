"""Games on the GPU are the CPU's games: the same keys give the same states to the byte, and the same scores."""

import numpy as np
import pytest

from perron.bots.edition_weights import weights_for
from perron.bots.matches import GREEDY, play_match
from perron.bots.planner_memory import new_memories
from perron.editions import load
from perron.engine.chance import OFF, new_tape
from perron.engine.knowledge import new_knowledge
from perron.engine.play import play_random_games
from perron.engine.state import OVER, SCRATCH, SHEET, STATE
from perron.engine.tables import tables_of
from perron.env.gpu.device import SIMULATED
from perron.env.gpu.games import Games
from perron.keys import key_words, seed_key, simulation_key

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*Grid size"),  # Numba finds so few games too few for a GPU
    pytest.mark.sampled,
]

EVERY = [
    (edition, seats)
    for edition in ("europe", "amsterdam", "berlin", "first_journey", "tiny", "tiny_race")
    for seats in range(load(edition).players[0], load(edition).players[1] + 1)
]
GAMES = 9 if SIMULATED else 300  # more than a block has threads, and no multiple of it


def _same(sheets: np.ndarray, others: np.ndarray) -> bool:
    return all(np.array_equal(sheets[name], others[name]) for name in SHEET.names or ())


def _on_cpu(edition: str, seats: int, first: int, mode: int) -> tuple[np.ndarray, np.ndarray, int]:
    states, sheets = np.zeros(GAMES, STATE), np.zeros(GAMES, SHEET)
    decisions = play_random_games(
        tables_of(load(edition)),
        states,
        sheets,
        np.zeros(1, SCRATCH),
        key_words(seed_key("gpu")),
        first,
        seats,
        mode,
        new_tape(OFF),
        np.zeros(1, np.uint64),
    )
    return states, sheets, decisions


@pytest.mark.parametrize(("edition", "seats"), EVERY)
@pytest.mark.parametrize(("payments", "mode"), [("one", 0), ("all", 1)])
def test_random_games_are_the_cpu_s(edition: str, seats: int, payments: str, mode: int) -> None:
    games = Games(edition, seats, GAMES, seed="gpu", payments=payments)
    games.play_randomly(first=1000)
    states, sheets, decisions = _on_cpu(edition, seats, 1000, mode)
    assert games.read_states().tobytes() == states.tobytes()
    assert _same(games.read_sheets(), sheets)
    assert games.read_decisions().sum() == decisions


@pytest.mark.parametrize(("edition", "seats"), EVERY)
def test_games_dealt_first_and_finished_later_are_the_same(edition: str, seats: int) -> None:
    games = Games(edition, seats, GAMES, seed="gpu")
    games.deal(first=1000)
    keys = games.read_states()["key"].astype("<u4")
    assert [key.tobytes() for key in keys] == [simulation_key("gpu", 1000 + i) for i in range(GAMES)]
    games.finish(["random"] * seats)
    states, sheets, _ = _on_cpu(edition, seats, 1000, 0)
    assert games.read_states().tobytes() == states.tobytes()
    assert _same(games.read_sheets(), sheets)


@pytest.mark.parametrize("edition", ["europe", "amsterdam", "berlin", "first_journey", "tiny", "tiny_race"])
def test_greedy_games_are_the_cpu_s(edition: str) -> None:
    seats = load(edition).players[1]
    games = Games(edition, seats, GAMES, seed="gpu")
    games.deal()
    games.finish(["greedy"] * seats)
    # In a match every deal is played once a seat; between equal players that gives the same game each time.
    states, sheets = np.zeros(GAMES * seats, STATE), np.zeros(GAMES * seats, SHEET)
    play_match(
        tables_of(load(edition)),
        states,
        sheets,
        (new_memories(1), new_knowledge(1), np.zeros(1, SCRATCH), np.zeros(1, np.uint64)),
        key_words(seed_key("gpu")),
        0,
        np.full(seats, GREEDY, np.int64),
        np.array([weights_for(load(edition))] * seats),
        new_tape(OFF),
        np.zeros((seats, 16), np.int64),
    )
    assert games.read_states().tobytes() == states[::seats].tobytes()
    assert _same(games.read_sheets(), sheets[::seats])


def test_games_go_on_from_states_that_are_put_in_place() -> None:
    one, other = Games("tiny", 2, GAMES, seed=1), Games("tiny", 2, GAMES, seed=2)
    one.deal()
    other.write_states(one.read_states())
    one.finish(["greedy", "greedy"])
    other.finish(["greedy", "greedy"])
    assert (one.read_states()["phase"] == OVER).all()
    assert one.read_states().tobytes() == other.read_states().tobytes()


def test_seats_may_have_different_bots() -> None:
    games = Games("europe", 2, GAMES, seed=3)
    games.deal()
    games.finish(["greedy", "random"])
    totals = games.read_sheets()["total"][:, :2].astype(int)
    assert (totals[:, 0] > totals[:, 1]).mean() > 0.9
