"""Whole games, played step by step with every state kept: what the properties are looked for in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from perron.editions import Edition
from perron.engine.apply import apply
from perron.engine.chance import ANSWERS, COUNT, FAULT, LOG, new_tape
from perron.engine.legal import list_legal
from perron.engine.setup import setup
from perron.engine.state import OVER, SETUP, new_states
from tests.properties.policies import POLICIES, choose
from tests.properties.starts import STARTS
from tests.properties.tables import edition_of, tables_of
from tests.reference.chance import Answers
from tests.reference.plain_actions import Plain, decode
from tests.reference.snapshot import Record
from tests.sampling import share

MOST_ACTIONS = 8192
MOST_ANSWERS = 32768


@dataclass(frozen=True)
class Walk:
    """One game: its states from beginning to end, the actions between them and what chance answered to each."""

    edition: Edition
    seats: int
    key: np.ndarray
    dealt: list[int]
    """What chance answered when the cards were dealt; empty if the game begins later, from an odd start."""
    states: np.ndarray
    actions: list[int]
    answers: list[list[int]]

    def steps(self) -> Iterator[tuple[Record, Plain, Answers, Record]]:
        """State, action, chance's answers, next state."""
        for i, action in enumerate(self.actions):
            answers = Answers(self.edition, self.answers[i])
            yield self.states[i], decode(self.edition, action), answers, self.states[i + 1]


def key_of(rng: Random) -> np.ndarray:
    """A game key."""
    return np.array([rng.getrandbits(32) for _ in range(8)], np.uint32)


def legal_numbers(tables: np.ndarray, s: Record, mode: int) -> list[int]:
    """The legal actions as numbers, in the engine's order."""
    room = np.zeros(MOST_ACTIONS, np.int64)
    n = int(list_legal(tables[0], s, mode, room))
    assert n <= MOST_ACTIONS
    return [int(number) for number in room[:n]]


@cache
def plain(name: str, number: int) -> Plain:
    """What a number stands for in an edition; the same few come up all the time."""
    return decode(edition_of(name), number)


@cache
def walk(name: str, seats: int, policy: str, start: str, mode: int, seed: int) -> Walk:
    """Play one game from an ordinary or an odd start."""
    edition, tables = edition_of(name), tables_of(name)
    rng = Random(f"{name} {seats} {policy} {start} {mode} {seed}")
    s = new_states(1)[0]
    tape = new_tape(LOG, MOST_ANSWERS)
    key = key_of(rng)
    setup(tables[0], s, seats, key, tape)
    dealt = tape[ANSWERS : ANSWERS + tape[COUNT]].tolist()
    if start != "as_dealt":
        while s["phase"] == SETUP:
            apply(tables[0], s, rng.choice(legal_numbers(tables, s, mode)), tape)
        STARTS[start](edition, s, rng)
        dealt = []
    states, actions, answers = [s.copy()], [], []
    while s["phase"] != OVER:
        numbers = legal_numbers(tables, s, mode)
        number = numbers[choose(edition, [plain(name, one) for one in numbers], POLICIES[policy], rng)]
        before = int(tape[COUNT])
        apply(tables[0], s, number, tape)
        actions.append(number)
        answers.append(tape[ANSWERS + before : ANSWERS + tape[COUNT]].tolist())
        states.append(s.copy())
        assert len(actions) < 10_000, "a game without end"
    assert tape[FAULT] == 0
    return Walk(edition, seats, key, dealt, np.array(states), actions, answers)


SHORT = ("nothing_left", "crowded_board", "late_and_crowded")
"""Odd starts that are near the end: many of them can be played."""


def walks(name: str, seats: int) -> Iterator[Walk]:
    """The games that the properties are looked for in, at one table: every policy, every start, both modes."""
    odd = [start for start in STARTS if start != "as_dealt"]
    for seed in range(max(2, share(4)) if name.startswith("tiny") else 1):
        for i, policy in enumerate(POLICIES):
            yield walk(name, seats, policy, "as_dealt", (i + seed) % 2, seed)
        for i, start in enumerate(odd):
            for policy in ("uniform", list(POLICIES)[(3 * seed + i) % len(POLICIES)]):
                yield walk(name, seats, policy, start, (i + seed) % 2, seed)
    for seed in range(max(6, share(8))):
        for start in SHORT:
            yield walk(name, seats, ("hoarder", "swapper", "uniform", "claimer")[seed % 4], start, seed % 2, 100 + seed)
