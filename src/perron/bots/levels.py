"""The levels of bots for people."""

from typing import Literal, get_args

Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""Each stronger than the one before. None of them sees more than its seat knows."""
