"""The table in windows of every size: all controls within reach, none on the board, and the board large."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.positions import position
from tests.sampling import everything, half
from tests.server.client import Table, begun
from tests.web.hands import be_still
from tests.web.house import House
from tests.web.test_controls import FIVE
from tests.web.visitors import DESKTOP, Visitors, take_seat

WINDOWS = [
    *((320, 568), (360, 640), (360, 740), (390, 844), (412, 915), (600, 960), (768, 1024), (820, 1180), (1024, 1366)),
    *((568, 320), (667, 375), (740, 360), (844, 390), (932, 430), (720, 450), (800, 600), (960, 540), (1024, 600)),
    *((1024, 768), (1200, 800), (1280, 720), (1366, 768), (1440, 900), (1600, 900), (1920, 1080), (2560, 1440)),
    *((3840, 2160), (1180, 820), (1000, 700)),
]
MAGNIFIED = [(360, 225), (480, 270), (320, 256), (256, 192)]
"""What four times the size leaves of 1440x900, 1920x1080, 1280x1024 and 1024x768: there the page scrolls."""
MANY = (
    f"europe seats=5 own=P0:angora-constantinople;P1:frankfurt-munchen hand=P0:{{hand}} {FIVE} last_round=4 turn=P0 "
    "tickets=P0:athina-angora,paris-wien,palermo-moskva,madrid-zurich"
)
STATES = ("choosing", "turn", "others")
RICH = MANY.format(hand="purple,blue*6,orange*2,white,green*2,yellow,black,red*3,wild*2")
MEASURE = """() => {
  const [wide, high] = [innerWidth, innerHeight];
  for (const e of document.querySelectorAll(".table *")) e.scrollTop = e.scrollLeft = 0;
  const box = what => document.querySelector(what).getBoundingClientRect();
  const [frame, sheet] = [box("main.middle"), box(".board .sheet")];
  const name = e => `${e.tagName} ${e.dataset.do ?? e.ariaLabel ?? e.innerText}`.slice(0, 60);
  const controls = [...document.querySelectorAll("button, a[href], select, input, summary")]
    .filter(e => e.checkVisibility() && !e.closest(".skip, dialog"));
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  // What has scrolled out of its box is not on the board.
  const seen = e => {
    const own = e.getBoundingClientRect();
    return document.elementsFromPoint((own.left + own.right) / 2, (own.top + own.bottom) / 2).some(o => e.contains(o));
  };
  const onBoard = controls.filter(e => meets(e.getBoundingClientRect(), frame) && seen(e)).map(name);
  const hidden = controls.filter(e => {
    e.scrollIntoView({block: "nearest", inline: "nearest"});
    const own = e.getBoundingClientRect();
    const inside = own.left >= -1 && own.right <= wide + 1 && own.top >= -1 && own.bottom <= high + 1;
    const top = document.elementFromPoint((own.left + own.right) / 2, (own.top + own.bottom) / 2);
    return !inside || !(e.contains(top) || top?.contains(e));
  }).map(name);
  scrollTo(0, 0);
  const pill = document.querySelector(".status"), text = document.createRange();
  text.selectNodeContents(pill);
  return {
    share: frame.width * frame.height / (wide * high),
    gap: Math.min(frame.width - sheet.width, frame.height - sheet.height),
    whole: sheet.left >= frame.left - 1 && sheet.right <= frame.right + 1
      && sheet.top >= frame.top - 1 && sheet.bottom <= frame.bottom + 1,
    lines: new Set([...text.getClientRects()].map(one => Math.round(one.top))).size,
    cut: pill.scrollWidth > pill.clientWidth + 1,
    sideways: document.documentElement.scrollWidth - wide,
    controls: controls.length, onBoard, hidden,
  };
}"""


def look(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """What is wrong in a window of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    be_still(page)
    seen = page.evaluate(MEASURE)
    assert seen["controls"] > 5
    wide, high = size
    least = 0.6 if wide > high and wide >= 740 and high >= 360 else 0.4 if high > wide else 0.0
    faults: dict[str, Any] = {key: seen[key] for key in ("onBoard", "hidden") if seen[key]}
    if seen["share"] < least:
        faults["share"] = round(seen["share"], 3)
    if not seen["whole"] or seen["gap"] > 2:
        faults["whole"] = (seen["whole"], seen["gap"])
    if seen["lines"] != 1 or seen["cut"]:
        faults["pill"] = (seen["lines"], seen["cut"])
    if seen["sideways"] > 0:
        faults["sideways"] = seen["sideways"]
    return faults


@pytest.mark.parametrize(
    ("language", "state"),
    [
        # Every language and every state once.
        pytest.param(language, state, marks=() if i == j else pytest.mark.exhaustive)
        for i, language in enumerate(("en-GB", "nl-NL", "sv-SE"))
        for j, state in enumerate(STATES)
    ],
)
def test_all_is_within_reach_and_the_board_large(visitors: Visitors, house: House, state: str, language: str) -> None:
    page = visitors.come(DESKTOP, language=language)
    table = at_table(page, house)
    if state == "turn":
        house.put(table.code, position(RICH))
        page.locator(".take.pile.can").wait_for()
    elif state == "others":
        for ticket in range(2):
            page.locator(".keep [data-ticket]").nth(ticket).click()
        page.locator(".keep footer button").click()
        page.locator(".keep").wait_for(state="detached")
    sizes = [*WINDOWS, *MAGNIFIED]
    if not everything():
        sizes = sizes[STATES.index(state) :: len(STATES)]  # every window in one state
    elif language != "en-GB" or state == "others":
        sizes = [one for one in WINDOWS if min(one) < 600]  # what other words could break
    found = {size: faults for size in sizes if (faults := look(page, size))}
    assert found == {}


def at_table(page: Page, house: House) -> Table:
    """A table of five, where the page's player chooses tickets."""
    table = begun(house.base, "europe", ["person"] * 5)
    take_seat(page, table, 0)
    page.locator(".keep").wait_for()
    return table


@pytest.mark.parametrize(
    ("edition", "windows"),
    [(name, half(WINDOWS[i::3], i % 2)) for i, name in enumerate(("amsterdam", "berlin", "first_journey"))],
    ids=["amsterdam", "berlin", "first_journey"],
)
def test_the_other_boards_are_large_in_every_window(
    visitors: Visitors, house: House, edition: str, windows: list[tuple[int, int]]
) -> None:
    page = visitors.come(DESKTOP)
    take_seat(page, begun(house.base, edition, ["person", "person"]), 0)
    page.locator(".names text").first.wait_for(state="attached")
    found = {size: faults for size in windows if (faults := look(page, size))}
    assert found == {}


def test_the_boards_on_the_start_page_stand_in_full_rows(visitors: Visitors) -> None:
    page = visitors.come(DESKTOP)
    page.goto("/")
    page.locator(".edition").first.wait_for()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        tops = (
            page.locator("ul.editions")
            .first.locator("li")
            .evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().top))")
        )
        rows = {tops.count(top) for top in tops}
        assert len(rows) == 1, (width, tops)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
