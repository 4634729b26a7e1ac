"""The bots that come with Perron: random, greedy, planner and search."""

from __future__ import annotations

import hashlib
import math
import os
import re
import threading
import time
from abc import ABC, abstractmethod
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perron import codec
from perron.action import Action
from perron.bots import explaining, matches, tree
from perron.bots.mind import constants, new_minds
from perron.bots.protocol import Bot, Clock, Explanation
from perron.bots.reading import sight_of
from perron.bots.registry import Factory
from perron.editions import Edition
from perron.engine import actions as ints
from perron.engine import chance
from perron.engine.compiled import Array, Int, kernel
from perron.engine.legal import random_legal
from perron.engine.rng import cheap_below
from perron.engine.sizes import SEATS
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import tables_of
from perron.errors import BotError
from perron.view import View

_SURENESS = 3.0  # standard errors by which a root move must be behind to drop out
_HARMLESS = {ints.DRAW_FACE_UP, ints.DRAW_BLIND, ints.DRAW_CARDS, ints.CLAIM}  # what a beginner may well try
_LOOK = 64  # play-outs between two looks, where no clock runs
_SHORT = 300  # play-outs that tell what moves are worth where a bot does not search by itself


@kernel
def choose_randomly(tables: Array, sights: Array, rng: Array) -> Int:
    """The action of the random bot for sight 0: apart, since the others take ten times as long to compile."""
    return random_legal(tables[0], sights[0].s, ints.ALL, rng)


@kernel
def choose_one(
    tables: Array, sights: Array, bot: Int, minds: Array, weights: Array, work: Array, sheets: Array, rng: Array
) -> Int:
    """The action of a built-in bot for sight 0."""
    row = sheets[0].borrowed[0]
    return matches.choose_built_in(tables[0], sights[0], bot, minds[0], weights[0], work[0], row, rng)


class CompiledBot(ABC):
    """What the built-in bots share: they read a sight, never a game."""

    plans = True
    """Whether there is a plan to tell."""
    manner = ""
    """What its plan does not say about how it plays."""

    def __init__(self, name: str, seed: str) -> None:
        self.name = name
        self._seed = hashlib.sha256(f"{name} {seed}".encode()).digest()
        self._editions: dict[tuple[str, int], tuple[Edition, np.ndarray]] = {}
        self._minds, self._work, self._sheets = new_minds(SEATS + 1), np.zeros(1, SCRATCH), np.zeros(1, SHEET)

    def use_edition(self, edition: Edition) -> None:
        """Get ready for an edition before its first view comes."""
        self._editions[edition.id, edition.version] = edition, tables_of(edition)

    def choose(self, view: View, clock: Clock) -> Action:
        """The bot's action for a view in which its seat is to move."""
        edition, tables = self._edition_of(view)
        sights = sight_of(view, edition)
        return codec.decode(self.choose_sight(tables, sights.copy(), clock), edition, sights[0]["s"])

    @abstractmethod
    def choose_sight(self, tables: np.ndarray, sights: np.ndarray, clock: Clock) -> int:
        """The same for a sight: the action's int. The sight may be scribbled on."""

    def explain(self, view: View) -> Explanation:
        """The bot's plan, its choice and what the best moves are worth; raises BotError if it is not its turn."""
        if view.seat is None or view.seat != view.to_move:
            raise BotError("only the seat to move has a choice to explain")
        edition, tables = self._edition_of(view)
        sights = sight_of(view, edition)
        choice, ranking = self._weigh(tables, sights)
        plan = None
        if self.plans:
            planned = sights.copy()
            room = (self._minds, _weights(tables), self._work, self._sheets)
            aim = int(explaining.plan_after(tables, planned, choice, *room))
            plan = explaining.read_plan(edition, planned[0], self._minds[0], aim)
        return explaining.tell(edition, sights[0], choice, ranking, plan, self.manner)

    def _weigh(self, tables: np.ndarray, sights: np.ndarray) -> tuple[int, explaining.Ranking]:
        """The choice, and the best moves as a short search sees them."""
        choice = self.choose_sight(tables, sights.copy(), Clock())
        thinker = Thinker(tables, sights.copy(), self._randomness(sights))
        if thinker.moves > 1:
            thinker.think(None, _SHORT)
        return choice, _ranking([thinker])

    def _edition_of(self, view: View) -> tuple[Edition, np.ndarray]:
        board = view.board
        named = board.id, board.version
        if named not in self._editions:
            self.use_edition(board)
        return self._editions[named]

    def _randomness(self, sights: np.ndarray, salt: int = 0) -> NDArray[np.uint64]:
        """A generator that depends on the seed and on what the seat knows, so that equal views get equal choices."""
        digest = hashlib.sha256(self._seed + sights.tobytes() + bytes([salt])).digest()
        return np.frombuffer(digest[:8], "<u8").astype(np.uint64)


_MANNERS = {
    matches.RANDOM: "I choose by chance among the legal actions and have no plan.",
    matches.GREEDY: "I take what brings most now and have no plan.",
    matches.PLANNER: "",
}


class SimpleBot(CompiledBot):
    """Random, greedy or planner: one look, one action."""

    def __init__(self, name: str, number: int, seed: str) -> None:
        super().__init__(name, seed)
        self._number = number
        self.plans, self.manner = number == matches.PLANNER, _MANNERS[number]

    def choose_sight(self, tables: np.ndarray, sights: np.ndarray, clock: Clock) -> int:
        """The bot's action for a sight."""
        rng = self._randomness(sights)
        if self._number == matches.RANDOM:
            return int(choose_randomly(tables, sights, rng))
        weights = _weights(tables)
        return int(choose_one(tables, sights, self._number, self._minds, weights, self._work, self._sheets, rng))

    def _weigh(self, tables: np.ndarray, sights: np.ndarray) -> tuple[int, explaining.Ranking]:
        if self._number == matches.RANDOM:  # to it no move is better than another
            return self.choose_sight(tables, sights.copy(), Clock()), []
        return super()._weigh(tables, sights)


class WaveringBot(CompiledBot):
    """The planner, but now and then it plays another move worth a look: for people who are learning."""

    def __init__(self, name: str, percent: int, seed: str) -> None:
        super().__init__(name, seed)
        self._percent = percent
        self.manner = "Now and then I try something other than my plan." if percent else ""
        self._trees = np.zeros(1, tree.TREE)

    def choose_sight(self, tables: np.ndarray, sights: np.ndarray, clock: Clock) -> int:
        """The planner's move, or another."""
        rng = self._randomness(sights)
        n = int(tree.begin(tables, sights, self._trees, self._minds, _weights(tables), self._work, self._sheets))
        moves = self._trees[0]["arms"][:n].tolist()
        others = [move for move in moves if move >> 16 in _HARMLESS]
        if others and moves[0] >> 16 in _HARMLESS and cheap_below(rng, 100) < self._percent:
            return int(others[cheap_below(rng, len(others))])
        return int(moves[0])


class SearchBot(CompiledBot):
    """Tree search over re-dealt games, for so long or so many play-outs."""

    def __init__(self, name: str, seed: str, seconds: float | None, play_outs: int | None) -> None:
        super().__init__(name, seed)
        self._seconds, self._play_outs = seconds, play_outs

    def limit(self, play_outs: int) -> None:
        """From now on so many play-outs at most, in place of a time."""
        self._seconds, self._play_outs = None, min(self._play_outs or play_outs, play_outs)

    def choose_sight(self, tables: np.ndarray, sights: np.ndarray, clock: Clock) -> int:
        """The move that did best in the re-dealt games."""
        return int(self.search(tables, sights, clock)[0][0])

    def _weigh(self, tables: np.ndarray, sights: np.ndarray) -> tuple[int, explaining.Ranking]:
        ranking = self.search(tables, sights, Clock())
        return ranking[0][0], ranking

    def search(self, tables: np.ndarray, sights: np.ndarray, clock: Clock) -> list[tuple[int, float, int]]:
        """Every root move with its mean reward (0 to 1) and its tries, best first."""
        cores = max(1, min(clock.cores, os.cpu_count() or 1))
        thinkers = [Thinker(tables, sights.copy(), self._randomness(sights, k)) for k in range(cores)]
        if thinkers[0].moves > 1:
            until = self._deadline(clock)
            share = None if self._play_outs is None else -(-self._play_outs // cores)
            helpers = [threading.Thread(target=one.think, args=(until, share)) for one in thinkers[1:]]
            for helper in helpers:
                helper.start()
            thinkers[0].think(until, share)
            for helper in helpers:
                helper.join()
        return _ranking(thinkers)

    def _deadline(self, clock: Clock) -> float | None:
        """Both the bot's own budget and the clock bind; some of the clock is left for handing the move over."""
        limits = [limit for limit in (self._seconds, clock.seconds and 0.9 * clock.seconds) if limit]
        return time.perf_counter() + min(limits) if limits else None


class Thinker:
    """One thread's tree."""

    def __init__(self, tables: np.ndarray, sights: np.ndarray, rng: NDArray[np.uint64]) -> None:
        self._args = tables, sights
        self.trees = np.zeros(1, tree.TREE)
        self._minds, self._work, self._sheets = new_minds(SEATS + 1), np.zeros(1, SCRATCH), np.zeros(1, SHEET)
        self._states, self._weights, self._rng = np.zeros(2, STATE), _weights(tables), rng
        self._tape = chance.new_tape(chance.OFF)
        self.moves = int(tree.begin(tables, sights, self.trees, self._minds, self._weights, self._work, self._sheets))
        if self.moves > 1:
            room = (self._states, self._minds, self._weights, self._rng)
            self.moves = int(tree.add_blocks(tables, sights, self.trees, *room))

    def room(self, *more: object) -> Any:
        """All that the kernels of the tree work on, and what else one of them takes."""
        of_game = (*self._args, self.trees, self._states)
        return (*of_game, self._minds, self._weights, self._work, self._sheets, self._rng, self._tape, *more)

    def think(self, until: float | None, play_outs: int | None) -> None:
        """Play out re-dealt games until the time or the number is used up, or one move is left.

        Bit by bit only the best moves stay in the race, so that what is left of the budget goes to the closest ones.
        """
        start = now = time.perf_counter()
        done = 0
        while (until is None or now < until) and (play_outs is None or done < play_outs):
            goal = done + self._slice(done, now - start, until and until - now, play_outs)
            left = tree.think(*self.room(goal, _SURENESS))
            now = time.perf_counter()
            done = int(self.trees[0]["played"])
            used = done / play_outs if play_outs else 0.0
            if until is not None:
                used = max(used, (now - start) / max(until - start, 1e-6))
            self.trees[0]["most"] = max(2, math.ceil(self.moves ** (1 - used)))
            if left <= 1:
                return

    def _slice(self, done: int, spent: float, seconds: float | None, play_outs: int | None) -> int:
        """Play-outs until the next look at the clock: as many as a few per cent of the budget allow for."""
        n = _LOOK if play_outs is None else min(max(_LOOK, play_outs // 16), play_outs - done)
        if seconds is None:
            return n
        if done == 0:
            return min(n, self.moves)
        rate = done / max(spent, 1e-6)
        soon = max(1, int(rate * min((spent + seconds) / 16, seconds)))
        return soon if play_outs is None else min(n, soon)


def _ranking(thinkers: list[Thinker]) -> list[tuple[int, float, int]]:
    """Moves of all trees together, best first, with their mean rewards and tries."""
    together = thinkers[0].trees.copy()
    whole, n = together[0], thinkers[0].moves
    for one in thinkers[1:]:
        for field in ("sums", "tries", "cross", "rounds"):
            whole[field] += one.trees[0][field]
        whole["alive"] &= one.trees[0]["alive"]
    if not whole["alive"][:n].any():
        whole["alive"] = thinkers[0].trees[0]["alive"]
    tree.verdict(together)
    means = whole["sums"][:n] / np.maximum(whole["tries"][:n], 1)
    order = sorted(range(n), key=lambda i: (-whole["value"][i], i))
    return [(int(whole["arms"][i]), float(means[i]), int(whole["tries"][i])) for i in order]


@cache
def _constants_at(ident: str, version: int) -> NDArray[np.int64]:
    return np.array([constants(ident, version)] * SEATS)


def _weights(tables: np.ndarray) -> NDArray[np.int64]:
    t = tables[0]
    return _constants_at(bytes(t["ident"]).rstrip(b"\0").decode(), int(t["version"]))


def _plain(name: str, number: int) -> Factory:
    def make(argument: str, seed: str) -> Bot:
        if argument:
            raise BotError(f"{name} takes no argument, not {argument[:20]!r}")
        return SimpleBot(name, number, seed)

    return make


_BUDGET = re.compile(r"(\d{1,7})(ms|s|it)")


def _search(argument: str, seed: str) -> Bot:
    budget = _BUDGET.fullmatch(argument or "500ms")
    if budget is None or int(budget[1]) == 0:
        raise BotError(f"search takes a budget such as 800ms, 2s or 2000it, not {argument[:20]!r}")
    amount, unit = int(budget[1]), budget[2]
    name = f"search:{argument or '500ms'}"
    if unit == "it":
        return SearchBot(name, seed, None, amount)
    return SearchBot(name, seed, amount / 1000 if unit == "ms" else float(amount), None)


def _level(name: str, percent: int) -> Factory:
    def make(argument: str, seed: str) -> Bot:
        if argument:
            raise BotError(f"{name} takes no argument, not {argument[:20]!r}")
        return WaveringBot(name, percent, seed)

    return make


def _expert(argument: str, seed: str) -> Bot:
    if argument:
        raise BotError(f"expert takes no argument, not {argument[:20]!r}")
    return SearchBot("expert", seed, 1.0, None)


FACTORIES: dict[str, Factory] = {
    "random": _plain("random", matches.RANDOM),
    "greedy": _plain("greedy", matches.GREEDY),
    "planner": _plain("planner", matches.PLANNER),
    "search": _search,
    "easy": _level("easy", 60),
    "medium": _level("medium", 25),
    "hard": _level("hard", 0),
    "expert": _expert,
}
LEVELS = ("easy", "medium", "hard", "expert")
"""For people, each stronger than the one before. None of them sees more than its seat may."""
