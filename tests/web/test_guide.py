"""The guide of a first game: it speaks of what lies on the board, can be skipped, and can be called again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from perron.editions import load
from tests.sampling import everything
from tests.server.client import begun
from tests.web.house import House
from tests.web.player import Player
from tests.web.visitors import DESKTOP, PHONE, Visitors, take_seat

EDITIONS = ("europe", "amsterdam", "berlin", "first_journey", "tiny", "tiny_race")
SIZES = [DESKTOP, PHONE, (360, 640)]
WORDS = {"en-GB": "Your first game", "nl-NL": "Je eerste spel", "sv-SE": "Ditt första spel"}


@pytest.mark.parametrize("size", SIZES)
def test_it_begins_with_the_tickets_of_this_game_in_every_edition_and_language(
    visitors: Visitors, house: House, size: tuple[int, int]
) -> None:
    for number, name in enumerate(EDITIONS):
        narrow = name == "first_journey" and size != DESKTOP
        if not everything() and not narrow and size != SIZES[(number + number // 3) % 3]:
            continue  # each edition in one window, each window with two languages
        # The board has least room in First Journey, which shows piles below the guide, with the long words of Dutch.
        language, title = list(WORDS.items())[(number + (name == "first_journey")) % 3]
        edition = load(name)
        page = visitors.come(size, language=language, guided=True)
        player = Player(page)
        take_seat(page, begun(house.base, name, ["person", "easy"]), 0)
        player.wait(lambda player=player: player.moving is not None, "the first turn")  # type: ignore[misc]
        expect(page.locator("section.guide h2")).to_have_text(title)
        words = page.locator("section.guide p").inner_text()
        view = player.views[0]
        names = {city.id: (city.name, city.names[language[:2]]) for city in edition.cities}
        held = [ticket for ticket in edition.tickets if ticket.id in (view["offered"] or view["tickets"])]
        told = [one for one in held if all(any(name in words for name in names[end]) for end in (one.a, one.b))]
        assert told, (name, words)
        box, frame = page.locator("section.guide").bounding_box(), page.viewport_size
        assert box is not None
        assert frame is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= frame["width"]
        assert box["y"] + box["height"] <= frame["height"]
        board = page.locator("main.middle").bounding_box()
        assert board is not None
        assert board["width"] * board["height"] >= 0.4 * frame["width"] * frame["height"], name


def test_it_follows_the_game_and_what_it_says_is_lit(visitors: Visitors, house: House) -> None:
    page = visitors.come(guided=True)
    player = Player(page)
    table = begun(house.base, "europe", ["person", "easy"])
    take_seat(page, table, 0)
    player.wait(lambda: player.moving is not None, "the first turn")
    player.put(house, table, "europe hand=P0:blue*2 tickets=P0:athina-angora display=wild,red,green,white,black")
    guide = page.locator("section.guide")
    expect(guide).to_have_attribute("data-step", "tickets")
    page.locator("[data-do=next-guide]").click()
    expect(guide).to_have_attribute("data-step", "draw")
    expect(guide).to_contain_text("1 locomotive lies face up")
    expect(page.locator(".board .lit").first).to_be_attached()
    player.put(house, table, "europe hand=P0:blue*5,wild*2 tickets=P0:sofia-smyrna")
    expect(guide).to_have_attribute("data-step", "claim")
    player.act("claim constantinople-sofia blue*3")
    player.wait(lambda: player.moving is not None, "the next turn")
    expect(guide).to_have_attribute("data-step", "end")
    expect(guide).to_contain_text("42")
    page.locator("[data-do=next-guide]").click()
    expect(guide).to_have_count(0)


def test_who_skips_it_is_left_alone_and_can_call_it_again(visitors: Visitors, house: House) -> None:
    page = visitors.come(guided=True)
    table = begun(house.base, "first_journey", ["person", "easy"])
    take_seat(page, table, 0)
    page.locator("[data-do=skip-guide]").click()
    expect(page.locator("section.guide")).to_have_count(0)
    page.reload()
    expect(page.locator("footer.hand")).to_be_visible()
    expect(page.locator("section.guide")).to_have_count(0)
    page.locator("header button").last.click()
    page.locator("dialog[open] [data-do=guide]").click()
    expect(page.locator("section.guide")).to_have_attribute("data-step", "tickets")
