"""A game ends when the rules say so, for the reason they say, and always."""

from __future__ import annotations

import numpy as np
import pytest

from perron.engine.actions import ALL, ONE
from perron.engine.chance import OFF, new_tape
from perron.engine.play import play_random_games
from perron.engine.state import OVER, SCRATCH, SHEET, new_states
from tests.properties.tables import at_every_table, tables_of
from tests.properties.walks import Walk, walks
from tests.reference.snapshot import PHASES, REASONS, TURN, read
from tests.reference.verdict import Turn, verdict

pytestmark = pytest.mark.sampled


def turns_of(game: Walk) -> list[Turn]:
    """The finished turns of a game; the cards are looked at as each begins."""
    turns: list[Turn] = []
    nothing_to_draw = False
    for before, action, _, after in game.steps():
        if PHASES[before["phase"]] == TURN:
            nothing_to_draw = before["pile"].sum() + before["discards"].sum() == 0
        if after["turn"] > before["turn"]:
            turns.append(Turn(int(before["to_move"]), action[0], nothing_to_draw, read(game.edition, after)))
    return turns


@pytest.mark.rule("EU-E1", "AM-E1", "BE-E1", "FJ-E1", "FJ-E2", "RU-4", "RU-5", "RU-18", "RU-27", "RU-28", "RU-40")
@at_every_table
def test_every_game_ends_on_the_turn_and_for_the_reason_of_the_rules(name: str, seats: int) -> None:
    for game in walks(name, seats):
        turns = turns_of(game)
        ended = (len(turns) - 1, REASONS[game.states[-1]["end_reason"]])
        assert verdict(game.edition, int(game.states[0]["turn"]), turns) == ended


@at_every_table
def test_turns_go_clockwise_and_are_counted_one_by_one(name: str, seats: int) -> None:
    for game in walks(name, seats):
        ended = np.diff(game.states["turn"]) == 1
        movers = game.states["to_move"][:-1][ended].tolist()
        assert movers == [(movers[0] + i) % seats for i in range(len(movers))]
        assert game.states[-1]["turn"] - game.states[0]["turn"] == len(movers)


@at_every_table
def test_only_the_last_state_of_a_game_is_over_and_has_a_reason(name: str, seats: int) -> None:
    for game in walks(name, seats):
        over = game.states["phase"] == OVER
        assert over.tolist() == [False] * len(game.actions) + [True]
        assert ((game.states["end_reason"] > 0) == over).all()


@pytest.mark.rule("RU-40")
@pytest.mark.parametrize("mode", [ONE, ALL], ids=["one payment", "all payments"])
@at_every_table
def test_random_games_always_end_within_a_thousand_turns(name: str, seats: int, mode: int) -> None:
    games = 200
    states, sheets, work = new_states(games), np.zeros(games, SHEET), np.zeros(1, SCRATCH)
    root, generator = np.arange(8, dtype=np.uint32), np.zeros(1, np.uint64)
    play_random_games(tables_of(name), states, sheets, work, root, 0, seats, mode, new_tape(OFF), generator)
    assert (states["phase"] == OVER).all()
    assert (states["end_reason"] > 0).all()
    assert (states["turn"] <= 1000).all()
