"""How fast the bots decide in the largest edition on one core; what a seat knows is gathered again each time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from perron.bench.clock import Measurement, seconds, summed_up
from perron.bots.built_in import SearchBot
from perron.bots.edition_weights import weights_for
from perron.bots.frozen import frozen_games
from perron.bots.matches import GREEDY, PLANNER, play_match
from perron.bots.planner_memory import new_memories
from perron.bots.protocol import Clock
from perron.editions import largest, load
from perron.engine.chance import OFF, new_tape
from perron.engine.knowledge import new_knowledge
from perron.engine.sizes import SEATS
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import tables_of
from perron.env.env_game import EnvGame
from perron.game import Game
from perron.learned.networks import network_of
from perron.learned.opinion import Brain

EDITION = largest()
PLAY_OUTS = 2000
BATCH = 64
GROUP = "bots, 1 core"


class SelfPlay:
    """Whole games of one bot against itself in compiled code, each batch with new deals."""

    def __init__(self, bot: int, seats: int) -> None:
        self.tables, self.seats = tables_of(load(EDITION)), seats
        self.bots = np.full(seats, bot, np.int64)
        self.weights = np.array([weights_for(load(EDITION))] * seats)
        self.played = 0

    def batch(self, deals: int) -> int:
        """Play that many deals, each once per seat; how many decisions they took."""
        first, self.played, games = self.played, self.played + deals, deals * self.seats
        scratch = (new_memories(SEATS + 1), new_knowledge(1), np.zeros(1, SCRATCH), np.zeros(1, np.uint64))
        states, sheets, used = np.zeros(games, STATE), np.zeros(games, SHEET), np.zeros((self.seats, 16), np.int64)
        root, tape = np.arange(8, dtype=np.uint32), new_tape(OFF)
        decisions = play_match(self.tables, states, sheets, scratch, root, first, self.bots, self.weights, tape, used)
        return int(decisions)

    def rates(self, runs: int, least: float) -> list[float]:
        """Decisions a second, one figure per run; a run lasts about that many seconds at least."""
        self.batch(1)
        deals = max(1, round(least / max(seconds(lambda: self.batch(1)), 1e-9)))
        found = []
        for _ in range(runs):
            decisions: list[int] = []
            took = seconds(lambda decisions=decisions: decisions.append(self.batch(deals)))  # type: ignore[misc]
            found.append(sum(decisions) / took)
        return found


def middle_game(seats: int) -> Game:
    """The frozen position in the middle of a game, at the beginning of a turn."""
    positions = next(game for game in frozen_games() if game[0].edition.id == EDITION and game[0].seats == seats)
    turns = [game for game in positions if game.view(game.to_move).phase == "turn"]
    return turns[len(turns) // 2]


class Searcher:
    """A search in one position, each time with another seed."""

    def __init__(self, seats: int) -> None:
        self.game = middle_game(seats)
        self.tables = tables_of(self.game.edition)
        self.searches = 0

    def search(self) -> int:
        """Search once; how many play-outs it made: fewer than it may where one move is soon far ahead."""
        assert self.game.to_move is not None
        self.searches += 1
        bot = SearchBot("search", str(self.searches), None, PLAY_OUTS)
        return sum(
            tries for _, _, tries in bot.search(self.tables, self.game.knowledge(self.game.to_move), Clock(cores=1))
        )

    def rates(self, runs: int, least: float) -> list[float]:
        """Play-outs a second, one figure per run; a run lasts that many seconds at least."""
        self.search()
        found = []
        for _ in range(runs):
            play_outs, took = 0, 0.0
            while took < least:
                made: list[int] = []
                took += seconds(lambda made=made: made.append(self.search()))  # type: ignore[misc]
                play_outs += sum(made)
            found.append(play_outs / took)
        return found


class Passes:
    """Passes of the network over positions of a learned player's games: from what a seat knows to its choice."""

    def __init__(self, seats: int) -> None:
        network = network_of(load(EDITION))
        assert network is not None
        self.brain = Brain(network)
        game, rng = EnvGame(EDITION, seats), np.random.default_rng(0)
        game.deal(0)
        self.known: list[np.ndarray] = []
        while len(self.known) < BATCH:
            if game.over:
                game.deal(None)
            known = game.knowledge(game.to_move)
            if rng.random() < 0.2:  # so that positions of all stages are among them
                self.known.append(known)
            game.play_int(self.brain.choose(known))

    def rates(self, runs: int, least: float) -> list[float]:
        """Passes a second, one figure per run; a run lasts that many seconds at least."""
        found = []
        for _ in range(runs):
            passes, took = 0, 0.0
            while took < least:
                took += seconds(lambda: [self.brain.choose(known) for known in self.known])
                passes += len(self.known)
            found.append(passes / took)
        return found


def bots(runs: int, least: float) -> Iterator[Measurement]:
    """Greedy and planner in whole games, the search in the middle of one, the network over a batch of positions."""
    for seats in (2, 4):
        rates = SelfPlay(PLANNER, seats).rates(runs, least)
        yield summed_up(GROUP, f"planner, {EDITION}, {seats} seats", "decisions/s", rates)
    for seats in (2, 4):
        times = [1e6 / rate for rate in SelfPlay(GREEDY, seats).rates(runs, least)]
        yield summed_up(GROUP, f"greedy, a decision, {EDITION}, {seats} seats", "µs", times)
    name = f"search, mid-game position of {EDITION}, 4 seats"
    yield summed_up(GROUP, name, "play-outs/s", Searcher(4).rates(runs, least))
    rates = Passes(2).rates(runs, least)
    name = f"learned, {EDITION}, 2 seats, batches of {BATCH}"
    yield summed_up(GROUP, name, "decisions/s", rates)
    yield summed_up(GROUP, f"learned, a decision, {EDITION}, 2 seats", "µs", [1e6 / rate for rate in rates])
