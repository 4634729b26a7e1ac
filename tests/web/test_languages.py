"""English, Dutch and Swedish: the browser's wish decides first, the switch afterwards."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from tests.positions import position
from tests.server.client import begun
from tests.web.house import House
from tests.web.visitors import PHONE, Visitors, take_seat

WISHES = [("en-GB", "en"), ("nl-BE", "nl"), ("sv-SE", "sv"), ("de-DE", "en")]


@cache
def words(language: str) -> dict[str, str]:
    """All messages of the page."""
    parts = [files("perron.locales") / f"{language}.{part}.json" for part in ("page", "table", "words", "review")]
    return {key: text for part in parts for key, text in json.loads(part.read_text()).items()}


@pytest.mark.parametrize(("wish", "language"), WISHES)
def test_the_browsers_wish_decides_first(visitors: Visitors, wish: str, language: str) -> None:
    page = visitors.come(language=wish)
    page.goto("/")
    expect(page.locator("h1")).to_have_text(words(language)["start.title"])
    assert page.locator("html").get_attribute("lang") == language


def test_the_switch_changes_every_word_at_once_and_for_the_next_visit(visitors: Visitors) -> None:
    page = visitors.come(language="en-GB")
    page.goto("/")
    for language in ("nl", "sv", "en", "sv"):
        page.locator("header select").select_option(language)
        expect(page.locator("h1")).to_have_text(words(language)["start.title"])
        expect(page.locator("#editions")).to_have_text(words(language)["start.choose"])
        assert page.locator("html").get_attribute("lang") == language
    page.reload()
    expect(page.locator("h1")).to_have_text(words("sv")["start.title"])


@pytest.mark.parametrize(("wish", "language"), WISHES[:3])
def test_the_table_its_panels_and_the_rules_are_in_the_readers_language(
    visitors: Visitors, house: House, wish: str, language: str
) -> None:
    page = visitors.come(PHONE, language=wish)
    table = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, table, 0)
    text = words(language)
    expect(page.locator(".status")).to_contain_text(text["status.brief_keep"])
    house.put(table.code, position("tiny hand=P0:blue*3,wild*2"))
    expect(page.locator(".status")).to_contain_text(text["status.brief_mine"])
    page.locator("[data-do=routes]").tap()
    expect(page.locator("dialog[open] h2")).to_have_text(text["routes.title"])
    page.locator("dialog[open] [data-route='north-west/1']").tap()
    expect(page.locator("form.pay .go")).to_have_text(text["pay.claim"])
    page.goto("/rules/europe")
    expect(page.locator("main")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == language
    for path in ("/t/zzzzzzzzzz", "/text/zzzzzzzzzz"):
        page.goto(path)
        expect(page.locator("h1")).to_have_text(text["lost.table_title"])
