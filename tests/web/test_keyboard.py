"""With the keyboard alone: the focus stays where it was, and single keys can be switched off."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.client import begun
from tests.web.hands import Keys
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_controls import SMALL_RICH
from tests.web.test_text_table import Reader
from tests.web.test_turn import switch
from tests.web.visitors import Visitors, await_true, take_seat

FOCUS = "what => document.activeElement.matches(what) || document.activeElement.outerHTML.slice(0, 200)"


def focused(page: Page, what: str) -> None:
    """The focus is there, or gets there soon."""
    await_true(page, FOCUS, what)


def test_the_focus_stays_where_it_was(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Player(page, Keys())
    table = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    player.put(house, table, SMALL_RICH)
    player.act("draw blind")
    focused(page, ".take.pile")
    player.act("draw blind")  # now it is the other's turn
    focused(page, ".draw, .draw *:not(body)")
    player.put(house, table, SMALL_RICH)
    focused(page, ".take.pile")
    player.act("claim north-west/1 blue*3")
    focused(page, ".middle, .middle *")
    player.put(house, table, SMALL_RICH)
    player.act("draw tickets")
    player.wait(lambda: player.moving is not None, "tickets")
    assert player.moving is not None
    player.act(min(player.moving["legal"], key=len))
    focused(page, ".side, .side *")


def test_the_focus_stays_in_the_text_table(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Reader(page, Keys())
    table = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, table, 0, path="text")
    page.locator(".choices").wait_for()
    player.put(house, table, SMALL_RICH)
    player.act("draw blind")
    focused(page, "[data-action='draw blind']")
    player.act("draw blind")
    focused(page, "section.panel")
    player.put(house, table, SMALL_RICH)
    focused(page, "[data-action='draw blind']")


def test_single_keys_can_be_switched_off(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    page.goto("/")
    switch(page, "Single-key shortcuts")
    player = Player(page)
    table = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    player.put(house, table, SMALL_RICH)
    page.locator(".take.pile.can:enabled").wait_for()
    for key in ("b", "1", "r", "t", "s", "?", "h"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert [one for one in player.sent if one["type"] != "hello"] == []
    page.locator("header button").last.click()
    page.get_by_role("button", name="Keys").click()
    expect(page.locator("dialog[open]")).to_contain_text("switched off")
