"""numba.cuda, imported in one place, and the differences between a GPU and the simulator."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from perron.engine.compiled import cache_folder

if not hasattr(np, "row_stack"):
    # NumPy 2.5 has dropped a name that numba-cuda 0.30 asks for when it is imported.
    np.row_stack = np.vstack  # type: ignore[attr-defined,unused-ignore]  # noqa: NPY201

from numba import cuda
from numba.cuda.core import config

__all__ = ["SIMULATED", "THREADS", "anybody", "blocks", "called", "copied", "cuda", "is_there", "launched", "plain"]

SIMULATED: bool = bool(config.ENABLE_CUDASIM)
"""Whether NUMBA_ENABLE_CUDASIM was set when numba.cuda was first imported: threads of Python in place of a GPU's."""

THREADS = 2 if SIMULATED else 32
"""In a block: a warp. Games of a warp part ways soon, so that larger blocks would only wait for each other."""


def launched(function: Callable[..., None], registers: int | None = None) -> Any:
    """A function that is launched on the GPU: `name[blocks, threads](...)`. Compiled once, it is kept in the cache.

    With fewer registers for each thread, more threads can wait for memory at the same time.
    """
    if SIMULATED:
        return cuda.jit(function)
    folder = cache_folder(Path(function.__code__.co_filename).resolve())
    if folder is None:
        return cuda.jit(max_registers=registers)(function)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return cuda.jit(cache=True, max_registers=registers)(function)
    finally:
        config.CACHE_DIR = before


def _unwrapped(argument: Any) -> Any:
    if isinstance(argument, tuple):
        return tuple(array._ary for array in argument)
    return argument._item._ary


def _as_it_is(argument: Any) -> Any:
    return argument


plain: Any = _unwrapped if SIMULATED else cuda.jit(device=True)(_as_it_is)
"""A launched function's array, or tuple of arrays, as the engine takes it: the simulator wraps what it launches."""


def _anybody(wish: Any) -> Any:
    return cuda.any_sync(cuda.activemask(), wish)


anybody: Any = _as_it_is if SIMULATED else cuda.jit(device=True)(_anybody)
"""Whether a thread of the warp wishes something; the simulator has no warps."""


def _apart_in_llvm() -> Any:
    intrinsic = import_module("numba.cuda.extending").intrinsic
    types = import_module("numba.cuda.types")

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def keep_apart(typing_context: Any) -> Any:
        """Mark the function in which this is called as one that is never copied into its callers."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.none(), generate

    return keep_apart


def called(function: Callable[..., Any]) -> Any:
    """A function that launched ones call: it is never copied into them, as NVVM does with whatever it can.

    It has no arrays of its own: with large ones here, launches of thousands of threads ended at illegal addresses.
    """
    if SIMULATED:
        return function
    body, keep_apart = cuda.jit(device=True)(function), _apart_in_llvm()

    def kept(*arguments: Any) -> Any:
        keep_apart()
        return body(*arguments)

    return cuda.jit(device=True)(kept)


def copied(function: Callable[..., Any]) -> Any:
    """A function that is copied into the launched ones that use it."""
    return function if SIMULATED else cuda.jit(device=True)(function)


def is_there() -> bool:
    """Whether anything can be launched here: there is a GPU, or the simulator is on."""
    return bool(cuda.is_available())


def blocks(games: int) -> int:
    """How many blocks that many games take."""
    return -(-games // THREADS)
