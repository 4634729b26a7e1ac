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
def games_searched(games: int) -> Iterator[Callable[[int, int], None]]:
    """Shows in how many games puzzles were looked for, and how many were found; nothing where there is no terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from perron.cli.console import err

    console = err()
    if not console.is_terminal:
        yield lambda _done, _found: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("Searching", total=games)
        yield lambda done, found: progress.update(task, description=f"Searching, {found} found", completed=done)


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


@contextmanager
def changes_tried(seconds: float | None, trials: int | None) -> Iterator[Callable[[int, str, str], None]]:
    """Shows how far the tuner is, by its time or by the changes it has tried; news stay on the screen."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from perron.cli.console import err

    console, start = err(), time.monotonic()
    if not console.is_terminal:
        yield _news(console.print)
        return
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=None))
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task("Tuning", total=trials if seconds is None else seconds)

        def tell(tried: int, words: str, news: str) -> None:
            if news:
                progress.console.print(news)
            done = tried if seconds is None else min(seconds, time.monotonic() - start)
            progress.update(task, description=words, completed=done)

        yield tell


@contextmanager
def rounds_learned(share: float) -> Iterator[Callable[[float, str, str], None]]:
    """Shows which share of a run of learning is over, beginning with this one; news stay on the screen."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from perron.cli.console import err

    console, start = err(), time.monotonic()
    if not console.is_terminal:

        def say(now: float, _words: str, news: str) -> None:
            left = (time.monotonic() - start) / max(now - share, 1e-9) * (1 - now)
            if news:
                console.print(f"{news}; about {duration(left)} left" if now < 1 else news, soft_wrap=True)

        yield say
        return
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=None))
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task("Learning", total=1.0)
        progress.update(task, completed=share)

        def tell(now: float, words: str, news: str) -> None:
            if news:
                progress.console.print(news)
            progress.update(task, description=words or None, completed=now)

        yield tell


@contextmanager
def steps_reviewed() -> Iterator[Callable[[int, int], None]]:
    """Shows how many steps of a game are reviewed, and of how many."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from perron.cli.console import err

    console, start = err(), time.monotonic()
    if not console.is_terminal:
        told = [start]

        def say(done: int, of: int) -> None:
            now = time.monotonic()
            if now - told[0] >= _EVERY and done:
                told[0] = now
                left = (now - start) / done * (of - done)
                console.print(f"Reviewing: {done:,} of {of:,} steps, about {duration(left)} left")

        yield say
        return
    columns = (TextColumn("Reviewing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


def _news(say: Callable[[str], None]) -> Callable[[int, str, str], None]:
    """A line for what was kept, and one now and then for how far it is."""
    told = [time.monotonic()]

    def tell(_tried: int, words: str, news: str) -> None:
        if news:
            say(news)
        elif time.monotonic() - told[0] >= _EVERY:
            told[0] = time.monotonic()
            say(words)

    return tell


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
