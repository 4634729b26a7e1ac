"""What takes long in the server's processes: bots that think as long as their hands say, and a replay."""

from __future__ import annotations

import hashlib
import time

from perron.server.default_action import default_action
from perron.server.replays import packed
from perron.view import View

SLOWEST = 0.9
"""The largest share of its time that a punctual bot uses."""


def in_time(view: View, spec: str, seed: str, seconds: float) -> str:
    """Think for a part of the time that depends on the hand."""
    time.sleep(SLOWEST * share(view) * seconds)
    return default_action(view.legal or ())


def too_late(view: View, spec: str, seed: str, seconds: float) -> str:
    """Think for longer than the pause, which is twice what a bot is given; how much longer depends on the hand."""
    time.sleep(seconds * (2.2 + 0.8 * share(view)))
    return default_action(view.legal or ())


def share(view: View) -> float:
    """From 0 to 1, by the hand and the tickets."""
    digest = hashlib.sha256(repr((view.hand, view.tickets, view.offered)).encode()).digest()
    return digest[0] / 255


def replay(text: str, files: None, viewer: str, pack: bool) -> bytes:
    """Take long enough for others to come meanwhile."""
    time.sleep(2)
    return packed(b"{}") if pack else b"{}"
