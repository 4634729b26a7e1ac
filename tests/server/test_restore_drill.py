"""The drill: a server with backups on is killed in the middle of games, and another goes on from the newest backup."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from perron.record import read_record, verify_record
from perron.server.store import Store, Whole, archive, queries
from perron.server.store.backups import Backup, Backups
from perron.server.store.store import now_ms
from tests.server.client import Table, begun, play_on
from tests.server.crash import Person, Process

pytestmark = pytest.mark.xdist_group("crash")
TABLES = 2


async def a_backup_after(backups: Backups, moment: int) -> Backup:
    """The first backup that was begun after a moment."""
    while True:
        for one in backups.kept():
            if one.made > moment:
                return one
        await asyncio.sleep(0.05)


async def play_and_be_killed(server: Process, backups: Backups) -> tuple[list[Person], list[dict[int, str]], Table]:
    """Play at several tables until a backup was made in the middle of it, then kill the server.

    Returns who played, and what each was told to be stored before that backup; and a table whose game was over by then.
    """
    over = await asyncio.to_thread(begun, server.base, "tiny", ["person", "person"])
    await play_on(over, 0, 1)
    kinds = ["person", "person", "easy"]
    people = [Person(await asyncio.to_thread(begun, server.base, "europe", kinds)) for _ in range(TABLES)]
    for person in people:
        person.playing = asyncio.create_task(person.play(asyncio.Event()))
    while any(len(person.acknowledged) < 5 for person in people):
        await asyncio.sleep(0.01)
    known = [{number: act["action"] for number, act in person.acknowledged.items()} for person in people]
    await a_backup_after(backups, now_ms())
    for person in people:
        assert person.playing is not None
        assert not person.playing.done(), "games must be going on"
    await asyncio.to_thread(server.kill)
    for person in people:
        assert person.playing is not None
        person.playing.cancel()
    return people, known, over


def stored(url: str, code: str) -> Whole:
    """A table as it is in a store."""
    with Store.open(url, serving=False) as store:
        whole = store.read_now(partial(queries.load_whole, code=code))
    assert whole is not None
    return whole


@pytest.mark.parametrize(("here", "there"), [("sqlite", "sqlite"), ("postgres", "postgres"), ("sqlite", "postgres")])
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
    people, known, over = asyncio.run(asyncio.wait_for(play_and_be_killed(server, backups), 120))
    newest = backups.kept()[-1]
    archive.restore(newest.path, other)
    for person, told in zip(people, known, strict=True):
        lost, kept = stored(url, person.table.code), stored(other, person.table.code)
        assert kept.log == lost.log[: len(kept.log)], "a beginning of what there was"
        actions = {row.number: row.text for row in kept.log}
        assert told.items() <= actions.items(), "all that was acknowledged before the backup was begun"
    again = Process(other, tmp_path / "again")
    again.start()
    try:
        tables = [Table(again.base, one.table.code, one.table.host, one.table.seats) for one in people]

        async def go_on() -> None:
            await asyncio.gather(*(play_on(table, 0, 1) for table in tables))

        asyncio.run(asyncio.wait_for(go_on(), 300))
        for table in (*tables, Table(again.base, over.code, over.host)):
            record = table.ask("/record")
            assert record.status_code == 200
            assert verify_record(read_record(record.text)).key_checked
    finally:
        again.kill()
