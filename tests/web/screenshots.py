"""Pictures of every page, board and dialog, in windows of every size, in three languages, by day and by night.

python -m tests.web.screenshots FOLDER [--sizes 360x640 ...] [--languages en ...] [--themes light ...]
    [--parts pages ...] [--only NAME ...]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from time import monotonic

from playwright.sync_api import Error, Page, sync_playwright

from tests.positions import position
from tests.server.client import Table, begun, make_table, play_on
from tests.web.album import LANGUAGES, SIZES, THEMES, Album, Size, groups
from tests.web.conftest import find_browser
from tests.web.hands import be_still
from tests.web.house import House, elsewhere
from tests.web.legible import PEOPLE
from tests.web.made_review import made_review, send_review
from tests.web.player import Player
from tests.web.test_coming_back import stand_in
from tests.web.test_controls import FIVE, RICH, TRY, TUNNEL
from tests.web.test_people import leaver, talk
from tests.web.test_phone import BETWEEN
from tests.web.visitors import Visitors, take_seat

EDITIONS = ("europe", "amsterdam", "berlin", "first_journey")  # as on the start page
RECORD = Path(__file__).parents[1] / "golden/europe/5p-ordinary.record"
EAST = "angora-constantinople,constantinople-sofia,athina-sofia"
MANY = (
    f"europe seats=5 own=P0:{EAST};P1:frankfurt-munchen,munchen-wien;P2:athina-sarajevo;P3:angora-erzurum "
    "tickets=P0:athina-angora,paris-wien;P1:london-wien;P2:berlin-roma,madrid-zurich;P4:palermo-moskva "
    f"{{more}} turn=P0 {FIVE}"
)
TICKETS = f"{RICH} own=P0:athina-sofia tickets=P0:athina-angora,paris-wien,palermo-moskva"
TWO = f"europe seats=4 hand=P0:blue*6,orange*6,white*6,wild*3 {FIVE}"
GOAL = (
    "first_journey own=P0:berlin-vienna/1,copenhagen-berlin/1 tickets=P0:stockholm-vienna hand=P0:black "
    "made=P0:paris-vienna,dublin-madrid,berlin-brest,london-rome,athens-berlin ticket_pile=none"
)
SILENT = "WebSocket.prototype.send = () => undefined"


def pages(album: Album) -> None:
    """What is around the games."""
    page = album.page
    page.goto("/")
    page.locator(".edition img, .edition svg").first.wait_for()
    album.take("start", long=True)
    for i, edition in enumerate(EDITIONS):
        with album.dialog(page.locator(".edition").nth(i).click):
            album.take(f"edition-{edition}")
            page.locator("dialog details summary").click()
            album.take(f"edition-{edition}-own")
    with album.dialog(page.locator("header button").last.click):
        album.take("settings")
    for name, path in (
        ("new", "/new/berlin?with=friends"),
        ("new-device", "/new/first_journey?with=device"),
        ("replay-empty", "/replay"),
        ("stats-empty", "/stats"),
        ("puzzle", "/puzzle"),
        ("lost-page", "/nowhere"),
        ("lost-table", "/t/zzzzzzzzzz"),
        *((f"rules-{edition}", f"/rules/{edition}") for edition in EDITIONS),
    ):
        page.goto(path)
        page.locator("h1").wait_for()
        album.take(name, long=True)
    album.visitors.lines_may_break = True
    page.route("**/api/editions", lambda route: route.abort())
    page.goto("/")
    page.locator(".away").wait_for()
    album.take("away", long=True)
    page.unroute("**/api/editions")
    page.goto(f"/replay/{begun(album.house.base, 'tiny', ['person', 'person']).code}")
    page.locator("[role=alert]").wait_for()
    album.take("replay-refused", long=True)


def waiting(album: Album) -> None:
    """The waiting room: as a guest, as the host, with chat, full, and with somebody who keeps leaving."""
    page, base = album.page, album.house.base
    guest = make_table(base, "amsterdam", ["person", "person", "easy"])
    guest.sit("Ann")
    take_seat(page, guest)
    page.locator("form.sit").wait_for()
    album.take("waiting-guest", long=True)
    page.locator("form.sit input").first.fill("Bartholomew")
    page.locator("form.sit button[type=submit]").click()
    page.locator("[data-do=ready]").wait_for()
    elsewhere(talk(guest, 0, "Hello! Shall we begin at eight?"))
    page.locator(".chat .signs button").first.click()
    page.locator(".chat li").nth(1).wait_for()
    album.take("waiting-sat", long=True)
    host = make_table(base, "europe", ["person", "person", "person", "open", "expert"])
    leaver(host, 3)
    host.sit("Wilhelmina")
    reachable(page)
    take_seat(page, host, 1, host=True)
    page.locator(".left").wait_for()
    for summary in page.locator("details summary").all():
        summary.click()
    album.take("waiting-host", long=True)
    with album.dialog(page.locator("[data-person='0']").click):
        album.take("waiting-person")
        page.locator("[data-do=bar]").click()
        album.take("waiting-bar")
    full = make_table(base, "first_journey", ["person", "person"])
    full.sit("Ann")
    full.sit("Bob")
    take_seat(page, full)
    page.locator(".note").wait_for()
    album.take("waiting-full", long=True)


def boards(album: Album) -> None:
    """Every edition in the middle of a game, its text table, and as somebody sees it who watches."""
    page = album.page
    for edition in EDITIONS:
        table = begun(album.house.base, edition, ["person", "medium", "medium"])
        elsewhere(play_on(table, 0, until=45))
        take_seat(page, table, 0)
        page.locator(".names text").first.wait_for(state="attached")
        album.take(f"table-{edition}")
        take_seat(page, table, 0, path="text")
        page.locator("main h2").first.wait_for()
        album.take(f"text-{edition}", long=True)
    watcher = album.open()
    take_seat(watcher, table)
    watcher.locator(".names text").first.wait_for(state="attached")
    album.take("watching", page=watcher)
    watcher.context.close()


def choosing(album: Album) -> None:
    """The first tickets, and those drawn later."""
    page, player = album.page, Player(album.page, album.hands)
    many = named(album, "europe")
    take_seat(page, many, 0)
    page.locator(".keep").wait_for()
    album.take("keep-none")
    for ticket in range(3):
        page.locator(".keep [data-ticket]").nth(ticket).click()
    album.take("keep-three")
    page.locator(".keep footer button").click()
    page.locator(".keep").wait_for(state="hidden")
    album.take("keep-chosen")
    table = begun(album.house.base, "europe", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".keep").wait_for()
    player.put(album.house, table, TICKETS)
    player.act("draw tickets")
    page.locator(".keep").wait_for()
    album.take("keep-later")


def turn(album: Album) -> None:
    """Everything that opens at the table on one's turn."""
    page, player = album.page, Player(album.page, album.hands)
    table = begun(album.house.base, "europe", ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".keep").wait_for()
    put(album, table, TICKETS)
    page.locator(".take.pile.can").wait_for()
    album.take("turn")
    album.hands.point(page, "route", "constantinople-sofia")
    page.locator("form.pay").wait_for()
    album.take("pay")
    page.keyboard.press("Escape")
    page.locator("[data-do=station]").click()
    album.take("station")
    page.locator("[data-do=station]").click()
    for key, name in (("r", "routes"), ("s", "stations"), ("t", "draw-tickets"), ("?", "keys")):
        with album.dialog(lambda key=key: page.keyboard.press(key)):  # type: ignore[misc]
            album.take(name)
    with album.dialog(page.locator("[data-do=menu]").click):
        album.take("menu")
    page.locator("[data-do=menu]").click()
    page.locator("dialog[open] .menu button").first.click()
    with album.dialog(lambda: None):
        album.take("settings-table")
    reachable(page)
    page.locator("[data-do=menu]").click()
    page.locator("[data-do=share]").click()
    with album.dialog(lambda: None):
        album.take("share")
    page.keyboard.press("h")
    page.locator(".hint").wait_for()
    album.take("hint")
    page.locator("[data-do=fold]").click()
    album.take("hint-folded")
    page.keyboard.press("Escape")
    elsewhere(talk(table, 1, "What a day for a journey! I have been waiting for a black card for five turns now."))
    page.keyboard.press("c")
    page.locator(".chat li").first.wait_for()
    page.locator(".chat .signs button").nth(2).click()
    album.take("chat")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.locator(".log").first.wait_for()
    album.take("log")
    page.keyboard.press("Escape")
    if page.locator("[data-do=mine]").count():
        with album.dialog(page.locator("[data-do=mine]").click):
            album.take("tickets")
        page.locator("[data-do=mine]").click()
        page.locator("dialog[open] [data-ticket=paris-wien]").click()
        page.locator("dialog[open]").wait_for(state="hidden")
    else:
        page.locator("[data-ticket=paris-wien]").first.click()
    album.take("ticket-lit")
    put(album, table, f"europe hand=P0:blue*2 {FIVE}")
    page.keyboard.press("r")
    page.locator("dialog[open]").wait_for()
    album.take("routes-poor")
    page.keyboard.press("Escape")
    player.put(album.house, table, TUNNEL)
    player.act(TRY)
    page.locator(".tunnel footer").wait_for()
    album.take("tunnel")
    player.act("let go")
    album.take("tunnel-let-go")
    parallel = begun(album.house.base, "europe", ["person"] * 4)
    take_seat(page, parallel, 0)
    page.locator(".keep").wait_for()
    put(album, parallel, TWO)
    page.locator(".take.pile.can").wait_for()
    if album.touched:

        def tap() -> None:
            be_still(page)
            page.touchscreen.tap(*page.evaluate(BETWEEN, ["frankfurt-paris/1", "frankfurt-paris/2"]))
            page.locator(".chooser").wait_for()

        album.take("chooser", again=tap)


def happenings(album: Album) -> None:
    """What comes up by itself: bars, the guide, being asked, what was missed, the last round."""
    page, player = album.page, Player(album.page, album.hands)
    table = begun(album.house.base, "europe", ["person", "person", "person"])
    take_seat(page, table, 0)
    page.locator(".keep").wait_for()
    put(album, table, TICKETS.replace("europe", "europe seats=3"))
    page.locator(".take.pile.can").wait_for()
    stand_in(album.house, table, "resigned", "person")
    page.locator("[data-do=back]").wait_for()
    album.take("stand-in")
    page.locator("[data-do=back]").click()
    page.locator("[data-do=back]").wait_for(state="detached")
    table.call("seats/0/vote", {"seat": 1}, table.seats[1])
    page.locator(".bar").first.wait_for()
    album.take("votes")
    fault(album)
    asked = begun(album.house.base, "europe", ["person", "person"])
    confirm(page, True)
    take_seat(page, asked, 0)
    page.locator(".keep").wait_for()
    put(album, asked, TICKETS)
    page.locator(".take.pile.can").wait_for()
    page.locator(".take.pile.can").click()
    page.locator("[role=alertdialog]").wait_for()
    album.take("confirm")
    page.locator("[data-do=unconfirm]").click()
    confirm(page, False)
    album.visitors.lines_may_break = True
    page.reload()
    page.locator(".take.pile.can").wait_for()
    page.evaluate(SILENT)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.locator(".bar.away").wait_for()
    album.take("connection-lost")
    page.locator(".take.pile.can").click()
    page.locator("[data-do=withdraw]").wait_for()
    album.take("connection-waiting")
    missed = named(album, "europe", 3)
    elsewhere(play_on(missed, 0, 1, 2, until=12))
    take_seat(page, missed, 0)
    page.locator(".table").wait_for()
    if page.locator("[data-do=since]").count():
        page.locator("[data-do=since]").click()
    if page.locator(".since").count():
        album.take("since")
    for edition in EDITIONS:
        new = album.open(guided=True)
        take_seat(new, begun(album.house.base, edition, ["person", "person"]), 0)
        new.locator("section.guide").wait_for()
        album.take(f"guide-{edition}", page=new)
        if edition == "europe":
            new.locator("section.guide header button").first.click()
            new.locator("[data-do=unfold-guide]").wait_for()
            album.take("guide-folded", page=new)
        new.context.close()
    many = named(album, "europe")
    take_seat(page, many, 0)
    page.locator(".table").wait_for()
    player.put(album.house, many, MANY.format(more="last_round=1"))
    page.locator(".bar.last").wait_for()
    album.take("last-round")
    shared = begun(album.house.base, "europe", ["person", "person"])
    take_seat(page, shared, 0, 1)
    page.locator(".cover").wait_for()
    album.take("cover")


def reachable(page: Page) -> None:
    """Let the server have an address that others can open: then there is a QR code."""
    page.route(
        "**/api/link?*", lambda route: route.fulfill(json={"url": "https://perron.example/t/abcde", "reachable": True})
    )


def fault(album: Album) -> None:
    """A refusal of the server."""
    page = album.page
    album.visitors.lines_may_break = True
    told = {"ok": False, "code": "limit/reports", "message": "You have reported enough for today."}
    page.route("**/report", lambda route: route.fulfill(status=429, json=told))
    page.locator("[data-do=menu]").click()
    page.locator("[data-person='1']").click()
    page.locator("dialog[open] [data-do=report]").click()
    page.locator("dialog[open] [data-do=send]").click()
    with album.dialog(page.locator("dialog[open] .toast.fault").wait_for):
        album.take("fault")


def confirm(page: Page, wanted: bool) -> None:
    """Want to be asked before a tap does something, or not."""
    page.evaluate(
        "want => localStorage.setItem('perron.settings', JSON.stringify({...JSON.parse("
        "localStorage.getItem('perron.settings') ?? '{}'), confirm: want}))",
        wanted,
    )


def ends(album: Album) -> None:
    """When a game is over: its score, another game, replays, my games."""
    page, player = album.page, Player(album.page, album.hands)
    album.visitors.lines_may_break = True  # the server has no record of games that were put into a position
    many = named(album, "europe")
    take_seat(page, many, 0)
    page.locator(".table").wait_for()
    elsewhere(talk(many, 1, "Well played, all of you"))
    player.put(album.house, many, MANY.format(more="last_round=1"))
    player.act("draw blind")
    player.act("draw blind")
    page.locator(".end tfoot").wait_for()
    album.take("end-five")
    text = begun(album.house.base, "europe", ["person", "person"])
    take_seat(page, text, 0, path="text")
    page.locator(".choices").wait_for()
    last = position(f"europe {FIVE} last_round=1")
    for _ in range(2):
        last.play("draw blind")
    album.house.put(text.code, last)
    page.locator("tbody").wait_for()
    album.take("end-text", long=True)
    journey = named(album, "first_journey", 2)
    take_seat(page, journey, 0)
    page.locator(".table").wait_for()
    put(album, journey, GOAL)
    page.locator(".take.pile.can").wait_for()
    with album.dialog(page.locator(".player").first.click):
        album.take("laid-open")
    player.act("claim copenhagen-stockholm/1 black*1")
    page.locator(".end .golden").wait_for()
    album.take("end-goal")
    over = named(album, "amsterdam", 3)
    elsewhere(play_on(over, 0, 1, 2))
    take_seat(page, over, 0)
    page.locator(".end tfoot").wait_for()
    album.take("end")
    over.call("rematch", {}, over.host)
    with album.dialog(page.locator("[data-do=join-rematch]").wait_for):
        album.take("rematch")
    replay = page.context.new_page()
    replay.goto(f"/replay/{over.code}")
    replay.locator("input[type=range]").wait_for()
    replay.locator("input[type=range]").fill("40")
    album.take("replay-table", page=replay, long=True)
    review = made_review(over.ask("/record").text)
    send_review(replay, review)
    better = next(i for i, one in enumerate(review.moments) if one.judgement and one.judgement.better)
    replay.goto(f"/replay/{over.code}?review&step={better}")
    replay.locator(".graph").wait_for()
    album.take("review", page=replay, long=True)
    with album.dialog(replay.locator("[data-do=play-on]").click, page=replay):
        album.take("play-on", page=replay)
    replay.goto("/replay")
    file = {"name": "game.record", "mimeType": "text/plain", "buffer": RECORD.read_bytes()}
    replay.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    replay.locator("input[type=range]").wait_for()
    replay.locator("input[type=range]").fill("120")
    album.take("replay", page=replay, long=True)
    replay.locator(".controls .buttons button").nth(4).click()
    replay.locator("tfoot").wait_for()
    album.take("replay-end", page=replay, long=True)
    replay.goto("/")
    replay.locator(".result").first.wait_for()
    album.take("my-games", page=replay, long=True)
    replay.close()


def people(album: Album) -> None:
    """What one can do about the others, and have deleted."""
    page, other = album.page, album.open()
    table = begun(album.house.base, "europe", ["person", "person", "person"])
    take_seat(other, table, 1)
    other.locator(".table").wait_for()
    take_seat(page, table, 0, host=True)
    page.locator(".keep").wait_for()
    elsewhere(talk(table, 1, "What a fool you are"))
    elsewhere(talk(table, 2, "Be nice"))
    with album.dialog(page.locator("[data-do=menu]").click):
        album.take("people-menu")
    for part in ("person", "report", "bar"):
        page.locator("[data-do=menu]").click()
        page.locator("[data-person='1']" if part != "bar" else "[data-person='2']").click()
        if part != "person":
            page.locator(f"[data-do={part}]").click()
        with album.dialog(lambda: None):
            album.take(f"people-{part}")
    page.locator("[data-do=menu]").click()
    page.locator("[data-do=forget]").click()
    with album.dialog(lambda: None):
        album.take("people-forget")
    other.context.close()


def without_green(album: Album) -> None:
    """The table as those see it who see no green."""
    table = begun(album.house.base, "europe", ["person"] * 5)
    take_seat(album.page, table, 0)
    album.page.locator(".table").wait_for()
    put(album, table, MANY.format(more="hand=P0:red*2,green*2,blue*1,orange*1,yellow*1,wild*1"))
    session = album.page.context.new_cdp_session(album.page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "deuteranopia"})
    album.take("deuteranopia")
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})


def named(album: Album, edition: str, seats: int = 5) -> Table:
    """A game of people with names as long as names are."""
    return begun(album.house.base, edition, ["person"] * seats, PEOPLE)


def put(album: Album, table: Table, text: str) -> None:
    """Let a table go on from a position."""
    album.house.put(table.code, position(text))


PARTS = {
    part.__name__.replace("_", "-"): part
    for part in (pages, waiting, boards, choosing, turn, happenings, ends, people, without_green)
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Take all pictures, or those that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.screenshots", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", nargs="+", type=size, default=SIZES, help="windows such as 360x640")
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=THEMES)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--only", nargs="+", default=(), help="beginnings of the pictures' names")
    asked = parser.parse_args(arguments)
    broken: list[str] = []
    with tempfile.TemporaryDirectory() as data, ExitStack() as stack:
        house = House(f"sqlite:///{data}/perron.sqlite")
        house.open()
        stack.callback(house.close)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        stack.callback(browser.close)
        for language, sizes, part in product(asked.languages, groups(asked.sizes), asked.parts):
            visitors = Visitors(browser, house.base)
            album = Album(visitors, house, asked.folder, sizes, language, asked.themes, asked.only)
            began = monotonic()
            what = " ".join((language, *(f"{wide}x{high}" for wide, high in sizes), part))
            try:
                try:
                    PARTS[part](album)
                except (AssertionError, Error):
                    album.page.screenshot(path=asked.folder / f"{what.replace(' ', '-')}-broken.png")
                    raise
                finally:
                    visitors.leave()
                print(f"{what}: {monotonic() - began:.0f} s", flush=True)
            except (AssertionError, Error) as error:  # the others' pictures are wanted all the same
                broken.append(what)
                print(what, error, flush=True)
    if broken:
        sys.exit(f"not all pictures were taken: {', '.join(broken)}")


def size(text: str) -> Size:
    """A window's width and height."""
    width, _, height = text.partition("x")
    return int(width), int(height)


if __name__ == "__main__":
    main()
