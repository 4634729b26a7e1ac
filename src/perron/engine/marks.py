"""Marks in the cache: everything of a kind is compiled, from these sources, by this Python, for this processor."""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import sys
from functools import cache
from pathlib import Path

import numba
from numba.core.registry import cpu_target

from perron.engine.compiled import digest, user_cache


@cache
def setting() -> str:
    """A hash over what Numba's cache depends on besides the sources: see its `IndexDataCacheFile` and `_index_key`."""
    python = sys.implementation.cache_tag, getattr(sys, "abiflags", ""), importlib.util.MAGIC_NUMBER
    target = cpu_target.target_context.codegen().magic_tuple()  # the system, the processor and what it can do
    return hashlib.sha256(repr((numba.__version__, python, target)).encode()).hexdigest()[:8]


def _mark(steps: Path) -> Path:
    kind = steps.parent.name  # engine, bots or env
    return user_cache() / "kernels" / f"complete_{kind}_{setting()}-{digest(steps.resolve())}"


def is_complete(steps: Path) -> bool:
    """Whether an earlier run has compiled everything that a module of steps compiles."""
    try:
        return _mark(steps).is_file()
    except (OSError, RuntimeError):
        return False


def mark_complete(steps: Path) -> None:
    """Note that everything is compiled; nothing where nothing can be written."""
    try:
        mark = _mark(steps)
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except (OSError, RuntimeError):
        return


def drop_old_caches(keep: int = 3) -> None:
    """Remove caches of older sources, the newest `keep` of each file aside."""
    try:
        found = sorted((user_cache() / "kernels").iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    except (OSError, RuntimeError):
        return
    kept: dict[str, int] = {}
    for path in found:
        name = path.name.rpartition("-")[0]
        kept[name] = kept.get(name, 0) + 1
        if kept[name] > keep and path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif kept[name] > keep:
            path.unlink(missing_ok=True)
