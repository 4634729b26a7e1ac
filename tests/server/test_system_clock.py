"""The system clock is set by an hour while a server runs, or while none does: nobody's time is up, and no bot waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from perron.server.settings import Settings
from perron.server.store import TableRow, queries, timekeeping
from perron.server.store.store import now_ms
from perron.server.store.timekeeping import TIMEKEEPER, Timekeeper
from tests.server.client import Client, Json, Table, at, begun, first_claim, make_table
from tests.server.serving import Served, serving

pytestmark = pytest.mark.xdist_group("crash")  # the time is the whole process's
HOUR = 3_600_000
BACK = [pytest.param(HOUR, marks=pytest.mark.exhaustive), -HOUR]
"""Where something could be waited for an hour longer; that nothing comes an hour early is seen in a person's clock, and
over a restart in test_outage.py."""
SetClock = Callable[[int], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[SetClock]:
    """Move the system clock by this many milliseconds, forwards or back."""
    ahead = 0

    def wall_ms() -> int:
        return time.time_ns() // 1_000_000 + ahead

    def by(step: int) -> None:
        nonlocal ahead
        ahead += step

    monkeypatch.setattr(timekeeping, "wall_ms", wall_ms)
    yield by
    ahead = 0
    TIMEKEEPER.follow()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for tests that leave nothing behind but tables: it and its bots' process are started once."""
    url = f"sqlite:///{tmp_path_factory.mktemp('running')}/perron.sqlite"
    with serving(Settings(database=url, bot_processes=1, start_bots=False)) as served:
        yield served


def row(served: Served, table: Table) -> TableRow:
    found = served.hall.store.read_now(partial(queries.load_table, code=table.code))
    assert found is not None
    return found


async def moved(served: Served) -> None:
    """Until the server has seen that its clock was set."""
    while served.hall._moved != TIMEKEEPER.moved or TIMEKEEPER.apart:
        await asyncio.sleep(0.02)


async def acts(client: Client, seat: int, message: Json) -> Json:
    view = next(view for view in message["views"] if view["seat"] == seat)
    assert (await client.act(seat, first_claim(view)))["type"] == "accepted"
    return await client.next("update")


def test_the_time_goes_on_evenly_until_it_is_told_to_follow(set_clock: SetClock) -> None:
    own = Timekeeper()
    before = own.now()
    set_clock(HOUR)
    assert own.now() - before < HOUR / 2
    assert abs(own.apart - HOUR) < HOUR / 2
    assert own.follow() > 0
    assert own.now() - before >= HOUR
    set_clock(-2 * HOUR)
    own.follow()
    assert own.now() < before
    assert own.moved == 2
    set_clock(2000)
    assert own.apart == own.follow() == 0, "so little is not worth it"


@pytest.mark.sampled
@pytest.mark.parametrize("step", [HOUR, -HOUR])
@pytest.mark.parametrize("when", ["at once", "when the server has seen it"])
def test_a_persons_clock_runs_on_as_before(database: str, set_clock: SetClock, step: int, when: str) -> None:
    clock = {"move_seconds": 600, "bank_seconds": 60}
    with serving(Settings(database=database, start_bots=False)) as served:
        table = begun(served.base, "tiny_race", ["person", "person"], clock=clock)

        async def play() -> list[Json]:
            async with at(table, 0, 1) as (client, welcome):
                first = await acts(client, 0, welcome)
                set_clock(step)
                if when != "at once":
                    await moved(served)
                second = await acts(client, 1, first)
                return [first, second]

        first, second = asyncio.run(asyncio.wait_for(play(), 60))
        assert [entry["by"] for entry in second["entries"]] == ["person"], "nobody's time was up"
        assert second["clocks"]["banks"] == first["clocks"]["banks"] == [60_000, 60_000]
        for told in (first, second):
            clocks = told["clocks"]
            assert 600_000 < clocks["due"] - clocks["now"] <= 662_000
        later = second["clocks"]["now"] - first["clocks"]["now"]
        assert abs(later - step) < HOUR / 2, "the server's time has followed"
        assert abs(now_ms() - timekeeping.wall_ms()) < timekeeping.MOST_APART_MS


@pytest.mark.parametrize("step", BACK)
def test_a_turn_whose_time_is_up_ends_all_the_same(running: Served, set_clock: SetClock, step: int) -> None:
    clock = {"move_seconds": 5, "bank_seconds": 0}
    asyncio.run(asyncio.wait_for(moved(running), 60))  # since the test before
    table = begun(running.base, "tiny_race", ["person", "person"], clock=clock, on_timeout="least")

    async def wait() -> Json:
        async with at(table, 0) as (client, _):
            set_clock(step)
            await moved(running)
            assert row(running, table).number == 0
            return await client.next("update")

    update = asyncio.run(asyncio.wait_for(wait(), 60))
    assert [entry["by"] for entry in update["entries"]] == ["clock"]


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_bot_answers_after_its_pause(running: Served, set_clock: SetClock, step: int) -> None:
    asyncio.run(asyncio.wait_for(moved(running), 60))  # since the test before
    table = begun(running.base, "tiny_race", ["person", "easy"], bot_pause_ms=1500)

    async def play() -> None:
        async with at(table, 0) as (client, welcome):
            message, before = welcome, time.monotonic()
            while message["views"][0]["to_move"] == 0:
                before = time.monotonic()
                message = await acts(client, 0, message)
            set_clock(step)
            assert (await client.next("update"))["entries"][0]["by"] == "bot"
            assert time.monotonic() - before >= 1.5, "no sooner than without it"

    asyncio.run(asyncio.wait_for(play(), 60))


@pytest.mark.parametrize("step", BACK)
def test_what_was_due_when_a_server_stopped_is_seen_to_after_the_clock_was_set(
    database: str, set_clock: SetClock, step: int
) -> None:
    """A bot's pause and a person's clock were running, and the worker that held the leases is no more."""
    settings = Settings(database=database, start_bots=False)
    clock = {"move_seconds": 600, "bank_seconds": 60}
    with serving(settings) as served:
        own = begun(served.base, "tiny_race", ["person", "person"], clock=clock)
        bots = begun(served.base, "tiny_race", ["easy", "person"], bot_pause_ms=2000)
        assert row(served, bots).lease is not None
    set_clock(step)
    TIMEKEEPER.follow()  # a new process begins with the system clock
    with serving(settings) as served:
        bots.base = own.base = served.base

        async def look() -> None:
            async with at(bots, 1) as (client, welcome), at(own, 0) as (_, own_welcome):
                if welcome["number"] == 0:
                    await client.next("update")
                assert own_welcome["number"] == 0
                assert 600_000 < own_welcome["clocks"]["due"] - own_welcome["clocks"]["now"] <= 660_000 + 10_000

        asyncio.run(asyncio.wait_for(look(), 60))


def test_no_table_grows_older_by_it(database: str, set_clock: SetClock) -> None:
    with serving(Settings(database=database, start_bots=False)) as served:
        table = make_table(served.base, "tiny", ["person", "person"])
        over = make_table(served.base, "tiny", ["person", "person"])
        changes = {"status": "over", "expires": now_ms() + 2 * HOUR}
        served.hall.store.write_now(partial(queries.change_table, code=over.code, changes=changes))
        set_clock(48 * HOUR)
        asyncio.run(asyncio.wait_for(moved(served), 60))
        store = served.hall.store
        assert store.write_now(partial(queries.abandon_idle, now=now_ms(), idle_ms=24 * HOUR)) == ()
        assert store.write_now(partial(queries.expire, now=now_ms())) == ()
        assert row(served, table).status == "waiting"
        assert row(served, over).expires == pytest.approx(now_ms() + 2 * HOUR, abs=HOUR)
