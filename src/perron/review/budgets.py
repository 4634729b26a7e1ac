"""How many games a review is made of."""

from __future__ import annotations

STANDARD = 44
"""The standard budget. A position is played on three times as often, and what looks like a mistake is measured on four
times as many re-deals: then a game of the largest board with four seats takes less than a minute on one core."""
LEAST, MOST = 8, 65_536
