"""Files that register bots, each loaded once per process."""

from __future__ import annotations

from pathlib import Path

from perron.bots.registry import load_bots

_loaded: set[Path] = set()


def load_once(paths: tuple[str, ...]) -> None:
    """Load the files that are not loaded yet; raises BotError."""
    for path in paths:
        if Path(path).resolve() not in _loaded:
            load_bots(path)
            _loaded.add(Path(path).resolve())
