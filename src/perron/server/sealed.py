"""Sealed choices: all seats choose their first tickets at once, and nothing is revealed before the last has chosen.

Each seat's row keeps its choice until then; the log gets them all together, in seat order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from perron.server.store import SeatRow, TableRow

_IDS_KEPT = 32


class Sealed(BaseModel):
    """What a seat has chosen, or that it has still to choose."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    action: str | None = None
    """None: it has still to choose."""
    by: Literal["person", "bot", "clock"] = "person"
    spent_ms: int = 0
    """Time that it took."""
    client: str | None = None
    """The client's own id of the message that it came with."""
    ids: tuple[str, ...] = ()
    """Of all messages about it: none of them counts twice."""

    def chosen(self, action: str, by: str, spent: int, client: str | None) -> dict[str, Any]:
        """With this choice, as a row keeps it."""
        return self._with(client, action=action, by=by, spent_ms=spent, client=client)

    def taken_back(self, client: str | None) -> dict[str, Any]:
        """Without a choice, as a row keeps it."""
        return self._with(client, action=None, by="person", spent_ms=0, client=None)

    def using_up(self, ids: Sequence[str]) -> dict[str, Any]:
        """The same with these ids used up, as a row keeps it."""
        return self.model_copy(update={"ids": (*self.ids, *ids)[-_IDS_KEPT:]}).model_dump(mode="json")

    def _with(self, ident: str | None, **values: Any) -> dict[str, Any]:
        return self.model_copy(update=values).using_up(() if ident is None else (ident,))


TO_CHOOSE: Mapping[str, Any] = {"sealed": Sealed().model_dump(mode="json")}
"""Written to every seat when tickets have been dealt."""


def sealed_of(row: SeatRow) -> Sealed | None:
    """A seat's choice; None when no tickets are chosen at once. Raises ValidationError for an invalid one."""
    return None if row.sealed is None else Sealed.model_validate(row.sealed)


def choosing_of(table: TableRow, seats: Sequence[SeatRow]) -> tuple[int, ...]:
    """The seats that have still to choose."""
    if table.status != "playing":
        return ()
    return tuple(row.seat for row in seats if row.sealed is not None and row.sealed.get("action") is None)
