"""Every kind of action through the visible controls: by mouse, by touch, and by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.positions import position
from tests.sampling import everything, half
from tests.server.client import begun
from tests.web.hands import Finger, Hands, Keys, Mouse
from tests.web.house import House
from tests.web.player import Player
from tests.web.visitors import DESKTOP, PHONE, Visitors, take_seat

FIVE = "display=orange,purple,green,white,black"
RICH = f"europe hand=P0:blue*6,red*3,wild*2 {FIVE}"
NOTHING = "europe hand=P1:rest display=none pile=none ticket_pile=none"


TUNNEL = f"europe hand=P0:blue*6;P1:rest {FIVE} pile=blue*3"
"""All that can be turned up is blue."""
TRY = "claim munchen-venezia blue*2"
EUROPE = {
    "an open card and one from the pile": (RICH, ["draw green", "draw blind"]),
    "a route": (RICH, ["claim constantinople-sofia blue*3"]),
    "a route paid for in another way": (RICH, ["claim constantinople-sofia blue*1 wild*2"]),
    "a ferry": (RICH, ["claim brindisi-palermo blue*2 wild*1"]),
    "a station": (RICH, ["station paris red*1"]),
    "tickets of which one is kept": (RICH, ["draw tickets", "keep fewest"]),
    "tickets that are all kept": (RICH, ["draw tickets", "keep most"]),
    "a tunnel that is paid for": (TUNNEL, [TRY, "pay blue*3"]),
    "a tunnel that is let go": (TUNNEL, [TRY, "let go"]),
    "nothing": (NOTHING, ["pass"]),
}
ON_THE_BOARD = ("a route", "a ferry", "a station", "a tunnel that is paid for")
SMALL_FIVE = "display=green,green,blue,red,green"
SMALL_RICH = f"tiny hand=P0:blue*3,red*2,wild*2 {SMALL_FIVE}"
"""The same on a board of five places, which has all that Europe has, for tests of what is no matter of size."""
SMALL_TUNNEL = "tiny hand=P0:blue*4;P1:rest display=red,green,green,red,green pile=blue*1"
SMALL_TRY = "claim east-south/1 blue*2"
TINY = {
    "an open card and one from the pile": (SMALL_RICH, ["draw green", "draw blind"]),
    "a route": (SMALL_RICH, ["claim north-west/1 blue*3"]),
    "a route paid for in another way": (SMALL_RICH, ["claim north-west/1 blue*1 wild*2"]),
    "a ferry": (SMALL_RICH, ["claim south-west blue*1 wild*1"]),
    "a station": (SMALL_RICH, ["station north red*1"]),
    "tickets of which one is kept": (SMALL_RICH, ["draw tickets", "keep fewest"]),
    "tickets that are all kept": (SMALL_RICH, ["draw tickets", "keep most"]),
    "a tunnel that is paid for": (SMALL_TUNNEL, [SMALL_TRY, "pay blue*1"]),
    "a tunnel that is let go": (SMALL_TUNNEL, [SMALL_TRY, "let go"]),
    "nothing": ("tiny hand=P1:rest display=none pile=none ticket_pile=none", ["pass"]),
}
JOURNEY = {
    "two cards": ("first_journey hand=P0:blue", ["draw cards"]),
    "other tickets": ("first_journey hand=P0:blue tickets=P0:paris-vienna,dublin-madrid", ["swap tickets"]),
    "a route": ("first_journey hand=P0:blue", ["claim paris-amsterdam blue*1"]),
}
SMALL = """() => [...document.querySelectorAll("button, a[href], select, summary")]
  .filter(e => e.offsetParent && !e.closest(".skip"))
  .map(e => [e.ariaLabel ?? e.innerText, e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
WAYS = [(Mouse, DESKTOP), (Finger, PHONE), (Keys, DESKTOP)]


@pytest.mark.parametrize(
    ("edition", "kinds", "hands", "size"),
    [
        # Mouse and keyboard share it out; a finger does what the fullest board is touched for, in the smallest window.
        ("tiny", {name: TINY[name] for name in half([*TINY], 1)}, *WAYS[0]),
        ("europe", EUROPE if everything() else {name: EUROPE[name] for name in ON_THE_BOARD}, *WAYS[1]),
        ("tiny", {name: TINY[name] for name in half([*TINY], 0)}, *WAYS[2]),
        ("first_journey", JOURNEY, *WAYS[1]),
        *(pytest.param("europe", EUROPE, *way, marks=pytest.mark.exhaustive) for way in (WAYS[0], WAYS[2])),
    ],
)
def test_every_kind_of_action_has_its_controls(
    visitors: Visitors,
    house: House,
    edition: str,
    kinds: dict[str, tuple[str, list[str]]],
    hands: type[Hands],
    size: tuple[int, int],
) -> None:
    page = visitors.come(size)
    player = Player(page, hands())
    table = begun(house.base, edition, ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    for text, actions in kinds.values():
        player.put(house, table, text)
        for action in actions:
            player.act(_named(player, action))
    assert len(player.done) == sum(len(actions) for _, actions in kinds.values())


def _named(player: Player, action: str) -> str:
    """An action that is named by how many tickets it keeps."""
    if action not in ("keep fewest", "keep most"):
        return action
    player.wait(lambda: player.moving is not None, "tickets")
    assert player.moving is not None
    legal: list[str] = player.moving["legal"]
    return min(legal, key=len) if action == "keep fewest" else max(legal, key=len)


def test_the_shortcuts_do_what_the_help_says(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Player(page)
    table = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    for key, sent in (("3", "draw blue"), ("b", "draw blind")):
        player.put(house, table, SMALL_RICH)
        page.locator(".take.pile.can:enabled").wait_for()
        before = player.number
        page.keyboard.press(key)
        player.wait(lambda before=before: player.number > before, sent)  # type: ignore[misc]
        assert player.sent[-1]["action"] == sent
    player.put(house, table, SMALL_RICH)
    page.locator(".take.tickets.can:enabled").wait_for()
    page.keyboard.press("m")
    first = page.evaluate("() => document.activeElement.dataset.route")
    assert first
    seen = {first}
    for arrow in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown") * 2:
        page.keyboard.press(arrow)
        seen.add(page.evaluate("() => document.activeElement.dataset.route"))
    assert len(seen) > 2
    page.keyboard.press("Enter")
    expect(page.locator("form.pay")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("form.pay")).to_be_hidden()
    for key, opened in (("t", "dialog[open]"), ("r", "dialog[open]"), ("s", "dialog[open]"), ("?", "dialog[open]")):
        page.keyboard.press(key)
        expect(page.locator(opened)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(opened)).to_be_hidden()


def test_a_dialog_can_be_opened_again_at_once(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    take_seat(page, begun(house.base, "tiny", ["person", "person"]), 0)
    page.locator("[data-do=menu]").click()
    page.locator("dialog[open] .menu").wait_for()
    # The browser tells that a dialog has closed some time after it has: here somebody has opened it again by then.
    page.evaluate("""async () => {
      document.querySelector("dialog[open] .close").click();
      await Promise.resolve();
      document.querySelector("[data-do=menu]").click();
      await new Promise(done => setTimeout(done, 200));
    }""")
    expect(page.locator("dialog[open] .menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_controls_are_large_enough_for_fingers(visitors: Visitors, house: House) -> None:
    page = visitors.come(PHONE)
    table = begun(house.base, "europe", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".keep").wait_for()
    assert page.evaluate(SMALL) == []
    house.put(table.code, position(RICH))
    page.locator(".take.pile.can").wait_for()
    assert page.evaluate(SMALL) == []


def test_an_action_that_revealed_nothing_can_be_taken_back(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Player(page)
    table = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    player.put(house, table, SMALL_RICH)
    player.act("claim north-west/1 blue*3")
    expect(page.locator("[data-owned='north-west/1']")).to_have_count(1)
    page.locator("[data-do=undo]").click()
    expect(page.locator("[data-owned='north-west/1']")).to_have_count(0)
    expect(page.locator(".stop[data-route='north-west/1']")).to_have_count(1)
    player.put(house, table, SMALL_RICH)
    player.act("draw blind")
    expect(page.locator("[data-do=undo]")).to_have_count(0)


def test_bots_that_take_long_to_start_are_said_to_get_ready(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Player(page)
    page.clock.install()
    take_seat(page, begun(house.base, "first_journey", ["person", "easy"], bot_pause_ms=10_000), 0)
    player.act("draw cards")
    expect(page.locator(".status")).not_to_contain_text("getting ready")
    page.clock.fast_forward(16_000)
    page.clock.run_for(1000)
    expect(page.locator(".status")).to_contain_text("getting ready")
