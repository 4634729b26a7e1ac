"""Arrays that torch and the GPU's threads share: tensors, written in place. The simulator has NumPy's instead.

States lie in tiles: the words of as many games as a block has threads lie interleaved, so that a warp, whose threads
look at the same word of their games, reads and writes whole lines of memory.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from perron.env.gpu.device import SIMULATED, THREADS, blocks, cuda

LINE = 8
"""Bytes that a thread copies at once. Every eighth row begins at a multiple of that."""


def new_shared(shape: tuple[int, ...], dtype: Any) -> Any:
    """A tensor of zeros on the GPU in use."""
    if SIMULATED:
        return np.zeros(shape, dtype)
    torch = import_module("torch")
    return torch.zeros(shape, dtype=getattr(torch, np.dtype(dtype).name), device=f"cuda:{cuda.get_current_device().id}")


def new_rows(games: int, width: int, dtype: Any) -> tuple[Any, Any]:
    """A tensor [games, width] of bytes, and its memory as threads take it, which ends with a whole block."""
    memory = new_shared((-(-blocks(games) * THREADS * width // LINE) * LINE,), np.uint8)
    bytes_of = memory.view(dtype if SIMULATED else getattr(import_module("torch"), np.dtype(dtype).name))
    return bytes_of[: games * width].reshape(games, width), for_threads(memory)


def copy_of(tensor: Any) -> Any:
    """The same values in memory of their own."""
    return tensor.copy() if SIMULATED else tensor.clone()


def as_truth(tensor: Any) -> Any:
    """The same bytes as truth values."""
    return tensor.view(bool) if SIMULATED else tensor.view(import_module("torch").bool)


def for_threads(tensor: Any) -> Any:
    """The same memory as launched functions take it; nothing is copied."""
    if SIMULATED:
        return import_module("numba.cuda.simulator.cudadrv.devicearray").FakeCUDAArray(tensor)
    return cuda.as_cuda_array(tensor)


def new_tiles(games: int, dtype: np.dtype[Any]) -> Any:
    """Room on the GPU for that many records, in tiles."""
    return cuda.to_device(np.zeros((blocks(games), dtype.itemsize // 8, THREADS), np.uint64))


def read_tiles(tiles: Any, games: int, dtype: np.dtype[Any]) -> np.ndarray:
    """The records in tiles, copied from the GPU once it has done all it was given, on any stream."""
    cuda.synchronize()
    words = np.ascontiguousarray(tiles.copy_to_host().transpose(0, 2, 1))
    return words.reshape(-1, dtype.itemsize // 8)[:games].view(dtype)[:, 0]


def write_tiles(tiles: Any, records: np.ndarray) -> None:
    """Copy records to the GPU, into tiles."""
    number, width, threads = tiles.shape
    words = np.zeros((number * threads, width), np.uint64)
    words[: len(records)] = np.ascontiguousarray(records).view(np.uint64).reshape(len(records), width)
    cuda.synchronize()
    tiles.copy_to_device(np.ascontiguousarray(words.reshape(number, threads, width).transpose(0, 2, 1)))
    cuda.synchronize()
