"""What people do about each other on the page: mute, report, vote, bar, and have their own things deleted."""

from __future__ import annotations

import asyncio

import httpx
from playwright.sync_api import Page, expect

from perron.locales import say
from perron.server.store import moderating
from tests.server.client import Table, at, begun, make_table, play_on
from tests.web.house import House, elsewhere
from tests.web.visitors import PHONE, Visitors, take_seat


async def talk(table: Table, seat: int, text: str) -> None:
    """Somebody says something."""
    async with at(table, seat) as (client, _):
        await client.send(type="say", id="x", text=text)
        assert (await client.answer("x"))["type"] == "accepted"


async def give_up(table: Table, seat: int) -> None:
    """Somebody gives up."""
    async with at(table, seat) as (client, _):
        await client.send(type="resign", id="x", number=client.number, seat=seat)
        assert (await client.answer("x"))["type"] == "accepted"


def leaver(table: Table, games: int) -> None:
    """Somebody sits down who has left that many games before."""
    with httpx.Client(base_url=f"{table.base}/api/tables") as browser:
        for _ in range(games):
            other = make_table(table.base, "tiny", ["person", "person"])
            other.seats[0] = browser.post(f"/{other.code}/sit", json={"name": "Lea"}).json()["secret"]
            other.sit("Ben")
            other.ready()
            other.start()
            elsewhere(give_up(other, 0))
        sat = browser.post(f"/{table.code}/sit", json={"name": "Lea"}).json()
        table.seats[sat["seat"]] = sat["secret"]


def person(page: Page, seat: int) -> None:
    """Open what can be done about somebody."""
    page.locator(".table").wait_for()  # while it is loaded the header has other buttons
    page.locator("[data-do=menu]").click()
    page.locator(f"[data-person='{seat}']").click()
    page.locator("dialog[open] [data-do=mute]").wait_for()


def open_chat(page: Page) -> None:
    page.locator(".table").wait_for()
    page.keyboard.press("c")
    page.locator(".chat").wait_for()


def done(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_who_is_muted_for_oneself_is_heard_no_more_on_this_device_alone(visitors: Visitors, house: House) -> None:
    table = begun(house.base, "tiny", ["person", "person"])
    ann, ben = visitors.come(), visitors.come()
    take_seat(ann, table, 0)
    take_seat(ben, table, 1)
    elsewhere(talk(table, 1, "rubbish"))
    for page in (ann, ben):
        open_chat(page)
        expect(page.locator(".chat")).to_contain_text("rubbish")
    person(ann, 1)
    ann.locator("[data-do=mute]").click()
    done(ann)
    expect(ann.locator(".chat")).not_to_contain_text("rubbish")
    expect(ann.locator(".chat")).to_contain_text("One message of somebody you have muted is hidden.")
    elsewhere(talk(table, 0, "are you there?"))
    ann.reload()
    open_chat(ann)
    expect(ann.locator(".chat")).to_contain_text("are you there?")
    expect(ann.locator(".chat")).not_to_contain_text("rubbish")
    expect(ben.locator(".chat")).to_contain_text("rubbish")
    person(ann, 1)
    ann.locator("[data-do=mute]").click()
    done(ann)
    expect(ann.locator(".chat")).to_contain_text("rubbish")


def test_who_is_muted_for_oneself_stays_so_in_a_rematch(visitors: Visitors, house: House) -> None:
    table = begun(house.base, "tiny", ["person", "person", "person"])
    ann = visitors.come()
    take_seat(ann, table, 0)
    person(ann, 1)
    ann.locator("[data-do=mute]").click()
    done(ann)
    elsewhere(play_on(table, 0, 1, 2))
    ann.locator("[data-do=rematch]").click()
    ann.wait_for_url(lambda url: table.code not in url)
    again = Table(table.base, ann.url.rpartition("/")[2], table.host, {2: table.seats[1], 0: table.seats[2]})
    elsewhere(talk(again, 0, "welcome back"))
    elsewhere(talk(again, 2, "rubbish"))
    expect(ann.locator(".chat")).to_contain_text("welcome back")
    expect(ann.locator(".chat")).to_contain_text("One message of somebody you have muted is hidden.")
    expect(ann.locator(".chat")).not_to_contain_text("rubbish")


def test_somebody_is_reported_with_what_they_said(visitors: Visitors, house: House) -> None:
    table = begun(house.base, "tiny", ["person", "person"])
    page = visitors.come(PHONE, language="sv-SE")
    take_seat(page, table, 0)
    elsewhere(talk(table, 1, "you fool"))
    person(page, 1)
    page.locator("[data-do=report]").tap()
    done(page)  # by the keyboard too, wherever the focus was
    person(page, 1)
    page.locator("[data-do=report]").tap()
    page.locator("textarea").fill("svordomar")
    page.locator("[data-do=send]").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_text("Tack. Din anmälan är sparad")).to_be_visible()
    reports = [one for one in house.hall.store.read_now(moderating.load_reports) if one.code == table.code]
    assert [(one.seat, one.by_seat, one.text) for one in reports] == [(1, 0, "svordomar")]
    assert [line["text"] for line in reports[0].chat] == ["you fool"]


def test_the_host_mutes_somebody_who_then_sees_why_there_is_nothing_to_type_into(
    visitors: Visitors, house: House
) -> None:
    table = begun(house.base, "tiny", ["person", "person"])
    ann, ben = visitors.come(), visitors.come()
    take_seat(ann, table, 0, host=True)
    take_seat(ben, table, 1)
    open_chat(ben)
    ben.locator(".chat form").wait_for()
    person(ann, 1)
    ann.locator("[data-do=silence]").click()
    expect(ben.locator(".chat")).to_contain_text("The host has muted you")
    expect(ben.locator(".chat form")).to_have_count(0)
    ann.locator("[data-do=silence]").click()
    expect(ben.locator(".chat form")).to_be_visible()


def test_the_host_cannot_take_a_connected_persons_seat_but_the_others_can_vote(
    visitors: Visitors, house: House
) -> None:
    table = begun(house.base, "tiny", ["person", "person", "person"])
    ann, ben, cleo = visitors.come(), visitors.come(), visitors.come(PHONE)
    take_seat(ann, table, 0, host=True)
    take_seat(ben, table, 1)
    take_seat(cleo, table, 2)
    cleo.locator(".table").wait_for()
    person(ann, 1)
    expect(ann.locator("[data-do=bot]")).to_be_disabled()
    expect(ann.locator("[data-do=bar]")).to_be_disabled()
    expect(ann.locator("dialog[open]")).to_contain_text("They are connected")
    ann.locator("[data-do=vote]").click()
    expect(ben.locator(".bar")).to_contain_text("Person 0 asks for a bot to play for you.")
    person(cleo, 1)
    cleo.locator("[data-do=vote]").tap()
    expect(ben.locator(".bar")).to_contain_text("A bot is playing for you.")
    ben.locator(".bar button").click()
    expect(ben.locator(".bar")).to_have_count(0)


def test_who_is_barred_in_the_waiting_room_is_told_so_and_stays_out(visitors: Visitors, house: House) -> None:
    visitors.lines_may_break = True  # a refused request is a line in the console
    table = make_table(house.base, "tiny", ["person", "person"])
    ann, pest = visitors.come(), visitors.come()
    take_seat(ann, table, host=True)
    pest.goto(table.link)
    pest.locator("form.sit input").first.fill("Pest")
    pest.locator("form.sit button[type=submit]").click()
    pest.locator("[data-do=ready]").wait_for()
    ann.locator("[data-person='0']").click()
    ann.locator("[data-do=bar]").click()
    expect(ann.locator("dialog[open]")).to_contain_text("Bar Pest?")
    ann.locator("[data-do=really]").click()
    expect(ann.locator("dialog[open]")).to_have_count(0)
    expect(pest.locator("main")).to_contain_text(say("en", "table/barred"))
    pest.reload()
    expect(pest.locator("main")).to_contain_text(say("en", "table/barred"))
    expect(ann.locator(".seats li").first).to_contain_text("Free seat")


def test_the_host_reads_in_the_waiting_room_who_keeps_leaving(visitors: Visitors, house: House) -> None:
    table = make_table(house.base, "tiny", ["person", "person"])
    leaver(table, 3)
    table.sit("Ben")
    host, ben = visitors.come(language="nl-NL"), visitors.come()
    take_seat(host, table, host=True)
    take_seat(ben, table, 1)
    expect(host.locator(".seats li").first).to_contain_text("verliet 3 van de laatste 3 spellen")
    expect(host.locator(".left")).to_have_count(1)
    expect(ben.locator(".seats li").first).to_contain_text("Lea")
    expect(ben.locator(".left")).to_have_count(0)


def test_a_name_that_somebody_has_is_refused_and_another_proposed(visitors: Visitors, house: House) -> None:
    visitors.lines_may_break = True  # a refused request is a line in the console
    table = make_table(house.base, "tiny", ["person", "person"])
    table.sit("Ann")
    page = visitors.come()
    page.goto(table.link)
    page.locator("form.sit input").first.fill("ann")
    page.locator("form.sit button[type=submit]").click()
    expect(page.get_by_text(say("en", "name/taken"))).to_be_visible()
    expect(page.locator("form.sit input").first).to_have_value("ann 2")
    page.locator("form.sit button[type=submit]").click()
    expect(page.locator(".seats li").nth(1)).to_contain_text("ann 2")


def test_two_at_one_device_are_told_before_the_table_is_made(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    page.goto("/new/tiny?with=device")
    for i in range(2):
        page.locator("ol input[maxlength]").nth(i).fill("Ann")
    expect(page.get_by_role("alert")).to_contain_text("Two people here have the same name")
    page.locator("form button[type=submit]").click()
    assert "/new/" in page.url
    page.locator("ol input[maxlength]").nth(1).fill("Anna")
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/t/*")


def test_a_person_deletes_own_name_and_chat_and_everybody_sees_that(visitors: Visitors, house: House) -> None:
    table = begun(house.base, "tiny", ["person", "person"])
    ann, ben = visitors.come(), visitors.come()
    take_seat(ann, table, 0)
    take_seat(ben, table, 1)
    elsewhere(talk(table, 0, "I live in Utrecht"))
    open_chat(ben)
    expect(ben.locator(".chat")).to_contain_text("Utrecht")
    expect(ben.locator(".players").first).to_contain_text("Person 0")
    ann.locator("[data-do=menu]").click()
    ann.locator("[data-do=forget]").click()
    ann.locator("[data-do=really]").click()
    expect(ann.get_by_text("Your name and your messages are deleted.")).to_be_visible()
    expect(ben.locator(".chat")).not_to_contain_text("Utrecht")
    expect(ben.locator(".players").first).not_to_contain_text("Person 0")
    expect(ben.locator(".players").first).to_contain_text("Seat 1")


def test_the_host_deletes_a_finished_table(visitors: Visitors, house: House) -> None:
    visitors.lines_may_break = True  # the other's socket is closed
    table = begun(house.base, "tiny", ["person", "person"])
    ann, ben = visitors.come(), visitors.come()
    take_seat(ann, table, 0, host=True)
    ann.locator(".table").wait_for()
    ann.locator("[data-do=menu]").click()
    expect(ann.locator("[data-do=forget]")).to_be_visible()
    expect(ann.locator("[data-do=delete]")).to_have_count(0)
    done(ann)
    elsewhere(asyncio.wait_for(play_on(table, 0, 1), 60))
    take_seat(ben, table, 1)
    ben.locator(".end tfoot").wait_for()
    ann.locator("[data-do=menu]").click()
    ann.locator("[data-do=delete]").click()
    ann.locator("[data-do=really]").click()
    ann.wait_for_url(f"{house.base}/")
    expect(ben.get_by_role("heading", name="This table is not there")).to_be_visible()
    assert table.ask().status_code == 404
