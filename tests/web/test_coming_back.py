"""Whoever a bot plays for comes back at any time, reads what it did, and no refusal goes unseen."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from perron.locales import say
from perron.server import steps
from tests.positions import position
from tests.server.client import Table, begun
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_controls import SMALL_RICH
from tests.web.visitors import Visitors, take_seat


def stand_in(house: House, table: Table, why: str, by: str) -> None:
    """A bot plays for the person in the first seat from here on."""

    async def change() -> None:
        room = await house.hall.room(table.code)
        await house.hall.do(room, lambda live, now: steps.stand_in(live, 0, why, by=by, now=now))

    asyncio.run_coroutine_threadsafe(change(), house.loop).result(30)


def refusing(page: Page, kind: str, refusal: dict[str, Any], times: int = 1) -> list[dict[str, Any]]:
    """Let the server refuse the first messages of a kind; all of that kind that were sent."""
    seen: list[dict[str, Any]] = []

    def routed(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == kind:
                seen.append(message)
                if len(seen) <= times:
                    told = {"type": "refused", "clause": None, "number": 0, "views": None, "id": message["id"]}
                    socket.send(json.dumps(told | refusal))
                    return
            server.send(text)

        socket.on_message(heard)

    page.route_web_socket("**/socket", routed)
    return seen


@pytest.mark.parametrize("path", ["t", "text"])
def test_a_person_comes_back_alone_whatever_brought_the_bot(visitors: Visitors, house: House, path: str) -> None:
    page = visitors.come()
    table = begun(house.base, "tiny", ["person", "easy"], bot_pause_ms=10_000)
    take_seat(page, table, 0, path=path)
    back = page.locator("[data-do=back]")
    for why, by in (("resigned", "person"), ("removed", "host"), ("timeout", "clock"), ("voted", "vote")):
        stand_in(house, table, why, by)
        expect(back).to_be_visible()
        back.dblclick()  # the second one is none too many
        expect(back).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator(".keep" if path == "t" else ".choices")).to_be_visible()


def test_what_a_bot_played_for_somebody_is_told_as_the_bots(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Player(page)
    table = begun(house.base, "tiny_race", ["person", "person"])
    take_seat(page, table, 0)
    player.wait(lambda: player.moving is not None, "a turn")
    stand_in(house, table, "resigned", "person")
    player.wait(lambda: player.number >= 2, "the bot's turn")
    page.locator("[data-do=back]").click()
    expect(page.locator("[data-do=back]")).to_have_count(0)
    page.locator(".chip, .since").first.wait_for()
    if not page.locator(".since").count():  # it is open already where the table was shown after the bot's turn
        page.locator(".chip").click()
    expect(page.locator(".since")).to_contain_text("Your bot")
    expect(page.locator(".log")).to_contain_text("Your bot")
    expect(page.locator(".log")).to_contain_text("You play again.")
    expect(page.locator(".log")).to_contain_text("You gave up; a bot plays on for you.")


def test_a_refusal_that_nobody_waited_for_is_shown(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    refusing(page, "back", {"code": "server/busy", "message": say("en", "server/busy")})
    table = begun(house.base, "tiny", ["person", "easy"], bot_pause_ms=10_000)
    take_seat(page, table, 0)
    stand_in(house, table, "resigned", "person")
    page.locator("[data-do=back]").click()
    expect(page.locator(".toast.fault")).to_contain_text(say("en", "server/busy"))
    page.locator("[data-do=back]").click()
    expect(page.locator("[data-do=back]")).to_have_count(0)


def test_what_came_too_fast_is_said_to_and_asked_again(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Player(page)
    sent = refusing(page, "act", {"id": None, "code": "limit/rate", "message": say("en", "limit/rate")})
    table = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    house.put(table.code, position(SMALL_RICH))
    page.locator(".take.pile.can:enabled").click()
    expect(page.locator(".toast.fault")).to_contain_text(say("en", "limit/rate"))
    expect(page.locator(".log")).to_contain_text("You drew")
    assert [one["id"] for one in sent] == [sent[0]["id"]] * 2
    assert player.number <= 1


def test_a_refusal_in_a_dialog_is_shown_in_it(visitors: Visitors, house: House) -> None:
    visitors.lines_may_break = True  # a refused request is a line in the console
    page = visitors.come()
    table = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    fault = {"ok": False, "code": "limit/reports", "message": say("en", "limit/reports")}
    page.route("**/report", lambda route: route.fulfill(status=429, json=fault))
    page.locator("header button").last.click()
    page.locator("[data-person='1']").click()
    page.locator("dialog[open] [data-do=report]").click()
    page.locator("dialog[open] [data-do=send]").click()
    expect(page.locator("dialog[open] .toast.fault")).to_contain_text(say("en", "limit/reports"))
    expect(page.locator(".toast.fault")).to_have_count(1)


def test_a_position_stays_when_the_seats_are_read_again(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Player(page)
    table = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".keep").wait_for()
    player.put(house, table, SMALL_RICH)
    table.call("seats/0/vote", {"seat": 1}, table.seats[1])  # changes rows behind the room's back
    stand_in(house, table, "resigned", "person")
    page.locator("[data-do=back]").click()
    expect(page.locator("[data-do=back]")).to_have_count(0)
    expect(page.locator(".keep")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)
