"""Around the game: choosing at once, who the bots are, chat before and after, another game, other devices."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from perron.bots.bot_names import NAMES
from perron.editions import load
from tests.server.client import Table, begun, make_table, play_on
from tests.web.house import House, elsewhere
from tests.web.player import Player, brisk
from tests.web.test_controls import SMALL_RICH
from tests.web.test_languages import words
from tests.web.visitors import PHONE, Visitors, secrets_of, take_seat

TEXT = words("en")
MENU = f"header button[aria-label='{TEXT['table.menu']}']"


def choose(page: Page, n: int = 3) -> None:
    """Tick that many of the tickets offered, and keep them."""
    for i in range(n):
        page.locator(".keep li button").nth(i).click()
    page.locator(".keep footer button").click()


def test_everybody_chooses_at_once_and_sees_only_who_has(visitors: Visitors, house: House) -> None:
    table = begun(house.base, "tiny", ["person", "person", "easy"])
    ann, bob, eve = visitors.come(), visitors.come(PHONE), visitors.come()
    take_seat(ann, table, 0)
    take_seat(bob, table, 1)
    take_seat(eve, table)
    bob.locator(".keep").wait_for()
    ann.locator(".keep").wait_for()
    choose(bob)
    # Bob waits, and may choose again; the others see that he has chosen, and nothing else.
    expect(bob.locator(".keep")).to_have_count(0)
    expect(bob.locator(".status")).to_contain_text("Person 0")
    for page in (ann, eve):
        expect(page.locator(".player .chosen")).to_have_count(2)  # he and the bot
    expect(bob.locator(".player .chosen").first).to_be_visible()  # on narrow chips too
    expect(eve.locator(".status")).to_contain_text("Person 0")
    expect(ann.locator(".keep")).to_be_visible()
    bob.locator("[data-do=undo]").click()
    expect(bob.locator(".keep li .on")).to_have_count(3)  # as it was, to be changed
    bob.locator(".keep li button").first.click()
    bob.locator(".keep footer button").click()
    expect(bob.locator(".keep")).to_have_count(0)
    assert table.ask("/log").json()["entries"] == []
    choose(ann)
    expect(ann.locator(".status")).to_contain_text(TEXT["status.mine"].split(":")[0])
    for page in (ann, bob, eve):
        expect(page.locator(".player .chosen")).to_have_count(0)
    seats = [entry["seat"] for entry in table.ask("/log").json()["entries"]]
    assert seats == [0, 1, 2]


def test_bots_have_names_and_faces_wherever_they_are_spoken_of(visitors: Visitors, house: House) -> None:
    table = begun(house.base, "tiny_race", ["person", "expert", "easy"])
    named = [seat["name"] for seat in table.ask().json()["table"]["seats"]][1:]
    assert set(named) < set(NAMES)
    page = visitors.come()
    take_seat(page, table, 0)
    for i, name in enumerate(named, 1):
        panel = page.locator(".player").nth(i)
        expect(panel.locator(".name")).to_have_text(name)
        expect(panel.locator(".tag svg")).to_be_visible()
    expect(page.locator(".player").nth(1)).to_contain_text("expert")
    page.goto(f"/text/{table.code}")
    expect(page.locator("main")).to_contain_text(named[0])
    expect(page.locator("main")).not_to_contain_text("Bot (")


def test_people_talk_before_the_game_and_after_it_and_go_on_together(visitors: Visitors, house: House) -> None:
    table = make_table(house.base, "tiny_race", ["person", "person"])
    for i, name in enumerate(("Ann", "Bob")):
        table.sit(name, i)
    ann, bob = visitors.come(), visitors.come(PHONE)
    take_seat(ann, table, 0, host=True)
    take_seat(bob, table, 1)
    say(ann, "Hello Bob")
    expect(bob.locator(".chat ol")).to_contain_text("Hello Bob")
    bob.locator(".chat .signs button").first.tap()
    expect(ann.locator(".chat ol")).to_contain_text("Bob")
    table.ready()
    table.start()
    elsewhere(play_on(table, 0, 1))
    expect(bob.locator(".end .chat ol")).to_contain_text("Hello Bob")
    say(bob, "Well played")
    expect(ann.locator(".end .chat ol")).to_contain_text("Well played")
    # Ann asks for another game; Bob is asked, and comes along.
    ann.locator("[data-do=rematch]").click()
    ann.wait_for_url(lambda url: table.code not in url)
    invitation = TEXT["again.asked"].replace("{who}", "Ann")
    expect(bob.locator("dialog[open]")).to_contain_text(invitation)
    later = bob.context.new_page()  # who comes back only then reads it too
    later.goto(f"/t/{table.code}")
    expect(later.locator(".end .buttons").first).to_contain_text(invitation)
    later.close()
    bob.locator("[data-do=join-rematch]").click()
    bob.wait_for_url(ann.url)
    expect(bob.locator(".seats li")).to_have_count(2)
    expect(ann.locator(".seats .dot")).to_have_count(2)


def say(page: Page, text: str) -> None:
    page.locator(".chat form input").fill(text)
    page.locator(".chat form button").click()


def test_who_plays_alone_plays_again_at_once(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Player(page)
    page.goto("/")
    page.locator("details summary").click()
    page.locator("details .edition", has_text=load("tiny_race").title["en"]).click()
    page.locator("dialog details summary").click()
    page.locator("dialog .own input").first.fill("Zoë")
    page.locator("dialog .own fieldset label", has=page.locator("[aria-label*=reen]")).first.click()
    page.locator("dialog form button[type=submit]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".player.me .name")).to_contain_text("Zoë")
    first = page.url
    player.play(brisk, turns=2)
    table = Table(house.base, first.rpartition("/")[2], "")
    table.seats |= enumerate(secrets_of(page, table).split("."))  # the host's too
    elsewhere(play_on(table, *table.seats))  # more of the same: whole games are played in test_whole_games
    again = page.locator("[data-do=rematch]")
    expect(again).to_have_text(TEXT["again.alone"])
    again.click()
    page.wait_for_url(lambda url: url != first)
    expect(page.locator(".take.pile.can, .status")).not_to_have_count(0)
    expect(page.locator(".player.me .name")).to_contain_text("Zoë")


def test_a_game_goes_on_at_another_device_by_the_link_in_its_menu(visitors: Visitors, house: House) -> None:
    table = make_table(house.base, "tiny_race", ["person", "easy"])
    page = visitors.come(permissions=["clipboard-read", "clipboard-write"])
    take_seat(page, table, host=True)
    page.locator("form.sit input").first.fill("Ann")
    page.locator("form.sit button[type=submit]").click()
    page.locator("[data-do=start]:enabled").click()
    page.locator(".take.pile.can").wait_for()
    page.locator(MENU).click()
    page.locator("[data-do=share]").click()
    expect(page.locator("dialog[open]")).to_contain_text(TEXT["share.watch"])
    page.locator("[data-do=copy-resume]").click()
    link: str = page.evaluate("navigator.clipboard.readText()")
    assert f"/t/{table.code}#resume=" in link
    phone = visitors.come(PHONE)
    phone.goto(link)
    expect(phone.locator(".take.pile.can")).to_be_visible()
    assert "resume" not in phone.url


@pytest.mark.parametrize("answer", ["confirm", "unconfirm"])
def test_whoever_wants_is_asked_before_a_tap_does_something(visitors: Visitors, house: House, answer: str) -> None:
    table = begun(house.base, "tiny_race", ["person", "person"])
    page = visitors.come(PHONE)
    page.goto("/")
    page.evaluate("localStorage.setItem('perron.settings', JSON.stringify({ confirm: true }))")
    player = Player(page)
    take_seat(page, table, 0)
    page.locator(".take.pile.can").tap()
    expect(page.locator("[role=alertdialog]")).to_contain_text(TEXT["act.draw_cards"])
    assert player.number == 0
    page.locator(f"[data-do={answer}]").tap()
    expect(page.locator("[role=alertdialog]")).to_have_count(0)
    if answer == "confirm":
        player.wait(lambda: player.number == 1, "the action")
    else:
        page.locator(".take.pile.can").tap()
        page.locator(".take.pile.can").tap()  # once more the same is a yes too
        player.wait(lambda: player.number == 1, "the action")


def test_bots_wait_while_a_claim_can_be_taken_back_and_the_host_sets_their_pace(
    visitors: Visitors, house: House
) -> None:
    table = begun(house.base, "tiny", ["person", "easy"], undo_pause_ms=30_000)
    page = visitors.come()
    player = Player(page)
    take_seat(page, table, 0, host=True)
    page.locator(".table").wait_for()
    player.put(house, table, SMALL_RICH)
    player.act("claim north-west/1 blue*3")
    expect(page.locator("[data-do=undo]")).to_be_visible()
    page.wait_for_timeout(1000)  # a bot that does not wait answers after 20 ms
    page.locator("[data-do=undo]").click()
    expect(page.locator("[data-owned='north-west/1']")).to_have_count(0)
    page.locator(MENU).click()
    page.locator("dialog[open] label", has_text=TEXT["new.speed_slow"]).click()
    wait_for(page, lambda: table.ask().json()["table"]["settings"]["bot_pause_ms"] == 2500)


def wait_for(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait until something is so that the page does not show."""
    for _ in range(100):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came to be so")
