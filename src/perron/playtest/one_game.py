"""One game between bots, and what happened on the board in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from perron.bots.protocol import Bot, Clock
from perron.bots.registry import make_bot
from perron.editions.edition import Edition
from perron.engine import actions as ints
from perron.engine.sizes import NONE
from perron.errors import PerronError
from perron.game import Game, Move
from perron.keys import simulation_key
from perron.view import members

CLOCK = Clock(seconds=None, cores=1)
"""As long as the bot's own budget says: what a game comes to must not hang on how busy the machine is."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A route as it was claimed."""

    route: int
    seat: int
    turn: int
    """Which turn of its owner's, counted from 1."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A ticket that a seat could keep; in a race, one that came into its hand."""

    ticket: int
    seat: int


@dataclass(slots=True)
class Played:
    """A finished game."""

    game: Game
    claims: list[Claim] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    tries: Counter[int] = field(default_factory=Counter)
    """Tunnels tried, by route, also in vain."""
    actions: Counter[str] = field(default_factory=Counter)
    """How often each kind of action was taken, by its name."""
    faults: Counter[str] = field(default_factory=Counter)
    """Decisions that a bot forfeited, by what it did; a random action took the place of each."""

    @property
    def decisions(self) -> int:
        """How many there were."""
        return self.actions.total()


def play_one(edition: Edition, tables: np.ndarray, bot: str, seats: int, seed: int | str, index: int) -> Played:
    """Game number `index` of a playtest: dealt like a simulation's, with fresh bots, so that it depends on no other."""
    game = Game(edition, seats, key=simulation_key(seed, index))
    bots = [_seated(bot, f"{seed}/{index}/{seat}", edition) for seat in range(seats)]
    chance = Random(f"{seed}/{index}")
    played = Played(game)
    if edition.race:
        played.offers += [Offer(ticket, seat) for seat in range(seats) for ticket in _held(game, seat)]
    while (seat := game.to_move) is not None:
        _decide(played, tables, seat, bots[seat], chance)
    return played


def _seated(spec: str, seed: str, edition: Edition) -> Bot:
    """A bot for one game; one that reads views is told of a board of one's own, where it can be."""
    bot = make_bot(spec, seed)
    if hasattr(bot, "use_edition") and not hasattr(bot, "choose_sight"):
        bot.use_edition(edition)
    return bot


def _decide(played: Played, tables: np.ndarray, seat: int, bot: Bot, chance: Random) -> None:
    game = played.game
    turn = game.turn // game.seats + 1
    tunnel = int(game.state["tunnel_route"])
    offered = [] if game.edition.race else [t for t in game.state["dealt"][seat].tolist() if t != NONE]
    held = _held(game, seat) if game.edition.race else []
    move = _move(played, tables, seat, bot, chance)
    kind, index = move.number >> 16, move.number >> 8 & 255
    played.actions[type(move.action).__name__] += 1
    if kind == ints.CLAIM and game.edition.routes[index].tunnel:
        played.tries[index] += 1
    if kind in (ints.CLAIM, ints.PAY_TUNNEL):
        route = index if kind == ints.CLAIM else tunnel
        if route in members(game.state["owned"][seat].tolist()):  # a tunnel may still ask for more
            played.claims.append(Claim(route, seat, turn))
    elif kind == ints.KEEP_TICKETS:
        played.offers += [Offer(ticket, seat) for ticket in offered]
    if game.edition.race:
        played.offers += [Offer(ticket, seat) for ticket in _held(game, seat) if ticket not in held]


def _held(game: Game, seat: int) -> list[int]:
    """Race: tickets in hand or laid open."""
    return members((game.state["tickets"][seat] | game.state["made"][seat]).tolist())


def _move(played: Played, tables: np.ndarray, seat: int, bot: Bot, chance: Random) -> Move:
    """What the bot plays, or a random action where it fails."""
    game = played.game
    try:
        chosen = _chosen(game, tables, seat, bot)
    except Exception as error:  # whatever an outside bot raises, the run goes on
        played.faults[f"raised {type(error).__name__}"] += 1
    else:
        try:
            return game.play(chosen)
        except PerronError:
            played.faults["illegal action"] += 1
    return game.play(chance.choice(game.legal_numbers("one").tolist()))


def _chosen(game: Game, tables: np.ndarray, seat: int, bot: Bot) -> Any:
    """Compiled bots look at a record of what the seat knows; to the others it is told as a view."""
    look = getattr(bot, "choose_sight", None)
    return bot.choose(game.view(seat), CLOCK) if look is None else int(look(tables, game.sight(seat), CLOCK))
