"""Bots in processes of their own: whatever happens to them, the answer is legal."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from perron import Game
from perron.bots.built_in import LEVELS
from perron.server.refusal import Refused
from perron.server.replays import verified
from perron.server.thinking import Thinkers, bot_seed

VIEW = Game("europe", 2, seed=3).view(0)


def with_thinkers(do: Callable[[Thinkers], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        thinkers = Thinkers(1)
        try:
            await thinkers.warm()
            return await do(thinkers)
        finally:
            thinkers.close()

    return asyncio.run(run())


def test_every_level_answers_and_one_that_fails_is_stood_in_for() -> None:
    async def ask(thinkers: Thinkers) -> list[str]:
        return [await thinkers.choose(VIEW, level, "seed", 0.1) for level in (*LEVELS, "no_such_bot", "search:soon")]

    assert set(with_thinkers(ask)) <= set(VIEW.legal or ())


def test_bots_whose_process_is_killed_go_on_in_another() -> None:
    async def kill(thinkers: Thinkers) -> list[str]:
        answers = []
        for _ in range(2):
            for process in list(thinkers._pool._processes):
                os.kill(process, signal.SIGKILL)
            answers.append(await thinkers.choose(VIEW, "hard", "seed", 0.1))
        return answers

    assert set(with_thinkers(kill)) <= set(VIEW.legal or ())


def test_a_hint_explains_a_legal_action() -> None:
    told = with_thinkers(lambda thinkers: thinkers.explain(VIEW))
    assert told.choice in (VIEW.legal or ())


def test_long_work_is_done_in_another_process_and_its_refusals_come_through() -> None:
    async def work(thinkers: Thinkers) -> tuple[int, str, dict[str, object]]:
        with pytest.raises(Refused) as refused:
            await thinkers.work_out(verified, "no record")
        return await thinkers.work_out(os.getpid), refused.value.code, dict(refused.value.values)

    process, code, values = with_thinkers(work)
    assert process != os.getpid()
    assert code == "record/unreadable"
    assert values["line"] == 1


def test_a_bots_seed_is_another_for_every_key_and_number() -> None:
    seeds = {bot_seed(bytes([key]) * 32, number) for key in range(3) for number in range(3)}
    assert len(seeds) == 9
    assert bot_seed(bytes(32), 1) == bot_seed(bytes(32), 1)
