"""A game in the terminal: what a person sees of it, and how a person says what to do."""

from perron.terminal.session import Session, Stopped
from perron.terminal.words import Words

__all__ = ["Session", "Stopped", "Words"]
