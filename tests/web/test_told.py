"""What is told is so for everybody: tunnels, scores, the waiting room, the text table."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.positions import position
from tests.server.client import Json, Table, at, begun
from tests.web.hands import Finger, Mouse, be_still
from tests.web.house import House, elsewhere
from tests.web.player import Player
from tests.web.test_controls import FIVE
from tests.web.visitors import DESKTOP, PHONE, Visitors, await_replay, take_seat

LAST = f"europe hand=P0:blue*6 {FIVE} last_round=1 own=P0:paris-dieppe"
DRY = f"europe hand=P0:blue*6;P1:rest {FIVE} pile=red*3"
"""Nothing that can be turned up is blue."""
EMPTY = "() => document.scrollingElement.scrollHeight - innerHeight"


async def act(table: Table, seat: int, action: str) -> Json:
    async with at(table, seat) as (client, _):
        return await client.act(seat, action)


def test_a_tunnel_tells_nothing_before_its_cards_are_turned(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    page.emulate_media(reduced_motion="no-preference")
    player = Player(page)
    table = begun(house.base, "europe", ["person", "person"])
    take_seat(page, table, 1)
    page.locator(".table").wait_for()
    player.put(house, table, DRY)
    assert elsewhere(act(table, 0, "claim munchen-venezia blue*2"))["type"] == "accepted"
    page.locator(".tunnel .verdict.muted").wait_for()
    player.wait(lambda: player.number > 0, "the update")
    early = [
        page.locator("[data-owned=munchen-venezia]").count(),
        page.locator(".log li").first.inner_text(),
        page.locator(".players .score").first.inner_text().split()[0],
    ]
    assert page.locator(".tunnel .verdict.muted").count() == 1, "too late to look"
    assert early == [0, "Nothing has happened yet.", "0"]
    expect(page.locator(".tunnel .verdict:not(.muted)")).to_be_visible()
    expect(page.locator("[data-owned=munchen-venezia]")).to_have_count(1)
    expect(page.locator(".log")).to_contain_text("claimed München – Venezia")
    expect(page.locator(".players .score").first).to_contain_text("2")


# In a large window: beside the board in test_whole_games, and within the window in the replay below.
@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.exhaustive), PHONE])
def test_the_end_fits_the_window_and_shows_the_final_score(
    visitors: Visitors, house: House, size: tuple[int, int]
) -> None:
    page = visitors.come(size)
    player = Player(page, Finger() if size == PHONE else Mouse())
    table = begun(house.base, "europe", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    player.put(house, table, LAST)
    page.emulate_media(reduced_motion="no-preference")
    player.act("draw blind")
    player.act("draw blind")
    page.locator("[data-do=count-all]").wait_for()
    if size == PHONE:  # nobody reads how it ends before it is counted
        assert scores(page) == ["1", "0"]
    player.hands.press(page.locator("[data-do=count-all]"))
    expect(page.locator(".end tfoot td")).to_have_text(["23", "12"])
    assert page.evaluate(EMPTY) <= 0
    if size == PHONE:
        assert scores(page) == page.locator(".end tfoot td").all_inner_texts() == ["23", "12"]


def test_the_text_table_shows_the_final_score(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    table = begun(house.base, "europe", ["person", "person"])
    take_seat(page, table, 0, path="text")
    page.locator(".choices").wait_for()
    game = position(LAST)
    for _ in range(2):
        game.play("draw blind")
    house.put(table.code, game)
    expect(page.locator(".players li").first).to_contain_text("23 points")
    expect(page.get_by_role("heading", name="You win!")).to_be_visible()


def scores(page: Page) -> list[str]:
    """What stands in the players' panels."""
    return [one.split()[0] for one in page.locator(".players .score").all_inner_texts()]


def test_a_replay_ends_with_the_final_score_and_has_a_heading(visitors: Visitors) -> None:
    page = visitors.come()
    record = next((Path(__file__).parents[1] / "golden/europe").glob("*.record")).read_bytes()
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files({"name": "r", "mimeType": "text/plain", "buffer": record})
    await_replay(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Europe")
    page.keyboard.press("End")
    page.locator("tfoot td").first.wait_for()
    assert scores(page) == page.locator("tfoot td").all_inner_texts()
    assert page.evaluate(EMPTY) <= 0
    # On a phone the board is turned, as at the table, and what moves the replay stays in sight.
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    be_still(page)
    board, play = page.locator(".board .sheet").bounding_box(), page.locator(".controls .play").bounding_box()
    assert board is not None
    assert play is not None
    assert board["height"] > 1.4 * board["width"]
    assert board["width"] > 0.9 * PHONE[0]
    assert play["y"] + play["height"] <= PHONE[1]


def test_host_and_guest_read_the_same_in_the_waiting_room(visitors: Visitors) -> None:
    ann, bob = visitors.come(), visitors.come(PHONE)

    def read(host: str, guest: str) -> None:
        expect(ann.locator(".status")).to_have_text(host)
        expect(bob.locator(".status")).to_have_text(guest)

    ann.goto("/new/tiny?with=friends")
    ann.locator("ol input[maxlength]").first.fill("Ann")
    ann.locator("form button[type=submit]").click()
    ann.wait_for_url("**/t/*")
    bob.goto(ann.url)
    bob.locator("form.sit input").first.fill("Bob")
    read("Waiting for one more person", "Waiting for one more person")
    bob.locator("form.sit button[type=submit]").tap()
    read("One player is not ready yet", "Say when you are ready")
    bob.locator("[data-do=ready]").tap()
    read("Everybody is here: start when you like", "Waiting for the host to start")
    ann.locator("[data-do=start]:enabled").click()
    ann.locator(".table").wait_for()


def test_the_text_table_tells_bots_apart(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    table = begun(house.base, "europe", ["person", "easy", "easy", "easy"])
    take_seat(page, table, 0, path="text")
    page.locator(".players li").nth(3).wait_for()
    names = page.locator(".players li strong").all_inner_texts()
    assert len(set(names)) == 4, names
    expect(page.locator(".players li").first).to_contain_text("(you) · to move:")
