"""What a replay shows to whoever may see all cards."""

from __future__ import annotations

from dataclasses import dataclass

from perron.view import View


@dataclass(frozen=True, slots=True)
class OpenView(View):
    """A spectator's view with all cards open: what each seat's own view has, by seat."""

    hands: tuple[dict[str, int], ...]
    tickets_of: tuple[tuple[str, ...], ...]
    offered_to: tuple[tuple[str, ...] | None, ...]
    joined_of: tuple[tuple[str, ...], ...]
