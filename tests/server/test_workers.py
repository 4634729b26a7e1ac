"""Several servers on one PostgreSQL; and the address that a home network is told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from perron.errors import PerronError
from perron.server.lan import qr_code
from perron.server.settings import UNLIMITED, Limits, Settings
from tests.server.client import Table, begun, play_on
from tests.server.crash import Process
from tests.server.serving import serving

pytestmark = pytest.mark.xdist_group("crash")


def test_a_game_with_bots_goes_on_at_the_other_worker_when_one_is_killed(postgres_url: str, tmp_path: Path) -> None:
    doomed = Process(postgres_url, tmp_path)
    doomed.start()
    staying_on = Settings(database=postgres_url, limits=Limits(rates=UNLIMITED), bot_processes=1, start_bots=False)
    with serving(staying_on) as other:
        table = begun(doomed.base, "tiny", ["person", "easy", "person"])
        there = Table(other.base, table.code, table.host, table.seats)

        async def lose_one() -> None:
            staying = asyncio.create_task(play_on(there, 2))
            await play_on(table, 0, until=12)
            doomed.kill()
            await play_on(there, 0)
            assert (await staying)["outcome"] is not None

        asyncio.run(asyncio.wait_for(lose_one(), 120))
        log = there.ask("/log").json()["entries"]
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        assert {entry["seat"] for entry in log} == {0, 1, 2}


def test_several_workers_need_postgresql() -> None:
    with pytest.raises(PerronError, match="2 workers need PostgreSQL"):
        Settings(workers=2)


def test_a_qr_code_is_a_square_of_letters() -> None:
    lines = qr_code("http://192.168.1.20:8000").split("\n")
    assert {len(line) for line in lines} == {29}
    assert len(lines) == 15
    assert set("".join(lines)) <= set("█▀▄ ")
