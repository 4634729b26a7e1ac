"""Bots in processes of their own: whatever happens to them, the answer is legal."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from perron import Game
from perron.bots.levels import LEVELS
from perron.server.bot_pool import BotPool, Pause, bot_seed
from perron.server.job_queue import JobOwner, JobQueue
from perron.server.metrics import Metrics
from perron.server.refusal import Refused
from perron.server.replays import Replays, verified
from perron.server.settings import Limits

pytestmark = pytest.mark.xdist_group("bot pool")
VIEW = Game("europe", 2, seed=3).view(0)


def a_pause() -> Pause:
    """One that has just begun."""
    return Pause(0.2, asyncio.get_running_loop().time() + 0.2)


Do = Callable[[Callable[[BotPool], Coroutine[Any, Any, Any]]], Any]


@pytest.fixture(scope="module")
def with_bot_pool() -> Iterator[Do]:
    """Does something with a pool whose process is there."""
    with asyncio.Runner() as runner:

        async def make() -> BotPool:
            bot_pool = BotPool(1, Limits(), Metrics())
            await bot_pool.warm()
            return bot_pool

        bot_pool = runner.run(make())

        def do_with_it(do: Callable[[BotPool], Coroutine[Any, Any, Any]]) -> Any:
            bot_pool._queue = JobQueue(1, Limits(), Metrics())  # a new one remembers nobody's turn
            return runner.run(do(bot_pool))

        yield do_with_it
        bot_pool.close()


def test_every_level_answers_and_one_that_fails_is_stood_in_for(with_bot_pool: Do) -> None:
    async def ask(bot_pool: BotPool) -> list[str]:
        levels = (*LEVELS, "no_such_bot", "search:soon")
        return [await bot_pool.choose(VIEW, level, "seed", a_pause(), JobOwner()) for level in levels]

    assert set(with_bot_pool(ask)) <= set(VIEW.legal or ())


def test_bots_whose_process_is_killed_go_on_in_another(with_bot_pool: Do) -> None:
    async def kill(bot_pool: BotPool) -> list[str]:
        answers = []
        for _ in range(2):
            for process in bot_pool.pids:
                os.kill(process, signal.SIGKILL)
            answers.append(await bot_pool.choose(VIEW, "hard", "seed", a_pause(), JobOwner()))
        return answers

    assert set(with_bot_pool(kill)) <= set(VIEW.legal or ())


def test_a_hint_explains_a_legal_action(with_bot_pool: Do) -> None:
    told = with_bot_pool(lambda bot_pool: bot_pool.explain(VIEW, JobOwner()))
    assert told.choice in (VIEW.legal or ())


def test_records_are_worked_out_in_a_process_where_no_bot_thinks_and_refusals_come_through(with_bot_pool: Do) -> None:
    async def work(bot_pool: BotPool) -> tuple[int, list[int], str, dict[str, object]]:
        replays = Replays(Limits(), Metrics())
        try:
            with pytest.raises(Refused) as refused:
                await replays.run_job(JobOwner(), verified, "no record", None)
            process = await replays.run_job(JobOwner(), os.getpid)
            assert replays.pids == [process]
        finally:
            replays.close()
        return process, bot_pool.pids, refused.value.code, dict(refused.value.values)

    process, bots, code, values = with_bot_pool(work)
    assert process not in (os.getpid(), *bots)
    assert code == "record/unreadable"
    assert values["line"] == 1


def in_order(*jobs: Coroutine[Any, Any, Any]) -> Coroutine[Any, Any, list[int]]:
    """Begin all of them; the order in which they were done."""
    done: list[int] = []

    async def note(number: int, job: Coroutine[Any, Any, Any]) -> None:
        await job
        done.append(number)

    async def begin() -> list[int]:
        await asyncio.gather(*(note(number, job) for number, job in enumerate(jobs)))
        return done

    return begin()


def test_twenty_expert_tables_of_one_address_put_off_anothers_bot_by_one_move(with_bot_pool: Do) -> None:
    async def crowd(bot_pool: BotPool) -> list[int]:
        theirs = [bot_pool.choose(VIEW, "expert", "seed", a_pause(), JobOwner("a", f"{i}")) for i in range(20)]
        return await in_order(*theirs, bot_pool.choose(VIEW, "expert", "seed", a_pause(), JobOwner("b", "own")))

    assert with_bot_pool(crowd).index(20) <= 2  # behind the one that thinks, and the one that was next by then


def test_of_many_hints_of_one_address_few_wait_and_anothers_bot_does_not_wait_for_those(with_bot_pool: Do) -> None:
    async def crowd(bot_pool: BotPool) -> tuple[list[int], list[str]]:
        refused: list[str] = []

        async def hint(number: int) -> None:
            try:
                await bot_pool.explain(VIEW, JobOwner("a", f"{number}"))
            except Refused as error:
                refused.append(error.code)

        own = bot_pool.choose(VIEW, "easy", "seed", a_pause(), JobOwner("b", "own"))
        return await in_order(*(hint(i) for i in range(95)), own), refused

    done, refused = with_bot_pool(crowd)
    most = Limits().jobs_waiting_per_address
    assert refused == ["limit/rate"] * (95 - 1 - most)
    assert done[len(refused) :].index(95) <= 1


def test_a_bot_that_begins_late_thinks_the_less_and_is_still_there_in_time() -> None:
    pause = Pause(2.0, over=100.0)
    assert pause.budget(98.0) == 1.0
    assert pause.budget(97.0) == 1.0, "never longer than for a pause"
    assert pause.budget(99.0) == 0.5
    assert pause.budget(103.0) == 0.1, "late nevertheless"


def test_an_answer_appears_when_a_whole_number_of_pauses_is_over() -> None:
    pause = Pause(2.0, over=100.0)
    assert {pause.appears(now) for now in (98.0, 98.5, 99.9, 100.0)} == {100.0}
    assert {pause.appears(now) for now in (100.1, 101.0, 101.9)} == {102.0}
    assert pause.appears(102.1) == 104.0


def test_a_bots_seed_is_another_for_every_key_and_number() -> None:
    seeds = {bot_seed(bytes([key]) * 32, number) for key in range(3) for number in range(3)}
    assert len(seeds) == 9
    assert bot_seed(bytes(32), 1) == bot_seed(bytes(32), 1)
