"""Progress of long commands: a bar on stderr, or a line now and then where there is no terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perron.arena import Outlook

_EVERY = 30.0  # seconds between lines of progress


@contextmanager
def games_played(games: int) -> Iterator[Callable[[int], None]]:
    """A progress bar of games, updated with the number done; nothing where there is no terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from perron.cli.console import err

    console = err()
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=games)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def matches_played(words: Callable[[Outlook], str]) -> Iterator[Callable[[Outlook], None]]:
    """Shows how far a run of the arena is and how long it will take; `words` say what is being played."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from perron.cli.console import err

    console = err()
    if not console.is_terminal:
        yield _lines(console.print, words)
        return
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=None), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task("Playing", total=None)
        yield lambda now: progress.update(task, description=words(now), completed=now.done, total=now.total)


def _lines(say: Callable[[str], None], words: Callable[[Outlook], str]) -> Callable[[Outlook], None]:
    begun: list[tuple[float, int]] = []
    told = [time.monotonic()]

    def each(now: Outlook) -> None:
        at = time.monotonic()
        if not begun:
            begun.append((at, now.done))
        start, before = begun[0]
        if at - told[0] >= _EVERY and now.done > before:
            told[0] = at
            left = (at - start) / (now.done - before) * (now.total - now.done)
            say(f"{words(now)}: {now.done:,} of {now.total:,} games, about {duration(left)} left")

    return each


def duration(seconds: float) -> str:
    """A time in words: `1 h 5 min`, `3 min`, `20 s`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min" if minutes else f"{rest} s"
