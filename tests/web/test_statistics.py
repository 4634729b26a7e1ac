"""Statistics of one's own in a real browser: a game finished here counts once, is saved, deleted and brought back."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.server.client import begun, play_on
from tests.web.house import House, elsewhere
from tests.web.test_accessible import AXE, Report
from tests.web.visitors import PHONE, Visitors, take_seat


def test_a_game_counts_once_until_it_is_deleted(visitors: Visitors, house: House, tmp_path: Path) -> None:
    tables = [begun(house.base, edition, ["person", "person"]) for edition in ("tiny", "micro")]
    for table in tables:
        elsewhere(play_on(table, 0, 1))
    results = [table.ask("/result").json() for table in tables]
    page, report = visitors.come(theme="light", script=AXE), Report()
    for table in (*tables, *tables):  # come back to, it is still the same game
        take_seat(page, table, 0)
        page.locator(".end tfoot").wait_for()
    page.locator("a[href='/stats']").click()
    figures = page.locator("[data-told=figures]")
    expect(figures.locator("dd").first).to_have_text("2")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(2)
    for table, result in zip(tables, results, strict=True):
        row = page.locator(f"tr:has(a[href='/replay/{table.code}'])")
        expect(row.locator("td").nth(2)).to_have_text(str(result["ranks"][0]))
        expect(row.locator("td").nth(3)).to_have_text(str(result["totals"][0]).replace("-", "−"))
    page.locator("[data-choose=edition]").select_option("micro")
    expect(rows).to_have_count(1)
    report.look(page, "statistics")

    with page.expect_download() as saved:
        page.locator("[data-do=export]").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    page.locator("[data-do=delete]").click()
    report.look(page, "the question")
    page.locator("dialog[open] button", has_text="Cancel").click()
    expect(rows).to_have_count(1)
    page.locator("[data-do=delete]").click()
    page.locator("[data-do=delete-all]").click()
    expect(page.locator("main")).to_contain_text("No game has been finished here yet.")
    take_seat(page, tables[0], 0)  # what was deleted does not come back by itself
    page.locator(".end tfoot").wait_for()
    page.goto("/stats")
    expect(page.locator("main")).to_contain_text("No game has been finished here yet.")
    report.look(page, "no statistics")

    torn = tmp_path / "torn.json"
    torn.write_text(file.read_text("utf-8")[:-40], "utf-8")
    page.locator("input[type=file]").set_input_files(torn)
    expect(page.locator("body")).to_contain_text("nothing was added")
    assert rows.count() == 0
    page.locator("input[type=file]").set_input_files(file)
    expect(rows).to_have_count(2)
    assert report.found == {}


def test_who_only_watches_has_finished_nothing(visitors: Visitors, house: House) -> None:
    table = begun(house.base, "micro", ["person", "person"])
    elsewhere(play_on(table, 0, 1))
    page = visitors.come(PHONE, language="sv-SE")
    take_seat(page, table)
    page.locator(".end tfoot").wait_for()
    assert page.locator("a[href='/stats']").count() == 0
    page.goto("/stats")
    expect(page.locator("main")).to_contain_text("Inget spel har spelats klart här än.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_where_no_points_are_counted_none_are_told(visitors: Visitors, house: House) -> None:
    table = begun(house.base, "tiny_race", ["person", "person"])
    elsewhere(play_on(table, 0, 1))
    page = visitors.come()
    take_seat(page, table, 0)
    page.locator(".end tfoot").wait_for()
    page.goto("/stats")
    expect(page.locator("tbody tr td").nth(3)).to_have_text("\N{EN DASH}")
    expect(page.locator("[data-told=figures]")).to_contain_text("Tickets completed")
    expect(page.locator("[data-told=figures]")).not_to_contain_text("Points per game")
