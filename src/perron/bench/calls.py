"""What single calls from Python cost, as a mean over all positions of a game of the largest edition with four seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from perron.bench.clock import Measurement, per_call, summed_up
from perron.editions import largest
from perron.engine import entries
from perron.engine.actions import ALL, ONE
from perron.engine.chance import OFF, new_tape
from perron.engine.state import STATE
from perron.engine.tables import compile_tables
from perron.game import Game
from perron.keys import key_words
from perron.record import read_record, verify_record, write_record

REPLAYED = 300
"""Actions in the replay that is measured: about as many as a game of people has."""


def random_game(seed: int) -> Game:
    """A finished game of uniform random play."""
    game, choice = Game(largest(), seats=4, seed=seed), np.random.default_rng(seed)
    while not game.over:
        game.play(int(choice.choice(game.legal_numbers())))
    return game


def _positions(game: Game) -> list[Game]:
    """The game before each of its actions."""
    again = Game(game.edition, game.seats, key=game.key)
    before = []
    for move in game.moves:
        before.append(again.copy())
        again.play(move.number)
    return before


def _engine_calls(game: Game, positions: list[Game]) -> Iterator[tuple[str, int, Callable[[], object]]]:
    """Calls of the engine's entries: what they are, how many one turn of the work makes, and the work."""
    tables = compile_tables(game.edition)
    states = np.array([position.state for position in positions], STATE)
    numbers = np.array([move.number for move in game.moves], np.int64)
    listed = numbers.tolist()
    tape, out, n = new_tape(OFF), np.zeros(1024, np.int64), len(positions)
    one, raw = np.zeros(1, STATE), states.view(np.uint8).reshape(n, -1)
    target = one.view(np.uint8)
    assert game.key is not None
    words = key_words(game.key)

    def copy() -> None:
        for i in range(n):
            target[:] = raw[i]

    def legal(mode: int) -> None:
        for i in range(n):
            entries.legal_into(tables, states, i, mode, out)

    def play() -> None:
        entries.deal(tables, one, 0, game.seats, words, tape)
        for number in listed:
            entries.play_legal(tables, one, 0, number, tape)

    def replay() -> None:
        entries.deal(tables, one, 0, game.seats, words, tape)
        if entries.replay_actions(tables, one, 0, numbers[:REPLAYED], tape) != REPLAYED:
            raise AssertionError("the replay did not reach its end")

    yield "copy a state", n, copy
    yield "list legal actions, one payment a colour", n, lambda: legal(ONE)
    yield "list legal actions, every payment", n, lambda: legal(ALL)
    yield "apply an action", n, play
    yield f"deal, then replay and check {REPLAYED} ints", 1, replay


def _game_calls(game: Game, positions: list[Game]) -> Iterator[tuple[str, int, Callable[[], object]]]:
    n = len(positions)
    text = write_record(game)
    record = read_record(text)

    def play() -> None:
        again = Game(game.edition, game.seats, key=game.key)
        for move in game.moves:
            again.play(move.action)

    yield "Game.copy()", n, lambda: [position.copy() for position in positions]
    yield "Game.legal_actions()", n, lambda: [position.legal_actions() for position in positions]
    yield "Game.play(action)", n, play
    yield "Game.view(seat to move)", n, lambda: [position.view(position.to_move) for position in positions]
    yield "Game.view() for a spectator", n, lambda: [position.view() for position in positions]
    yield f"read a record of {n} actions", 1, lambda: read_record(text)
    yield f"verify a record of {n} actions", 1, lambda: verify_record(record)


def calls(runs: int, least: float) -> Iterator[Measurement]:
    """The engine's entries, then the face."""
    game = next(game for game in map(random_game, range(1, 1000)) if len(game.moves) >= REPLAYED)
    positions = _positions(game)
    for group, these in (("engine, from Python", _engine_calls), ("Game", _game_calls)):
        for name, times, do in these(game, positions):
            values = [1e6 * value for value in per_call(do, times, runs, least)]
            yield summed_up(group, name, "µs", values)
