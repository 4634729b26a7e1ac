"""The text table: every edition in words, through plain controls."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from perron.editions import names
from tests.server.client import begun
from tests.web.hands import Keys
from tests.web.house import House
from tests.web.player import Player, brisk
from tests.web.visitors import PHONE, Visitors, take_seat


class Reader(Player):
    """Plays through the text table's controls."""

    def _do(self, action: str) -> None:
        page, press = self.page, self.hands.press
        match action.split():
            case ["keep", *tickets]:
                for ticket in tickets if tickets != ["none"] else []:
                    page.locator(f'.choices input[value="{ticket}"]').check()
                press(page.locator(".choices form:has(input[type=checkbox]) button[type=submit]"))
            case ["claim" | "station", where, *_]:
                form = page.locator(".choices form").filter(has=page.locator(f'option[value="{where}"]'))
                form.locator("select").select_option(where)
                form.locator(f'input[data-action="{action}"]').check()
                press(form.locator("button[type=submit]"))
            case ["pay", *_]:
                form = page.locator(".choices form").first
                form.locator(f'input[data-action="{action}"]').check()
                press(form.locator("button[type=submit]"))
            case _:
                press(page.locator(f'.choices button[data-action="{action}"]'))


# The small ones have nothing that the others have not. Amsterdam is played to its end below, and First Journey by
# keyboard.
@pytest.mark.parametrize(
    "edition",
    [pytest.param(one, marks=() if one in ("europe", "berlin") else pytest.mark.exhaustive) for one in names()],
)
def test_every_edition_can_be_played_in_words(visitors: Visitors, house: House, edition: str) -> None:
    page = visitors.come(PHONE)
    player = Reader(page)
    table = begun(house.base, edition, ["person", "easy"])
    take_seat(page, table, 0, path="text")
    player.play(brisk, turns=5)
    expect(page.locator(".log li").first).to_be_visible()


def test_a_whole_game_in_words(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Reader(page)
    take_seat(page, begun(house.base, "amsterdam", ["person", "easy"]), 0, path="text")
    player.play(brisk)
    assert player.outcome is not None
    totals = [cell.inner_text() for cell in page.locator("tbody tr:last-child td").all()]
    assert sorted(totals) == sorted(str(score["total"]) for score in player.outcome["scores"])


def test_a_turn_in_words_with_the_keyboard_alone(visitors: Visitors, house: House) -> None:
    page = visitors.come()
    player = Reader(page, Keys())
    take_seat(page, begun(house.base, "first_journey", ["person", "easy"]), 0, path="text")
    player.play(lambda _: "draw cards", turns=2)
    assert player.done == ["draw cards"] * 2
