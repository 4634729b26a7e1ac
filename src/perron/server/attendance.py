"""Which devices stay to the end of games with other people, so that hosts can see who keeps leaving."""

from __future__ import annotations

from collections.abc import Sequence

from perron.server.step import Step
from perron.server.store import SeatRow

FEWEST_LEFT = 2
"""Hosts are told about devices that left at least this many of their last games."""


def attended(seats: Sequence[SeatRow], step: Step) -> dict[bytes, bool]:
    """Which devices a step shows to have left (they resigned, or ran out of time) or to have stayed to the end.

    Games against bots only, or among people at one device, do not count.
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
