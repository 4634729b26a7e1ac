"""Who is let in next: an address after the other, of an address a table after the other, and nobody fills the line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from perron.server.job_queue import BOT, HINT, LOG, REPLAY, REVIEW, JobOwner, JobQueue, Kind, RunningJobs
from perron.server.metrics import Metrics
from perron.server.refusal import Refused
from perron.server.settings import Limits

LIMITS = Limits(jobs_waiting_per_address=3, jobs_waiting=10)


class Line:
    """A queue with one slot, and the jobs that want it."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.queue = JobQueue(1, LIMITS, self.metrics)
        self.go_on = asyncio.Event()
        self.served: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def arrive(self, name: str, kind: Kind, address: str, table: str = "") -> asyncio.Task[None]:
        """A job arrives; the one that gets the slot keeps it until the others have arrived."""

        async def take() -> None:
            with await self.queue.acquire(kind, JobOwner(address, table)):
                self.served.append(name)
                await self.go_on.wait()

        task = self.tasks[name] = asyncio.create_task(take())
        await asyncio.sleep(0)
        return task

    async def open(self) -> list[str]:
        """Let everybody in, one after the other; who came in which order."""
        self.go_on.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        return self.served

    def count(self, name: str, kind: Kind) -> float:
        return self.metrics.registry.get_sample_value(name, {"kind": kind.name}) or 0


def in_line(do: Callable[[Line], Awaitable[None]]) -> None:
    async def run() -> None:
        line = Line()
        await do(line)
        assert await asyncio.wait_for(line.queue.acquire(BOT, JobOwner()), 5), "the slot is free again"
        assert line.queue._free == 0

    asyncio.run(run())


def test_however_many_of_an_address_wait_another_is_next() -> None:
    async def crowd(line: Line) -> None:
        for i in range(20):
            await line.arrive(f"a{i}", BOT, "a", f"table {i}")
        await line.arrive("b", BOT, "b", "own")
        await line.arrive("c", BOT, "c", "own")
        assert (await line.open())[:4] == ["a0", "a1", "b", "c"]

    in_line(crowd)


def test_the_tables_of_an_address_take_turns() -> None:
    async def crowd(line: Line) -> None:
        for name in ("x0", "x1", "x2", "x3", "y0", "y1"):
            await line.arrive(name, BOT, "a", name[0])
        assert await line.open() == ["x0", "x1", "y0", "x2", "y1", "x3"]

    in_line(crowd)


def test_replays_come_before_slices_of_reviews_which_still_get_their_turn() -> None:
    async def crowd(line: Line) -> None:
        for name in ("s0", "s1", "s2"):
            await line.arrive(name, REVIEW, name, name)
        for name in ("r0", "r1", "r2", "r3", "r4"):
            await line.arrive(name, REPLAY, name)
        assert await line.open() == ["s0", "r0", "r1", "r2", "r3", "s1", "r4", "s2"]

    in_line(crowd)


def test_bots_come_before_hints_which_still_get_their_turn() -> None:
    async def crowd(line: Line) -> None:
        await line.arrive("first", BOT, "a")
        for i in range(2):
            await line.arrive(f"h{i}", HINT, "b", str(i))
        for i in range(10):
            await line.arrive(f"m{i}", BOT, "a", str(i))
        served = await line.open()
        assert [served.index("h0"), served.index("h1")] == [5, 10]

    in_line(crowd)


def test_who_is_one_too_many_is_refused_at_once() -> None:
    async def crowd(line: Line) -> None:
        await line.arrive("first", HINT, "a")
        for i in range(3):
            await line.arrive(f"a{i}", HINT, "a", str(i))
        with pytest.raises(Refused, match="limit/rate"):
            await line.queue.acquire(HINT, JobOwner("a", "another table"))
        for i in range(7):
            await line.arrive(f"b{i}", HINT, f"b{i}")
        with pytest.raises(Refused, match="server/busy"):
            await line.queue.acquire(HINT, JobOwner("c"))
        for i in range(30):  # these are bounded elsewhere
            await line.arrive(f"m{i}", BOT, "a", str(i))
        assert line.count("perron_jobs_refused_total", HINT) == 2
        assert line.count("perron_jobs_waiting", HINT) == 10
        assert line.count("perron_jobs_waiting", BOT) == 30
        assert line.count("perron_jobs_running", HINT) == 1
        assert len(await line.open()) == 41
        assert line.count("perron_jobs_waiting", HINT) == line.count("perron_jobs_running", HINT) == 0

    in_line(crowd)


def test_who_goes_away_is_let_in_no_more() -> None:
    async def crowd(line: Line) -> None:
        await line.arrive("first", REPLAY, "a")
        gone = [await line.arrive(f"a{i}", REPLAY, "a") for i in range(3)]
        await line.arrive("b", REPLAY, "b")
        for task in gone:
            task.cancel()
        await asyncio.sleep(0)
        assert line.count("perron_jobs_dropped_total", REPLAY) == 3
        assert await line.open() == ["first", "b"]

    in_line(crowd)


@pytest.mark.parametrize("first", ["cancelled", "let in"])
def test_who_goes_away_in_the_very_moment_leaves_the_place_to_the_next(first: str) -> None:
    async def crowd(line: Line) -> None:
        slot = await line.queue.acquire(LOG, JobOwner("a"))
        gone = await line.arrive("gone", LOG, "a")
        await line.arrive("next", LOG, "b")
        if first == "cancelled":
            gone.cancel()
        with slot:
            pass
        gone.cancel()
        assert await line.open() == ["next"]

    in_line(crowd)


def test_what_is_begun_takes_up_its_place_to_its_end_whoever_has_gone() -> None:
    async def crowd(line: Line) -> None:
        begun, ended = RunningJobs(), asyncio.Event()

        async def work() -> None:
            with await line.queue.acquire(REPLAY, JobOwner("a")):
                await ended.wait()
                line.served.append("done")

        asked = asyncio.create_task(begun.follow(work()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await line.arrive("next", REPLAY, "b")
        asked.cancel()
        await asyncio.sleep(0)
        assert line.served == []
        ended.set()
        assert await line.open() == ["done", "next"]

    in_line(crowd)
