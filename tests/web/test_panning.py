"""The board under a hand that drags it: only shifted while it moves, and sharp when it lies still."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.server.client import begun
from tests.web.hands import lean_over
from tests.web.house import House
from tests.web.visitors import Visitors, await_true, take_seat

_STYLE = """() => {
  const {transform, willChange} = document.querySelector(".board .sheet").style;
  return [transform, willChange];
}"""


def test_a_dragged_board_is_shifted_by_whole_pixels_and_then_lies_still(visitors: Visitors, house: House) -> None:
    visitors.pictures = True  # what is dragged is all of it
    page = visitors.come()
    take_seat(page, begun(house.base, "europe", ["person", "person"]))
    page.locator(".names text").first.wait_for()
    x, y = lean_over(page)
    sheet = page.locator(".board .sheet")
    expect(sheet).not_to_have_attribute("style", re.compile("will-change"))
    before, _ = page.evaluate(_STYLE)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(x + 9.7 * step, y + 6.3 * step)
    await_true(page, f"() => ({_STYLE})()[1] === 'transform'")
    page.mouse.up()
    expect(sheet).not_to_have_attribute("style", re.compile("will-change"))
    after, _ = page.evaluate(_STYLE)
    assert after != before
    for transform in (before, after):
        moved = re.match(r"translate3d\((-?[\d.]+)px, (-?[\d.]+)px, 0px\) scale\(", transform)
        assert moved is not None, transform
        assert [float(one) % 1 for one in moved.groups()] == [0, 0]
