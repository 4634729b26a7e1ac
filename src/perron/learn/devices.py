"""What a learner computes with."""

from __future__ import annotations

import torch

from perron.extras import missing


def has_gpu() -> bool:
    """Whether there is a GPU that torch can learn with and Numba can play on."""
    if missing("gpu") or not torch.cuda.is_available():
        return False
    from perron.env.gpu.device import SIMULATED, is_there  # noqa: PLC0415  # needs the extra

    return is_there() and not SIMULATED


def device_name(device: str) -> str:
    """What people call it."""
    return torch.cuda.get_device_name() if device == "cuda" else "CPU"
