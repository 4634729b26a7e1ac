"""Editions of people's own in a real browser: a whole game on a small board and on a large one, from the start page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from perron.editions import load
from tests.board.made_boards import made_board, text_of
from tests.editions.own import begun_edition
from tests.sampling import everything
from tests.server.client import Table, play_on
from tests.web.hands import Finger, Mouse, Pointing
from tests.web.house import House, elsewhere, opened_with_editions
from tests.web.player import Player, brisk
from tests.web.visitors import DESKTOP, PHONE, Visitors, await_replay, secrets_of, visiting

MARKUP = "<img src=x onerror=alert(1)>"
POSTER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#0a0"/></svg>'


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that hosts two editions of its own."""
    place = tmp_path_factory.mktemp("place")
    home = begun_edition(place)
    text = (home / "edition.toml").read_text("utf-8").replace('name = "Bell"', f'name = "{MARKUP}"')
    (home / "edition.toml").write_text(text, "utf-8")
    (home / "poster.svg").write_text(POSTER, "utf-8")
    (place / "made_7.toml").write_text(text_of(made_board(7, 36, 100, 1.5)), "utf-8")
    with opened_with_editions(place) as running:
        yield running


@pytest.fixture
def guests(own: House, browser: Browser) -> Iterator[Visitors]:
    """People at that server."""
    with visiting(browser, own.base) as come:
        yield come


@pytest.mark.parametrize(
    ("edition", "size", "hands"),
    [
        pytest.param("utrecht", DESKTOP, Mouse, marks=pytest.mark.exhaustive),
        ("utrecht", PHONE, Finger),
        ("made_7", DESKTOP, Mouse),
    ],
)
def test_a_whole_game_is_played_from_the_start_page_to_its_replay(
    guests: Visitors, own: House, edition: str, size: tuple[int, int], hands: type[Pointing]
) -> None:
    page = guests.come(size)
    used = hands()
    player = Player(page, used)
    page.goto("/")
    page.locator("details summary").click()
    page.locator(f'details .edition:has(.name:text-is("{load(edition).title["en"]}"))').last.click()
    page.locator("dialog[open] form.now button[type=submit]").click()
    page.wait_for_url("**/t/*")
    page.locator("main.middle .board").wait_for(timeout=60_000)  # the board is placed when it is seen first
    if edition == "made_7":
        player.play(brisk, 5)
        seats = len(player.views[0]["players"])
        table = Table(own.base, page.url.rpartition("/")[2], "")
        player.put(own, table, f"{edition} seats={seats} pieces=P0:6 hand=P0:blue*4,red*4,wild*3")
    elif not everything():
        player.play(brisk, 6)
        table = Table(own.base, page.url.rpartition("/")[2], "")
        table.seats |= enumerate(secrets_of(page, table).split("."))  # the host's too
        elsewhere(play_on(table, *table.seats))  # more of the same: whole games are played in test_whole_games
        player.wait(lambda: player.outcome is not None, "the end")
    player.play(brisk)
    page.locator(".end .frame tfoot td").first.wait_for()
    assert used.listed == 0, "every route can be pointed at on the board"
    outcome = player.outcome
    assert outcome is not None
    shown = [cell.inner_text() for cell in page.locator(".end .frame tfoot td").all()]
    assert shown == [str(score["total"]) for score in outcome["scores"]]
    if edition == "utrecht":
        expect(page.locator(".end .frame")).to_contain_text("rade")  # goods count
        page.goto(page.url.replace("/t/", "/replay/"))
        await_replay(page)
        expect(page.locator(".names text").filter(has_text="onerror").first).to_be_attached()


def test_its_rules_follow_from_its_mechanics_and_its_clauses_and_say_so_in_any_language(guests: Visitors) -> None:
    for language in ("en-GB", "nl-NL", "sv-SE"):
        page = guests.come(language=language)
        page.goto("/rules/utrecht")
        expect(page.locator("h1")).to_contain_text("Utrecht")
        expect(page.locator("main")).to_contain_text("whoever claims one takes a goods card")
        page.goto("/rules/made_7")
        expect(page.locator("h1")).to_be_visible()
