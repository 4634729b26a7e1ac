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
    """How far each box of `a` lies from each of `b`, at least; negative where they overlap."""
    p, q = a[:, None, :], b[None, :, :]
    dx, dy = q[..., 0] - p[..., 0], q[..., 1] - p[..., 1]
    c = np.abs(p[..., 4] * q[..., 4] + p[..., 5] * q[..., 5])
    s = np.abs(p[..., 4] * q[..., 5] - p[..., 5] * q[..., 4])
    gaps = (
        np.abs(dx * p[..., 4] + dy * p[..., 5]) - p[..., 2] - q[..., 2] * c - q[..., 3] * s,
        np.abs(dy * p[..., 4] - dx * p[..., 5]) - p[..., 3] - q[..., 2] * s - q[..., 3] * c,
        np.abs(dx * q[..., 4] + dy * q[..., 5]) - q[..., 2] - p[..., 2] * c - p[..., 3] * s,
        np.abs(dy * q[..., 4] - dx * q[..., 5]) - q[..., 3] - p[..., 2] * s - p[..., 3] * c,
    )
    return np.maximum(np.maximum(gaps[0], gaps[1]), np.maximum(gaps[2], gaps[3]))


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
