"""Oriented boxes and discs, and how far they lie apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, radians, sin
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Point: TypeAlias = tuple[float, float]
Rows: TypeAlias = NDArray[np.float64]
"""Boxes as rows: middle x and y, half the width, half the height, cosine and sine of the angle."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle that may be turned."""

    x: float
    """Of its middle, as is y."""
    y: float
    width: float
    height: float
    angle: float = 0.0
    """In degrees, clockwise on the screen."""

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The four corners, in order around the box."""
        c, s = cos(radians(self.angle)), sin(radians(self.angle))
        w, h = self.width / 2, self.height / 2
        upper_left, upper_right, lower_right, lower_left = (
            (self.x + u * c - v * s, self.y + u * s + v * c) for u, v in ((-w, -h), (w, -h), (w, h), (-w, h))
        )
        return upper_left, upper_right, lower_right, lower_left


def rows(boxes: Iterable[Box]) -> Rows:
    """Boxes as rows of one array."""
    found = [
        (box.x, box.y, box.width / 2, box.height / 2, cos(radians(box.angle)), sin(radians(box.angle))) for box in boxes
    ]
    return np.array(found, dtype=np.float64).reshape(-1, 6)


def apart(a: Rows, b: Rows) -> Rows:
    """How far each box of `a` lies at least from the one of `b` in the same row; negative where they overlap."""
    (x, y, w, h, c0, s0), (u, v, wide, high, c1, s1) = a.T, b.T
    dx, dy = u - x, v - y
    c, s = np.abs(c0 * c1 + s0 * s1), np.abs(c0 * s1 - s0 * c1)
    gaps = (
        np.abs(dx * c0 + dy * s0) - w - wide * c - high * s,
        np.abs(dy * c0 - dx * s0) - h - wide * s - high * c,
        np.abs(dx * c1 + dy * s1) - wide - w * c - h * s,
        np.abs(dy * c1 - dx * s1) - high - w * s - h * c,
    )
    found: Rows = np.maximum(np.maximum(gaps[0], gaps[1]), np.maximum(gaps[2], gaps[3]))
    return found


def from_discs(boxes: Rows, discs: Rows) -> Rows:
    """How far each box lies from each disc (x, y, radius); negative where they overlap."""
    p, q = boxes[:, None, :], discs[None, :, :]
    dx, dy = q[..., 0] - p[..., 0], q[..., 1] - p[..., 1]
    u = np.abs(dx * p[..., 4] + dy * p[..., 5]) - p[..., 2]
    v = np.abs(dy * p[..., 4] - dx * p[..., 5]) - p[..., 3]
    outside = np.hypot(np.maximum(u, 0.0), np.maximum(v, 0.0)) + np.minimum(np.maximum(u, v), 0.0)
    found: Rows = outside - q[..., 2]
    return found


def beyond(boxes: Rows, width: float, height: float, margin: float) -> Rows:
    """How far each box reaches over the margin of the board; 0 where it does not."""
    c, s = np.abs(boxes[:, 4]), np.abs(boxes[:, 5])
    wide, high = boxes[:, 2] * c + boxes[:, 3] * s, boxes[:, 2] * s + boxes[:, 3] * c
    over = np.maximum.reduce(
        [
            margin - (boxes[:, 0] - wide),
            boxes[:, 0] + wide - (width - margin),
            margin - (boxes[:, 1] - high),
            boxes[:, 1] + high - (height - margin),
        ]
    )
    found: Rows = np.maximum(over, 0.0)
    return found
