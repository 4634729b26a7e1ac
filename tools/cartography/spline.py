"""The bend: a thin-plate spline that takes real places to where the board has them, and all between them along."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, pi, radians, tan

import numpy as np

from perron.board.boxes import Point, Rows
from perron.board.geometry import place_points
from perron.board.sizes import sizes_of
from perron.editions.edition import Edition


class Bend:
    """Takes longitude and latitude to board units."""

    def __init__(self, edition: Edition, reach: float) -> None:
        """`reach`: how far from the middle the plain fit holds again, in widths of the board."""
        there = np.array(place_points(edition, sizes_of(edition)))
        here = _plane([(city.lon or 0.0, city.lat or 0.0) for city in edition.cities])
        self._middle, self._scale = here.mean(axis=0), float(np.ptp(here[:, 0])) or 1.0
        here = (here - self._middle) / self._scale
        fit, *_ = np.linalg.lstsq(np.column_stack([np.ones(len(here)), here]), there, rcond=None)
        # Far ghosts from the plain fit, so that the edges stay calm.
        ghosts = np.array([(reach * u, reach * v) for u in (-1, 0, 1) for v in (-1, 0, 1) if u or v])
        self._knots = np.concatenate([here, ghosts])
        targets = np.concatenate([there, np.column_stack([np.ones(len(ghosts)), ghosts]) @ fit])
        n = len(self._knots)
        system = np.zeros((n + 3, n + 3))
        system[:n, :n] = _kernel(self._knots, self._knots)
        system[:n, n:] = np.column_stack([np.ones(n), self._knots])
        system[n:, :n] = system[:n, n:].T
        self._weights = np.linalg.solve(system, np.concatenate([targets, np.zeros((3, 2))]))

    def __call__(self, points: Sequence[Point]) -> list[Point]:
        """Where points (longitude, latitude) come to lie."""
        at = (_plane(points) - self._middle) / self._scale
        basis = np.concatenate([_kernel(at, self._knots), np.ones((len(at), 1)), at], axis=1)
        return [(float(x), float(y)) for x, y in basis @ self._weights]


def _plane(points: Sequence[Point]) -> Rows:
    """Mercator, north up the screen."""
    return np.array([(radians(lon), -log(tan(pi / 4 + radians(lat) / 2))) for lon, lat in points])


def _kernel(a: Rows, b: Rows) -> Rows:
    square = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    found: Rows = 0.5 * square * np.log(np.maximum(square, 1e-18))
    return found
