"""Games to look at: played by seats with different tastes, so that every phase comes up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from perron import ClaimRoute, Decline, DrawFaceUp, DrawTickets, Game, SwapTickets
from perron.bots import Clock, make_bot
from perron.editions import names
from tests.mixed_editions import MIXED, any_edition


def _tables(editions: Iterable[str]) -> list[tuple[str, int]]:
    found = {name: any_edition(name) for name in editions}
    return [(name, seats) for name, one in found.items() for seats in range(one.players[0], one.players[1] + 1)]


TABLES = _tables(names())
"""Every edition with every number of players."""
WITH_MIXED = [*TABLES, *_tables(MIXED)]
"""These, and editions that mix the switches."""


def _liked(game: Game, number: int) -> list[int]:
    """What a seat of this number's taste would rather do: claim, take what lies open, try tunnels, take tickets."""
    taste = number % 4
    routes, index = game.edition.routes, game.edition.route_index
    liked = []
    for i, action in enumerate(game.legal_actions()):
        if (
            (taste == 0 and isinstance(action, ClaimRoute))
            or (taste == 1 and isinstance(action, DrawFaceUp | Decline))
            or (taste == 2 and isinstance(action, ClaimRoute) and routes[index[action.route]].tunnel)
            or (taste == 3 and isinstance(action, DrawTickets | SwapTickets))
        ):
            liked.append(i)
    return liked


def played(name: str, seats: int, seed: int) -> Iterator[Game]:
    """One game, given out before each action and at its end. It goes on: look, and do not touch."""
    rng = Random(f"{name} {seats} {seed}")
    game = Game(any_edition(name), seats, seed=seed)
    while not game.over:
        yield game
        liked = _liked(game, seed + int(game.state["to_move"])) if rng.random() < 0.5 else []
        numbers = game.legal_numbers()
        game.play(int(numbers[rng.choice(liked) if liked else rng.randrange(len(numbers))]))
    yield game


def played_for_tickets(name: str, seats: int) -> Iterator[Game]:
    """One game of planners, which join what their tickets ask for, given out in the same way."""
    game = Game(any_edition(name), seats, seed=0)
    bot = make_bot("planner", seed=0)
    while not game.over:
        yield game
        game.play(bot.choose(game.view(game.to_move), Clock()))
    yield game
