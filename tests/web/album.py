"""Pictures of one page in windows of several sizes, by day and by night."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.web.hands import Finger, Hands, Mouse
from tests.web.house import House
from tests.web.legible import illegible
from tests.web.visitors import Visitors

Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((360, 640), (390, 844), (820, 1180), (844, 390), (1024, 768), (1440, 900), (1920, 1080))
LANGUAGES = {"en": "en-GB", "nl": "nl-NL", "sv": "sv-SE"}
THEMES = ("light", "dark")
SCROLL = """() => {
  const low = e => e.clientHeight > 80 && e.scrollHeight > e.clientHeight + 8
    && getComputedStyle(e).overflowY !== "hidden" && e.checkVisibility();
  const within = document.querySelector("dialog[open]") ?? document.querySelector(".table.over, .watch");
  const found = within && [within, ...within.querySelectorAll("*")].filter(low)
    .sort((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)[0];
  if (!found) return false;
  window.scrolledFrom = [found, found.scrollTop];
  found.scrollTop = found.scrollHeight;
  return true;
}"""
UNSCROLL = "() => { const [found, top] = window.scrolledFrom; found.scrollTop = top; }"
SETTLE = """async () => {
  const parts = ".board, .board .sheet, dialog[open], dialog[open] .body, .table > *, .watch > *, main, main > *";
  const lies = () => JSON.stringify([
    scrollY, document.documentElement.scrollHeight, document.documentElement.dataset.theme,
    [...document.images].every(image => image.complete), document.getAnimations().length,
    [...document.querySelectorAll(parts)].map(part => part.getBoundingClientRect()),
  ]);
  await document.fonts.ready;
  let last = "", same = 0;
  for (const until = performance.now() + 2000; same < 2 && performance.now() < until;) {
    await new Promise(requestAnimationFrame);
    const now = lies();
    same = now === last ? same + 1 : 0;
    last = now;
  }
}"""
"""Waits until everything has lain still for some frames; what always moves is not waited for."""


def groups(sizes: Iterable[Size]) -> Iterator[tuple[Size, ...]]:
    """Sizes in which the table has the same controls, so that one walk does for all of them: see `layout.ts`."""

    def slim(size: Size) -> bool:
        return min(size) < 700 or size[0] < 1000

    for _, some in groupby(sorted(sizes, key=slim), slim):
        yield tuple(some)


class Album:
    """Takes the pictures of one group of windows, in one language."""

    def __init__(
        self,
        visitors: Visitors,
        house: House,
        folder: Path,
        sizes: Sequence[Size],
        language: str,
        themes: Sequence[str],
        only: Sequence[str] = (),
    ) -> None:
        self.visitors, self.house, self.folder = visitors, house, folder
        self.sizes, self.language, self.themes, self.only = sizes, language, themes, only
        self.hands: Hands = Finger() if self.touched else Mouse()
        self.page = self.open()

    @property
    def touched(self) -> bool:
        """Whether these are phones."""
        return min(self.sizes[0]) < 600

    def open(self, *, guided: bool = False) -> Page:
        """Another visitor like this one."""
        locale = LANGUAGES[self.language]
        page = self.visitors.come(self.sizes[0], language=locale, theme=self.themes[0], guided=guided)
        page.context.set_default_timeout(60_000)  # the first hint and the first replay wait for a process to start
        return page

    def take(
        self, name: str, *, page: Page | None = None, long: bool = False, again: Callable[[], object] | None = None
    ) -> None:
        """One picture in every window, or a `long` one of the whole page; another of what scrolling within it brings.

        What a new size closes is opened `again`.
        """
        if self.only and not any(name.startswith(one) for one in self.only):
            return
        page = page or self.page
        for size in self.sizes:
            self._resize(page, size)
            if again is not None:
                again()
            for theme in self.themes:
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                folder = self.folder / f"{size[0]}x{size[1]}-{self.language}-{theme}"
                folder.mkdir(parents=True, exist_ok=True)
                if long:
                    page.evaluate("scrollTo(0, 0)")
                _picture(page, folder / f"{name}.png", long=long)
                if theme == self.themes[0]:
                    self._note(name, size, illegible(page))
                if page.evaluate(SCROLL):
                    _picture(page, folder / f"{name}-more.png")
                    page.evaluate(UNSCROLL)
        self._resize(page, self.sizes[0])

    def _note(self, name: str, size: Size, faults: Sequence[str]) -> None:
        with (self.folder / "illegible.txt").open("a") as notes:
            notes.writelines(f"{name} {size[0]}x{size[1]} {self.language} {fault}\n" for fault in faults)

    @staticmethod
    def _resize(page: Page, size: Size) -> None:
        if page.viewport_size != {"width": size[0], "height": size[1]}:
            page.set_viewport_size({"width": size[0], "height": size[1]})

    @contextmanager
    def dialog(self, show: Callable[[], object], *, page: Page | None = None) -> Iterator[None]:
        """A dialog, while it is open."""
        page = page or self.page
        show()
        page.locator("dialog[open]").wait_for()
        yield
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="hidden")


def _picture(page: Page, path: Path, *, long: bool = False) -> None:
    """A picture as soon as everything lies still. The browser's own command takes a third of the driver's time."""
    page.evaluate(SETTLE)
    asked: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
    if long:
        width, height = page.evaluate("[innerWidth, document.documentElement.scrollHeight]")
        whole = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        asked |= {"clip": whole, "captureBeyondViewport": True}
    session = page.context.new_cdp_session(page)
    path.write_bytes(b64decode(session.send("Page.captureScreenshot", asked)["data"]))
    session.detach()
