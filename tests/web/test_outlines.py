"""Names, places and spaces as the browser draws them: no outline lies on another, on any board at any size."""

from __future__ import annotations

from itertools import combinations

import pytest
from playwright.sync_api import Page

from perron.board import geometry
from perron.editions import load, names
from perron.editions.edition import Edition
from tests.board.outlines import Point, apart
from tests.sampling import everything, some_of_each
from tests.server.client import begun
from tests.web.hands import be_still
from tests.web.house import House
from tests.web.visitors import DESKTOP, PHONE, Visitors, take_seat

SIZES = [PHONE, DESKTOP, (2560, 1440)]
LANGUAGES = ("en", "nl", "sv")
# Text by its ink, as the font draws it; everything else by its own box, turned as it lies on the screen.
MEASURE = """() => {
  const to = (matrix, points) => points.map(([x, y]) => [matrix.a * x + matrix.c * y + matrix.e,
                                                        matrix.b * x + matrix.d * y + matrix.f]);
  const corners = (l, t, r, b) => [[l, t], [r, t], [r, b], [l, b]];
  const brush = document.createElement("canvas").getContext("2d");
  const shapes = [];
  for (const line of document.querySelectorAll(".names tspan")) {
    const style = getComputedStyle(line), text = line.textContent;
    brush.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ink = brush.measureText(text), start = line.getStartPositionOfChar(0);
    const box = corners(start.x - ink.actualBoundingBoxLeft, start.y - ink.actualBoundingBoxAscent,
      start.x + ink.actualBoundingBoxRight, start.y + ink.actualBoundingBoxDescent);
    const owner = line.parentNode;
    shapes.push([`name ${owner.dataset.place}`, `name ${owner.dataset.place} ${text}`, to(owner.getScreenCTM(), box)]);
  }
  document.querySelectorAll(".places .disc").forEach((disc, i) => {
    const [x, y, r] = ["cx", "cy", "r"].map(one => disc[one].baseVal.value);
    const out = r / Math.cos(Math.PI / 24);
    const round = Array.from({length: 24}, (_, k) => [x + out * Math.cos(Math.PI * k / 12),
                                                      y + out * Math.sin(Math.PI * k / 12)]);
    shapes.push([`place ${i}`, `place ${i}`, to(disc.getScreenCTM(), round)]);
  });
  for (const track of document.querySelectorAll(".printed [data-track]"))
    [...track.children].forEach((space, i) => {
      const path = space.querySelector("path"), b = path.getBBox(), name = `space ${i} of ${track.dataset.track}`;
      const box = corners(b.x, b.y, b.x + b.width, b.y + b.height);
      shapes.push([name, name, to(path.getScreenCTM(), box)]);
    });
  return shapes;
}"""


@pytest.mark.parametrize(
    "edition",
    [pytest.param(one, marks=pytest.mark.exhaustive if len(load(one).routes) < 20 else ()) for one in names()],
)
def test_no_outline_lies_on_another(visitors: Visitors, house: House, edition: str) -> None:
    table = begun(house.base, edition, ["person", "person"])
    # Every size and every language once; a board whose names are the same for every reader in one of them, since
    # tests/board looks at all it has, lying and turned.
    shown = some_of_each(SIZES, LANGUAGES)
    labels = [place.label.lines.values() for place in geometry(load(edition)).places]
    if not everything() and all(len({*map(tuple, lines)}) == 1 for lines in labels):
        shown = [shown[names().index(edition) % len(shown)]]
    for size, language in shown:
        page = visitors.come(size, language=language)
        take_seat(page, table)
        page.locator(".names text").first.wait_for()
        be_still(page)
        assert page.locator("html").get_attribute("lang") == language
        assert touching(page, load(edition)) == [], (size, language)
        page.close()


def touching(page: Page, edition: Edition) -> list[tuple[str, str]]:
    """Pairs of outlines that meet. The lines of one name belong together."""
    shapes: list[tuple[str, str, list[Point], tuple[float, float, float, float]]] = []
    for whose, name, corners in page.evaluate(MEASURE):
        shape = [(float(x), float(y)) for x, y in corners]
        xs, ys = [x for x, _ in shape], [y for _, y in shape]
        shapes.append((whose, name, shape, (min(xs), min(ys), max(xs), max(ys))))
    assert len(shapes) >= 2 * len(edition.cities) + sum(route.length for route in edition.routes)
    return [
        (a, b)
        for (mine, a, first, p), (other, b, second, q) in combinations(shapes, 2)
        if mine != other and p[0] < q[2] and q[0] < p[2] and p[1] < q[3] and q[1] < p[3] and not apart(first, second)
    ]
