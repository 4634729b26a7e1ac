"""What goes wrong: a server that is away, links that lead nowhere, full tables and torn records."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from perron.server.web import PATHS
from tests.server.client import begun, make_table
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_languages import words
from tests.web.visitors import SIDEWAYS, Visitors, await_replay, take_seat

TEXT = words("en")
RECORD = (Path(__file__).parents[1] / "golden/tiny_race/2p-goal.record").read_bytes()
PAGES = (Path(__file__).parents[2] / "web/src/lib/pages.ts").read_text()


def test_the_server_away_is_said_and_what_was_chosen_meanwhile_is_done_once(browser: Browser, own_house: House) -> None:
    visitors = Visitors(browser, own_house.base)
    visitors.lines_may_break = True
    page = visitors.come()
    player = Player(page)
    table = begun(own_house.base, "first_journey", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".take.pile.can").wait_for()
    own_house.close()
    expect(page.locator(".bar.away")).to_have_text(TEXT["connection.lost"])
    page.locator(".take.pile.can").click()
    expect(page.locator(".bar.away")).to_contain_text(TEXT["act.draw_cards"])
    page.wait_for_timeout(1500)
    own_house.open()
    expect(page.locator(".bar.away")).to_be_hidden()
    player.wait(lambda: player.number == 1, "the action")
    acts = [message for message in player.sent if message["type"] == "act"]
    assert {message["action"] for message in acts} == {"draw cards"}
    assert len({message["id"] for message in acts}) == 1
    assert [entry["event"]["kind"] for entry in table.ask("/log").json()["entries"]] == ["draw_cards"]
    visitors.leave()


def test_the_start_page_says_that_the_server_is_away_and_tries_again(visitors: Visitors) -> None:
    visitors.lines_may_break = True
    page = visitors.come()
    page.route("**/api/editions", lambda route: route.abort())
    page.goto("/")
    expect(page.locator(".away")).to_contain_text(TEXT["fault.away_start"])
    page.unroute("**/api/editions")
    page.locator(".away button").click()
    expect(page.locator(".edition").first).to_be_visible()
    expect(page.locator(".away")).to_have_count(0)


def test_an_answer_that_was_lost_on_the_way_is_asked_for_again_and_nothing_is_done_twice(
    visitors: Visitors, house: House
) -> None:
    visitors.lines_may_break = True
    page = visitors.come()
    player = Player(page)
    table = begun(house.base, "first_journey", ["person", "person"])
    lost: list[str] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def back(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] in ("accepted", "update") and not lost:
                lost.append(told["type"])
                line.close(code=1011, reason="broken")
                server.close()
            else:
                line.send(message)

        server.on_message(back)

    page.route_web_socket("**/socket", between)
    take_seat(page, table, 0)
    page.locator(".take.pile.can").click()
    expect(page.locator(".status")).to_contain_text("Person 1")
    assert lost
    entries = table.ask("/log").json()["entries"]
    assert [entry["event"]["kind"] for entry in entries] == ["draw_cards"]
    assert player.page is page


def test_a_silent_line_is_said_after_two_seconds_and_what_waits_can_be_withdrawn(
    visitors: Visitors, house: House
) -> None:
    """The server does not get the action at first, and is asked whether it has it when the line is there again."""
    visitors.lines_may_break = True
    page = visitors.come()
    table = begun(house.base, "first_journey", ["person", "person"])
    dead: list[WebSocketRoute] = []
    sent: list[str] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def on(message: str | bytes) -> None:
            sent.append(json.loads(message)["type"])
            if line not in dead:
                server.send(message)

        line.on_message(on)
        server.on_message(lambda message: None if line in dead else line.send(message))
        lines.append(line)

    lines: list[WebSocketRoute] = []
    page.route_web_socket("**/socket", between)
    take_seat(page, table, 0)
    page.locator(".take.pile.can").wait_for()
    dead += lines  # from here on nothing comes through, and nobody is told
    began = time.monotonic()
    page.locator(".take.pile.can").click()
    bar = page.locator(".bar.away")
    expect(bar).to_contain_text(TEXT["act.draw_cards"])
    assert 1.5 < time.monotonic() - began < 4
    page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
    assert bar.evaluate("e => [e, ...e.querySelectorAll('button')].every(o => o.scrollWidth <= o.clientWidth + 1)")
    page.locator("[data-do=withdraw]").click()
    expect(page.locator(".toast", has_text=TEXT["connection.withdrawn"])).to_be_visible()
    expect(bar).to_have_count(0)
    assert sent.count("act") == 1
    assert "withdraw" in sent
    kinds = [entry["kind"] for entry in table.ask("/log").json()["entries"]]
    assert kinds == ["withdraw"]
    # It is still the person's turn, and the same action can be taken after all.
    page.locator(".take.pile.can").click()
    expect(page.locator(".status")).to_contain_text("Person 1")


def test_the_browsers_own_word_that_it_is_offline_is_shown_at_once(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    table = begun(house.base, "first_journey", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".take.pile.can").wait_for()
    page.evaluate("dispatchEvent(new Event('offline'))")
    # The server answers all the same, as one on this machine does: then it was nothing.
    expect(page.locator(".bar.away")).to_have_count(0)
    page.evaluate(
        """() => {
            WebSocket.prototype.send = () => undefined;
            dispatchEvent(new Event("offline"));
        }"""
    )
    expect(page.locator(".bar.away")).to_be_visible(timeout=1000)


def test_a_dead_link_leads_to_a_page_that_says_what_to_do(visitors: Visitors) -> None:
    page = visitors.come()
    for path in ("/t/zzzzzzzzzz", "/t/nonsense", "/text/zzzzzzzzzz"):
        page.goto(path)
        expect(page.locator("h1")).to_have_text(TEXT["lost.table_title"])
        page.locator("main a[href='/']").click()
        expect(page.locator("h1")).to_have_text(TEXT["start.title"])


def test_an_address_that_is_none_leads_to_a_page_that_says_so(visitors: Visitors) -> None:
    page = visitors.come()
    answer = page.goto("/nowhere/at/all")
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text(TEXT["lost.page_title"])


def test_a_full_table_says_that_it_is_full(visitors: Visitors, house: House) -> None:
    table = make_table(house.base, "first_journey", ["person", "person"])
    table.sit("Ann")
    table.sit("Bob")
    page = visitors.come()
    take_seat(page, table)
    expect(page.locator("main")).to_contain_text(TEXT["wait.full"])
    expect(page.locator("form.sit")).to_have_count(0)


@pytest.mark.parametrize(
    "content",
    [
        # What is wrong with a record is told in tests/records; here it is shown, or there is nothing to show.
        pytest.param(RECORD[: len(RECORD) // 2], id="torn"),
        pytest.param(RECORD.replace(b"red*1", b"red*2"), id="changed", marks=pytest.mark.exhaustive),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\xff\xfe", id="a picture"),
        pytest.param(b"", id="empty", marks=pytest.mark.exhaustive),
        pytest.param(b"x" * 2_000_000, id="huge"),
    ],
)
def test_a_torn_or_foreign_record_is_refused_kindly(visitors: Visitors, content: bytes) -> None:
    visitors.lines_may_break = True
    page = visitors.come()
    page.goto("/replay")
    field = page.locator("input[type=file]")
    field.set_input_files({"name": "game.record", "mimeType": "text/plain", "buffer": content})
    expect(page.locator("[role=alert]")).not_to_be_empty(timeout=60_000)  # the first waits for a process to start
    # Another one can be tried at once.
    field.set_input_files({"name": "game.record", "mimeType": "text/plain", "buffer": RECORD})
    await_replay(page)


def test_a_game_that_is_not_over_is_not_replayed_and_a_torn_link_is_refused(visitors: Visitors, house: House) -> None:
    visitors.lines_may_break = True
    page = visitors.come()
    page.goto(f"/replay/{begun(house.base, 'first_journey', ['person', 'person']).code}")
    expect(page.locator("[role=alert]")).to_contain_text(TEXT["replay.not_over"])
    page.goto("/replay#z=torn")
    page.reload()
    expect(page.locator("[role=alert]")).to_contain_text(TEXT["replay.torn"])


def test_what_is_no_code_is_not_looked_for(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto("/")
    page.locator("#code").fill("our table")
    page.locator("form.join button").click()
    expect(page.locator("#code-fault")).to_have_text(TEXT["start.not_a_code"])


def test_the_server_shows_the_page_wherever_the_page_has_something_to_show(visitors: Visitors) -> None:
    page = visitors.come()
    for path in PATHS:
        answer = page.goto(path.format(edition="europe", code="zzzzzzzzzz"))
        assert answer is not None
        assert answer.status == 200, path
        page.locator("h1").wait_for()
        expect(page.locator("h1")).not_to_have_text(TEXT["lost.page_title"])
        first = path.split("/")[1]
        assert first == "" or f'"{first}"' in PAGES or f'"/{first}"' in PAGES
