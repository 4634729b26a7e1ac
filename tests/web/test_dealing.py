"""The deal in the browser: it commits, keeps a receipt, shows its word, and checks the game by what it kept."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import Connection, update

from perron.deal import word_commitment
from perron.receipt import check_receipt, load_receipt
from perron.record import load_record, verify_record
from perron.server.store.schema import tables
from tests.server.client import Table, make_table, play_on
from tests.web.house import House, elsewhere
from tests.web.player import Player, brisk
from tests.web.visitors import PHONE, Visitors, secrets_of

WORD = "00112233445566778899aabbccddeeff"


def sit_down(page: Page, table: Table, name: str) -> None:
    """Sit down in the waiting room, and get ready."""
    page.goto(f"/t/{table.code}")
    page.locator("form.sit input").first.fill(name)
    page.locator("form.sit button[type=submit]").click()
    page.locator("[data-do=ready]").click()
    expect(page.locator(".seats li.mine.ready")).to_have_count(1)


def play_out(table: Table, *pages: Page) -> None:
    """To the end, for people who have shown their words in their browsers; how they play does not matter here."""
    for seat, page in enumerate(pages):
        page.locator(".table").wait_for()
        table.seats[seat] = secrets_of(page, table)
    elsewhere(play_on(table, *range(len(pages))))
    for page in pages:
        page.locator(".end tfoot").wait_for()


@dataclass(frozen=True)
class Finished:
    """A game whose first player got ready in a browser."""

    table: Table
    stored: Any
    """What that browser keeps."""


@pytest.fixture(scope="module")
def finished(house: House, browser: Browser) -> Finished:
    """Somebody has got ready in the browser and played against a bot."""
    visitors = Visitors(browser, house.base)
    page = visitors.come()
    player = Player(page)
    table = make_table(house.base, "tiny_race", ["person", "easy"])
    sit_down(page, table, "Ann")
    table.call("start", secret=table.host)
    player.play(brisk, turns=1)
    play_out(table, page)
    stored = page.context.storage_state()
    visitors.leave()
    return Finished(table, stored)


def download(page: Page, what: str, folder: Path) -> Path:
    """What the page gives out as a file."""
    with page.expect_download() as found:
        page.locator(what).click()
    path = folder / found.value.suggested_filename
    found.value.save_as(path)
    return path


def test_a_person_downloads_the_receipt_and_checks_the_game_from_outside(
    visitors: Visitors, finished: Finished, tmp_path: Path
) -> None:
    page = visitors.come(stored=finished.stored)
    page.goto(f"/t/{finished.table.code}")
    page.locator("[data-do=verify]").click()
    expect(page.locator(".verdict .ok")).to_have_count(5)
    receipt = load_receipt(download(page, "[data-do=receipt]", tmp_path))
    record = load_record(download(page, "a[download]", tmp_path))
    assert verify_record(record).words_committed
    check_receipt(record, receipt)
    assert list(receipt.attempts[-1].words) == [0]


def test_a_browser_that_was_away_shows_its_word_when_it_returns(visitors: Visitors, house: House) -> None:
    ann, bob = visitors.come(), visitors.come(PHONE)
    table = make_table(house.base, "tiny", ["person", "person"])
    sit_down(ann, table, "Ann")
    sit_down(bob, table, "Bob")
    bob.goto("/rules/europe")  # away
    table.call("start", secret=table.host)
    expect(ann.locator("[role=status].note")).to_contain_text("Bob")
    assert table.ask().json()["table"]["status"] == "dealing"
    player = Player(bob)
    bob.goto(f"/t/{table.code}")
    player.wait(lambda: player.views != [], "the game to begin")


def test_a_word_on_a_lost_device_breaks_the_deal_off_and_all_agree_to_one_more(
    visitors: Visitors, house: House
) -> None:
    ann, old, new = visitors.come(), visitors.come(), visitors.come(PHONE, language="nl-NL")
    table = make_table(house.base, "tiny_race", ["person", "person"])
    sit_down(ann, table, "Ann")
    sit_down(old, table, "Bob")
    secret = secrets_of(old, table)
    old.context.close()
    visitors.contexts.remove(old.context)
    new.goto(f"/t/{table.code}#resume={secret}")
    expect(new.locator(".note").first).to_be_visible()  # got ready elsewhere
    table.call("start", secret=table.host)
    new.locator("[data-do=word-lost]").tap()
    for page in (ann, new):
        expect(page.locator("[data-told=broken]")).to_contain_text("Bob")
        page.locator("[data-do=ready]").click()
    expect(ann.locator(".seats li.ready")).to_have_count(2)
    table.call("start", secret=table.host)
    play_out(table, ann, new)
    ann.locator("[data-told=broken]").scroll_into_view_if_needed()
    expect(ann.locator("[data-told=broken]")).to_contain_text("Bob")
    for page, lines in ((ann, 5), (new, 5)):
        page.locator("[data-do=verify]").click()
        expect(page.locator(".verdict .ok")).to_have_count(lines)


def test_a_browser_does_not_show_its_word_to_a_server_that_has_changed_its_promise(
    visitors: Visitors, house: House
) -> None:
    page = visitors.come()
    table = make_table(house.base, "tiny", ["person", "person"])
    sit_down(page, table, "Ann")
    seat = table.sit("Operator", 1)
    sealed = word_commitment(table.code, 1, seat, WORD)
    table.call("ready", {"seat": seat, "commitment": sealed}, table.seats[seat])
    other = bytes(32)

    def swap(connection: Connection) -> None:
        forged = {"key": other, "commitment": hashlib.sha256(other).hexdigest()}
        connection.execute(update(tables).where(tables.c.code == table.code).values(forged))

    house.hall.store.write_now(swap)
    table.call("start", secret=table.host)
    expect(page.locator("[role=alert].bad")).to_be_visible()
    expect(page.locator("[role=alert] [data-do=receipt]")).to_be_visible()
    table.words[seat] = WORD
    assert table.show_word(seat).json()["table"]["status"] == "dealing"


def test_a_server_that_swaps_key_and_promise_after_the_fact_is_caught_by_the_page(
    visitors: Visitors, finished: Finished
) -> None:
    page, table = visitors.come(stored=finished.stored), finished.table
    page.goto(f"/t/{table.code}")
    page.locator(".end tfoot").wait_for()
    kept = page.evaluate("() => localStorage.getItem('perron.receipts')")
    promise = table.ask().json()["table"]["commitment"]
    assert promise in kept
    # The game is the same here; what this device was promised before is another.
    page.evaluate(
        "([a, b]) => localStorage.setItem('perron.receipts', a.replaceAll(b, '0'.repeat(64)))", [kept, promise]
    )
    page.reload()
    page.locator("[data-do=verify]").click()
    expect(page.locator(".verdict .bad")).to_have_count(1)
    expect(page.locator(".verdict .bad")).to_contain_text("promised this device another key")


def test_who_only_watches_is_told_that_this_device_kept_nothing(visitors: Visitors, finished: Finished) -> None:
    page = visitors.come()
    page.goto(f"/t/{finished.table.code}")
    page.locator("[data-do=verify]").click()
    expect(page.locator(".verdict .ok")).to_have_count(4)
    expect(page.locator(".verdict .bad")).to_have_count(0)
    expect(page.locator("[data-do=receipt]")).to_have_count(0)
