"""The table on a phone: fingers alone, and a board that nothing covers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, expect

from perron.board import geometry
from perron.editions import load, names
from tests.positions import position
from tests.sampling import half, some
from tests.server.client import Table, begun, make_table
from tests.web.hands import be_still
from tests.web.house import House
from tests.web.test_controls import FIVE, RICH
from tests.web.visitors import PHONE, SIDEWAYS, Visitors, take_seat

TICKETS = f"europe own=P0:athina-sofia hand=P0:blue*6,red*3,wild*2 tickets=P0:athina-angora,paris-wien {FIVE}"
BETWEEN = """ids => {
  const boxes = ids.map(id => document.querySelector(`.stop[data-route="${id}"]`).getBoundingClientRect());
  const [xs, ys] = [boxes.flatMap(b => [b.left, b.right]), boxes.flatMap(b => [b.top, b.bottom])];
  return [xs, ys].map(some => some.reduce((sum, one) => sum + one, 0) / 4);
}"""
LEVEL = """() => [...document.querySelectorAll(".names text")].every(one => {
  const {a, b, c, d} = one.getScreenCTM();
  return a > 0 && d > 0 && Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6;
})"""
WATER = """() => {
  const frame = document.querySelector(".board").getBoundingClientRect();
  const things = [...document.querySelectorAll(".printed [data-track] > g, .places .place, .names text")]
    .map(one => one.getBoundingClientRect());
  const room = 30;
  for (let y = frame.top + room; y < frame.bottom - room; y += 6)
    for (let x = frame.left + room; x < frame.right - room; x += 6)
      if (things.every(b => x < b.left - room || x > b.right + room || y < b.top - room || y > b.bottom + room))
        return [x, y];
  return null;
}"""


def at_table(page: Page, house: House, text: str, seats: int = 2) -> Table:
    """A table that goes on from a position."""
    table = begun(house.base, text.split(maxsplit=1)[0], ["person"] * seats)
    take_seat(page, table, 0)
    page.locator(".table").wait_for()
    house.put(table.code, position(text))
    page.locator(".take.pile.can").wait_for()
    be_still(page)
    return table


def scale(page: Page) -> float:
    """How large the board is drawn."""
    found: float = page.evaluate("() => new DOMMatrix(document.querySelector('.board .sheet').style.transform).a")
    return found


def pinch(page: Page) -> None:
    """Two fingers that move apart over the middle of the board."""
    box = page.locator(".board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, away: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x - away, "y": y, "id": 0}, {"x": x + away, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 20)
    for away in range(30, 90, 10):
        touch("touchMove", away)
    touch("touchEnd", 0)
    be_still(page)


def test_the_whole_board_is_shown_at_first_and_again_after_a_pinch(visitors: Visitors, house: House) -> None:
    for size in half((PHONE, SIDEWAYS), 0):
        page = visitors.come(size)
        at_table(page, house, RICH)
        expect(page.locator("[data-do=whole]")).to_have_count(0)
        first = scale(page)
        pinch(page)
        assert scale(page) > 1.5 * first
        assert page.locator(".board button").count() == 0
        page.locator("[data-do=whole]").tap()
        be_still(page)
        assert abs(scale(page) - first) < 1e-6
        expect(page.locator("[data-do=whole]")).to_have_count(0)


def test_tall_phones_turn_the_board_and_keep_its_names_level(visitors: Visitors, house: House) -> None:
    for edition in some([one for one in names() if not one.startswith("tiny")]):
        page = visitors.come(PHONE)
        take_seat(page, begun(house.base, edition, ["person", "person"]), 0)
        page.locator(".names text").first.wait_for(state="attached")
        be_still(page)
        sheet = page.locator(".board .sheet").bounding_box()
        assert sheet is not None
        assert sheet["height"] > sheet["width"], edition
        assert page.evaluate(LEVEL), edition
        page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
        be_still(page)
        sheet = page.locator(".board .sheet").bounding_box()
        assert sheet is not None
        assert sheet["width"] > sheet["height"], edition
        assert page.evaluate(LEVEL), edition
        page.close()


LINES = """e => {
  const text = document.createRange();
  text.selectNodeContents(e.firstChild);
  return new Set([...text.getClientRects()].map(r => Math.round(r.top))).size;
}"""
"""Over how many lines a text goes."""
MAPPED = """([tracks, marks]) => {
  const boxes = what => [...document.querySelectorAll(what)].map(one => one.getBoundingClientRect());
  const all = boxes(tracks);
  const [left, top] = [Math.min(...all.map(b => b.left)), Math.min(...all.map(b => b.top))];
  const [right, bottom] = [Math.max(...all.map(b => b.right)), Math.max(...all.map(b => b.bottom))];
  return boxes(marks)
    .map(b => [((b.left + b.right) / 2 - left) / (right - left), ((b.top + b.bottom) / 2 - top) / (bottom - top)]);
}"""
"""Where marks lie among all tracks, from 0 to 1."""


def test_small_maps_of_tickets_lie_as_the_board_does(visitors: Visitors, house: House) -> None:
    for size in half((PHONE, SIDEWAYS), 1):
        page = visitors.come(size)
        at_table(page, house, TICKETS)
        page.locator("[data-do=mine]").tap()
        ticket = "dialog[open] [data-ticket=paris-wien]"
        page.locator(ticket).wait_for()
        on_ticket = sorted(page.evaluate(MAPPED, [f"{ticket} .map .all", f"{ticket} .map circle"]))
        page.locator(ticket).tap()
        expect(page.locator(".place.lit .disc")).to_have_count(2)
        be_still(page)
        on_board = sorted(page.evaluate(MAPPED, [".printed [data-track]", ".place.lit .disc"]))
        for there, here in zip(on_board, on_ticket, strict=True):
            assert abs(there[0] - here[0]) + abs(there[1] - here[1]) < 0.1, (size, on_board, on_ticket)
        page.close()


def test_spaces_are_large_enough_to_tell_their_colours_apart(visitors: Visitors, house: House) -> None:
    page = visitors.come(PHONE)
    at_table(page, house, RICH)
    across = float(geometry(load("europe")).tracks[0].spaces[0].height)
    assert across * scale(page) > 5.4


def test_the_light_of_a_ticket_goes_out_again(visitors: Visitors, house: House) -> None:
    for size in half((PHONE, SIDEWAYS), 0):
        page = visitors.come(size)
        at_table(page, house, TICKETS)
        lit, tickets = page.locator(".light .halo"), page.locator("[data-do=mine]")
        ticket = page.locator("dialog[open] [data-ticket=paris-wien]")

        def light(lit=lit, tickets=tickets, ticket=ticket) -> None:  # type: ignore[no-untyped-def]
            tickets.tap()
            ticket.tap()
            expect(lit.first).to_be_attached()

        light()
        tickets.tap()
        expect(ticket).to_have_attribute("aria-pressed", "true")
        ticket.tap()
        expect(lit).to_have_count(0)
        page.keyboard.press("Escape")
        light()
        be_still(page)
        spot = page.evaluate(WATER)
        assert spot is not None
        page.touchscreen.tap(*spot)
        expect(lit).to_have_count(0)
        light()
        tickets.tap()
        page.locator("dialog[open] .close").tap()
        expect(lit).to_have_count(0)


def test_a_hint_is_a_sheet_that_covers_nothing_of_the_board(visitors: Visitors, house: House) -> None:
    page = visitors.come(PHONE)
    at_table(page, house, TICKETS)
    page.locator("[data-do=hint]").tap()
    panel = page.locator(".hint")
    panel.wait_for(timeout=60_000)  # the first hint waits for a process to start
    for size in half((PHONE, (360, 640), SIDEWAYS), 0):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        be_still(page)
        assert not meet(page, ".hint", "main.middle")
        colour = panel.evaluate("e => getComputedStyle(e).backgroundColor")
        assert colour.startswith("rgb("), colour  # nothing shows through
        high = panel.bounding_box()
        page.locator("[data-do=fold]").tap()
        low = panel.bounding_box()
        assert high is not None
        assert low is not None
        assert low["height"] < high["height"]
        assert low["height"] < 60
        assert low["x"] + low["width"] <= size[0]  # however long the line, its buttons are in the window
        page.locator("[data-do=fold]").tap()
        expect(page.locator(".hint footer button")).to_be_visible()


def meet(page: Page, one: str, other: str) -> bool:
    """Whether two elements overlap on the screen."""
    left, top, right, bottom = edges(page, one)
    others = edges(page, other)
    return min(right, others[2]) - max(left, others[0]) > 1 and min(bottom, others[3]) - max(top, others[1]) > 1


def edges(page: Page, what: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of an element."""
    box = page.locator(what).bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_equal_tracks_are_not_asked_between_and_others_are(visitors: Visitors, house: House) -> None:
    page = visitors.come(PHONE)
    at_table(page, house, f"europe seats=4 hand=P0:blue*6,orange*6,white*6,wild*3 {FIVE}", 4)
    twins = ["dieppe-london/1", "dieppe-london/2"]
    page.touchscreen.tap(*page.evaluate(BETWEEN, twins))
    page.locator("form.pay").wait_for()
    expect(page.locator(".chooser")).to_have_count(0)
    page.keyboard.press("Escape")
    differing = ["frankfurt-paris/1", "frankfurt-paris/2"]
    for route in differing:
        expect(page.locator(f".stop[data-route='{route}']")).to_have_count(1)
    page.touchscreen.tap(*page.evaluate(BETWEEN, differing))
    for route in differing:
        expect(page.locator(f".chooser [data-route='{route}']")).to_be_visible()
    page.locator(f".chooser [data-route='{differing[1]}']").tap()
    expect(page.locator("form.pay")).to_be_visible()


ACROSS = (0.06, 0.28, 0.5, 0.72, 0.94)
"""Shares of the board's width and height; an odd number of them, so that every second spot is in every row."""


def test_the_chooser_is_never_cut_off(visitors: Visitors, house: House) -> None:
    rich = ",".join(
        f"{colour}*6" for colour in ("blue", "red", "green", "yellow", "white", "black", "purple", "orange")
    )
    spots = [(x, y) for x in ACROSS for y in ACROSS]
    for number, size in enumerate(((320, 568), SIDEWAYS)):
        page = visitors.come(size)
        at_table(page, house, f"europe seats=4 hand=P0:{rich},wild*8 {FIVE}", 4)
        frame: Any = page.locator(".board .sheet").bounding_box()
        asked = 0
        for x, y in half(spots, number):
            page.touchscreen.tap(frame["x"] + x * frame["width"], frame["y"] + y * frame["height"])
            page.evaluate("() => new Promise(requestAnimationFrame)")
            box = page.locator(".chooser").bounding_box() if page.locator(".chooser").count() else None
            if box is not None:
                asked += 1
                assert box["x"] >= 0, (size, box)
                assert box["y"] >= 0, (size, box)
                assert box["x"] + box["width"] <= size[0], (size, box)
                assert box["y"] + box["height"] <= size[1], (size, box)
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            expect(page.locator(".chooser, form.pay")).to_have_count(0)
        assert asked > 3, size


def test_five_long_names_are_not_broken_in_their_chips(visitors: Visitors, house: House) -> None:
    called = ["Margareta", "Alexander", "Wilhelmina", "Bartholomew", "Ann"]
    table = make_table(house.base, "europe", ["person"] * 5)
    for seat, name in enumerate(called):
        table.sit(name, seat)
    table.ready()
    table.start()
    page = visitors.come(PHONE)
    take_seat(page, table, 0)
    names = page.locator(".players.compact .name")
    expect(names).to_have_count(5)
    for i, name in enumerate(called):
        expect(names.nth(i)).to_contain_text(name)
        assert names.nth(i).evaluate(LINES) == 1, name


def test_a_dialog_is_read_from_its_top_in_a_low_window(visitors: Visitors) -> None:
    page = visitors.come(SIDEWAYS)
    page.goto("/")
    page.locator(".edition").first.click()
    body = page.locator("dialog[open] .body")
    body.wait_for()
    assert body.evaluate("e => e.scrollHeight > e.clientHeight"), "all of it fits: this shows nothing"
    assert body.evaluate("e => e.scrollTop") == 0
    expect(page.locator("dialog[open] button[type=submit]")).to_be_focused()


def test_the_names_of_four_players_can_be_read(visitors: Visitors, house: House) -> None:
    called = ["Margareta", "Alexander", "Wilhelmina", "Bartholomew"]
    table = make_table(house.base, "europe", ["person"] * 4)
    for seat, name in enumerate(called):
        table.sit(name, seat)
    table.ready()
    table.start()
    page = visitors.come(PHONE)
    take_seat(page, table, 0)
    page.locator(".compact .name").first.wait_for()
    for size in (PHONE, (360, 640), (740, 360)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        be_still(page)
        # In a line of its own or two, and whole.
        cut = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.innerText)"
        assert page.locator(".compact .name").evaluate_all(cut) == [], size
        boxes = [box for one in page.locator(".compact .player").all() if (box := one.bounding_box())]
        assert len(boxes) == 4
        assert all(a["x"] + a["width"] <= b["x"] + 0.5 or a["y"] < b["y"] for a, b in pairwise(boxes)), size
