"""What a GPU does in its own way: counting bits in one instruction, and calls in place of copies of large functions.

The engine's functions stay as they are; only what they call is exchanged when they are compiled for CUDA. Results are
the same to the bit. NVVM copies whatever is called into its caller: with the block function of ChaCha in three dozen
places, a kernel would no longer fit the instruction cache, and threads would wait for instructions most of the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perron.bots import claims, paths, plan, stations, tickets
from perron.bots.greedy import choose_greedily
from perron.bots.matches import GREEDY, choose_built_in
from perron.engine import bits, cards, chance, knowledge, legal, open_tickets, rng, scoring, setup, swapping
from perron.engine.actions import ALL
from perron.engine.apply import apply
from perron.engine.choice import random_legal
from perron.env import observing
from perron.env.gpu import ahead, rows
from perron.env.gpu.device import SIMULATED, called, cuda

HOLDER = "_CUDATypingContext__dispatcher"
"""Where numba-cuda keeps the device function that it has made of a compiled function. Without it all is only slower.

No interface of numba-cuda's: a test says whether it is still looked at, and the version is bounded above.
"""


def _exchange(function: Any, device_function: Any) -> None:
    setattr(function, HOLDER, device_function)


def _count(x: Any) -> Any:
    return np.int64(cuda.popc(x))


def _lowest(x: Any) -> Any:
    return np.int64(cuda.ffs(x)) - np.int64(1)


def _choose_built_in(t: Any, v: Any, bot: Any, m: Any, w: Any, work: Any, row: Any, rng: Any) -> Any:
    """`matches.choose_built_in` without the planner, which would take minutes to compile."""
    if bot == GREEDY:
        return choose_greedily(t, v, m)
    return random_legal(t, v.s, ALL, rng)


OWN: dict[Any, Any] = {
    chance.card: ahead.card,
    observing.write_set: rows.write_set,
}
"""Functions of which the GPU has its own: the same results in a way that suits threads, and costs the CPU too much."""

CALLED: tuple[Any, ...] = (
    *(apply, rng.chacha_block, cards.settle_display, open_tickets.lay_open_kept),
    *(swapping.settle_claim, swapping.swap_tickets, setup.setup, scoring.score),
    *(legal.refuse, knowledge.look, observing.write_plain),
    *(claims.payment_for, paths.find_path, paths.price_routes, plan.plan_tickets),
    *(stations.best_station, tickets.ticket_prospect),
)
"""Functions that are large and used in many places, or seldom."""


def use_native() -> None:
    """Exchange what a GPU does in its own way; once is enough."""
    if SIMULATED or hasattr(bits.count, HOLDER):
        return
    own: dict[Any, Any] = {
        bits.count: _count,
        bits.lowest: _lowest,
        **{kernel: other.py_func for kernel, other in OWN.items()},
    }
    for function, native in own.items():
        _exchange(function, cuda.jit(device=True)(native))
    for function in CALLED:
        _exchange(function, called(function.py_func))
    _exchange(choose_built_in, called(_choose_built_in))
