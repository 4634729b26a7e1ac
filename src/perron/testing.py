"""Checks for those who write bots: `check_bot(lambda seed: MyBot(seed))` in a test of theirs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from perron.bots.deal import deal_hidden
from perron.bots.protocol import Bot, Clock
from perron.editions import Edition, as_edition, built_in_names
from perron.errors import PerronError
from perron.game import Game
from perron.view import View

Make = Callable[[int], Bot]
"""Makes a bot from a seed; called again with the same seed, it makes one that chooses the same."""

_BOTS = 20  # this many do not choose the same by chance


def check_bot(
    make: Make,
    *,
    editions: Iterable[str | Edition] | None = None,
    seats: Iterable[int] | None = None,
    games: int = 1,
    timed: bool = False,
    seconds: float = 10.0,
    first_seed: int = 0,
) -> int:
    """Play whole games with a bot in every seat and check all it does; returns how many decisions it made.

    The bot is asked with `seconds` on its clock. Checked is, at every decision, that

    - its action is legal,
    - it takes no more than three times its clock and a second,
    - a second bot of the same seed, shown the same views one after the other, chooses the same,
    - also when all that the seat cannot know is dealt again: other hands, other tickets, the piles, chance.

    The last two need a bot whose choices depend on its seed and its views alone; one that thinks until its time is up
    is not such a bot: say `timed=True` for it, and they are left out.

    Played is every built-in edition with every number of seats, or the `editions` and `seats` that you name; numbers of
    seats that an edition does not have are left out. Raises AssertionError, which names edition, seat and turn.
    """
    decisions = 0
    for one in built_in_names() if editions is None else editions:
        edition = as_edition(one)
        fewest, most = edition.players
        wanted = range(fewest, most + 1) if seats is None else [n for n in seats if fewest <= n <= most]
        for number in wanted:
            for seed in range(first_seed, first_seed + games):
                decisions += _BotGame(make, edition, number, seed, Clock(seconds), timed).play()
    assert decisions, "nothing was played: no edition can be played by that many"
    return decisions


def redeal_hidden(game: Game, seat: int, seed: int) -> Game:
    """The same game as far as a seat can know, all the rest dealt by a seed: other hands and tickets, piles, chance."""
    knowledge, other = game.knowledge(seat), game.copy()
    deal_hidden(game.tables, knowledge[0], other.state, np.array([seed], np.uint64))
    # What a seat knows counts cards laid for a tunnel apart; everybody has seen them nevertheless.
    other.state["seen"] = game.state["seen"]
    assert other.knowledge(seat).tobytes() == knowledge.tobytes(), "Perron's own fault: a re-dealt game looks different"
    return other


@dataclass
class _Player:
    """A seat's bot, a second one of the same seed that is shown the same, and what they were shown."""

    seed: int
    bot: Bot
    twin: Bot | None
    views: list[View] = field(default_factory=list)


class _BotGame:
    """One game, a bot in every seat."""

    def __init__(self, make: Make, edition: Edition, seats: int, seed: int, clock: Clock, timed: bool) -> None:
        self.make, self.clock, self.seed = make, clock, seed
        self.game = Game(edition, seats, seed=seed)
        self.players = []
        for seat in range(seats):
            own = 100 * seed + seat
            self.players.append(_Player(own, self._new(own), None if timed else self._new(own)))
        # What is compiled or loaded at the first decision is not held against a bot.
        self._choose(self._new(seed), self.game, self.game.view(self.game.to_move))

    def _new(self, seed: int) -> Bot:
        bot = self.make(seed)
        assert callable(getattr(bot, "choose", None)), f"make({seed}) gave {bot!r}, which has no choose(view, clock)"
        use_edition = getattr(bot, "use_edition", None)
        if use_edition is not None:
            use_edition(self.game.edition)
        return bot

    def play(self) -> int:
        while not self.game.over:
            player = self.players[self.game.to_move or 0]
            view = self.game.view(self.game.to_move)
            start = time.perf_counter()
            chosen = self._choose(player.bot, self.game, view)
            took = time.perf_counter() - start
            allowed = 3 * (self.clock.seconds or 0.0) + 1.0
            assert took <= allowed, f"{self._place()}: took {took:.1f} s with {self.clock.seconds} s on its clock"
            if player.twin is not None:
                self._compare(player, view, str(chosen))
            self._play(chosen)
        return len(self.game.moves)

    def _place(self) -> str:
        game = self.game
        return f"{game.edition.id} with {game.seats} seats, seed {self.seed}, P{game.to_move} in turn {game.turn + 1}"

    def _choose(self, bot: Bot, game: Game, view: View) -> Any:
        """Ask a bot. The game that the view is of stays in reach: a bot that looks for it finds the right one."""
        before = repr(view)
        try:
            chosen = bot.choose(view, self.clock)
        except Exception as error:
            raise AssertionError(f"{self._place()}: raised {type(error).__name__}: {error}") from error
        assert repr(view) == before, f"{self._place()}: changed the view it was shown"
        return chosen

    def _play(self, chosen: Any) -> None:
        place = self._place()
        try:
            self.game.play(chosen)
        except PerronError as error:
            raise AssertionError(f"{place}: chose what cannot be played: {error}") from error

    def _compare(self, player: _Player, view: View, chosen: str) -> None:
        """Ask the twin in a game whose hidden part is another."""
        assert player.twin is not None
        seat = self.game.to_move or 0
        other = redeal_hidden(self.game, seat, player.seed + 1000 * len(player.views))
        player.views.append(view)
        again = str(self._choose(player.twin, other, other.view(seat)))
        if again == chosen:
            return
        said = f"{self._place()}: chose {chosen!r}, and a bot of the same seed {again!r}"
        assert self._is_deterministic(player), f"{said}: the same views and seed do not give the same choices"
        raise AssertionError(f"{said} when what the seat cannot know was dealt again: it sees more than its view")

    def _is_deterministic(self, player: _Player) -> bool:
        """Whether new bots of the seed choose the same when shown the same views; no game is in reach."""
        bots = [self._new(player.seed) for _ in range(_BOTS)]
        return all(len({str(bot.choose(view, self.clock)) for bot in bots}) == 1 for view in player.views)
