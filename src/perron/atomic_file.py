"""Writing a file atomically: all of it, or nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, TextIO, cast

from perron.errors import PerronError


def check_writable(path: Path) -> None:
    """Raise PerronError for a path that cannot become a file: a folder, a device, or one in a missing folder."""
    if path.exists() and not path.is_file():
        raise PerronError(f"{path} cannot be written: it is {'a folder' if path.is_dir() else 'not a file'}")
    if not path.parent.is_dir():
        raise PerronError(f"{path} cannot be written: there is no folder {path.parent}")


@contextmanager
def atomic_write(path: Path) -> Iterator[TextIO]:
    """Write a text file under a temporary name; it is renamed when the block succeeds, and removed otherwise."""
    with _new_file(path, "x", encoding="utf-8", newline="\n") as file:
        yield cast(TextIO, file)


@contextmanager
def atomic_write_bytes(path: Path) -> Iterator[BinaryIO]:
    """The same for a file of bytes."""
    with _new_file(path, "xb") as file:
        yield cast(BinaryIO, file)


@contextmanager
def _new_file(path: Path, mode: str, **options: Any) -> Iterator[IO[Any]]:
    check_writable(path)
    target = path.resolve()
    new = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        new.unlink(missing_ok=True)  # left by a crashed process that had the same id
        file = new.open(mode, **options)
    except OSError as error:
        raise PerronError(f"{path} cannot be written: {error.strerror or error}") from None
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(target)
    except OSError as error:
        raise PerronError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        new.unlink(missing_ok=True)
