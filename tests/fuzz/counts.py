"""How many inputs each part of the fuzz tries: a million in all."""

INTS = 500_000
"""Ints through `Game.play`."""
LEGAL = 80_000
"""Legal actions through `Game.play`, in all three forms."""
SPOILED = 250_000
"""Texts of actions with something wrong with them, through `Game.play`."""
NOISE = 50_000
"""Letters without sense, through `Game.play`."""
TYPED = 60_000
"""Typed actions with nonsense in their fields, through `Game.play`."""
RECORDS = 30_000
"""Spoiled records, read and verified."""
RECORD_FILES = 2_000
"""Spoiled record files, byte by byte, loaded from the disk."""
POSITIONS = 36_000
"""Spoiled position texts, and the games from those that are still right."""
EDITIONS = 4_000
"""Spoiled edition files, checked and parsed; those that pass are played."""
