"""What the two cities have in common: shapes in parts of the board, streets, canals and water."""

from __future__ import annotations

from collections.abc import Sequence

from perron.board.boxes import Point
from perron.board.geometry import Geometry
from perron.board.shapes import path, smooth, thin
from perron.board.sizes import sizes_of
from perron.editions.edition import Edition


class Plan:
    """Takes x and y as cities have them in the edition's file, 0 to 1, to path data on the board."""

    def __init__(self, edition: Edition, board: Geometry) -> None:
        self._margin = sizes_of(edition).margin
        self._wide, self._high = board.width - 2 * self._margin, board.height - 2 * self._margin

    def at(self, points: Sequence[Point]) -> list[Point]:
        """Points in board units."""
        return [(self._margin + x * self._wide, self._margin + y * self._high) for x, y in points]

    def way(self, points: Sequence[Point]) -> list[Point]:
        """A line without corners."""
        return thin(smooth(self.at(points), times=3), 0.4)

    def line(self, *ways: Sequence[Point]) -> str:
        """Path data of lines without corners."""
        return path([self.way(points) for points in ways])

    def shape(self, *rings: Sequence[Point], corners: bool = False) -> str:
        """Path data of closed shapes."""
        return path(
            [self.at(ring) if corners else thin(smooth(self.at(ring), closed=True, times=3), 0.4) for ring in rings],
            closed=True,
        )


def stroke(data: str, colour: str, width: float, more: str = "") -> str:
    """A line along path data."""
    return f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round" {more}/>'
