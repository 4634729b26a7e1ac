"""Pictures of every page, board and dialog, on desks and phones, in three languages.

python -m tests.web.screenshots FOLDER [desktop|phone en|nl|sv]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.positions import position
from tests.server.client import Table, begun, make_table, play_on
from tests.web.hands import Finger, Hands, Mouse
from tests.web.house import House, elsewhere
from tests.web.player import Player
from tests.web.test_controls import FIVE, RICH, TRY, TUNNEL
from tests.web.test_people import leaver, talk
from tests.web.visitors import DESKTOP, PHONE, Visitors, take_seat

EDITIONS = ("europe", "amsterdam", "berlin", "first_journey")  # as on the start page
WINDOWS = {"desktop": DESKTOP, "phone": PHONE}
LOOKS = {"en": ("en-GB", "dark"), "nl": ("nl-NL", "light"), "sv": ("sv-SE", "dark")}
RECORD = Path(__file__).parents[1] / "golden/europe/5p-ordinary.record"
EAST = "angora-constantinople,constantinople-sofia,athina-sofia"
MANY = (
    f"europe seats=5 own=P0:{EAST};P1:frankfurt-munchen,munchen-wien;P2:athina-sarajevo;P3:angora-erzurum "
    "tickets=P0:athina-angora,paris-wien;P1:london-wien;P2:berlin-roma,madrid-zurich;P4:palermo-moskva "
    f"last_round=1 turn=P0 {FIVE}"
)


class Album:
    """Takes the pictures of one window."""

    def __init__(self, visitors: Visitors, house: House, folder: Path, window: str, language: str) -> None:
        self.visitors, self.house, self.folder, self.window, self.language = visitors, house, folder, window, language
        self.hands: Hands = Finger() if window == "phone" else Mouse()
        self.page = self.open()

    def open(self) -> Page:
        """Another visitor like this one."""
        locale, theme = LOOKS[self.language]
        return self.visitors.come(WINDOWS[self.window], language=locale, theme=theme)

    def take(self, name: str) -> None:
        """One picture."""
        self.page.wait_for_timeout(350)
        self.page.screenshot(path=self.folder / f"{name}-{self.window}-{self.language}.png")

    def dialog(self, name: str, show: Callable[[], None]) -> None:
        """A dialog, which is closed again."""
        show()
        self.page.locator("dialog[open]").wait_for()
        self.take(name)
        self.page.keyboard.press("Escape")
        self.page.locator("dialog[open]").wait_for(state="hidden")

    def pages(self) -> None:
        """What is around the games."""
        page = self.page
        page.goto("/")
        page.locator(".edition img, .edition svg").first.wait_for()
        self.take("start")
        for i, edition in enumerate(EDITIONS):
            self.dialog(f"edition-{edition}", page.locator(".edition").nth(i).click)
        self.dialog("settings", page.locator("header button").last.click)
        for name, path in (
            ("new", "/new/berlin?with=friends"),
            ("new-device", "/new/first_journey?with=device"),
            ("replay-empty", "/replay"),
            ("lost-page", "/nowhere"),
            ("lost-table", "/t/zzzzzzzzzz"),
            *((f"rules-{edition}", f"/rules/{edition}") for edition in EDITIONS),
        ):
            page.goto(path)
            page.locator("h1").wait_for()
            self.take(name)
        waiting = make_table(self.house.base, "amsterdam", ["person", "person", "easy"])
        waiting.sit("Ann")
        take_seat(page, waiting)
        page.locator("form.sit").wait_for()
        self.take("waiting")
        page.goto("/replay")
        file = {"name": "game.record", "mimeType": "text/plain", "buffer": RECORD.read_bytes()}
        page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
        page.locator("input[type=range]").wait_for()
        page.locator("input[type=range]").fill("120")
        self.take("replay")
        page.keyboard.press("End")
        page.locator("input[type=range]").fill("428")
        self.take("replay-end")

    def boards(self) -> None:
        """Every edition in the middle of a game, and its text table."""
        for edition in EDITIONS:
            table = begun(self.house.base, edition, ["person", "medium", "medium"])
            elsewhere(play_on(table, 0, until=45))
            take_seat(self.page, table, 0)
            self.page.locator(".names text").first.wait_for(state="attached")
            self.take(f"table-{edition}")
            take_seat(self.page, table, 0, path="text")
            self.page.locator("main h2").first.wait_for()
            self.take(f"text-{edition}")

    def panels(self) -> None:
        """Everything that opens at the table."""
        page, table = self.page, begun(self.house.base, "europe", ["person", "person"])
        player = Player(page, self.hands)
        take_seat(page, table, 0)
        page.locator(".keep").wait_for()
        page.locator(".keep [data-ticket]").first.click()
        self.take("keep")
        self.put(table, RICH)
        page.locator(".take.pile.can").wait_for()
        self.take("turn")
        self.hands.point(page, "route", "constantinople-sofia")
        page.locator("form.pay").wait_for()
        self.take("pay")
        page.keyboard.press("Escape")
        page.locator("[data-do=station]").click()
        self.take("station")
        page.locator("[data-do=station]").click()
        for key, name in (("r", "routes"), ("s", "stations"), ("t", "draw-tickets"), ("?", "keys")):
            self.dialog(name, lambda key=key: page.keyboard.press(key))  # type: ignore[misc]
        self.dialog("menu", page.locator("[data-do=menu]").click)
        page.keyboard.press("h")
        page.locator(".hint").wait_for()
        self.take("hint")
        page.keyboard.press("Escape")
        page.keyboard.press("c")
        page.locator(".chat").wait_for()
        self.take("chat")
        page.keyboard.press("Escape")
        player.put(self.house, table, RICH)
        player.act("draw tickets")
        page.locator(".keep").wait_for()
        self.take("keep-later")
        player.put(self.house, table, TUNNEL)
        player.act(TRY)
        page.locator(".tunnel footer").wait_for()
        self.take("tunnel")
        many = begun(self.house.base, "europe", ["person"] * 5)
        take_seat(page, many, 0)
        page.locator(".table").wait_for()
        self.put(many, MANY)
        page.locator(".bar.last").wait_for()
        self.take("last-round")
        player.act("draw blind")
        player.act("draw blind")
        page.locator(".end tfoot").wait_for()
        self.take("end-five")
        shared = begun(self.house.base, "europe", ["person", "person"])
        take_seat(page, shared, 0, 1)
        page.locator(".cover").wait_for()
        self.take("cover")
        journey = begun(self.house.base, "first_journey", ["person", "person"])
        player = Player(page, self.hands)
        take_seat(page, journey, 0)
        page.locator(".table").wait_for()
        self.put(
            journey,
            "first_journey own=P0:berlin-vienna/1,copenhagen-berlin/1 tickets=P0:stockholm-vienna hand=P0:black "
            "made=P0:paris-vienna,dublin-madrid,berlin-brest,london-rome,athens-berlin ticket_pile=none",
        )
        player.act("claim copenhagen-stockholm/1 black*1")
        page.locator(".end .golden").wait_for()
        self.take("first-journey-goal")

    def people(self) -> None:
        """What one can do about the others, and have deleted."""
        page, other = self.page, self.open()
        table = begun(self.house.base, "europe", ["person", "person", "person"])
        take_seat(other, table, 1)
        other.locator(".table").wait_for()
        take_seat(page, table, 0, host=True)
        page.locator(".keep").wait_for()
        elsewhere(talk(table, 1, "What a fool you are"))
        elsewhere(talk(table, 2, "Be nice"))
        self.dialog("people-menu", page.locator("[data-do=menu]").click)
        for part in ("person", "report", "bar"):
            page.locator("[data-do=menu]").click()
            page.locator("[data-person='1']" if part != "bar" else "[data-person='2']").click()
            if part != "person":
                page.locator(f"[data-do={part}]").click()
            self.dialog(f"people-{part}", lambda: None)
        page.locator("[data-do=menu]").click()
        page.locator("[data-do=forget]").click()
        self.dialog("people-forget", lambda: None)
        table.call("seats/0/vote", {"seat": 1}, table.seats[1])
        page.locator(".bar").wait_for()
        page.keyboard.press("c")
        page.locator(".chat li").first.wait_for()
        self.take("people-votes")
        page.keyboard.press("Escape")
        waiting = make_table(self.house.base, "europe", ["person", "person", "open"])
        leaver(waiting, 3)
        waiting.sit("Ann")
        take_seat(page, waiting, 1, host=True)
        page.locator(".left").wait_for()
        self.take("people-waiting")
        self.dialog("people-waiting-person", page.locator("[data-person='0']").click)
        other.context.close()

    def put(self, table: Table, text: str) -> None:
        """Let a table go on from a position."""
        self.house.put(table.code, position(text))

    def without_green(self) -> None:
        """The table as those see it who see no green."""
        table = begun(self.house.base, "europe", ["person"] * 5)
        take_seat(self.page, table, 0)
        self.page.locator(".table").wait_for()
        self.put(table, MANY.replace("last_round=1", "hand=P0:red*2,green*2,blue*1,orange*1,yellow*1,wild*1"))
        session = self.page.context.new_cdp_session(self.page)
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": "deuteranopia"})
        self.take("deuteranopia")


def main() -> None:
    """Take all pictures, or those of the windows and languages that are named."""
    folder, only = Path(sys.argv[1]), set(sys.argv[2:])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(f"sqlite:///{data}/perron.sqlite")
        house.open()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for window in WINDOWS:
            for language in LOOKS:
                if only and not {window, language} <= only:
                    continue
                visitors = Visitors(browser, house.base)
                album = Album(visitors, house, folder, window, language)
                for part in (album.pages, album.boards, album.panels, album.people):
                    part()
                if language == "en":
                    album.without_green()
                visitors.leave()
                print(window, language)
        browser.close()
        house.close()


if __name__ == "__main__":
    main()
