"""Three ways to use the page: with a mouse, with a finger, and with the keyboard alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from playwright.sync_api import Locator, Page

_SPOT = """([kind, id]) => {
  const frame = document.querySelector(".board").getBoundingClientRect();
  const name = CSS.escape(id);
  const marks = kind === "route"
    ? [...document.querySelectorAll(`.printed [data-track="${name}"] > g`)]
    : [...document.querySelectorAll(`.stop[data-city="${name}"]`)];
  for (const mark of marks) {
    const box = mark.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    if (x < frame.left + 4 || x > frame.right - 4 || y < frame.top + 4 || y > frame.bottom - 4) continue;
    const on = document.elementFromPoint(x, y);
    if (on?.closest(".board") && !on.closest(".chooser")) return [x, y];
  }
  return null;
}"""

_STILL = """async () => {
  const lies = () => {
    const [frame, sheet] = [".board", ".board .sheet"].map(one => document.querySelector(one).getBoundingClientRect());
    return JSON.stringify([frame, sheet]);
  };
  let last = "", same = 0;
  while (same < 6) {
    await new Promise(requestAnimationFrame);
    const now = lies();
    same = now === last ? same + 1 : 0;
    last = now;
  }
}"""


def lean_over(page: Page) -> tuple[float, float]:
    """Bring the board closer, with the wheel over its middle; where that is."""
    box = page.locator(".board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -600)
    return x, y


class Hands(Protocol):
    """A way to use the page."""

    def press(self, what: Locator) -> None:
        """Press a button."""

    def tick(self, what: Locator) -> None:
        """Choose one of several."""

    def point(self, page: Page, kind: str, ident: str) -> None:
        """Choose a route or a city of the board, so that its panel opens."""


class Pointing(ABC):
    """What mouse and finger share."""

    listed = 0
    """How often something had to be looked for in the list of routes, because it was not to be seen on the board."""

    @abstractmethod
    def press(self, what: Locator) -> None: ...

    @abstractmethod
    def at(self, page: Page, x: float, y: float) -> None: ...

    def tick(self, what: Locator) -> None:
        self.press(what)

    def point(self, page: Page, kind: str, ident: str) -> None:
        page.locator(f'.stop[data-{kind}="{ident}"]').wait_for(state="attached")
        spot = _spot(page, kind, ident)
        whole = page.locator("[data-do=whole]")
        if spot is None and whole.count():
            self.press(whole)
            spot = _spot(page, kind, ident)
        if spot is None:
            # It lies outside the frame, or under a panel: the list of routes names it too.
            self.listed += 1
            self.press(page.locator("header button[data-do=routes]"))
            self.press(page.locator(f'dialog[open] [data-{kind}="{ident}"]'))
            return
        self.at(page, *spot)
        page.locator("form.pay, .chooser").first.wait_for()
        if page.locator(".chooser").count():
            self.press(page.locator(f'.chooser [data-{kind}="{ident}"]'))


def be_still(page: Page) -> None:
    """Wait until the board has lain still for some frames, however long frames take."""
    page.evaluate(_STILL)


def _spot(page: Page, kind: str, ident: str) -> list[float] | None:
    """Where something lies on the screen, once the board lies still."""
    be_still(page)
    found: list[float] | None = page.evaluate(_SPOT, [kind, ident])
    return found


class Mouse(Pointing):
    """A mouse."""

    def press(self, what: Locator) -> None:
        what.click()

    def at(self, page: Page, x: float, y: float) -> None:
        page.mouse.click(x, y)


class Finger(Pointing):
    """A finger on a touch screen."""

    def press(self, what: Locator) -> None:
        what.tap()

    def at(self, page: Page, x: float, y: float) -> None:
        page.touchscreen.tap(x, y)


class Keys:
    """The keyboard alone: everything is reached by Tab and arrow keys."""

    FARTHEST = 250

    def press(self, what: Locator) -> None:
        self.reach(what)
        what.page.keyboard.press("Enter")

    def reach(self, what: Locator, of: str = "e => e === document.activeElement") -> None:
        """Press Tab until the focus is there."""
        what.wait_for()
        handle = what.element_handle()
        for _ in range(self.FARTHEST):
            if handle.evaluate(of):
                return
            what.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}")

    def tick(self, what: Locator) -> None:
        # Tab leads to a group of choices, arrow keys to the one among them.
        self.reach(what, "e => document.activeElement.name === e.name")
        for _ in range(self.FARTHEST):
            if what.is_checked():
                return
            what.page.keyboard.press("ArrowDown")
        raise AssertionError(f"arrow keys do not lead to {what}")

    def point(self, page: Page, kind: str, ident: str) -> None:
        page.keyboard.press("r" if kind == "route" else "s")
        self.press(page.locator(f'dialog[open] [data-{kind}="{ident}"]'))
