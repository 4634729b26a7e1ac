"""The default action: what is played for a person whose time is up, if the host wants no bot to take over."""

from __future__ import annotations

from collections.abc import Sequence

_FIRST = ("draw blind", "draw cards")


def default_action(legal: Sequence[str]) -> str:
    """One of the legal actions, by a fixed order: a blind card, a face-up card, then what commits the player least.

    As few tickets are kept as the rules allow, the first ones.
    """
    face_up = [text for text in legal if text.startswith("draw ") and text != "draw tickets"]
    for group in ([text for text in legal if text in _FIRST], face_up, _beginning(legal, "keep")):
        if group:
            return min(group, key=lambda text: len(text.split()))
    return next((text for text in legal if text in ("let go", "swap tickets", "pass")), legal[0])


def _beginning(legal: Sequence[str], word: str) -> list[str]:
    return [text for text in legal if text.split()[0] == word]
