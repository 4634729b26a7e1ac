"""Where on a board there is nothing yet that a drawing would stand behind."""

from __future__ import annotations

from math import hypot

from perron.board.geometry import Geometry


class Free:
    """Whether a drawing at a point would stand behind a name or a place."""

    def __init__(self, board: Geometry) -> None:
        self._boxes = [place.label.box for place in board.places]
        self._places = [(place.x, place.y) for place in board.places]
        self._spaces = [(space.x, space.y) for track in board.tracks for space in track.spaces]
        self._near = 1.2 * board.radius

    def __call__(self, x: float, y: float, reach: float = 7.0) -> bool:
        """Whether the point is free."""
        for box in self._boxes:
            if abs(x - box.x) < box.width / 2 + reach and abs(y - box.y) < box.height / 2 + reach:
                return False
        return all(hypot(x - a, y - b) > self._near + reach for a, b in self._places)

    def off_tracks(self, x: float, y: float, reach: float) -> bool:
        """Whether no track is near either."""
        return self(x, y, reach) and all(hypot(x - a, y - b) > reach + 2 * self._near for a, b in self._spaces)
