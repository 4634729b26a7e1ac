"""The arena: bots against bots on the same deals, ratings with confidence intervals, and a sequential test."""

from perron.arena.bootstrap import Interval
from perron.arena.row import Forfeit, Row
from perron.arena.run import Outlook, Run, run_arena
from perron.arena.schedule import Plan, Task
from perron.arena.sequential import SequentialTest, Verdict
from perron.arena.standing import Adjusted, BotStanding, Standing

__all__ = [
    "Adjusted",
    "BotStanding",
    "Forfeit",
    "Interval",
    "Outlook",
    "Plan",
    "Row",
    "Run",
    "SequentialTest",
    "Standing",
    "Task",
    "Verdict",
    "run_arena",
]
