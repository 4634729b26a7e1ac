"""Perron: the Ticket to Ride family as open software. `Game(edition, seats=4, seed=7)` deals a game."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from perron.errors import EditionError, IllegalAction, NotationError, PerronError, ReceiptError, RecordError

if TYPE_CHECKING:
    from perron.action import (
        Action,
        BuildStation,
        ClaimRoute,
        Decline,
        DrawBlind,
        DrawCards,
        DrawFaceUp,
        DrawTickets,
        KeepTickets,
        Pass,
        PayTunnel,
        SwapTickets,
    )
    from perron.event import Event, event_of
    from perron.game import Game, Move, Undo
    from perron.outcome import Outcome, Score
    from perron.view import View
else:
    _HOMES = {
        "Event": "event",
        "Game": "game",
        "Move": "game",
        "Outcome": "outcome",
        "Score": "outcome",
        "Undo": "game",
        "View": "view",
        "event_of": "event",
    }

    def __getattr__(name: str) -> Any:
        """Load the engine when it is first asked for: the command line's --help does not need it."""
        if name not in __all__:
            raise AttributeError(f"module 'perron' has no attribute {name!r}")
        value = getattr(import_module(f"perron.{_HOMES.get(name, 'action')}"), name)
        globals()[name] = value
        return value


__version__ = "0.1.0"

__all__ = [
    "Action",
    "BuildStation",
    "ClaimRoute",
    "Decline",
    "DrawBlind",
    "DrawCards",
    "DrawFaceUp",
    "DrawTickets",
    "EditionError",
    "Event",
    "Game",
    "IllegalAction",
    "KeepTickets",
    "Move",
    "NotationError",
    "Outcome",
    "Pass",
    "PayTunnel",
    "PerronError",
    "ReceiptError",
    "RecordError",
    "Score",
    "SwapTickets",
    "Undo",
    "View",
    "__version__",
    "event_of",
]
