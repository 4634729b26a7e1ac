"""The bots that come with Perron: random, greedy, planner and search."""

from __future__ import annotations

import hashlib
import math
import os
import re
import threading
import time
from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perron import codec
from perron.action import Action
from perron.bots import explaining, matches, tree
from perron.bots.edition_weights import weights_for
from perron.bots.planner_memory import new_memories
from perron.bots.protocol import Bot, Clock, Explanation
from perron.bots.registry import Factory
from perron.bots.view_encoding import knowledge_of
from perron.editions import Edition
from perron.editions.folder import EditionFolder
from perron.engine import actions as ints
from perron.engine import chance
from perron.engine.choice import random_legal
from perron.engine.compiled import Array, Int, kernel
from perron.engine.rng import cheap_below
from perron.engine.sizes import SEATS
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import edition_of, tables_of
from perron.errors import BotError
from perron.view import View

SURENESS = 3.0  # standard errors by which a root move must be behind to drop out
_HARMLESS = {ints.DRAW_FACE_UP, ints.DRAW_BLIND, ints.DRAW_CARDS, ints.CLAIM}  # actions that a beginner may well try
_CHECK = 64  # play-outs between two checks of the budget, where no clock runs
_SHORT = 300  # play-outs that value the moves of a bot that does not search by itself


@kernel
def choose_randomly(tables: Array, knowledge: Array, rng: Array) -> Int:
    """The action of the random bot for knowledge 0: separate, since the others take ten times as long to compile."""
    return random_legal(tables[0], knowledge[0].s, ints.ALL, rng)


@kernel
def choose_one(
    tables: Array, knowledge: Array, bot: Int, memories: Array, weights: Array, work: Array, sheets: Array, rng: Array
) -> Int:
    """The action of a built-in bot for knowledge 0."""
    row = sheets[0].borrowed[0]
    return matches.choose_built_in(tables[0], knowledge[0], bot, memories[0], weights[0], work[0], row, rng)


class CompiledBot(ABC):
    """What the built-in bots share: they read what a seat knows, never the game."""

    plans = True
    """Whether it has a plan to explain."""
    manner = ""
    """How it plays, in words, as far as its plan does not tell."""

    def __init__(self, name: str, seed: str) -> None:
        self.name = name
        self._seed = hashlib.sha256(f"{name} {seed}".encode()).digest()
        self._editions: dict[tuple[str, int], tuple[Edition, np.ndarray]] = {}
        self._memories, self._work, self._sheets = new_memories(SEATS + 1), np.zeros(1, SCRATCH), np.zeros(1, SHEET)

    def use_edition(self, edition: Edition) -> None:
        """Compile an edition's tables before its first view comes."""
        self._editions[edition.id, edition.version] = edition, tables_of(edition)

    def choose(self, view: View, clock: Clock) -> Action:
        """The bot's action for a view in which its seat is to move."""
        edition, tables = self._edition_of(view)
        knowledge = knowledge_of(view, edition)
        return codec.decode(self.choose_int(tables, knowledge.copy(), clock), edition, knowledge[0]["s"])

    @abstractmethod
    def choose_int(self, tables: np.ndarray, knowledge: np.ndarray, clock: Clock) -> int:
        """The same from `Game.knowledge`: the action's int. The record may be overwritten."""

    def explain(self, view: View) -> Explanation:
        """The bot's plan, its choice and what the best moves are worth; raises BotError if another seat is to move."""
        if view.seat is None or view.seat != view.to_move:
            raise BotError("only the seat to move has a choice to explain")
        edition, tables = self._edition_of(view)
        knowledge = knowledge_of(view, edition)
        choice, ranking = self._weigh(tables, knowledge)
        chances = self.chances(tables, knowledge)
        if self.plans:
            return explaining.explain_choice(edition, knowledge, choice, ranking, self.manner, chances)
        return explaining.tell(edition, knowledge[0], choice, ranking, None, self.manner, chances)

    def chances(self, tables: np.ndarray, knowledge: np.ndarray) -> tuple[float, ...]:
        """Every seat's chance to win; empty for a bot without an opinion."""
        return ()

    def _weigh(self, tables: np.ndarray, knowledge: np.ndarray) -> tuple[int, explaining.Ranking]:
        """The choice, and the best moves by a short search."""
        choice = self.choose_int(tables, knowledge.copy(), Clock())
        searcher = Searcher(tables, knowledge.copy(), self._randomness(knowledge))
        if searcher.moves > 1:
            searcher.search(None, _SHORT)
        return choice, ranking_of([searcher])

    def _edition_of(self, view: View) -> tuple[Edition, np.ndarray]:
        board = view.board
        named = board.id, board.version
        if named not in self._editions:
            self.use_edition(board)
        return self._editions[named]

    def _randomness(self, knowledge: np.ndarray, salt: int = 0) -> NDArray[np.uint64]:
        """A generator that depends on the seed and on what the seat knows, so that equal views get equal choices."""
        digest = hashlib.sha256(self._seed + knowledge.tobytes() + bytes([salt])).digest()
        return np.frombuffer(digest[:8], "<u8").astype(np.uint64)


_MANNERS = {
    matches.RANDOM: "I choose by chance among the legal actions and have no plan.",
    matches.GREEDY: "I take what brings most now and have no plan.",
    matches.PLANNER: "",
}


class SimpleBot(CompiledBot):
    """Random, greedy or planner: no search."""

    def __init__(self, name: str, number: int, seed: str) -> None:
        super().__init__(name, seed)
        self._number = number
        self.plans, self.manner = number == matches.PLANNER, _MANNERS[number]

    def choose_int(self, tables: np.ndarray, knowledge: np.ndarray, clock: Clock) -> int:
        """The bot's action, as an int, for what a seat knows."""
        rng = self._randomness(knowledge)
        if self._number == matches.RANDOM:
            return int(choose_randomly(tables, knowledge, rng))
        weights = weights_of(tables)
        return int(choose_one(tables, knowledge, self._number, self._memories, weights, self._work, self._sheets, rng))

    def _weigh(self, tables: np.ndarray, knowledge: np.ndarray) -> tuple[int, explaining.Ranking]:
        if self._number == matches.RANDOM:  # to it no move is better than another
            return self.choose_int(tables, knowledge.copy(), Clock()), []
        return super()._weigh(tables, knowledge)


class ErringBot(CompiledBot):
    """The planner, but it plays a random candidate now and then: for people who are learning."""

    def __init__(self, name: str, percent: int, seed: str) -> None:
        super().__init__(name, seed)
        self._percent = percent
        self.manner = "Now and then I try something other than my plan."
        self._trees = np.zeros(1, tree.TREE)

    def choose_int(self, tables: np.ndarray, knowledge: np.ndarray, clock: Clock) -> int:
        """The planner's move, or another."""
        rng = self._randomness(knowledge)
        n = int(
            tree.start_search(
                tables, knowledge, self._trees, self._memories, weights_of(tables), self._work, self._sheets
            )
        )
        moves = self._trees[0]["arms"][:n].tolist()
        others = [move for move in moves if move >> 16 in _HARMLESS]
        if others and moves[0] >> 16 in _HARMLESS and cheap_below(rng, 100) < self._percent:
            return int(others[cheap_below(rng, len(others))])
        return int(moves[0])


class SearchBot(CompiledBot):
    """Tree search over re-dealt games, limited by time or by play-outs."""

    def __init__(self, name: str, seed: str, seconds: float | None, play_outs: int | None) -> None:
        super().__init__(name, seed)
        self._seconds, self._play_outs = seconds, play_outs

    def limit(self, play_outs: int) -> None:
        """Limit the bot to this many play-outs, instead of a time."""
        self._seconds, self._play_outs = None, min(self._play_outs or play_outs, play_outs)

    def choose_int(self, tables: np.ndarray, knowledge: np.ndarray, clock: Clock) -> int:
        """The move that did best in the re-dealt games."""
        return int(self.search(tables, knowledge, clock)[0][0])

    def _weigh(self, tables: np.ndarray, knowledge: np.ndarray) -> tuple[int, explaining.Ranking]:
        ranking = self.search(tables, knowledge, Clock())
        return ranking[0][0], ranking

    def search(self, tables: np.ndarray, knowledge: np.ndarray, clock: Clock) -> list[tuple[int, float, int]]:
        """Every root move with its mean reward (0 to 1) and its tries, best first."""
        cores = max(1, min(clock.cores, os.cpu_count() or 1))
        searchers = [self.searcher(tables, knowledge.copy(), self._randomness(knowledge, k)) for k in range(cores)]
        if searchers[0].moves > 1:
            until = self._deadline(clock)
            share = None if self._play_outs is None else -(-self._play_outs // cores)
            threads = [threading.Thread(target=one.search, args=(until, share)) for one in searchers[1:]]
            for thread in threads:
                thread.start()
            searchers[0].search(until, share)
            for thread in threads:
                thread.join()
        return ranking_of(searchers)

    def searcher(self, tables: np.ndarray, knowledge: np.ndarray, rng: NDArray[np.uint64]) -> Searcher:
        """One thread's search."""
        return Searcher(tables, knowledge, rng)

    def _deadline(self, clock: Clock) -> float | None:
        """The earlier of the bot's own budget and the clock, of which a tenth is kept for returning the move."""
        limits = [limit for limit in (self._seconds, clock.seconds and 0.9 * clock.seconds) if limit]
        return time.perf_counter() + min(limits) if limits else None


class Searcher:
    """One thread's search tree, with the arrays that its kernels work on."""

    def __init__(self, tables: np.ndarray, knowledge: np.ndarray, rng: NDArray[np.uint64]) -> None:
        self._args = tables, knowledge
        self.trees = np.zeros(1, tree.TREE)
        self._memories, self._work, self._sheets = new_memories(SEATS + 1), np.zeros(1, SCRATCH), np.zeros(1, SHEET)
        self._states, self._weights, self._rng = np.zeros(2, STATE), weights_of(tables), rng
        self._tape = chance.new_tape(chance.OFF)
        self.moves = self.list_moves(tables, knowledge)

    def list_moves(self, tables: np.ndarray, knowledge: np.ndarray) -> int:
        """List the root moves; how many there are."""
        buffers = (self._memories, self._weights, self._work, self._sheets)
        moves = int(tree.start_search(tables, knowledge, self.trees, *buffers))
        if moves > 1:
            room = (self._states, self._memories, self._weights, self._rng)
            moves = int(tree.add_blocks(tables, knowledge, self.trees, *room))
        return moves

    def buffers(self, *more: object) -> Any:
        """The arguments that the kernels of the tree share, followed by those that one of them takes besides."""
        of_game = (*self._args, self.trees, self._states)
        return (*of_game, self._memories, self._weights, self._work, self._sheets, self._rng, self._tape, *more)

    def search(self, until: float | None, play_outs: int | None) -> None:
        """Play out re-dealt games until the time or the play-outs are used up, or one move is left.

        The number of contenders falls as the budget is used up, so that most play-outs go to the closest moves.
        """
        start = now = time.perf_counter()
        done = 0
        while (until is None or now < until) and (play_outs is None or done < play_outs):
            goal = done + self._slice(done, now - start, until and until - now, play_outs)
            left = self.search_until(goal)
            now = time.perf_counter()
            done = int(self.trees[0]["played"])
            used = done / play_outs if play_outs else 0.0
            if until is not None:
                used = max(used, (now - start) / max(until - start, 1e-6))
            self.trees[0]["max_left"] = max(2, math.ceil(self.moves ** (1 - used)))
            if left <= 1:
                return

    def search_until(self, goal: int) -> int:
        """Play out until that many play-outs were made in all; how many contenders are left."""
        return int(tree.search(*self.buffers(goal, SURENESS)))

    def _slice(self, done: int, spent: float, seconds: float | None, play_outs: int | None) -> int:
        """Play-outs until the clock is checked again: about a sixteenth of the budget, by the speed so far."""
        n = _CHECK if play_outs is None else min(max(_CHECK, play_outs // 16), play_outs - done)
        if seconds is None:
            return n
        if done == 0:
            return min(n, self.moves)
        rate = done / max(spent, 1e-6)
        soon = max(1, int(rate * min((spent + seconds) / 16, seconds)))
        return soon if play_outs is None else min(n, soon)


def ranking_of(searchers: list[Searcher]) -> list[tuple[int, float, int]]:
    """The moves of all trees merged, best first, with their mean rewards and tries."""
    together = searchers[0].trees.copy()
    merged, n = together[0], searchers[0].moves
    for one in searchers[1:]:
        for field in ("sums", "tries", "cross", "rounds"):
            merged[field] += one.trees[0][field]
        merged["alive"] &= one.trees[0]["alive"]
    if not merged["alive"][:n].any():
        merged["alive"] = searchers[0].trees[0]["alive"]
    tree.rank_moves(together)
    means = merged["sums"][:n] / np.maximum(merged["tries"][:n], 1)
    order = sorted(range(n), key=lambda i: (-merged["value"][i], i))
    return [(int(merged["arms"][i]), float(means[i]), int(merged["tries"][i])) for i in order]


@lru_cache(maxsize=64)
def _weights_of(edition: Edition, _: EditionFolder | None) -> NDArray[np.int64]:
    return np.array([weights_for(edition)] * SEATS)


def weights_of(tables: np.ndarray) -> NDArray[np.int64]:
    """The planner's weights for every seat."""
    edition = edition_of(tables)
    return _weights_of(edition, edition.folder)


def _plain(name: str, number: int) -> Factory:
    def make(argument: str, seed: str) -> Bot:
        if argument:
            raise BotError(f"{name} takes no argument, not {argument[:20]!r}")
        return SimpleBot(name, number, seed)

    return make


_BUDGET = re.compile(r"(\d{1,7})(ms|s|it)")


def searching(name: str, kind: type[SearchBot]) -> Factory:
    """A factory for a bot that searches within a budget: 500 ms if its spec has none."""

    def make(argument: str, seed: str) -> Bot:
        spec = argument or "500ms"
        budget = _BUDGET.fullmatch(spec)
        if budget is None or int(budget[1]) == 0:
            raise BotError(f"{name} takes a budget such as 800ms, 2s or 2000it, not {argument[:20]!r}")
        amount, unit = int(budget[1]), budget[2]
        seconds = None if unit == "it" else amount / 1000 if unit == "ms" else float(amount)
        return kind(f"{name}:{spec}", seed, seconds, amount if unit == "it" else None)

    return make


def _level(name: str, percent: int) -> Factory:
    def make(argument: str, seed: str) -> Bot:
        if argument:
            raise BotError(f"{name} takes no argument, not {argument[:20]!r}")
        return ErringBot(name, percent, seed)

    return make


FACTORIES: dict[str, Factory] = {
    "random": _plain("random", matches.RANDOM),
    "greedy": _plain("greedy", matches.GREEDY),
    "planner": _plain("planner", matches.PLANNER),
    "search": searching("search", SearchBot),
    "easy": _level("easy", 60),
    "medium": _level("medium", 25),
}
