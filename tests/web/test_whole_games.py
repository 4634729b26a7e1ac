"""Whole games from the start page to the score sheet, through visible controls alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from perron.editions import load
from tests.sampling import everything
from tests.server.client import Table, begun
from tests.web.hands import Finger, Mouse, Pointing
from tests.web.house import House
from tests.web.player import Player, brisk
from tests.web.visitors import DESKTOP, PHONE, SIDEWAYS, Visitors, await_replay, take_seat

GAMES: list[tuple[str, tuple[int, int], type[Pointing]]] = [
    ("first_journey", DESKTOP, Mouse),
    ("europe", PHONE, Finger),
    ("amsterdam", PHONE, Finger),
    ("berlin", SIDEWAYS, Finger),
]


def play_now(page: Page, edition: str) -> None:
    """From the start page to a table with bots, in two clicks."""
    page.goto("/")
    page.locator(f'.edition:has(.name:text-is("{load(edition).title["en"]}"))').click()
    see(page, "dialog[open] .poster img", f"/api/editions/{edition}/poster.svg")
    page.locator("dialog[open] form.now button[type=submit]").click()
    page.wait_for_url("**/t/*")
    see(page, ".board .sheet > img", f"/api/editions/{edition}/background.svg")


def see(page: Page, what: str, source: str) -> None:
    """Wait until the one picture is drawn."""
    picture = page.locator(what)
    expect(picture).to_have_attribute("src", re.compile(rf"^{re.escape(source)}"))
    picture.evaluate("picture => picture.decode()")


LONG = {
    "europe": (6, "pieces=P0:6 hand=P0:blue*3,red*4,green*3,yellow*2,wild*2"),
    "first_journey": (6, "pieces=P0:4 hand=P0:blue*4,red*4,green*3,yellow*2,wild*2"),
}
"""Where a game would go on with more of the same: after how many actions it goes on near its end.

Berlin's is played from its first action to its last.
"""


# Amsterdam is played to its end in words in test_text_table; here it is one of the games of every case.
@pytest.mark.parametrize(
    ("edition", "size", "hands"),
    [pytest.param(*one, marks=pytest.mark.exhaustive if one[0] == "amsterdam" else ()) for one in GAMES],
)
def test_a_whole_game_is_played_from_the_start_page_to_the_score_sheet(
    visitors: Visitors, house: House, edition: str, size: tuple[int, int], hands: type[Pointing]
) -> None:
    visitors.pictures = True
    page = visitors.come(size)
    used = hands()
    player = Player(page, used)
    play_now(page, edition)
    if edition in LONG and not (everything() and edition == "first_journey"):
        actions, late = LONG[edition]
        player.play(brisk, actions)
        seats = len(player.views[0]["players"])
        table = Table(house.base, page.url.rpartition("/")[2], "")
        player.put(house, table, f"{edition} seats={seats} {late}")
    player.play(brisk)
    assert used.listed == 0, "every route can be pointed at on the board"
    outcome = player.outcome
    assert outcome is not None
    shown = [cell.inner_text() for cell in page.locator(".end .frame tfoot td").all()]
    assert shown == [str(score["total"]) for score in outcome["scores"]]
    for column, score in zip(page.locator(".end .frame thead th").all(), outcome["scores"], strict=True):
        assert (score["rank"] == 1) == ("won" in (column.get_attribute("class") or ""))
        column.scroll_into_view_if_needed()
        expect(column).to_be_in_viewport()
    expect(page.locator(".end h1")).not_to_be_empty()


def test_after_the_end_the_deal_is_checked_the_record_kept_the_game_watched_again_and_played_again(
    visitors: Visitors,
) -> None:
    page = visitors.come()
    player = Player(page)
    page.goto("/")
    page.locator("details summary").click()
    page.locator("details .edition").filter(has_text=load("tiny_race").title["en"]).click()
    page.locator("dialog[open] form.now button[type=submit]").click()
    page.wait_for_url("**/t/*")
    first = page.url
    player.play(brisk)
    page.locator("[data-do=verify]").click()
    expect(page.locator(".verdict .ok")).to_have_count(5)  # the promise, the own word, the deal, the cards, the actions
    expect(page.locator(".verdict .bad")).to_have_count(0)
    with page.expect_download() as download:
        page.locator("a[download]").click()
    record = download.value.path().read_text()
    page.locator("a[href^='/replay/']:not([data-do=review])").click()
    await_replay(page)
    page.keyboard.press("End")
    expect(page.locator("tfoot td").first).to_be_visible()

    # Anybody who has the record can watch the game, without the table.
    other = visitors.come()
    other.goto("/replay")
    other.locator("input[type=file]").set_input_files(
        {"name": "game.record", "mimeType": "text/plain", "buffer": record.encode()}
    )
    await_replay(other)

    page.goto(first)
    page.locator("[data-do=rematch]").click()
    page.wait_for_url(lambda url: url != first and "/t/" in url)


LAST_TURN = "last_round=1 turn=P0 display=orange,purple,green,white,black"
EAST = "angora-constantinople,constantinople-sofia,athina-sofia"


def test_the_longest_path_is_drawn_on_the_board(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = at_the_end(page, house, 2, f"own=P0:{EAST}")
    assert player.outcome is not None
    page.locator(".path").first.click()
    expect(page.locator(".gold path")).to_have_count(3)


# In every window, and with other names, in test_legible.
@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.exhaustive), PHONE])
def test_the_score_sheet_of_five_players_is_not_cut_off(
    visitors: Visitors, house: House, size: tuple[int, int]
) -> None:
    page = visitors.come(size)
    held = "tickets=P0:athina-angora,paris-wien;P1:london-wien;P2:berlin-roma,madrid-zurich;P4:palermo-moskva"
    player = at_the_end(page, house, 5, f"own=P0:{EAST};P1:paris-dieppe {held}")
    assert player.outcome is not None
    columns = page.locator(".end .frame thead th")
    expect(columns).to_have_count(5)
    columns.first.scroll_into_view_if_needed()
    for i in range(5):
        expect(columns.nth(i)).to_be_in_viewport(ratio=0.99)
    frame, table = page.locator(".end .frame").bounding_box(), page.locator(".end .frame table").bounding_box()
    assert frame is not None
    assert table is not None
    assert table["width"] <= frame["width"] + 0.5
    tickets = sum(len(score["completed"]) + len(score["missed"]) for score in player.outcome["scores"])
    expect(page.locator(".end .frame li")).to_have_count(tickets)


def test_who_was_there_at_the_end_sees_the_points_counted(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    page.emulate_media(reduced_motion="no-preference")
    player = at_the_end(page, house, 2, f"own=P0:{EAST}")
    assert player.outcome is not None
    expect(page.locator(".end tr.later").last).to_be_attached()
    counting = page.locator(".end h1").inner_text()
    board, sheet = page.locator(".board").bounding_box(), page.locator(".end .frame").bounding_box()
    assert board is not None
    assert sheet is not None
    assert board["x"] + board["width"] <= sheet["x"], "the sheet stands beside the board"
    expect(page.locator(".end tr.later")).to_have_count(0)
    expect(page.locator(".end h1")).not_to_have_text(counting)
    shown = page.locator(".end tfoot td").first
    expect(shown).to_have_text(str(player.outcome["scores"][0]["total"]))


def at_the_end(page: Page, house: House, seats: int, more: str) -> Player:
    """A game of Europe that a last turn of the page's player has ended."""
    player = Player(page, Finger() if page.viewport_size == {"width": PHONE[0], "height": PHONE[1]} else Mouse())
    table = begun(house.base, "europe", ["person"] * seats)
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    player.put(house, table, f"europe seats={seats} {LAST_TURN} {more}")
    player.act("draw blind")
    player.act("draw blind")
    page.locator(".end tfoot").wait_for()
    return player
