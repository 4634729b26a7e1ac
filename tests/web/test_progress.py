"""How far own tickets are: said at all times, and seen on the board."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.positions import position
from tests.sampling import some_of_each
from tests.server.client import begun
from tests.web.house import House
from tests.web.test_controls import FIVE
from tests.web.visitors import DESKTOP, PHONE, Visitors, take_seat

HELD = f"europe own=P0:athina-sofia;P1:athina-smyrna hand=P0:blue*3 tickets=P0:athina-angora,paris-wien {FIVE}"
"""From Sofia three blue ones lead to Constantinople, and from there two of any colour to Angora."""


def test_what_a_ticket_still_needs_is_said_on_and_off_turn(visitors: Visitors, house: House) -> None:
    said = {
        "en-GB": "5 cards, 5 trains · 2 cards still to draw",
        "nl-NL": "5 kaarten, 5 treinen · nog 2 kaarten te trekken",
        "sv-SE": "5 kort, 5 tåg · 2 kort kvar att dra",
    }
    table = begun(house.base, "europe", ["person", "person"])
    for (language, words), size in some_of_each([*said.items()], [DESKTOP, PHONE]):
        page = visitors.come(size, language=language)
        take_seat(page, table, 0)
        page.locator(".table").wait_for()
        for turn in ("P0", "P1"):
            house.put(table.code, position(f"{HELD} turn={turn}"))
            if size == PHONE:
                page.locator("[data-do=mine]").tap()
            ticket = page.locator("[data-ticket=athina-angora]")
            way = f"{words} · via Sofia – Constantinople"
            if size == PHONE:
                expect(ticket.locator("small")).to_have_text(way)
            else:
                expect(ticket.locator("small")).to_have_text(words)
                expect(ticket).to_have_attribute("title", way)
            if size == PHONE:
                page.keyboard.press("Escape")
        page.close()


def test_routes_that_serve_tickets_stand_out_from_those_that_can_only_be_paid(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    table = begun(house.base, "europe", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    house.put(table.code, position(f"{HELD} turn=P0"))
    wanted = page.locator(".glow [data-wanted]")
    expect(page.locator(".glow [data-wanted=constantinople-sofia]")).to_have_count(1)
    expect(page.locator(".stop[data-route=munchen-venezia]")).to_have_count(1)  # can be paid for, and is not needed
    expect(page.locator(".glow [data-wanted=munchen-venezia]")).to_have_count(0)
    expect(page.locator(".glow .plain").first).to_be_attached()
    expect(page.locator(".glow [data-needed]").first).to_be_attached()  # on the way to Wien, not to be paid for yet
    # Off turn the way is still there; once claimed, a route is needed no more.
    house.put(table.code, position(f"{HELD} turn=P1"))
    expect(wanted).to_have_count(0)
    expect(page.locator(".glow [data-needed=constantinople-sofia]")).to_have_count(1)
    claimed = HELD.replace("athina-sofia", "athina-sofia,constantinople-sofia")
    house.put(table.code, position(f"{claimed} turn=P1"))
    expect(page.locator(".glow [data-needed=constantinople-sofia]")).to_have_count(0)
    expect(page.locator(".glow [data-needed=angora-constantinople]")).to_have_count(1)
