"""The drill: a server with backups on is killed in the middle of games, and another goes on from the newest backup."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from perron.record import read_record, verify_record
from perron.server.settings import UNLIMITED, Limits, Settings
from perron.server.store import Snapshot, Store, archive, queries
from perron.server.store.backups import Backup, Backups
from perron.server.store.store import now_ms
from tests.server.client import Table, begun, play_on
from tests.server.crash import Person, Process
from tests.server.serving import serving

pytestmark = pytest.mark.xdist_group("crash")


async def a_backup_after(backups: Backups, moment: int) -> Backup:
    """The first backup that was begun after a moment."""
    while True:
        for one in backups.kept():
            if one.made > moment:
                return one
        await asyncio.sleep(0.05)


@dataclass(frozen=True)
class Games:
    """What was played on the server that was killed."""

    over: Table
    """Played to its end before the backup."""
    paused: Table
    """In the middle of it, at the backup and at the kill."""
    person: Person
    """Somebody who acted all the time, with a bot at the table."""
    known: dict[int, str]
    """What that person was told to be stored before the backup was begun."""

    @property
    def tables(self) -> list[Table]:
        return [self.over, self.paused, self.person.table]


async def play_and_be_killed(server: Process, backups: Backups) -> Games:
    """Play until a backup was made meanwhile, then kill the server."""
    over = await asyncio.to_thread(begun, server.base, "tiny", ["person", "person"])
    await play_on(over, 0, 1)
    paused = await asyncio.to_thread(begun, server.base, "amsterdam", ["person", "person"])
    await play_on(paused, 0, 1, until=10)
    person = Person(await asyncio.to_thread(begun, server.base, "amsterdam", ["person", "person", "easy"]))
    playing = asyncio.create_task(person.play(asyncio.Event()))
    while len(person.acknowledged) < 10:
        await asyncio.sleep(0.01)
    known = {number: act["action"] for number, act in person.acknowledged.items()}
    await a_backup_after(backups, now_ms())
    await asyncio.to_thread(server.kill)
    playing.cancel()
    return Games(over, paused, person, known)


def stored(url: str, code: str) -> Snapshot:
    """A table as it is in a store."""
    with Store.open(url, serving=False) as store:
        snapshot = store.read_now(partial(queries.load_snapshot, code=code))
    assert snapshot is not None
    return snapshot


@pytest.mark.parametrize(
    ("here", "there"),
    [
        pytest.param("sqlite", "sqlite", marks=pytest.mark.exhaustive),
        pytest.param("postgres", "postgres", marks=pytest.mark.exhaustive),
        ("sqlite", "postgres"),
    ],
)
def test_games_go_on_from_the_newest_backup(
    request: pytest.FixtureRequest, tmp_path: Path, here: str, there: str
) -> None:
    url: str = request.getfixturevalue(f"{here}_url")
    other: str = f"sqlite:///{tmp_path}/new.sqlite"
    if there == "postgres":
        cluster = request.getfixturevalue("postgres")
        other = cluster.new_database()
        request.addfinalizer(partial(cluster.drop_database, other))
    backups = Backups(tmp_path / "backups")
    server = Process(url, tmp_path / "server", backups=backups.folder)
    server.start()
    games = asyncio.run(asyncio.wait_for(play_and_be_killed(server, backups), 300))
    archive.restore(backups.kept()[-1].path, other)
    for table in games.tables:
        lost, kept = stored(url, table.code), stored(other, table.code)
        assert kept.log == lost.log[: len(kept.log)], "a beginning of what there was"
    assert len(stored(other, games.paused.code).log) == len(stored(url, games.paused.code).log) >= 10
    actions = {row.number: row.text for row in stored(other, games.person.table.code).log}
    assert games.known.items() <= actions.items(), "all that was acknowledged before the backup was begun"
    settings = Settings(database=other, limits=Limits(rates=UNLIMITED), bot_processes=1)
    with serving(settings) as again:
        tables = [Table(again.base, table.code, table.host, table.seats) for table in games.tables]

        async def go_on() -> None:
            await asyncio.gather(*(play_on(table, 0, 1) for table in tables))

        asyncio.run(asyncio.wait_for(go_on(), 300))
        for table in tables:
            record = table.ask("/record")
            assert record.status_code == 200
            assert verify_record(read_record(record.text)).key_checked
