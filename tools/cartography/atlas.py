"""Coasts and borders from a TopoJSON atlas (Natural Earth's countries, as the npm package world-atlas has them)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from perron.board.boxes import Point


class Atlas:
    """The arcs of an atlas, and who uses them."""

    def __init__(self, path: Path) -> None:
        self._found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        (sx, sy), (tx, ty) = self._found["transform"]["scale"], self._found["transform"]["translate"]
        self._arcs: list[list[Point]] = []
        for arc in self._found["arcs"]:
            x = y = 0
            line = []
            for dx, dy in arc:
                x, y = x + dx, y + dy
                line.append((x * sx + tx, y * sy + ty))
            self._arcs.append(line)

    def _rings(self, geometry: dict[str, Any]) -> Iterator[list[int]]:
        if geometry["type"] == "Polygon":
            yield from geometry["arcs"]
        elif geometry["type"] == "MultiPolygon":
            yield from chain.from_iterable(geometry["arcs"])
        for part in geometry.get("geometries", ()):
            yield from self._rings(part)

    def land(self) -> list[list[Point]]:
        """Rings of land; lakes and seas inside them are rings too."""
        return [self._line(ring) for ring in self._rings(self._found["objects"]["land"])]

    def borders(self) -> list[list[Point]]:
        """Lines between two countries."""
        uses = Counter(
            arc if arc >= 0 else ~arc for ring in self._rings(self._found["objects"]["countries"]) for arc in ring
        )
        return [self._arcs[arc] for arc, users in sorted(uses.items()) if users > 1]

    def _line(self, ring: Sequence[int]) -> list[Point]:
        points: list[Point] = []
        for arc in ring:
            part = self._arcs[arc] if arc >= 0 else self._arcs[~arc][::-1]
            points += part[1:] if points else part
        return points
