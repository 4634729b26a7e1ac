"""How big things are on each board, in board units."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from perron.editions.edition import Edition
from perron.editions.folder import table_of

WIDTH = 1600.0
"""Of every board, in board units; the height follows from its aspect."""
FILE = "board.toml"
"""In the folder of an edition."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The measures of one board."""

    unit: float
    """All drawings are made for unit 1 and scaled by this."""
    type_size: float
    """Of the names."""
    margin: float
    """Around the places: x and y of a city run from one margin to the other."""
    height: float

    @property
    def space_width(self) -> float:
        """Across the track."""
        return 17 * self.unit

    @property
    def space_length(self) -> float:
        """The longest a space becomes; most have this length."""
        return 60 * self.unit

    @property
    def shortest(self) -> float:
        """A space should not be shorter."""
        return 34 * self.unit

    @property
    def gap(self) -> float:
        """Between two spaces of a track, and between two tracks side by side."""
        return 2.6 * self.unit

    @property
    def radius(self) -> float:
        """Of a place."""
        return 9 * self.unit

    @property
    def line(self) -> float:
        """Width of a metro line."""
        return 8 * self.unit

    @property
    def rim(self) -> float:
        """What a tunnel's rim adds on each side."""
        return 2.2 * self.unit


def sizes_of(edition: Edition) -> Sizes:
    """The measures of a board, from its folder; if that does not say, such that its shortest routes have room."""
    known = table_of(edition, FILE)
    told = (known["unit"], known["type_size"], known["margin"]) if "unit" in known else None
    unit, type_size, margin = told or _guess(edition)
    return Sizes(unit, type_size, margin, round((WIDTH - 2 * margin) / edition.aspect + 2 * margin, 1))


def _guess(edition: Edition) -> tuple[float, float, float]:
    inner = WIDTH - 120
    room = []
    for route in edition.routes:
        a, b = (edition.cities[edition.city_index[city]] for city in (route.a, route.b))
        room.append(hypot((a.x - b.x) * inner, (a.y - b.y) * inner / edition.aspect) / (route.length + 0.7))
    room.sort()
    unit = min(max(room[len(room) // 10] / 62, 0.8), 2.4)
    return unit, max(17.0, min(17 * unit, 30.0)), 60.0
