"""How many games a review is made of."""

from __future__ import annotations

STANDARD = 44
"""The standard budget. A position is played on three times as often, a better move is measured on four times as many
re-deals, and what then looks like a mistake on twelve times as many: so a game of the largest board with four seats
takes less than a minute on one core."""
LEAST, MOST = 8, 65_536
