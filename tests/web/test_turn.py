"""When it becomes one's turn: the tab says so, a sound is made, and the browser notifies those who look elsewhere."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.server.client import begun
from tests.web.house import House
from tests.web.player import Player, brisk
from tests.web.visitors import Visitors, await_true, take_seat

_LISTEN = """
window.heard = [];
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, options) { window.heard.push(["notification", title, options.body]); }
  close() {}
};
window.gains = [];
const made = AudioContext.prototype.createOscillator;
const gain = AudioContext.prototype.createGain;
AudioContext.prototype.createGain = function () {
  const node = gain.call(this);
  window.gains.push(node);
  return node;
};
AudioContext.prototype.createOscillator = function () {
  window.heard.push(["tone"]);
  return made.call(this);
};
"""


def heard(page: Page) -> list[list[Any]]:
    """What the browser was asked to sound or to show, since this was last asked."""
    found: list[list[Any]] = page.evaluate("() => window.heard.splice(0)")
    return found


def switch(page: Page, name: str) -> None:
    """Turn one of the settings on or off."""
    page.locator("header button").last.click()
    page.get_by_role("switch", name=name).click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def at_a_table(visitors: Visitors, house: House, changed: str) -> Player:
    """Somebody who has changed one of the settings and sits at a table with a bot."""
    page = visitors.come(script=_LISTEN)
    page.goto("/")
    switch(page, changed)
    player = Player(page)
    take_seat(page, begun(house.base, "tiny", ["person", "easy"]), 0)
    return player


def my_next_turn(player: Player) -> None:
    """Play until the other has had a turn, and wait for the next."""
    player.wait(lambda: player.moving is not None, "a turn")
    turn = player.views[0]["turn"]
    while player.views[0]["turn"] < turn + 2:
        player.play(brisk, turns=1)
        player.wait(lambda: player.moving is not None, "the next turn")
    expect(player.page).to_have_title("● Your turn · Tiny · Perron", timeout=5_000)


def test_the_tab_a_sound_and_a_notification_tell_whose_turn_it_is(visitors: Visitors, house: House) -> None:
    player = at_a_table(visitors, house, "Tell me when it is my turn")
    page = player.page
    my_next_turn(player)
    assert str(page.locator("link[rel=icon]").get_attribute("href")).startswith("data:image/svg+xml")
    told = heard(page)
    assert ["tone"] in told
    assert all(one[0] == "tone" for one in told), "nobody who looks at the page is notified"
    page.evaluate("() => { window.away = true; }")
    my_next_turn(player)
    assert [one for one in heard(page) if one[0] == "notification"] == [["notification", "It is your turn", "Tiny"]]


def test_who_wants_no_sound_hears_none(visitors: Visitors, house: House) -> None:
    player = at_a_table(visitors, house, "Sound")
    page = player.page
    my_next_turn(player)
    assert heard(page) == []


def test_sounds_are_as_loud_as_wanted(visitors: Visitors, house: House) -> None:
    page = visitors.come(script=_LISTEN)
    page.goto("/")
    page.locator("header button").last.click()
    page.get_by_role("slider", name="Volume").fill("0.5")
    page.keyboard.press("Escape")
    player = Player(page)
    take_seat(page, begun(house.base, "tiny", ["person", "easy"]), 0)
    my_next_turn(player)
    assert page.evaluate("() => window.gains[0].gain.value") == 0.25  # half as loud to the ear


def test_the_table_can_have_the_whole_screen(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    take_seat(page, begun(house.base, "tiny", ["person", "easy"]), 0)
    button = page.locator("[data-do=full-screen]")
    button.click()
    await_true(page, "() => document.fullscreenElement !== null")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    await_true(page, "() => document.fullscreenElement === null")
