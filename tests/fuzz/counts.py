"""How many inputs each part of the fuzz tries: a million in all, a share of them for every change."""

from tests.sampling import share

INTS = share(500_000)
"""Ints through `Game.play`."""
LEGAL = share(80_000)
"""Legal actions through `Game.play`, in all three forms."""
SPOILED = share(250_000)
"""Texts of actions with something wrong with them, through `Game.play`."""
NOISE = share(50_000)
"""Letters without sense, through `Game.play`."""
TYPED = share(60_000)
"""Typed actions with nonsense in their fields, through `Game.play`."""
RECORDS = share(30_000)
"""Spoiled records, read and verified."""
RECORD_FILES = share(2_000)
"""Spoiled record files, byte by byte, loaded from the disk."""
POSITIONS = share(36_000)
"""Spoiled position texts, and the games from those that are still right."""
EDITIONS = share(4_000)
"""Spoiled edition files, checked and parsed; those that pass are played."""
