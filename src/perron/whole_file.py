"""A file that is written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from perron.errors import PerronError


def check_writable(path: Path) -> None:
    """Refuse what a file cannot take the place of: a folder, a device."""
    if path.exists() and not path.is_file():
        raise PerronError(f"{path} cannot be written: it is {'a folder' if path.is_dir() else 'not a file'}")
    if not path.parent.is_dir():
        raise PerronError(f"{path} cannot be written: there is no folder {path.parent}")


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Write a text file under another name; it takes its place when all went well, and else nothing is left of it."""
    check_writable(path)
    target = path.resolve()
    new = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        new.unlink(missing_ok=True)  # what a crash of an earlier process of this number left
        file = new.open("x", encoding="utf-8", newline="\n")
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
