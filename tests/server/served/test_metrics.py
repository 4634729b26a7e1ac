"""Metrics of a server while it is played on."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any

import pytest

from perron.view import View
from tests.server.client import begun, play_on
from tests.server.plain import get
from tests.server.serving import Served


def number(served: Served, name: str) -> float:
    found = re.search(rf"^{name} (\S+)$", get(f"{served.base}/api/metrics").text, re.MULTILINE)
    assert found is not None, name
    return float(found[1])


def test_a_bots_answer_that_is_not_there_when_its_pause_is_over_is_counted(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def late(view: View, *_: Any) -> str:
        await asyncio.sleep(0.05)  # the pause is 20 ms
        return (view.legal or ())[0]

    monkeypatch.setattr(served.hall.bot_pool, "choose", late)
    before = number(served, "perron_bot_overruns_total")
    table = begun(served.base, "tiny", ["person", "easy"])
    asyncio.run(play_on(table, 0))
    by_bot = sum(entry["seat"] == 1 for entry in table.ask("/log").json()["entries"])
    assert number(served, "perron_bot_overruns_total") - before == by_bot > 0


def test_whether_the_store_takes_writes_is_seen_from_the_last_one(served: Served) -> None:
    first = number(served, "perron_store_written_timestamp_seconds")
    assert first > 0
    while number(served, "perron_store_written_timestamp_seconds") == first:
        time.sleep(0.05)


def test_what_nobody_foresaw_is_counted(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    before = number(served, "perron_faults_total")

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(served.hall.log_reader, "read", broken)
    assert get(f"{served.base}/api/tables/aaaaaaaaaa/record").status_code == 500
    while number(served, "perron_faults_total") == before:  # it is written down just after it was answered
        time.sleep(0.05)
    assert number(served, "perron_faults_total") == before + 1
