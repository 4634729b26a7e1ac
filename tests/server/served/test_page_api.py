"""Boards, replays and links, as the page asks for them."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from perron import Game
from perron.deal import Mixed
from perron.editions import load, names
from perron.keys import mix
from perron.locales import LANGUAGES
from perron.record import write_record
from perron.rules import rulings_of, told_rules
from perron.server import page_api
from perron.server.replays import MOST_ACTIONS
from perron.server.web import PATHS
from tests.every_version import EARLIER
from tests.server.client import Table
from tests.server.plain import get, post
from tests.server.served import slow_bots
from tests.server.serving import Served

TEXT = {"Content-Type": "text/plain"}


def finished(name: str, seats: int, *, undo: bool = False) -> Game:
    """A whole game, with something taken back on request."""
    rng = Random(f"showing {name} {seats}")
    game = Game(name, seats, key=mix(bytes(32), ["-"] * seats))
    while not game.over:
        seat = game.to_move
        assert seat is not None
        game.play(rng.choice(game.legal_actions("one")))
        if undo and game.may_take_back(seat) and rng.random() < 0.3:
            game.take_back(seat)
    return game


def record_of(game: Game) -> str:
    return write_record(game, mixed=Mixed(bytes(32), ("-",) * game.seats))


def ask(served: Served, path: str, text: str) -> httpx.Response:
    # The first replay waits for its process to start.
    return post(f"{served.base}/api/{path}", content=text.encode(), headers=TEXT, timeout=60)


@pytest.mark.parametrize("name", names())
def test_every_board_has_a_geometry_and_two_pictures(on_sqlite: Served, name: str) -> None:
    base = f"{on_sqlite.base}/api/editions/{name}"
    board: dict[str, Any] = get(f"{base}/board").json()
    assert {track["id"] for track in board["tracks"]} == {route.id for route in load(name).routes}
    for picture in ("background.svg", "picture.svg"):
        answer = get(f"{base}/{picture}")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("name", names())
def test_what_a_route_is_the_edition_tells_where_it_lies_the_board_and_neither_what_the_other_does(
    on_sqlite: Served, name: str
) -> None:
    base = f"{on_sqlite.base}/api/editions/{name}"
    info, board = get(base).json(), get(f"{base}/board").json()
    for told, drawn in ((info["routes"], board["tracks"]), (info["cities"], board["places"])):
        assert [one["id"] for one in told] == [one["id"] for one in drawn]
        assert set(told[0]) & set(drawn[0]) == {"id"}


@pytest.mark.parametrize("name", names())
def test_the_page_is_told_the_very_names_that_stand_on_the_board(on_sqlite: Served, name: str) -> None:
    base = f"{on_sqlite.base}/api/editions/{name}"
    info: dict[str, Any] = get(base).json()
    cities = {city["id"]: city for city in info["cities"]}
    for place in get(f"{base}/board").json()["places"]:
        city = cities[place["id"]]
        for language in LANGUAGES:
            told = city["names"][language] if info["translated"] else city["name"]
            assert " ".join(place["label"]["lines"][language]).replace("- ", "-") == told


@pytest.mark.parametrize("name", told_rules())
def test_the_rules_are_told_as_the_folder_has_them(on_sqlite: Served, name: str) -> None:
    found = get(f"{on_sqlite.base}/api/editions/{name}/rules").json()
    told = told_rules()[name]
    assert [section["id"] for section in found["sections"]] == [section.id for section in told.sections]
    paragraphs = [one for section in found["sections"] for one in section["paragraphs"]]
    assert [ident for one in paragraphs for ident in one["clauses"]] == list(told.clauses)
    assert [one["text"] for one in paragraphs] == [dict(one.text) for part in told.sections for one in part.paragraphs]
    assert {one["picture"]["kind"] for one in paragraphs if one["picture"]} >= {"cards", "tickets"}
    assert [one["clauses"] for one in found["rulings"]] == [list(one.clauses) for one in rulings_of(load(name))]


def test_an_edition_without_rules_of_its_own_tells_those_that_it_follows(on_sqlite: Served) -> None:
    asked = [get(f"{on_sqlite.base}/api/editions/{name}/rules").json() for name in ("tiny", "europe")]
    assert asked[0]["sections"] == asked[1]["sections"]
    assert asked[0]["rulings"] != asked[1]["rulings"]


def test_the_start_page_is_told_what_it_shows_of_every_edition(on_sqlite: Served) -> None:
    found = get(f"{on_sqlite.base}/api/editions").json()["editions"]
    assert [one["id"] for one in found if one["featured"]] == ["europe", "amsterdam", "berlin", "first_journey"]
    for cover in found:
        answer = get(f"{on_sqlite.base}/api/editions/{cover['id']}/poster.svg")
        assert cover["has_rules"] == cover["poster"] == cover["featured"] == (answer.status_code == 200)
        if cover["poster"]:
            assert answer.headers["content-type"] == "image/svg+xml"
            assert ElementTree.fromstring(answer.text).tag.endswith("svg")
            assert set(cover["whom"]) == set(cover["time"]) == set(LANGUAGES)
    assert get(f"{on_sqlite.base}/api/editions/nowhere/poster.svg").json()["code"] == "edition/unknown"


def test_a_background_is_at_most_150_kib_on_the_way(on_sqlite: Served) -> None:
    for name in names():
        with httpx.stream("GET", f"{on_sqlite.base}/api/editions/{name}/background.svg") as answer:
            assert sum(map(len, answer.iter_raw())) <= 150 * 1024


@pytest.mark.parametrize("name", EARLIER)
def test_an_earlier_version_has_an_edition_a_board_and_pictures_of_its_own(on_sqlite: Served, name: str) -> None:
    ident, _, rules = name.partition("@")
    base = f"{on_sqlite.base}/api/editions/{ident}"
    told = get(f"{base}?rules={rules}").json()
    assert (told["id"], told["rules"], told["newest"]) == (ident, int(rules), False)
    assert [route["id"] for route in told["routes"]] == [route.id for route in load(name).routes]
    assert [ticket["id"] for ticket in told["tickets"]] == [ticket.id for ticket in load(name).tickets]
    newest = get(base).json()
    assert (newest["rules"], newest["newest"]) == (load(ident).version, True)
    assert get(f"{base}?rules={newest['rules']}").json() == newest
    board = get(f"{base}/board?rules={rules}").json()
    assert board["rules"] == int(rules)
    assert {track["id"] for track in board["tracks"]} == {route.id for route in load(name).routes}
    for picture in ("background.svg", "picture.svg"):
        assert get(f"{base}/{picture}?rules={rules}").status_code == 200


@pytest.mark.parametrize("path", ["", "/board", "/rules", "/background.svg", "/picture.svg"])
def test_a_version_that_is_not_there_is_refused(on_sqlite: Served, path: str) -> None:
    unknown = get(f"{on_sqlite.base}/api/editions/amsterdam{path}?rules=99")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "edition/unknown")
    for rules in ("0", "-1", "two", "1" * 40):
        assert get(f"{on_sqlite.base}/api/editions/amsterdam{path}?rules={rules}").status_code == 422


def test_a_new_table_cannot_be_asked_for_under_earlier_rules(on_sqlite: Served) -> None:
    body = {"edition": "amsterdam@1", "seats": [{"kind": "person"}, {"kind": "person"}]}
    answer = post(f"{on_sqlite.base}/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (404, "edition/unknown")


def test_who_cannot_unpack_gets_it_unpacked(on_sqlite: Served) -> None:
    url = f"{on_sqlite.base}/api/editions/europe/board"
    plain = get(url, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == get(url).json()


def test_an_unknown_edition_has_no_board(on_sqlite: Served) -> None:
    for path in ("board", "background.svg", "picture.svg"):
        answer = get(f"{on_sqlite.base}/api/editions/usa/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "edition/unknown")


@pytest.mark.parametrize(("name", "seats"), [("europe", 5), ("amsterdam", 3), ("berlin", 2), ("first_journey", 4)])
def test_a_record_is_shown_step_by_step(on_sqlite: Served, name: str, seats: int) -> None:
    game = finished(name, seats, undo=True)
    assert len(game.log) > len(game.moves)
    shown = ask(on_sqlite, "replay", record_of(game)).json()
    assert shown["edition"] == name
    assert shown["fault"] is None
    assert len(shown["steps"]) == len(game.log) + 1
    assert [step["seat"] for step in shown["steps"][1:]] == [entry.seat for entry in game.log]
    last = shown["steps"][-1]["view"]
    assert last["outcome"]["scores"][0]["total"] == game.scores()[0].total
    assert last["hands"] == [game.view(seat).hand for seat in range(seats)]


def test_through_a_seats_eyes_it_shows_what_that_seat_could_see(on_sqlite: Served) -> None:
    game = finished("europe", 3)
    shown = ask(on_sqlite, "replay?viewer=1", record_of(game)).json()
    again = Game("europe", 3, key=game.key)
    for step, move in zip(shown["steps"], game.moves, strict=False):
        view = again.view(1)
        assert step["view"]["hand"] == view.hand
        assert step["view"]["tickets"] == list(view.tickets or ())
        assert "hands" not in step["view"]
        again.play(move.action)
    for step, move in zip(shown["steps"][1:], game.moves, strict=True):
        if move.seat != 1:
            assert "tickets" not in step["event"]


def test_a_seat_that_is_not_there_sees_nothing(on_sqlite: Served) -> None:
    answer = ask(on_sqlite, "replay?viewer=3", record_of(finished("tiny", 2)))
    assert (answer.status_code, answer.json()["code"]) == (404, "seat/unknown")
    assert ask(on_sqlite, "replay?viewer=9", "x").status_code == 422


@pytest.mark.parametrize("language", ["en", "nl", "sv"])
@pytest.mark.parametrize("path", ["replay", "verify"])
def test_what_is_no_record_is_refused_with_the_line(on_sqlite: Served, path: str, language: str) -> None:
    text = record_of(finished("tiny", 2))
    for broken in ("", "hello\n", text[:-5], text.replace("edition tiny", "edition usa"), "\x00\n", text + text):
        answer = post(
            f"{on_sqlite.base}/api/{path}", content=broken.encode(), headers=TEXT | {"Accept-Language": language}
        )
        assert answer.status_code == 422
        assert answer.json()["code"] == "record/unreadable"
    answer = post(f"{on_sqlite.base}/api/{path}", content=b"\xff\xfe", headers=TEXT)
    assert answer.json()["code"] == "record/unreadable"


def test_a_record_longer_than_any_game_is_refused(on_sqlite: Served) -> None:
    head = record_of(finished("tiny", 2)).split("\n1 ")[0]
    lines = "".join(f"\n{n} P0 pass" for n in range(1, MOST_ACTIONS + 2))
    assert ask(on_sqlite, "replay", f"{head}{lines}\n").json()["code"] == "record/unreadable"


def test_a_deal_is_verified_in_one_request(on_sqlite: Served) -> None:
    text = record_of(finished("tiny", 2))
    told = ask(on_sqlite, "verify", text).json()
    assert told == {
        "ok": True,
        "line": None,
        "fault": None,
        "key_checked": True,
        "committed": True,
        "words_committed": False,
        "broken_off": 0,
        "actions": len(re.findall(r"^\d+ P", text, re.MULTILINE)),
    }
    forged = re.sub(r"key .*", f"key {'11' * 32}", text)
    told = ask(on_sqlite, "verify", forged).json()
    assert not told["ok"]
    assert told["line"] == 6


def test_a_running_game_is_not_replayed(on_sqlite: Served) -> None:
    made = post(
        f"{on_sqlite.base}/api/tables", json={"edition": "tiny", "seats": [{"kind": "person"}, {"kind": "bot"}]}
    ).json()
    table = Table(on_sqlite.base, made["table"]["code"], made["secret"])
    for path in ("/replay", "/record"):
        answer = table.ask(path)
        assert (answer.status_code, answer.json()["code"]) == (409, "table/not_over")


def test_a_link_says_whether_other_devices_can_open_it(on_sqlite: Served) -> None:
    told = get(f"{on_sqlite.base}/api/link", params={"path": "/t/abc"}).json()
    assert told == {"url": f"{on_sqlite.base}/t/abc", "reachable": False}
    elsewhere = get(f"{on_sqlite.base}/api/link", params={"path": "/t/abc"}, headers={"Host": "my-pi.local"})
    assert elsewhere.json() == {"url": "http://my-pi.local/t/abc", "reachable": True}


def test_a_link_is_drawn_as_a_qr_code(on_sqlite: Served) -> None:
    answer = get(f"{on_sqlite.base}/api/qr", params={"path": "/t/abc"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")


@pytest.mark.parametrize(
    "path", ["https://elsewhere.example", "//elsewhere.example", "t/abc", "/t/<script>", "/" * 200]
)
def test_only_pages_of_ours_are_linked(on_sqlite: Served, path: str) -> None:
    for where in ("link", "qr"):
        assert get(f"{on_sqlite.base}/api/{where}", params={"path": path}).status_code == 422


@pytest.mark.parametrize("path", PATHS)
def test_the_page_is_there_at_all_its_paths(on_sqlite: Served, path: str) -> None:
    answer = get(on_sqlite.base + re.sub(r"\{\w+\}", "europe", path))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")


def test_a_replay_is_not_made_for_who_has_gone(on_sqlite: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_api, "replayed", slow_bots.replay)

    def count(name: str) -> float:
        return on_sqlite.hall.metrics.registry.get_sample_value(name, {"kind": "replay"}) or 0

    async def ask() -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            first = asyncio.create_task(client.post(f"{on_sqlite.base}/api/replay", content=""))
            while not count("perron_jobs_running"):
                await asyncio.sleep(0.01)
            asked = [asyncio.create_task(client.post(f"{on_sqlite.base}/api/replay", content="")) for _ in range(3)]
            while count("perron_jobs_waiting") < 3:
                await asyncio.sleep(0.01)
            dropped = count("perron_jobs_dropped_total")
            for task in asked:
                task.cancel()
            assert (await first).status_code == 200
            while count("perron_jobs_waiting"):
                await asyncio.sleep(0.01)
            assert count("perron_jobs_dropped_total") - dropped == 3

    asyncio.run(asyncio.wait_for(ask(), 60))
