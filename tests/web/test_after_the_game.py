"""A finished game is found again with its result, and watched again from its log."""

from __future__ import annotations

from datetime import UTC, datetime

from playwright.sync_api import expect

from tests.server.client import begun, play_on
from tests.web.hands import Finger, be_still
from tests.web.house import House, elsewhere
from tests.web.player import Player
from tests.web.visitors import DESKTOP, PHONE, Visitors, await_replay, take_seat


def test_my_games_tell_how_they_ended_and_when(visitors: Visitors, house: House) -> None:
    table = begun(house.base, "tiny", ["person", "person"])
    elsewhere(play_on(table, 0, 1))
    result = table.ask("/result").json()
    page = visitors.come()
    take_seat(page, table, 0)
    page.locator(".end tfoot").wait_for()
    page.goto("/")
    game = page.locator(f'li:has(a[href="/t/{table.code}"])')
    for seat, name in enumerate(("you", "Person 1")):
        expect(game.locator(".result")).to_contain_text(f"{result['ranks'][seat]}. {name}: {result['totals'][seat]}")
    expect(game.locator(".state")).to_have_text("You won!" if result["ranks"][0] == 1 else "Place 2 of 2")
    when = str(game.locator("time").get_attribute("datetime"))
    assert datetime.fromisoformat(when).date() == datetime.now(UTC).date()
    # It is asked for once: what has ended stays so.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(game.locator(".result")).to_be_visible()
    assert not [url for url in asked if url.endswith("/result")]


def test_the_log_of_a_replay_leads_to_its_moment_and_the_score_is_one_click_away(
    visitors: Visitors, house: House
) -> None:
    table = begun(house.base, "tiny", ["person", "person"])
    elsewhere(play_on(table, 0, 1))
    for size in (DESKTOP, PHONE):
        page = visitors.come(size)
        take_seat(page, table, 0)
        page.locator(f"a[href='/replay/{table.code}']").click()
        await_replay(page)
        log = page.locator(".happened")
        lines = log.locator("[data-entry]")
        lines.first.wait_for()
        assert log.locator(".turn").count() < lines.count(), "what belongs to one turn stands together"
        expect(log.locator(".cards i").first).to_be_attached()
        lines.nth(7).click()
        number = str(lines.nth(7).get_attribute("data-entry"))
        assert page.locator("input[type=range]").input_value() == number
        expect(log.locator("[aria-current=step]")).to_have_attribute("data-entry", number)
        page.locator("[data-do=score]").click()
        expect(page.locator(".end tfoot td").first).to_be_visible()
        expect(page.locator("[data-do=count-all]")).to_have_count(0)


def test_the_whole_board_is_seen_at_the_end_whatever_was_lit_before(visitors: Visitors, house: House) -> None:
    page = visitors.come(PHONE)
    player = Player(page, Finger())
    table = begun(house.base, "first_journey", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    held = "own=P0:berlin-vienna/1,copenhagen-berlin/1 tickets=P0:stockholm-vienna hand=P0:black"
    done = "made=P0:paris-vienna,dublin-madrid,berlin-brest,london-rome,athens-berlin ticket_pile=none"
    player.put(house, table, f"first_journey {held} {done}")
    page.locator(".player").first.click()  # what the player has laid open; their routes are lit behind it
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    player.act("claim copenhagen-stockholm/1 black*1")
    page.locator(".end .golden").wait_for()
    be_still(page)
    frame, sheet = (page.locator(one).bounding_box() for one in (".board", ".board .sheet"))
    assert frame is not None
    assert sheet is not None
    assert sheet["width"] <= frame["width"] + 1
    assert sheet["height"] <= frame["height"] + 1
