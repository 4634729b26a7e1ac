"""Bots: they look at a view and choose. `make_bot("planner")` makes one."""

from perron.bots.protocol import Bot, Clock, Explains, Explanation, MoveValue
from perron.bots.registry import load_bots, make_bot, names, register

__all__ = ["Bot", "Clock", "Explains", "Explanation", "MoveValue", "load_bots", "make_bot", "names", "register"]
