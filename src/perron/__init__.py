"""Perron: the Ticket to Ride family as open software. `Game("europe", seats=4, seed=7)` deals a game."""

from perron.action import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawCards,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    LetGo,
    Pass,
    PayTunnel,
    SwapTickets,
)
from perron.errors import EditionError, IllegalAction, NotationError, PerronError, RecordError
from perron.game import Game, Move
from perron.outcome import Outcome, Score
from perron.view import View

__version__ = "0.1.0"

__all__ = [
    "Action",
    "BuildStation",
    "ClaimRoute",
    "DrawBlind",
    "DrawCards",
    "DrawFaceUp",
    "DrawTickets",
    "EditionError",
    "Game",
    "IllegalAction",
    "KeepTickets",
    "LetGo",
    "Move",
    "NotationError",
    "Outcome",
    "Pass",
    "PayTunnel",
    "PerronError",
    "RecordError",
    "Score",
    "SwapTickets",
    "View",
    "__version__",
]
