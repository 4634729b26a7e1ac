"""The `kernel` decorator: Numba compilation with a cache that notices a change in any module that is compiled in."""

import hashlib
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from perron.engine.parts import Kernel, PartCacheImpl

Record: TypeAlias = Any
"""One NumPy record; its fields are those of the dtype named in the parameter's documentation."""
Array: TypeAlias = Any
Int: TypeAlias = Any

_F = TypeVar("_F", bound=Callable[..., Any])
_PACKAGE = Path(__file__).resolve().parents[1]
_MARK = b"@" + b"kernel"
_IMPORT = re.compile(rb"^[ \t]*(?:from (perron[\w.]*) import (\([^)]*\)|[^\n]*)|import (perron[\w.]*))", re.MULTILINE)


@cache
def _source(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # a lock file of an editor, a link that leads nowhere
        return b""


def kernel_modules() -> list[Path]:
    """Every source file of the package that holds compiled functions, sorted."""
    return sorted(path for path in _PACKAGE.rglob("*.py") if _MARK in _source(path))


def user_cache() -> Path:
    """The folder of the user's caches on this system."""
    # A variable that is empty is one that is not set, and not the folder in which somebody happens to be.
    if own := os.environ.get("PERRON_CACHE"):
        return Path(own)
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches) / "perron"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "perron" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "perron"
    return Path.home() / ".cache" / "perron"


def _file_of(module: str) -> Path | None:
    """The file of a module of this package."""
    place = _PACKAGE.joinpath(*module.split(".")[1:])
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)


@cache
def _imports(path: Path) -> frozenset[Path]:
    """Files of this package that a file imports from."""
    found = set()
    for package, names, module in _IMPORT.findall(_source(path)):
        origin = (package or module).decode()
        inside = [f"{origin}.{word.split()[0]}" for word in names.decode().strip("()").split(",") if word.split()]
        found |= {_file_of(name) for name in (origin, *inside)}
    return frozenset(file for file in found if file is not None)


@cache
def digest(path: Path) -> str:
    """A hash over a file and all it imports from this package, directly or not."""
    files, todo = set(), {path}
    while todo:
        files |= todo
        todo = {file for one in todo for file in _imports(one)} - files
    sha = hashlib.sha256(numba.__version__.encode())
    for file in sorted(files):
        sha.update(_source(file))
    return sha.hexdigest()[:16]


def _name(path: Path) -> str:
    return ".".join(path.relative_to(_PACKAGE).with_suffix("").parts)


@cache
def cache_folder(path: Path) -> Path | None:
    """The cache for the functions of one file, or None where nothing can be written.

    Numba looks only at the file a function stands in. A changed callee, or constant, in another file would leave stale
    rules in place, so the folder carries a hash of all that is compiled in.
    """
    try:
        folder = user_cache() / "kernels" / f"{_name(path)}-{digest(path)}"
        folder.mkdir(parents=True, exist_ok=True)
        return folder if os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError, ValueError):
        return None


class _Place:
    """Where Numba keeps one function: known by what is compiled in, wherever the sources lie."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file  # Numba names it in a warning
        self._path = Path(file).resolve()
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "_Place":
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(cache_folder(self._path))

    def get_source_stamp(self) -> str:
        return digest(self._path)

    def get_disambiguator(self) -> str:
        return str(self._line)


class _WholeImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Place,)


class _PartImpl(PartCacheImpl):
    _locator_classes = (_Place,)


class _WholeCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _WholeImpl


class _PartCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _PartImpl


def kernel(function: _F) -> _F:
    """Compile a rule: plain loops over small arrays, no allocation, no exceptions, so that it fits a GPU thread."""
    if numba.config.DISABLE_JIT:
        return function
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
    compiled: Any = Kernel(function, targetoptions=options)
    if cache_folder(Path(function.__code__.co_filename).resolve()) is not None:
        # Numba's own caches know a function by its folder and the file it stands in: two installations would not share.
        compiled.keep(_WholeCache(function), _PartCache(function))
    return compiled  # type: ignore[no-any-return]


# Loaded by its name: what is said while compiling is no part of what is compiled, and of the hash over that.
import_module("perron.engine.notice").watch()
