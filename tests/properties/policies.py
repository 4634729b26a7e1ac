"""Ways to play that make rare things happen: each prefers some legal actions to the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from perron.editions import Edition
from tests.reference.plain_actions import Plain

Preference = Callable[[Edition, Plain], int]
"""How much an action is wanted; of those wanted most one is taken at random."""


def uniform(edition: Edition, action: Plain) -> int:
    """Anything."""
    return 0


def hoarder(edition: Edition, action: Plain) -> int:
    """Cards as long as there are any, then tickets, so that the piles run dry; claims last."""
    return {"cards": 3, "blind": 3, "face up": 3, "tickets": 2, "keep": 1, "station": 1}.get(action[0], 0)


def picker(edition: Edition, action: Plain) -> int:
    """Colours from the display, so that wilds stay behind and pile up there."""
    return 2 if action[0] == "face up" and action[1] != "wild" else 1 if action[0] in ("blind", "cards") else 0


def spender(edition: Edition, action: Plain) -> int:
    """Whatever spends cards, colours before wilds, so that wilds are all that is left in the piles."""
    spent = 10 - action[3] if action[0] in ("claim", "station") else 0
    return spent + (1 if action[0] == "face up" and action[1] != "wild" else 0)


def collector(edition: Edition, action: Plain) -> int:
    """Tickets all the time, and all of them kept."""
    return 1 + len(action[1]) if action[0] == "keep" else 1 if action[0] == "tickets" else 0


def chooser(edition: Edition, action: Plain) -> int:
    """Tickets all the time, and as many as may be given back, so that the pile goes round."""
    return 8 - len(action[1]) if action[0] == "keep" else 1 if action[0] == "tickets" else 0


def doubter(edition: Edition, action: Plain) -> int:
    """Tries every tunnel and lets it go when it asks for more; otherwise draws."""
    if action[0] == "claim":
        return 2 if edition.routes[action[1]].tunnel else 0
    return 1 if action[0] in ("let go", "blind", "cards", "face up") else 0


def tunneller(edition: Edition, action: Plain) -> int:
    """Tries every tunnel, wilds alone first, and pays what it asks."""
    if action[0] == "claim" and edition.routes[action[1]].tunnel:
        return 3 if action[2] == "wild" else 2
    return {"pay": 2, "blind": 1, "cards": 1}.get(action[0], 0)


def swapper(edition: Edition, action: Plain) -> int:
    """Gives up the tickets turn after turn."""
    return 1 if action[0] == "swap" else 0


def builder(edition: Edition, action: Plain) -> int:
    """Stations first, then cards."""
    return {"station": 2, "blind": 1, "face up": 1}.get(action[0], 0)


def claimer(edition: Edition, action: Plain) -> int:
    """Claims whatever can be claimed, and pays for tunnels."""
    return 1 if action[0] in ("claim", "pay") else 0


def hasty(edition: Edition, action: Plain) -> int:
    """The longest route there is: out of pieces in no time."""
    return edition.routes[action[1]].length if action[0] == "claim" else 0


POLICIES: dict[str, Preference] = {
    preference.__name__: preference
    for preference in (
        uniform,
        hoarder,
        picker,
        spender,
        collector,
        chooser,
        doubter,
        tunneller,
        swapper,
        builder,
        claimer,
        hasty,
    )
}


def choose(edition: Edition, actions: Sequence[Plain], wanted: Preference, rng: Random) -> int:
    """Which of the legal actions to take: mostly one that is wanted most, sometimes any."""
    if wanted is uniform or rng.random() < 0.1:
        return rng.randrange(len(actions))
    worth = [wanted(edition, action) for action in actions]
    best = max(worth)
    return rng.choice([i for i, value in enumerate(worth) if value == best])
