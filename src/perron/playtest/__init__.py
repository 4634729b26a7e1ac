"""Playtest: how bots use a board, for its author."""

from perron.playtest.report import Report
from perron.playtest.run import playtest

__all__ = ["Report", "playtest"]
