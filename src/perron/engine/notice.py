"""Says on stderr that kernels are being compiled, and how far that is. Nothing is said where all are in the cache.

`PERRON_NOTICE=off` silences it; `shown_by` gives what there is to say to somebody else.
"""

from __future__ import annotations

import contextlib
import dis
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from numba.core import event

from perron.engine.parts import Kernel

VARIABLE = "PERRON_NOTICE"
_PATIENCE = 1.0  # seconds of compiling before anything is said: one small function is not worth a word
_EVERY = 15.0  # seconds between lines where there is no terminal
_BAR = 20


class Progress(NamedTuple):
    """How far compiling is, in this process."""

    done: int
    """Functions compiled."""
    total: int
    """Those and what is left for the call at hand: later calls may bring more."""
    seconds: float
    """Spent on compiling."""


Show = Callable[[Progress | None], None]
"""Is told before and after every function, and None when the call that needed them goes on."""


@cache
def called_by(function: Callable[..., Any]) -> tuple[Kernel, ...]:
    """The kernels that a function calls, by name or through their module."""
    values, module = list[Any](), None
    for step in dis.get_instructions(function):
        if step.opname == "LOAD_GLOBAL":  # no field of a record, which may have the name of a kernel
            values.append(function.__globals__.get(step.argval))
            module = values[-1] if isinstance(values[-1], ModuleType) else None
        elif module is not None and step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            values.append(getattr(module, step.argval, None))
            module = None
    return tuple(dict.fromkeys(value for value in values if isinstance(value, Kernel)))


def _left(root: Kernel, last: Kernel | None = None) -> int:
    """How many functions a call of a kernel still compiles, itself included, when `last` has just been."""
    found, todo = {root}, [root]
    while todo:
        more = {kernel for kernel in called_by(todo.pop().py_func) if not kernel.parts} - found - {last}
        found |= more
        todo += more
    return len(found)


class _Watch(event.Listener):  # type: ignore[misc]
    """Counts what Numba compiles; it does so under one lock."""

    def __init__(self) -> None:
        self.show: Show = OnStderr()
        self._deep, self._done = 0, 0
        self._root: Kernel | None = None
        self._before, self._since = 0.0, 0.0

    def on_start(self, found: Any) -> None:
        if not isinstance(found.data["dispatcher"], Kernel):
            return
        if self._deep == 0:
            self._root, self._since = found.data["dispatcher"], time.monotonic()
        self._deep += 1
        self._tell()

    def on_end(self, found: Any) -> None:
        if not isinstance(found.data["dispatcher"], Kernel):
            return
        self._deep -= 1
        self._done += 1
        if self._deep:
            self._tell(found.data["dispatcher"])
        else:
            self._before += time.monotonic() - self._since
            self.show(None)

    def _tell(self, last: Kernel | None = None) -> None:
        assert self._root is not None
        spent = self._before + time.monotonic() - self._since
        self.show(Progress(self._done, self._done + _left(self._root, last), spent))


class OnStderr:
    """One line that is written over and over on a terminal; elsewhere a line now and then."""

    def __init__(self) -> None:
        self._told: float | None = None  # the seconds of the last line
        self._drawn = False

    def __call__(self, now: Progress | None) -> None:
        """Say how far compiling is, or nothing any more."""
        if os.environ.get(VARIABLE, "").lower() in ("off", "0", "no", "false"):
            return
        with contextlib.suppress(OSError, ValueError, AttributeError):  # closed, or never there
            if now is None:
                self._clear()
            elif now.seconds >= _PATIENCE:
                self._say(now)

    def _clear(self) -> None:
        if self._drawn:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
            self._drawn = False

    def _say(self, now: Progress) -> None:
        if sys.stderr.isatty():
            full = _BAR * now.done // now.total
            line = f"Compiling, once: [{'#' * full:{_BAR}}] {now.done} of {now.total} functions, {now.seconds:.0f} s"
            sys.stderr.write(f"\r\x1b[2K{line[: shutil.get_terminal_size().columns - 1]}")
            self._drawn = True
        elif self._told is None:
            sys.stderr.write(
                "Perron is compiling for this machine; this is done once and may take a minute or two ...\n"
            )
            self._told = now.seconds
        elif now.seconds - self._told >= _EVERY:
            sys.stderr.write(f"... {now.done} of {now.total} functions after {now.seconds:.0f} s\n")
            self._told = now.seconds
        sys.stderr.flush()


_watch: _Watch | None = None


def watch() -> None:
    """Begin to look on; once is enough."""
    global _watch  # noqa: PLW0603  # Numba's listeners are kept for the whole process too
    if _watch is None:
        _watch = _Watch()
        event.register("numba:compile", _watch)


@contextlib.contextmanager
def shown_by(show: Show) -> Iterator[None]:
    """Somebody else says it, for a while."""
    watch()
    assert _watch is not None
    before, _watch.show = _watch.show, show
    try:
        yield
    finally:
        _watch.show = before
