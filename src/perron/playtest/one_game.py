"""One game between bots, and what happened on its board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from perron.bots.alarm import Late, alarm
from perron.bots.protocol import Bot, Clock
from perron.bots.registry import make_bot
from perron.editions.edition import Edition
from perron.engine import actions as ints
from perron.engine.sizes import NONE
from perron.engine.tables import tables_of
from perron.game import Game, Move
from perron.keys import simulation_key
from perron.view import members

CLOCK = Clock(seconds=None, cores=1)
"""The bot's own budget: a game must not depend on how busy the machine is."""
PATIENCE = 60.0
"""Seconds after which a decision is forfeited, by default."""
_MOST_LATE = 3
"""A bot that was late this often in a game is not asked again in it."""
LATE, OUT = "late", "not asked again"


@dataclass(frozen=True, slots=True)
class Claim:
    """A route as it was claimed."""

    route: int
    seat: int
    turn: int
    """Which turn of its owner's, counted from 1."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A ticket that a seat could keep; where tickets are swapped, one that came into its hand."""

    ticket: int
    seat: int


@dataclass(slots=True)
class Played:
    """A finished game."""

    game: Game
    claims: list[Claim] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    tries: Counter[int] = field(default_factory=Counter)
    """Tunnel attempts, by route, failed ones included."""
    actions: Counter[str] = field(default_factory=Counter)
    """How often each kind of action was taken, by its name."""
    faults: Counter[str] = field(default_factory=Counter)
    """Decisions that a bot forfeited, by reason; a random action was played instead."""

    @property
    def decisions(self) -> int:
        """How many there were."""
        return self.actions.total()


def play_one(edition: Edition, bot: str, seats: int, seed: int | str, index: int, patience: float = PATIENCE) -> Played:
    """Game number `index` of a playtest: dealt as in a simulation, with new bots, so that it depends on no other."""
    game = Game(edition, seats, key=simulation_key(seed, index))
    players = [_Seat(_seated(bot, f"{seed}/{index}/{seat}", edition), seat, patience) for seat in range(seats)]
    chance = Random(f"{seed}/{index}")
    played = Played(game)
    if edition.swap_tickets:
        played.offers += [Offer(ticket, seat) for seat in range(seats) for ticket in _held(game, seat)]
    while (seat := game.to_move) is not None:
        _decide(played, players[seat], chance)
    return played


@dataclass(slots=True)
class _Seat:
    """A bot in its seat."""

    bot: Bot
    seat: int
    patience: float
    late: int = 0
    """How often it did not answer in time."""


def _seated(spec: str, seed: str, edition: Edition) -> Bot:
    """A bot for one game; one that reads views is given the edition, if it takes one."""
    bot = make_bot(spec, seed)
    if hasattr(bot, "use_edition") and not hasattr(bot, "choose_int"):
        bot.use_edition(edition)
    return bot


def _decide(played: Played, player: _Seat, chance: Random) -> None:
    game, seat = played.game, player.seat
    turn = game.turn // game.seats + 1
    tunnel = int(game.state["tunnel_route"])
    offered = [] if game.edition.swap_tickets else [t for t in game.state["dealt"][seat].tolist() if t != NONE]
    held = _held(game, seat) if game.edition.swap_tickets else []
    move = _move(played, player, chance)
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
    if game.edition.swap_tickets:
        played.offers += [Offer(ticket, seat) for ticket in _held(game, seat) if ticket not in held]


def _held(game: Game, seat: int) -> list[int]:
    """Tickets in hand or laid open."""
    return members((game.state["tickets"][seat] | game.state["completed"][seat]).tolist())


def _move(played: Played, player: _Seat, chance: Random) -> Move:
    """What the bot plays, or a random action where it fails."""
    game = played.game
    try:
        return game.play(_chosen(game, player))
    except Late:
        player.late += 1
        played.faults[LATE] += 1
    except _NotAsked:
        played.faults[OUT] += 1
    except _Raised as error:
        played.faults[f"raised {type(error.__cause__).__name__}"] += 1
    except Exception:  # anything at all may have been returned
        played.faults["illegal action"] += 1
    return game.play(chance.choice(game.legal_numbers("one").tolist()))


class _Raised(Exception):
    """The bot raised an exception, the cause of this one."""


class _NotAsked(Exception):
    """The bot was late too often."""


def _chosen(game: Game, player: _Seat) -> Any:
    """The bot's choice. Compiled bots read a record of what the seat knows, the others its view."""
    if player.late >= _MOST_LATE:
        raise _NotAsked
    bot = player.bot
    try:
        with alarm(player.patience):
            if hasattr(bot, "choose_int"):
                return int(bot.choose_int(tables_of(game.edition), game.knowledge(player.seat), CLOCK))
            return bot.choose(game.view(player.seat), CLOCK)
    except (Exception, SystemExit) as error:  # whatever an external bot raises, the run goes on
        raise _Raised from error
