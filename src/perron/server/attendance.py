"""Who stays to the end of a game with other people: noted by device, so that hosts see who keeps leaving."""

from __future__ import annotations

from collections.abc import Sequence

from perron.server.step import Step
from perron.server.store import SeatRow

FEWEST_LEFT = 2
"""Hosts hear of those who have left at least so many of their last games."""


def attended(seats: Sequence[SeatRow], step: Step) -> dict[bytes, bool]:
    """What a step says of devices: one that gives up or lets its time run out has left, the rest stay to the end.

    Nobody leaves anybody in a game against bots, or with others at the same device.
    """
    people = [row for row in seats if row.kind == "person" and row.secret_hash is not None]
    if len({row.device or row.seat for row in people}) < 2:
        return {}
    said: dict[bytes, bool] = {}
    if step.table.get("status") == "over":
        said = {one.device: True for one in people if one.device is not None}
    for row in step.rows:
        if row.seat is not None and (row.kind == "resign" or row.by == "clock"):
            device = seats[row.seat].device
            if device is not None:
                said[device] = False
    return said
