"""The tables of a worker, when something else is written in the same moment, and when it stops."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from benchmarks.server.tables import SEATS, make_tables, play_on
from perron.server import steps
from perron.server.bot_pool import BotPool
from perron.server.hall import Hall
from perron.server.limits import Rates
from perron.server.metrics import Metrics
from perron.server.settings import Settings
from perron.server.step import Step
from perron.server.store import Store, queries
from perron.server.table import LiveTable


def test_settings_that_were_changed_just_before_an_action_are_known_with_it(store: Store) -> None:
    (made,) = make_tables(store, 1)
    play_on(store, [made], SEATS)  # all have chosen their first tickets
    code = made.code

    async def play() -> LiveTable:
        settings, metrics = Settings(), Metrics()
        bot_pool = BotPool(1, settings.limits, metrics)
        hall = Hall(store, bot_pool, settings, metrics, Rates(settings.limits.rates))
        room = await hall.room(code)

        def act(live: LiveTable, now: int) -> Step:
            silent = {"settings": {**live.table.settings, "chat": False}}
            store.write_now(partial(queries.change_table, code=code, changes=silent))
            return steps.act(live, 0, (live.view(0).legal or ())[0], by="person", now=now)

        assert room.live.settings.chat
        assert await hall.do(room, act) == SEATS + 1
        await hall.stop()
        bot_pool.close()
        return room.live

    live = asyncio.run(play())
    stored = store.read_now(partial(queries.load_table, code=code))
    assert live.table == stored
    assert not live.settings.chat
    assert live.number == SEATS + 1


def test_a_step_that_does_not_end_keeps_no_server_from_stopping(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (made,) = make_tables(store, 1)
    monkeypatch.setattr("perron.server.hall._FAREWELL_S", 0.2)

    async def stop() -> bool:
        settings, metrics = Settings(), Metrics()
        bot_pool = BotPool(1, settings.limits, metrics)
        hall = Hall(store, bot_pool, settings, metrics, Rates(settings.limits.rates))
        room = await hall.room(made.code)
        await room.live.lock.acquire()
        await hall.stop()
        bot_pool.close()
        return hall.stopping

    assert asyncio.run(stop())
    assert "stopping although a step has not ended" in caplog.text
