"""Games of an earlier version of the rules in the browser: on the board they were begun on, and named as such."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from perron.editions import load
from tests.server.client import play_on
from tests.server.store import rules_1
from tests.web.hands import Finger, Mouse
from tests.web.house import House, elsewhere, opened
from tests.web.player import Player, brisk
from tests.web.visitors import DESKTOP, PHONE, Visitors, await_replay, take_seat


@pytest.fixture
def reopened(tmp_path: Path) -> Iterator[House]:
    """A server of today on a store from when both editions were at version 1."""
    database = f"sqlite:///{tmp_path}/perron.sqlite"
    rules_1.open_again(database)
    with opened(database) as running:
        yield running


def places_on_the_board(page: Page) -> set[str]:
    """What stands on the board, without the spaces at which lines may be broken."""
    page.locator(".names text").first.wait_for(state="attached")
    return {"".join(text.split()) for text in page.locator(".names text").all_text_contents()}


def printed(name: str) -> set[str]:
    return {"".join(city.name.split()) for city in load(name).cities}


# Games of both editions are finished in tests/server; what the page does about an earlier version is the same for any.
@pytest.mark.parametrize(
    ("edition", "size"), [("amsterdam", DESKTOP), pytest.param("first_journey", PHONE, marks=pytest.mark.exhaustive)]
)
def test_a_game_begun_before_is_finished_on_its_own_board(
    browser: Browser, reopened: House, edition: str, size: tuple[int, int]
) -> None:
    visitors = Visitors(browser, reopened.base)
    page = visitors.come(size)
    player = Player(page, Finger() if size == PHONE else Mouse())
    table = rules_1.tables(reopened.base)[f"{edition} playing"]
    take_seat(page, table, 0)
    assert places_on_the_board(page) == printed(f"{edition}@1")
    expect(page.locator("h1")).to_have_text(f"{load(edition).title['en']} (version 1)")
    player.play(brisk, turns=4)
    elsewhere(play_on(table, 0))  # more of the same: whole games are played in test_whole_games
    player.wait(lambda: player.outcome is not None, "the end")
    page.locator("[data-do=verify]").click()
    expect(page.locator(".verdict .ok")).to_have_count(1)  # the actions; its words were sent openly
    expect(page.locator(".verdict .bad")).to_have_count(0)
    page.goto(f"/replay/{table.code}")
    await_replay(page)
    assert places_on_the_board(page) == printed(f"{edition}@1")
    visitors.leave()


def test_a_table_that_waited_from_before_begins_with_words_sent_openly(browser: Browser, reopened: House) -> None:
    visitors = Visitors(browser, reopened.base)
    page = visitors.come()
    player = Player(page)
    table = rules_1.tables(reopened.base)["amsterdam waiting"]
    take_seat(page, table, *table.seats)
    for ready in range(1, len(table.seats) + 1):
        page.locator("[data-do=ready]").first.click()
        expect(page.locator(".seats li.mine.ready")).to_have_count(ready)
    page.locator("details.fair summary").click()
    expect(page.locator("details.fair")).to_contain_text("sends its word openly")
    assert table.call("start", secret=table.host).json()["table"]["status"] == "playing"
    player.wait(lambda: player.views != [], "the game to begin")
    visitors.leave()


def test_a_record_from_before_is_watched_on_the_board_of_its_time(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto("/replay")
    record = {"name": "old.record", "mimeType": "text/plain", "buffer": rules_1.record("amsterdam").encode()}
    page.locator("input[type=file]").set_input_files(record)  # type: ignore[arg-type]
    await_replay(page)
    assert places_on_the_board(page) == printed("amsterdam@1")
    expect(page.locator(".title")).to_have_text("Amsterdam (version 1)")


def test_a_new_table_has_the_newest_board_and_no_version_in_its_name(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto("/")
    page.locator('.edition:has(.name:text-is("Amsterdam"))').click()
    expect(page.locator("dialog[open] .note")).to_contain_text("Of the 24 contracts four are original")
    page.locator("dialog[open] form.now button[type=submit]").click()
    page.wait_for_url("**/t/*")
    assert places_on_the_board(page) == printed("amsterdam")
    expect(page.locator("h1")).to_have_text("Amsterdam")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en-GB", ["Partly our own", "Our own board"]),
        ("nl-NL", ["Deels van ons", "Ons eigen bord"]),
        ("sv-SE", ["Delvis vår egen", "Vår egen spelplan"]),
    ],
)
def test_the_start_page_says_in_plain_words_what_is_ours(visitors: Visitors, language: str, words: list[str]) -> None:
    page = visitors.come(language=language)
    page.goto("/")
    cards = page.locator(".edition")
    cards.first.wait_for()
    shown = [card.locator(".provenance").all_text_contents() for card in cards.all()[:4]]
    assert shown == [[], [words[0]], [words[1]], []]
