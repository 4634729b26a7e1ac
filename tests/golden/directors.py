"""Directors: they see every card and move every seat, so that a game ends the way it is wanted to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from perron import (
    Action,
    BuildStation,
    ClaimRoute,
    Decline,
    DrawBlind,
    DrawCards,
    DrawFaceUp,
    DrawTickets,
    Game,
    KeepTickets,
    PayTunnel,
    SwapTickets,
)
from perron.editions import Edition
from perron.editions.edition import GRAY, WILD, Route
from perron.engine.state import TURN

Director = Callable[[Game, Sequence[Action]], Action]
"""Chooses one of the legal actions."""
Worth = Callable[[Game, Action], int]
"""How much an action is wanted."""


def direct(game: Game, director: Director) -> Game:
    """Play a game to its end."""
    while not game.over:
        game.play(director(game, game.legal_actions()))
    return game


def preferring(worth: Worth, seed: int) -> Director:
    """Of the actions that are wanted most, any."""
    rng = Random(seed)

    def choose(game: Game, actions: Sequence[Action]) -> Action:
        values = [worth(game, action) for action in actions]
        best = max(values)
        return rng.choice([action for action, value in zip(actions, values, strict=True) if value == best])

    return choose


def anything(_game: Game, _action: Action) -> int:
    """No wishes at all."""
    return 0


def hoarding(_game: Game, action: Action) -> int:
    """Cards as long as there are any; then tickets are swapped."""
    return {DrawCards: 3, DrawFaceUp: 3, DrawBlind: 3, SwapTickets: 2}.get(type(action), 1)


def swapping(_game: Game, action: Action) -> int:
    """New tickets, turn after turn."""
    return 1 if isinstance(action, SwapTickets) else 0


def claiming(_game: Game, action: Action) -> int:
    """Claims what can be claimed, and pays for tunnels; otherwise cards."""
    wanted = {ClaimRoute: 2, PayTunnel: 2, KeepTickets: 2, DrawFaceUp: 1, DrawBlind: 1, DrawCards: 1}
    return wanted.get(type(action), 0)


def refusing(game: Game, actions: Sequence[Action]) -> Action:
    """Cards until a tunnel asks for more; such tunnels again and again, all of them let go (RU-40)."""
    for action in actions:
        if isinstance(action, Decline):
            return action
    for action in actions:
        if _is_tunnel(game.edition, action) and _asks_for_more(game, action):
            return action
    return first_of(actions, DrawBlind, DrawFaceUp, KeepTickets, DrawTickets)


def first_of(actions: Sequence[Action], *kinds: type) -> Action:
    """The first action of the first kind that there is; the last of all if there is none."""
    for kind in kinds:
        for action in actions:
            if isinstance(action, kind):
                return action
    return actions[-1]


def _is_tunnel(edition: Edition, action: Action) -> bool:
    return isinstance(action, ClaimRoute) and edition.routes[edition.route_index[action.route]].tunnel


def _asks_for_more(game: Game, action: Action) -> bool:
    ahead = game.copy()  # it has the same key, so chance answers the same
    ahead.play(action)
    return int(ahead.state["tunnel_extra"]) > 0


class Planned:
    """Every seat claims the routes of a plan; what it does when it has them all is for `afterwards` to say."""

    def __init__(self, edition: Edition, plan: Sequence[set[str]], afterwards: Director) -> None:
        self.edition, self.plan, self.afterwards = edition, plan, afterwards

    def __call__(self, game: Game, actions: Sequence[Action]) -> Action:
        if game.state["phase"] != TURN:
            return first_of(actions, PayTunnel, Decline, KeepTickets, DrawBlind, DrawFaceUp)
        seat = int(game.state["to_move"])
        left = self.plan[seat] - set(game.view(None).players[seat].routes)
        claims = [action for action in actions if isinstance(action, ClaimRoute) and action.route in left]
        if claims:
            return min(claims, key=lambda claim: (claim.wilds, -claim.cards))
        return self._draw(game, actions, seat, left) if left else self.afterwards(game, actions)

    def _draw(self, game: Game, actions: Sequence[Action], seat: int, left: set[str]) -> Action:
        """A card that one of the routes left is waiting for; the nearest first."""
        hand = game.view(seat).hand or {}
        face_up = {action.card: action for action in actions if isinstance(action, DrawFaceUp)}
        routes = sorted((self._route(route) for route in left), key=lambda route: (route.cards, route.id))
        if WILD in face_up and any(route.ferry > hand.get(WILD, 0) for route in routes):
            return face_up[WILD]
        missing = {
            route.colour: route.cards - hand.get(route.colour, 0)
            for route in routes
            if route.colour != GRAY and route.cards > hand.get(route.colour, 0)
        }
        wanted = [colour for colour in face_up if colour in missing]
        if wanted:
            return face_up[min(wanted, key=lambda colour: missing[colour])]
        gray = max((route.cards for route in routes if route.colour == GRAY), default=0)
        begun = [colour for colour in face_up if colour != WILD and 0 < hand.get(colour, 0) < gray]
        if begun:
            return face_up[max(begun, key=lambda colour: hand[colour])]
        return first_of(actions, DrawBlind, DrawFaceUp, BuildStation, DrawTickets)

    def _route(self, ident: str) -> Route:
        return self.edition.routes[self.edition.route_index[ident]]


def hoard_at_the_end(_game: Game, actions: Sequence[Action]) -> Action:
    """Stations, then cards, then tickets."""
    return first_of(actions, BuildStation, DrawBlind, DrawFaceUp, DrawTickets)


def all_but_one_hoard(poor: Sequence[int]) -> Director:
    """Like that, but the poor seats take no card as long as there is anything else to do."""

    def choose(game: Game, actions: Sequence[Action]) -> Action:
        if game.to_move in poor:
            return first_of(actions, DrawTickets, BuildStation, DrawFaceUp, DrawBlind)
        return hoard_at_the_end(game, actions)

    return choose
