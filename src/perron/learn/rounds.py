"""Rounds of play: on a GPU all tables of a round are played at the same time, and beside whatever else is computed.

A step of a table waits for the game that takes longest. Meanwhile most of a GPU has nothing to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import torch
from torch import Tensor

from perron.learn.model import Model
from perron.learn.self_play import Experience, Table

Played = list[tuple[Table, Experience]]


class Rounds:
    """Plays rounds with copies of the player and of a past self, so that the player can learn meanwhile."""

    def __init__(self, player: Model, past: Model) -> None:
        self._player, self._past = player, past
        self._is_on_gpu = next(player.parameters()).is_cuda
        self._streams: dict[int, Any] = {}
        self._threads: ThreadPoolExecutor | None = None

    def begin(
        self, tables: list[Table], player: Mapping[str, Tensor], past: Mapping[str, Tensor] | None
    ) -> Future[Played]:
        """Play the next steps at these tables with these weights; one round at a time.

        At tables that have been played at before nobody waits for that; the others make ready, one after the other.
        """
        self._player.load_state_dict(player)
        if past is not None:
            self._past.load_state_dict(past)
        rival = None if past is None else self._past
        if self._is_on_gpu and all(table.rounds for table in tables):
            self._threads = self._threads or ThreadPoolExecutor(8, thread_name_prefix="perron-round")
            for table in tables:
                self._stream(table).wait_stream(torch.cuda.current_stream())
            parts = [self._threads.submit(self._play, table, rival) for table in tables]
            return self._threads.submit(_gather, parts)
        answer: Future[Played] = Future()
        answer.set_result([self._play(table, rival) for table in tables])
        return answer

    def _play(self, table: Table, rival: Model | None) -> tuple[Table, Experience]:
        with torch.cuda.stream(self._stream(table)) if self._is_on_gpu else nullcontext():
            found = table.play(self._player, rival)
            if self._is_on_gpu:
                torch.cuda.current_stream().synchronize()
        return table, found

    def _stream(self, table: Table) -> Any:
        if table.seats not in self._streams:
            self._streams[table.seats] = torch.cuda.Stream()  # type: ignore[no-untyped-call,unused-ignore]
        return self._streams[table.seats]


def _gather(parts: list[Future[tuple[Table, Experience]]]) -> Played:
    return [part.result() for part in parts]
