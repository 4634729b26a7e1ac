"""Where output goes: answers to stdout, progress and complaints to stderr."""

from __future__ import annotations

import json
import re
import sys
from typing import IO, Any

from rich.console import Console

_PADDING = re.compile(r"[ \t]+(?=\n)")


class _Trimmed:
    """A stream other than a terminal, without the spaces that Rich pads lines with."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Rich gives whole lines at a time."""
        return self._stream.write(_PADDING.sub("", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Console(Console):
    """Prints texts as they are: names and paths may have brackets and colons in them."""

    def __init__(self, *, stderr: bool = False) -> None:
        stream = sys.stderr if stderr else sys.stdout
        file: Any = stream if stream.isatty() else _Trimmed(stream)
        super().__init__(file=file, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # handled in one place, by `main`


def out() -> Console:
    """The console for answers; without colours and 80 columns wide where it is not a terminal."""
    return _Console()


def err() -> Console:
    """The console for what is not an answer."""
    return _Console(stderr=True)


def print_json(value: Any) -> None:
    """One JSON value on stdout."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None)
    sys.stdout.write("\n")
    sys.stdout.flush()
