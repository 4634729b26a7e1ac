"""Too little memory is what most runs that fail at once fail of: it is told in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from perron.errors import PerronError

_WORDS = ("out of memory", "out_of_memory", "can't allocate memory")  # of CUDA's driver, Numba's face of it, and torch


def lacks_memory(error: BaseException) -> bool:
    """Whether something failed because there was too little memory."""
    if isinstance(error, MemoryError | torch.OutOfMemoryError):
        return True
    return isinstance(error, Exception) and any(word in str(error).lower() for word in _WORDS)


@contextmanager
def enough_memory(games: int) -> Iterator[None]:
    """Raises PerronError, which says what to do, where there is not enough."""
    try:
        yield
    except Exception as error:
        if not lacks_memory(error):
            raise
        raise PerronError(
            f"there is too little memory to play {games:,} games at once: ask for fewer with --games"
        ) from error
