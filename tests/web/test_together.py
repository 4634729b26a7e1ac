"""People at one table: two browsers and a bot, several at one device, and what reloads and restarts leave as it was."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.sampling import everything
from tests.server.client import Table, begun, play_on
from tests.web.hands import Finger
from tests.web.house import House, elsewhere
from tests.web.player import Player, brisk
from tests.web.test_languages import words
from tests.web.visitors import PHONE, Visitors, secrets_of, take_seat

TEXT = words("en")
TURNS = {"europe": 5, "first_journey": 8, "berlin": 8, "amsterdam": None}
"""Actions that the two take together; None: to the end."""


def friends(visitors: Visitors, edition: str) -> tuple[Player, Player]:
    """Ann makes a table with a bot, on her desk; Bob comes by the link, on his phone."""
    ann, bob = visitors.come(), visitors.come(PHONE)
    players = Player(ann), Player(bob, Finger())
    ann.goto(f"/new/{edition}?with=friends")
    ann.locator("ol input[maxlength]").first.fill("Ann")
    ann.locator("[data-do=add]").click()
    ann.locator("ol select").nth(2).select_option("easy")
    ann.locator("form button[type=submit]").click()
    ann.wait_for_url("**/t/*")
    bob.goto(ann.url)
    bob.locator("form.sit input").first.fill("Bob")
    bob.locator("form.sit button[type=submit]").tap()
    bob.locator("[data-do=ready]").tap()
    ann.locator("[data-do=start]:enabled").click()
    for player in players:
        player.wait(lambda player=player: player.views != [], "the game to begin")  # type: ignore[misc]
    return players


@pytest.mark.parametrize(
    "edition",
    [pytest.param(one, marks=() if one == "europe" else pytest.mark.exhaustive) for one in TURNS],
)
def test_two_browsers_play_against_each_other_and_a_bot(visitors: Visitors, edition: str) -> None:
    players, turns = friends(visitors, edition), TURNS[edition]
    done = 0
    while not any(player.outcome for player in players) and (turns is None or done < turns):
        for player in players:
            player.page.wait_for_timeout(40)
            if player.moving is not None:
                player.play(brisk, turns=1)
                done += 1
    if turns is None:
        for player in players:
            player.wait(lambda player=player: player.outcome is not None, "the end")  # type: ignore[misc]
        totals = [player.page.locator(".end .frame tfoot td").all_inner_texts() for player in players]
        assert totals[0] == totals[1] != []
    else:
        assert all(player.done for player in players)


def test_the_waiting_room_says_what_its_bots_do(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    page.goto("/new/europe?with=friends")
    page.locator("ol input[maxlength]").first.fill("Ann")
    page.locator("form button[type=submit]").click()
    seat, notes = page.locator(".seats select"), page.locator("[data-level]")
    seat.wait_for()
    expect(notes).to_have_count(0)
    seat.select_option("hard")
    expect(notes).to_contain_text([TEXT["start.level_hard_learned_note"]])
    seat.select_option("easy")
    expect(notes).to_contain_text([TEXT["start.level_easy_note"]])


def test_those_who_share_a_device_never_see_each_others_cards(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Player(page)
    page.goto("/new/tiny_race?with=device")
    for i, name in enumerate(("Ann", "Bob")):
        page.locator("ol input[maxlength]").nth(i).fill(name)
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/t/*")
    page.locator(".cover").wait_for()
    covers: list[str] = []
    # Each of them some times, and then more of the same.
    while player.outcome is None and (everything() or min(map(covers.count, ("Ann", "Bob"))) < 3):
        player.wait(lambda: player.moving is not None or player.outcome is not None, "a turn")
        view = player.moving
        if view is None:
            break
        name = ("Ann", "Bob")[view["seat"]]
        hand_over = page.locator("[data-do=cover]")
        cover = page.locator(".cover")
        shown = page.evaluate("() => [...document.querySelectorAll('.player.me .name')].map(e => e.innerText)")
        if not any(name in one for one in shown) or cover.count():
            if not cover.count():
                hand_over.click()
            expect(cover).to_contain_text(name)
            assert page.locator("footer.hand, section.tickets, .keep").count() == 0, "cards behind the cover"
            covers.append(name)
            cover.locator("button").click()
        expect(page.locator(".player.me .name")).to_contain_text(name)
        player.act(brisk(view))
    assert {"Ann", "Bob"} <= set(covers)
    if player.outcome is None:
        table = Table(house.base, page.url.rpartition("/")[2], "")
        table.seats |= enumerate(secrets_of(page, table).split("."))  # the host's too
        elsewhere(play_on(table, *table.seats))
    expect(page.locator(".end .frame tfoot")).to_be_visible()


def test_a_reload_in_the_middle_of_a_game_changes_nothing(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Player(page)
    take_seat(page, begun(house.base, "tiny", ["person", "easy"]), 0)
    player.play(brisk, turns=3)
    player.wait(lambda: player.moving is not None, "the next turn")
    page.locator("footer.hand").wait_for()  # maybe with no card in it
    before = _looks(page)
    page.reload()
    page.locator("footer.hand").wait_for()  # maybe with no card in it
    player.wait(lambda: _looks(page) == before, "everything to be as before")
    player.play(brisk, turns=1)


def test_a_restart_of_the_server_in_the_middle_of_a_game_loses_nothing(browser: Browser, own_house: House) -> None:
    visitors = Visitors(browser, own_house.base)
    visitors.lines_may_break = True
    page = visitors.come()
    player = Player(page)
    take_seat(page, begun(own_house.base, "tiny", ["person", "easy"]), 0)
    player.play(brisk, turns=3)
    player.wait(lambda: player.moving is not None, "the next turn")
    page.locator("footer.hand").wait_for()  # maybe with no card in it
    before = _looks(page)
    own_house.close()
    expect(page.locator(".bar.away")).to_be_visible()
    own_house.open()
    expect(page.locator(".bar.away")).to_be_hidden()
    player.wait(lambda: _looks(page) == before, "everything to be as before")
    player.play(brisk, turns=1)
    visitors.leave()


def _looks(page: Page) -> list[str]:
    """Hand, open cards, players and tickets, as they can be read."""
    return page.evaluate(  # type: ignore[no-any-return]
        """() => [...document.querySelectorAll(".hand .stack, .open .take, .player, .tickets .ticket, .log li")]
            .map(e => (e.ariaLabel ?? e.innerText).trim())"""
    )


def test_tickets_that_others_have_laid_open_can_be_looked_at(visitors: Visitors, house: House) -> None:
    """FJ-K1."""
    page = visitors.come()
    player = Player(page)
    table = begun(house.base, "tiny_race", ["person", "person"])
    take_seat(page, table, 0)
    laid_open = "tiny_race own=P1:north-middle made=P1:north-middle tickets=P0:north-west"
    player.put(house, table, laid_open)
    page.locator(".player").nth(1).click()
    expect(page.locator("dialog[open] .ticket")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    player.play(brisk, turns=1)
