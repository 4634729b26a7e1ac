"""A function of tensors as CUDA graphs: to launch its many small parts one by one takes longer than to run them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

_WARM_UP = 3  # calls before it is captured: libraries choose their algorithms, and optimisers make their memory


class Replayed:
    """Calls the function; on a GPU, from the fourth call with the same shapes on, by replaying what it launched.

    The function may change tensors of its own, such as weights, but nothing else: Python is not run in a replay.
    """

    def __init__(self, function: Callable[..., Tensor]) -> None:
        self._function = function
        self._calls: Counter[tuple[torch.Size, ...]] = Counter()
        self._graphs: dict[tuple[torch.Size, ...], tuple[Any, tuple[Tensor, ...], Tensor]] = {}
        self._side: Any = None

    @property
    def captured(self) -> bool:
        """Whether there is a graph for every kind of call so far."""
        return self._graphs.keys() >= self._calls.keys()

    def __call__(self, *given: Tensor) -> Tensor:
        """What the function answers."""
        if not given[0].is_cuda:
            return self._function(*given)
        shapes = tuple(one.shape for one in given)
        self._calls[shapes] += 1
        if self._calls[shapes] <= _WARM_UP:
            return self._beside(given)
        if shapes not in self._graphs:
            self._graphs[shapes] = self._capture(given)
        graph, inputs, answer = self._graphs[shapes]
        for mine, one in zip(inputs, given, strict=True):
            mine.copy_(one)
        graph.replay()
        return answer.clone()

    def _beside(self, given: tuple[Tensor, ...]) -> Tensor:
        """Call it on another stream: on the default one autograd would leave behind what a capture stumbles on."""
        self._side = self._side or torch.cuda.Stream()  # type: ignore[no-untyped-call,unused-ignore]
        now = torch.cuda.current_stream()
        self._side.wait_stream(now)
        with torch.cuda.stream(self._side):
            answer = self._function(*given)
        now.wait_stream(self._side)
        answer.record_stream(now)
        for one in given:
            one.record_stream(self._side)
        return answer

    def _capture(self, given: tuple[Tensor, ...]) -> tuple[Any, tuple[Tensor, ...], Tensor]:
        inputs = tuple(one.clone() for one in given)
        graph = torch.cuda.CUDAGraph()
        # Other threads may ask for memory meanwhile.
        with torch.cuda.graph(graph, capture_error_mode="thread_local"):
            answer = self._function(*inputs)
        return graph, inputs, answer
