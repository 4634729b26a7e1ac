"""Editions of people's own at a server: hosted like any other, and kept with their games as they were played."""

from __future__ import annotations

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update

from perron.bots import make_bot
from perron.editions import left_out, load
from perron.errors import RecordError
from perron.join import join
from perron.record import read_record, verify_record
from perron.server import seating
from perron.server.logs import JsonLines
from perron.server.models import NewTable, SeatPlan, TableSettings
from perron.server.settings import Settings
from perron.server.store import Store, queries
from perron.server.store.kept_editions import drop_unused
from perron.server.store.schema import editions, tables
from perron.server.store.store import now_ms
from tests.cli.command import runner
from tests.editions.own import begun_edition, change, known
from tests.server.client import HURRIED, Json, Table, begun, make_table, play_on
from tests.server.crash import Process
from tests.server.plain import get, post
from tests.server.served.conftest import GENEROUS
from tests.server.serving import serving
from tests.server.wire import until


def served_at(url: str) -> Settings:
    return Settings(database=url, limits=GENEROUS, bot_processes=1, start_bots=False)


def finish(table: Table, until: int | None = None) -> list[Json]:
    """Play the seats of people."""

    async def play() -> list[Json]:
        return await asyncio.gather(*(play_on(table, seat, until=until) for seat in table.seats))

    return asyncio.run(asyncio.wait_for(play(), 120))


def test_people_and_bots_play_one_like_any_other(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = begun_edition(tmp_path / "place")
    known(monkeypatch, tmp_path / "place")
    with serving(served_at(database)) as served:
        cover = next(one for one in get(f"{served.base}/api/editions").json()["editions"] if one["id"] == "utrecht")
        assert (cover["title"]["sv"], cover["featured"], cover["has_rules"]) == ("Utrecht", False, True)
        table = begun(served.base, "utrecht", ["person", "easy", "person"])
        told = table.ask().json()["table"]
        assert told["edition_key"] == load("utrecht").folder.key  # type: ignore[union-attr]
        which = {"rules": told["rules"], "key": told["edition_key"]}
        info = get(f"{served.base}/api/editions/utrecht", params=which).json()
        assert (info["key"], info["newest"], len(info["routes"])) == (told["edition_key"], True, 21)
        board = get(f"{served.base}/api/editions/utrecht/board", params=which, timeout=60).json()
        assert len(board["places"]) == 10
        background = get(f"{served.base}/api/editions/utrecht/background.svg", params=which)
        assert (background.status_code, background.headers["content-type"]) == (200, "image/svg+xml")
        rules = get(f"{served.base}/api/editions/utrecht/rules").json()
        assert [one["id"] for one in rules["sections"]] == ["aim", "turn", "routes", "tickets", "end", "goods"]
        outcome = finish(table)[0]["outcome"]
        assert set(outcome["scores"][0]["lines"]) >= {"routes", "trade_bonus", "longest_path"}
        text = table.ask("/record").text
        assert verify_record(read_record(text)).committed
        (tmp_path / "game.txt").write_text(text)
        assert post(f"{served.base}/api/verify", content=text, timeout=60).json()["ok"]
    asked, run = ("verify", str(tmp_path / "game.txt")), runner(monkeypatch, capsys)
    assert run(*asked).code == 0
    monkeypatch.delenv("PERRON_EDITIONS")
    answer = run(*asked)
    assert (answer.code, "--edition FILE" in answer.err) == (2, True)
    assert run(*asked, "--edition", str(home)).code == 0


def test_changing_the_file_breaks_neither_a_running_table_nor_an_old_replay(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = begun_edition(tmp_path / "place")
    known(monkeypatch, tmp_path / "place")
    server = Process(database, tmp_path / "server")
    server.start()
    played = begun(server.base, "utrecht", ["person", "person"])
    finish(played)
    before = played.ask("/replay").json()
    record = played.ask("/record").text
    running = begun(server.base, "utrecht", ["person", "person"])
    finish(running, until=12)
    as_it_was = home.rename(tmp_path / "as_it_was")
    (tmp_path / "utrecht").mkdir()
    begun_edition(tmp_path / "place")
    change(home / "edition.toml", '{ a = "anchor", b = "bell", length = 3,', '{ a = "anchor", b = "bell", length = 4,')
    change(home / "edition.toml", "count = 20 ", "count = 12 ")
    server.kill()
    server.start()
    try:
        finish(running)
        told = running.ask().json()["table"]
        assert told["status"] == "over"
        info = get(f"{server.base}/api/editions/utrecht?rules=1&key={told['edition_key']}").json()
        assert (info["pieces"], info["newest"]) == ({"train": 20}, False)
        assert get(f"{server.base}/api/editions/utrecht").json()["pieces"] == {"train": 12}
        assert played.ask("/replay").json() == before
        assert running.ask("/replay").json()["fault"] is None
        branched = running.call("play_on", {"step": 9, "seat": 0, "name": "Ann", "settings": HURRIED}).json()
        assert (branched["table"]["edition_key"], branched["table"]["branch"]) == (told["edition_key"], 9)
        finish(Table(server.base, branched["table"]["code"], branched["secret"], {0: branched["secret"]}))
        assert post(f"{server.base}/api/replay", content=record, timeout=60).json() == before
        fresh = begun(server.base, "utrecht", ["person", "person"])
        assert fresh.ask().json()["table"]["edition_key"] != told["edition_key"]
        with pytest.raises(RecordError, match="has been changed since"):
            read_record(running.ask("/record").text)
        as_it_was.rename(tmp_path / "utrecht")
        assert verify_record(read_record(record, load(str(tmp_path / "utrecht")))).committed
    finally:
        server.kill()


def test_an_edition_that_is_gone_is_played_on_and_again_but_not_offered(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_edition(tmp_path / "place")
    known(monkeypatch, tmp_path / "place")
    with serving(served_at(sqlite_url)) as served:
        table = begun(served.base, "utrecht", ["person", "person"])
    known(monkeypatch, tmp_path / "nowhere")
    with serving(served_at(sqlite_url)) as served:
        again = Table(served.base, table.code, table.host, table.seats)
        finish(again)
        body = {"edition": "utrecht", "seats": [{}, {}]}
        assert post(f"{served.base}/api/tables", json=body).json()["code"] == "edition/unknown"
        rematch = again.call("rematch", secret=again.host).json()["table"]
        assert rematch["edition_key"] == again.ask().json()["table"]["edition_key"]
        assert get(f"{served.base}/api/editions/utrecht").json()["code"] == "edition/unknown"


def test_a_faulty_one_is_reported_in_the_log_and_the_server_goes_on(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    change(begun_edition(tmp_path / "place") / "edition.toml", "count = 20 ", "count = 2000 ")
    begun_edition(tmp_path / "place", "zwolle")
    known(monkeypatch, tmp_path / "place")
    with caplog.at_level(logging.INFO), serving(served_at(sqlite_url)) as server:
        ids = [one["id"] for one in get(f"{server.base}/api/editions").json()["editions"]]
        assert ("utrecht" in ids, "zwolle" in ids) == (False, True)
    told = (json.loads(JsonLines().format(record)) for record in caplog.records)
    (line,) = [one for one in told if one["what"] == "edition left out"]
    assert line["where"].endswith("utrecht")
    assert "line 40" in line["error"]
    assert left_out()[0].reason == line["error"]


def test_a_bot_from_another_machine_fetches_the_board(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_edition(tmp_path / "place")
    known(monkeypatch, tmp_path / "place")
    with serving(served_at(sqlite_url)) as served:
        table = make_table(served.base, "utrecht", ["person", "person"])
        monkeypatch.delenv("PERRON_EDITIONS")
        with ThreadPoolExecutor(2) as pool:
            playing = [pool.submit(join, table.link, lambda: make_bot("greedy"), name=name) for name in ("Ann", "Ben")]
            until(lambda: all(seat["ready"] for seat in table.ask().json()["table"]["seats"]), "they do not sit")
            table.call("start", secret=table.host)
            outcomes = [one.result(120) for one in playing]
        assert outcomes[0] == outcomes[1]
        assert len(outcomes[0]["scores"]) == 2


def test_a_key_is_of_one_edition_and_of_no_other(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_edition(tmp_path / "place")
    known(monkeypatch, tmp_path / "place")
    with serving(served_at(database)) as served:
        key = make_table(served.base, "utrecht", ["person", "person"]).ask().json()["table"]["edition_key"]
        asked = partial(get, params={"rules": 1, "key": key})
        assert asked(f"{served.base}/api/editions/europe").json()["code"] == "edition/unknown"
        assert get(f"{served.base}/api/editions/utrecht?rules=1&key={'0' * 64}").json()["code"] == "edition/unknown"
        assert get(f"{served.base}/api/editions/utrecht?rules=1&key=../x").json()["code"] == "request/invalid"
        assert make_table(served.base, "tiny", ["person", "person"]).ask().json()["table"]["edition_key"] is None


def test_an_edition_goes_when_its_last_table_has_gone(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_edition(tmp_path / "place")
    known(monkeypatch, tmp_path / "place")
    asked = NewTable(edition="utrecht", seats=[SeatPlan(kind="person")] * 2, settings=TableSettings())
    table, seats = seating.new_table(asked, load("utrecht"), "abcdefghjk", bytes(32), b"host", now_ms())
    store.write_now(partial(queries.create_table, table=table, seated=seats, own=load("utrecht")))
    day = 86_400_000

    def count(connection: Connection) -> int:
        return len(connection.execute(select(editions.c.key)).all())

    assert store.write_now(partial(drop_unused, now=now_ms() + 2 * day)) == 0
    store.write_now(lambda to: to.execute(update(tables).values(status="over", expires=1)))
    assert store.write_now(partial(queries.expire, now=table.created)) == (table.code,)
    assert store.read_now(count) == 1, "not on the day on which it was played"
    assert store.write_now(partial(drop_unused, now=now_ms() + 2 * day)) == 1
