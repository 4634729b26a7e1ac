"""The `kernel` decorator: Numba compilation with a cache that notices a change in any module that is compiled in."""

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numba

Record: TypeAlias = Any
"""One NumPy record; its fields are those of the dtype named in the parameter's documentation."""
Array: TypeAlias = Any
Int: TypeAlias = Any

_F = TypeVar("_F", bound=Callable[..., Any])
_PACKAGE = Path(__file__).resolve().parents[1]
_MARK = b"@" + b"kernel"


def kernel_modules() -> list[Path]:
    """Every source file of the package that holds compiled functions, sorted."""
    return sorted(path for path in _PACKAGE.rglob("*.py") if _MARK in path.read_bytes())


def user_cache() -> Path:
    """The folder of the user's caches on this system."""
    if "PERRON_CACHE" in os.environ:
        return Path(os.environ["PERRON_CACHE"])
    if "XDG_CACHE_HOME" in os.environ:
        return Path(os.environ["XDG_CACHE_HOME"]) / "perron"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "perron" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "perron"
    return Path.home() / ".cache" / "perron"


def _cache_folder() -> Path | None:
    """The cache of exactly these sources, or None where nothing can be written.

    Numba looks only at the file a function stands in. A changed callee in another file would leave stale rules in
    place, so the folder carries a hash of all of them.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    digest.update((_PACKAGE / "engine" / "sizes.py").read_bytes())
    for path in kernel_modules():
        digest.update(path.read_bytes())
    try:
        folder = user_cache() / "kernels" / digest.hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
        return folder if os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError):
        return None


_FOLDER = _cache_folder()


def is_cached() -> bool:
    """Whether an earlier run has left compiled functions for these sources."""
    return _FOLDER is not None and any(_FOLDER.rglob("*.nbi"))


def drop_old_caches(keep: int = 3) -> None:
    """Remove the caches of older sources, newest `keep` aside."""
    if _FOLDER is None:
        return
    others = [path for path in _FOLDER.parent.iterdir() if path != _FOLDER and path.is_dir()]
    for path in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[keep - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def kernel(function: _F) -> _F:
    """Compile a rule: plain loops over small arrays, no allocation, no exceptions, so that it fits a GPU thread."""
    if _FOLDER is None:
        return numba.njit(nogil=True, error_model="numpy")(function)  # type: ignore[no-any-return]
    before = numba.config.CACHE_DIR
    # The environment variable is read once, when Numba is first imported, which may have been long ago.
    numba.config.CACHE_DIR = str(_FOLDER)
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before
