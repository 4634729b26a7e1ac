"""Tables over REST: making them, sitting down, and what is refused how."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import Any

import httpx
import pytest

from examples.bot_client import play
from perron.editions import featured, names
from perron.locales import LANGUAGES, say
from perron.server.store import queries
from tests.server.client import Json, at, begun, first_claim, make_table, play_on
from tests.server.plain import get, post
from tests.server.serving import Served

PLAN = {"edition": "tiny", "seats": [{}, {}]}


def code_of(answer: httpx.Response) -> tuple[int, str]:
    assert set(answer.json()) <= {"code", "message", "clause", "details"}
    return answer.status_code, answer.json()["code"]


def test_who_makes_a_table_is_its_host_and_sits_nowhere(served: Served) -> None:
    table = make_table(served.base, "europe", ["person", "open", "hard"])
    mine, yours = table.ask(secret=table.host).json(), table.ask().json()
    assert (mine["host"], mine["held"], yours["host"]) == (True, [], False)
    assert mine["table"] == yours["table"]
    assert [seat["kind"] for seat in yours["table"]["seats"]] == ["person", "open", "bot"]
    assert len(yours["table"]["commitment"]) == 64


def test_a_seat_is_held_by_a_cookie_that_scripts_cannot_read(served: Served) -> None:
    table = make_table(served.base, "tiny", ["person", "person"])
    here = f"{served.base}/api/tables/{table.code}"
    with httpx.Client() as browser:
        sat = browser.post(f"{here}/sit", json={"name": "Ann"})
        cookie = sat.headers["set-cookie"]
        assert all(word in cookie for word in (f"perron_{table.code}=", "HttpOnly", "SameSite=lax"))
        assert f"Path=/api/tables/{table.code};" in cookie
        assert browser.get(here).json()["held"] == [0]
        assert browser.post(f"{here}/sit", json={"name": "Ben"}).json()["held"] == [0, 1]
        assert browser.get(here).json()["held"] == [0, 1]
    assert sat.json()["resume"] == f"{table.link}#resume={sat.json()['secret']}"


def test_a_private_link_opens_the_seat_on_another_device(served: Served) -> None:
    table = make_table(served.base, "tiny", ["person", "person"])
    table.sit("Ann")
    here = f"{served.base}/api/tables/{table.code}"
    with httpx.Client() as phone:
        assert phone.get(here).json()["held"] == []
        assert code_of(phone.post(f"{here}/resume", json={"secret": "x" * 43})) == (403, "secret/wrong")
        assert phone.post(f"{here}/resume", json={"secret": table.seats[0]}).json()["held"] == [0]
        assert phone.get(here).json()["held"] == [0]


def test_only_listed_tables_are_in_the_lobby(served: Served) -> None:
    private = make_table(served.base, "tiny", ["person", "person"])
    public = make_table(served.base, "tiny", ["person", "person"], listed=True)
    shown = [one["code"] for one in get(f"{served.base}/api/tables").json()["tables"]]
    assert public.code in shown
    assert private.code not in shown


def test_nobody_does_what_is_anothers_to_do(served: Served) -> None:
    table = make_table(served.base, "tiny", ["person", "person"])
    table.sit("Ann", 0)
    table.sit("Ben", 1)
    ben, sealed = table.seats[1], secrets.token_hex(32)
    for path, body, code in (
        ("start", {}, "host/only"),
        ("settings", {}, "host/only"),
        ("seats/0/remove", {}, "host/only"),
        ("seats/0/bot", {}, "host/only"),
        ("ready", {"seat": 0, "commitment": sealed}, "seat/not_yours"),
        ("leave", {"seat": 0}, "seat/not_yours"),
    ):
        assert code_of(table.call(path, body, ben)) == (403, code)
    assert code_of(table.call("seats/0/return", {}, table.host)) == (409, "table/not_playing")
    assert table.call("leave", {"seat": 1}, ben).status_code == 200
    assert code_of(table.call("ready", {"seat": 1, "commitment": sealed}, ben)) == (403, "seat/not_yours")
    assert table.call("seats/0/remove", {}, table.host).json()["table"]["seats"][0]["taken"] is False


def test_the_record_is_there_for_all_when_the_game_is_over_and_not_before(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])
    assert code_of(table.ask("/record")) == (409, "table/not_over")
    asyncio.run(play_on(table, 0, 1))
    answer = table.ask("/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert "\nkey " in answer.text


def test_the_result_is_what_the_players_were_shown(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])
    assert code_of(table.ask("/result")) == (409, "table/not_over")
    asyncio.run(play_on(table, 0, 1))

    async def shown() -> Json:
        async with at(table, 0) as (_, welcome):
            outcome: Json = welcome["views"][0]["outcome"]
            return outcome

    scores = asyncio.run(shown())["scores"]
    expected = {"totals": [score["total"] for score in scores], "ranks": [score["rank"] for score in scores]}
    assert table.ask("/result").json() == expected


def test_in_a_rematch_everybody_moves_on_one_seat_and_keeps_their_secret(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])
    assert code_of(table.call("rematch", {}, table.host)) == (409, "table/not_over")
    asyncio.run(play_on(table, 0, 1))
    assert code_of(table.call("rematch")) == (403, "seat/not_yours")
    assert table.ask().json()["table"]["rematch_by"] is None
    first = table.call("rematch", {}, table.seats[0])
    second = table.call("rematch", {}, table.seats[1])
    assert first.json()["table"]["code"] == second.json()["table"]["code"] != table.code
    assert (first.json()["held"], second.json()["held"]) == ([1], [0])
    assert f"perron_{first.json()['table']['code']}={table.seats[0]}" in first.headers["set-cookie"]
    told = table.ask().json()["table"]
    assert (told["rematch"], told["rematch_by"]) == (first.json()["table"]["code"], 0)


def test_a_host_without_a_seat_can_ask_for_a_rematch(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])
    asyncio.run(play_on(table, 0, 1))
    made = table.call("rematch", {}, table.host).json()["table"]["code"]
    told = table.ask().json()["table"]
    assert (told["rematch"], told["rematch_by"]) == (made, None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_one_object_in_the_callers_language(served: Served, language: str) -> None:
    speaking = {"Accept-Language": f"de, {language};q=0.9"}
    base = f"{served.base}/api"
    asked: list[tuple[httpx.Response, int, str]] = [
        (get(f"{base}/tables/aaaaaaaaaa", headers=speaking), 404, "table/not_found"),
        (get(f"{base}/tables/nonsense", headers=speaking), 422, "request/invalid"),
        (get(f"{base}/nowhere", headers=speaking), 404, "request/not_found"),
        (httpx.delete(f"{base}/tables", headers=speaking), 405, "request/method"),
        (post(f"{base}/tables", content="{", headers=speaking), 422, "request/invalid"),
        (post(f"{base}/tables", content=b"x" * 70_000, headers=speaking), 413, "request/too_large"),
        (post(f"{base}/tables", json=PLAN | {"edition": "mars"}, headers=speaking), 404, "edition/unknown"),
        (post(f"{base}/tables", json=PLAN, headers=speaking | {"Origin": "http://x"}), 403, "origin/foreign"),
        (get(f"{base}/editions/mars", headers=speaking), 404, "edition/unknown"),
    ]
    for answer, status, code in asked:
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.json()["message"] == say(language, code)


def test_what_is_wrong_in_a_request_is_named_but_never_repeated(served: Served) -> None:
    answer = post(f"{served.base}/api/tables", json=PLAN | {"seats": [{"kind": "s3cret"}, {}], "more": 1})
    assert answer.json()["details"] == ["body.seats.0.kind", "body.more"]
    assert "s3cret" not in answer.text


def test_every_answer_has_the_headers_that_keep_browsers_safe(served: Served) -> None:
    for path in ("/", "/t/aaaaaaaaaa", "/api/health", "/api/tables/aaaaaaaaaa", "/nowhere", "/api/openapi.json"):
        headers = get(f"{served.base}{path}").headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_editions_are_told_whole(served: Served) -> None:
    known = get(f"{served.base}/api/editions").json()
    below = [name for name in names() if name not in featured()]
    assert [one["id"] for one in known["editions"]] == [*featured(), *below]
    for name in names():
        edition: Json = get(f"{served.base}/api/editions/{name}").json()
        routes = {route["id"]: route for route in edition["routes"]}
        places = {city["id"] for city in edition["cities"]}
        assert all({route["a"], route["b"]} <= places for route in routes.values())
        assert all(routes[route["twin"]]["twin"] == route["id"] for route in routes.values() if route["twin"])


def test_health_readiness_and_metrics(served: Served) -> None:
    assert get(f"{served.base}/api/health").json() == {"status": "ok"}
    assert get(f"{served.base}/api/ready").json() == {"status": "ok"}
    table = begun(served.base, "tiny", ["person", "person"])
    asyncio.run(play_on(table, 0, 1))
    text = get(f"{served.base}/api/metrics").text
    assert 'perron_entries_total{by="person",kind="action"}' in text
    assert table.code not in text


@pytest.mark.parametrize("change", [{"settings": {"chat": "loud"}}, {"words": ["one", "two", "three"]}])
def test_a_table_that_cannot_be_read_is_refused_in_a_sentence_and_the_others_go_on(
    served: Served, change: dict[str, Any]
) -> None:
    table = begun(served.base, "tiny", ["person", "person"], listed=True)
    other = begun(served.base, "tiny", ["person", "person"], listed=True)
    asyncio.run(play_on(table, 0, 1, until=4))
    served.hall._forget(served.hall._rooms[table.code])
    served.hall.store.write_now(partial(queries.change_table, code=table.code, changes=change))

    async def look() -> Json:
        async with at(table, 0) as (_, welcome):
            return welcome

    assert asyncio.run(look())["code"] == "table/unreadable"
    assert table.call("seats/0/bot", {"level": "easy"}, table.host).json()["code"] == "table/unreadable"
    assert table.ask().status_code in (200, 409)
    if "words" in change:
        assert table.ask("/log").json()["code"] == "table/unreadable"
    assert other.ask().status_code == 200
    assert other.code in get(f"{served.base}/api/tables").text
    served.hall.store.write_now(partial(queries.remove_table, code=table.code))


def test_the_example_bot_plays_a_game(served: Served) -> None:
    table = make_table(served.base, "tiny", ["open", "open"])

    async def both() -> list[Any]:
        bots = [asyncio.create_task(asyncio.to_thread(asyncio.run, play(table.link, name))) for name in ("A", "B")]
        while not all(seat["ready"] for seat in table.ask().json()["table"]["seats"]):
            await asyncio.sleep(0.05)
        await asyncio.to_thread(table.start)
        return list(await asyncio.gather(*bots))

    one, other = asyncio.run(both())
    assert one == other
    assert len(one["scores"]) == 2


def test_hot_seat_two_people_play_on_one_device(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])
    view = asyncio.run(play_on(table, 0, 1, choose=first_claim))
    assert view["outcome"] is not None


def test_a_browser_that_has_sat_at_many_tables_brings_the_cookie_of_one(on_sqlite: Served) -> None:
    with httpx.Client(base_url=on_sqlite.base) as browser:
        codes = []
        for _ in range(120):
            made = browser.post("/api/tables", json={"edition": "tiny", "seats": [{"kind": "person"}] * 2})
            codes.append(made.json()["table"]["code"])
            assert browser.post(f"/api/tables/{codes[-1]}/sit", json={"name": "Ann"}).status_code == 200
        assert len(browser.cookies.jar) == len(codes) + 1  # and the number of the device
        assert "cookie" not in browser.build_request("GET", "/api/editions").headers
        for path in ("", "/socket"):
            brought = browser.build_request("GET", f"/api/tables/{codes[60]}{path}").headers["cookie"]
            assert brought.startswith(f"perron_{codes[60]}=")
            assert brought.count("perron_") == 1
        own = browser.get(f"/api/tables/{codes[60]}").json()
        assert (own["held"], own["host"]) == ([0], True)


def test_a_cookie_that_was_given_for_the_whole_server_is_moved_to_its_table(on_sqlite: Served) -> None:
    tables = [begun(on_sqlite.base, "tiny", ["person", "person"]) for _ in range(25)]
    with httpx.Client(base_url=on_sqlite.base) as browser:
        for table in tables:
            browser.cookies.set(f"perron_{table.code}", table.seats[0], domain="127.0.0.1", path="/")
        for left in (5, 0):
            assert browser.get("/api/editions").status_code == 200
            assert sum(cookie.path == "/" for cookie in browser.cookies.jar) == left
        assert {cookie.path for cookie in browser.cookies.jar} == {f"/api/tables/{table.code}" for table in tables}
        for table in tables:
            assert browser.get(f"/api/tables/{table.code}").json()["held"] == [0]


@pytest.mark.parametrize("name", ["An\u202en", "\u200b", "A\u3164", "Ann\u2028Ben"])
def test_a_name_that_cannot_be_seen_whole_is_refused(on_sqlite: Served, name: str) -> None:
    table = make_table(on_sqlite.base, "tiny", ["person", "person"])
    answer = table.call("sit", {"name": name})
    assert (answer.status_code, answer.json()["code"]) == (422, "request/invalid")


def test_changed_settings_hold_for_the_very_next_step(served: Served) -> None:
    table = begun(served.base, "tiny", ["person", "person"])

    async def change() -> list[int]:
        held = []
        async with at(table, 1):  # the table is open in memory
            for pause in range(1000, 1030):
                assert table.call("settings", {"bot_pause_ms": pause}, table.host).status_code == 200
                held.append(served.hall._rooms[table.code].live.settings.bot_pause_ms)
        return held

    assert asyncio.run(change()) == list(range(1000, 1030))
