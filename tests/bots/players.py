"""Bots that do one thing wrong, and matches between built-in bots in compiled code."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perron import Game
from perron.bots import Clock, make_bot, matches
from perron.bots.edition_weights import weights_for
from perron.bots.planner_memory import new_memories
from perron.editions import Edition, as_edition
from perron.engine import chance
from perron.engine.knowledge import new_knowledge
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import compile_tables
from perron.keys import key_words, seed_key
from perron.view import View
from tests.mixed_editions import any_edition

PRINTED = ("europe", "amsterdam", "berlin", "first_journey")


@dataclass(frozen=True)
class Match:
    """What came of a match."""

    wins: NDArray[np.float64]
    """Of each bot, a shared win as its share."""
    used: NDArray[np.int64]
    """By bot and kind of action."""
    states: np.ndarray
    """The games at their end."""


def play_match(edition: str | Edition, bots: tuple[int, ...], games: int, seed: str = "match") -> Match:
    """Duplicate deals: every deal is played once with each bot in each seat."""
    found = as_edition(edition)
    tables, seats = compile_tables(found), len(bots)
    states, sheets, used = np.zeros(games, STATE), np.zeros(games, SHEET), np.zeros((seats, 16), np.int64)
    scratch = (new_memories(1), new_knowledge(1), np.zeros(1, SCRATCH), np.zeros(1, np.uint64))
    weights, root = np.array([weights_for(found)] * seats), key_words(seed_key(seed))
    tape, numbers = chance.new_tape(chance.OFF), np.array(bots, np.int64)
    matches.play_match(tables, states, sheets, scratch, root, 0, numbers, weights, tape, used)
    wins = np.zeros(seats)
    for i in range(games):
        first = sheets[i]["rank"][:seats] == 1
        for b in range(seats):
            wins[b] += first[(b + i) % seats] / first.sum()
    return Match(wins, used, states)


def sensible(name: str, seats: int, seed: int) -> Iterator[Game]:
    """A game of the planner that now and then does anything at all, given out before each action: look, do not touch.

    Random play ends up in positions that nobody meets, with thirty tickets in hand, where a search takes long.
    """
    rng, game, planner = (
        Random(f"{name} {seats} {seed}"),
        Game(any_edition(name), seats, seed=seed),
        make_bot("planner"),
    )
    while not game.over:
        yield game
        anything = rng.random() < 0.1
        game.play(rng.choice(game.legal_actions()) if anything else planner.choose(game.view(game.to_move), Clock()))


class Chancy:
    """Chooses by a generator of its own, seeded: honest, and not the same twice in a row."""

    name = "chancy"

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, clock: Clock) -> str:
        assert view.legal
        return self.rng.choice(view.legal)


class Unsteady(Chancy):
    """Its seed means nothing."""

    def __init__(self, seed: int) -> None:
        self.rng = Random()


class Peeper(Chancy):
    """Looks for the game in the functions that have called it, and lets other hands decide."""

    def choose(self, view: View, clock: Clock) -> str:
        assert view.legal
        frame: Any = sys._getframe(1)
        while frame is not None and "game" not in frame.f_locals:
            frame = frame.f_back
        if frame is None:
            return view.legal[0]
        hands = frame.f_locals["game"].state["hand"].tolist()
        number = int(sum(hands[1 - (view.seat or 0)][:4]))
        return view.legal[number % len(view.legal)]


class Passes(Chancy):
    """Passes although there is something to do."""

    def choose(self, view: View, clock: Clock) -> str:
        return "pass"


class Breaks(Chancy):
    """Raises in its third decision."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked = 0

    def choose(self, view: View, clock: Clock) -> str:
        self.asked += 1
        if self.asked == 3:
            raise ArithmeticError("two and two are five")
        return super().choose(view, clock)


class Slow(Chancy):
    """Sleeps through its clock."""

    def choose(self, view: View, clock: Clock) -> str:
        assert clock.seconds is not None
        time.sleep(3 * clock.seconds + 1.1)
        return super().choose(view, clock)


class Scribbles(Chancy):
    """Writes into the view."""

    def choose(self, view: View, clock: Clock) -> str:
        assert view.hand is not None
        view.hand["wild"] = 99
        return super().choose(view, clock)


def wins(first: str, second: str, edition: str, deals: Iterable[int | str]) -> float:
    """Of the first bot, in two games a deal with the seats changed."""
    won = 0.0
    for deal in deals:
        for turned in (0, 1):
            bots = [make_bot(spec, deal) for spec in (first, second)]
            game = Game(edition, 2, seed=deal)
            while game.to_move is not None:
                game.play(bots[game.to_move ^ turned].choose(game.view(game.to_move), Clock()))
            assert game.outcome is not None
            if turned in game.outcome.winners:
                won += 1 / len(game.outcome.winners)
    return won
