"""Pictures of one page in windows of several sizes, by day and by night."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby, product
from pathlib import Path

from playwright.sync_api import Page

from tests.web.hands import Finger, Hands, Mouse
from tests.web.house import House
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
  found.scrollTop = found.scrollHeight;
  return true;
}"""
UNSCROLL = """() => {
  const all = document.querySelectorAll("dialog[open], dialog[open] *, .table *, .watch, .watch *");
  for (const one of all) one.scrollTop = 0;
}"""


def groups(sizes: Iterable[Size]) -> Iterator[tuple[Size, ...]]:
    """Sizes in which the page has the same controls, so that one walk through it does for all of them."""

    def kind(size: Size) -> tuple[bool, bool, bool]:
        return size[1] > size[0], min(size) < 600, size[1] > 700  # high phones turn the board

    for _, some in groupby(sorted(sizes, key=kind), kind):
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

    def take(self, name: str, *, page: Page | None = None, long: bool = False) -> None:
        """One picture in every window; another of what scrolling brings, or a long one of the whole page."""
        if self.only and not any(name.startswith(one) for one in self.only):
            return
        page = page or self.page
        for size, theme in product(self.sizes, self.themes):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_timeout(250)
            if long:
                page.evaluate("scrollTo(0, 0)")
            folder = self.folder / f"{size[0]}x{size[1]}-{self.language}-{theme}"
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"{name}.png", full_page=long)
            if not long and page.evaluate(SCROLL):
                page.wait_for_timeout(150)
                page.screenshot(path=folder / f"{name}-more.png")
                page.evaluate(UNSCROLL)
        width, height = self.sizes[0]
        page.set_viewport_size({"width": width, "height": height})

    @contextmanager
    def dialog(self, show: Callable[[], object], *, page: Page | None = None) -> Iterator[None]:
        """A dialog, while it is open."""
        page = page or self.page
        show()
        page.locator("dialog[open]").wait_for()
        yield
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="hidden")
