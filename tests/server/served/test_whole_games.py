"""Complete games over real sockets: every edition, every number of seats, people and bots mixed, on both stores."""

from __future__ import annotations

import asyncio

import pytest

from perron.editions import covers
from perron.record import read_record, verify_record
from tests.server.client import Json, begun, play_on
from tests.server.serving import Served

pytestmark = pytest.mark.sampled

TABLES = [(cover.id, seats) for cover in covers() for seats in range(cover.players[0], cover.players[1] + 1)]


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_people_and_bots_play_a_game_to_its_end(served: Served, edition: str, seats: int) -> None:
    kinds = ["person", "hard", "person", "easy", "medium"][:seats]
    table = begun(served.base, edition, kinds)

    async def play() -> list[Json]:
        return await asyncio.gather(*(play_on(table, seat) for seat in table.seats), play_on(table))

    *own, watched = asyncio.run(play())
    assert all(view["outcome"] == watched["outcome"] for view in own)
    assert [view["seat"] for view in own] == list(table.seats)
    answer = table.ask("/record")
    assert answer.status_code == 200
    verified = verify_record(read_record(answer.text))
    assert verified.key_checked
    assert verified.committed
    assert verified.game.outcome is not None
    assert [line.total for line in verified.game.outcome.scores] == [
        line["total"] for line in watched["outcome"]["scores"]
    ]
