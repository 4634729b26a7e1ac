"""kill -9 at random moments, under load, on both stores: what was acknowledged is there, and the games finish."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from perron.server.settings import Settings
from tests.sampling import everything
from tests.server.client import at, begun
from tests.server.crash import Process, crash
from tests.server.plain import get
from tests.server.serving import serving

pytestmark = pytest.mark.xdist_group("crash")
KILLS = 19 if everything() else 1
"""Each costs a start of the server and of its bots' process; `make soak` has 200 on either store."""


# What PostgreSQL keeps of a killed writer is in store/test_crash.py, and a game that goes on there in test_workers.py.
@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgres", marks=pytest.mark.exhaustive)], indirect=True)
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database: str, tmp_path: Path) -> None:
    toll = crash(database, tmp_path, KILLS, edition="amsterdam")
    assert (toll.kills, toll.under_load) == (KILLS, KILLS)
    assert toll.acknowledged > 10 * KILLS
    assert toll.resumed >= KILLS
    assert toll.games >= 4


def test_a_server_that_is_asked_to_stop_says_so_and_has_stored_everything(sqlite_url: str, tmp_path: Path) -> None:
    server = Process(sqlite_url, tmp_path)
    server.start()
    table = begun(server.base, "tiny_race", ["person", "person"])

    async def stop() -> str:
        async with at(table, 0, language="sv") as (client, welcome):
            await client.act(0, welcome["views"][0]["legal"][0])
            status = asyncio.create_task(asyncio.to_thread(server.kill, signal.SIGTERM))
            bye = await client.next("bye")
            assert await status == 0
            return f"{bye['code']}: {bye['message']}"

    assert asyncio.run(stop()) == "server/restarting: Servern startas om; allt är sparat."
    with serving(Settings(database=sqlite_url, start_bots=False)) as again:
        assert get(f"{again.base}/api/tables/{table.code}").json()["table"]["number"] == 1
    told = server.log.read_text()
    assert "Traceback" not in told
    assert table.code not in told
    assert not any(secret in told for secret in (table.host, *table.seats.values()))
