"""Perft files, and two ways to count: the compiled one, and a slow one that only plays games."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from perron import Game
from perron.engine import chance
from perron.engine.actions import ALL, ONE
from perron.engine.perft import perft
from perron.engine.state import new_states
from perron.engine.tables import compile_tables

FOLDER = Path(__file__).parent


@dataclass
class Case:
    """One position with its counts."""

    name: str
    start: str
    """A line of the file: `game EDITION SEATS SEED` or `position TEXT`."""
    payments: str
    counts: dict[int, int] = field(default_factory=dict)
    """By depth."""

    def game(self) -> Game:
        """The game it begins with."""
        word, _, rest = self.start.partition(" ")
        if word == "position":
            return Game.from_position(rest)
        edition, seats, seed = rest.split()
        return Game(edition, int(seats), seed=seed)


def read(path: Path) -> list[Case]:
    """The cases of a file."""
    cases: list[Case] = []
    for line in path.read_text("utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            cases.append(Case(rest, "", "one"))
        elif word in ("game", "position"):
            cases[-1].start = line
        elif word == "payments":
            cases[-1].payments = rest
        elif word == "perft":
            depth, count = rest.split()
            cases[-1].counts[int(depth)] = int(count)
        else:
            assert not line or line.startswith("#"), line
    return cases


def counted(game: Game, depth: int, payments: str) -> int:
    """What the engine counts."""
    states = new_states(depth + 1)
    states[0] = game.state
    mode = ALL if payments == "all" else ONE
    return int(perft(compile_tables(game.edition), states, depth, mode, chance.new_tape(chance.OFF)))


def walked(game: Game, depth: int, payments: str) -> int:
    """The same from depth 1 on, by playing every sequence of actions from its texts."""
    actions = game.legal_actions(payments)
    if depth == 1:
        return len(actions)
    leaves = 0
    for action in actions:
        after = game.copy()
        after.play(str(action))
        leaves += walked(after, depth - 1, payments)
    return leaves
