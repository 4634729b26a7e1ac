"""torch's streams and graphs, so that threads and tensors keep their order. The simulator does one thing at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from perron.env.gpu.device import SIMULATED, cuda


def _torch() -> Any:
    return import_module("torch").cuda


def current_stream() -> Any:
    """The stream that torch works on now, as launched functions take it."""
    return 0 if SIMULATED else cuda.external_stream(_torch().current_stream().cuda_stream)


def new_stream() -> Any:
    """Another stream of torch's."""
    return None if SIMULATED else _torch().Stream()


@contextmanager
def beside(side: Any) -> Iterator[None]:
    """Launch on another stream, after all that has been launched on this one."""
    if SIMULATED:
        yield
    else:
        side.wait_stream(_torch().current_stream())
        with _torch().stream(side):
            yield


def join(side: Any) -> None:
    """Let this stream wait for all that has been launched on another one."""
    if not SIMULATED:
        _torch().current_stream().wait_stream(side)


def is_captured() -> bool:
    """Whether what is launched now becomes part of a graph and is not done yet. The simulator's steps never do."""
    return SIMULATED or bool(_torch().is_current_stream_capturing())


def new_graph(launch: Callable[[Any], None], given: Any) -> Any:
    """The launches of a function as a graph; nothing is launched yet."""
    graph = _torch().CUDAGraph()
    with _torch().graph(graph, capture_error_mode="thread_local"):
        launch(given)
    return graph
