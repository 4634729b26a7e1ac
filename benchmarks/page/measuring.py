"""What is measured of the page, and how."""

from __future__ import annotations

from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page, Response

from perron.arena.ladder import EDITIONS
from perron.bench.clock import Measurement, summed_up
from perron.editions import largest, load
from tests.server.client import Table, begun
from tests.web.hands import lean_over
from tests.web.player import Player, brisk
from tests.web.visitors import DESKTOP, take_seat

SLOWER = 4
"""A processor that is this many times slower than this one."""
_KIB = 1024

# When the page has painted what a message of the server brought, and when somebody last clicked. Times are of the clock
# that all pages share.
_WATCH = """() => {
  const now = () => performance.timeOrigin + performance.now();
  window.watched = {shown: {}, sent: {}, clicked: 0};
  addEventListener("click", () => (watched.clicked = now()), true);
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", event => {
        const {type, number} = JSON.parse(event.data);
        if (type === "update")
          requestAnimationFrame(() => setTimeout(() => (watched.shown[number] ??= now())));
      });
    }
    send(text) {
      const message = JSON.parse(text);
      if (message.type === "act") watched.sent[message.number + 1] = watched.clicked;
      super.send(text);
    }
  };
}"""

# When the pile can be drawn from for the first time, after the frame that shows it.
_READY = """() => {
  window.ready = new Promise(done => {
    const look = () => document.querySelector(".take.pile.can")
      ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
      : requestAnimationFrame(look);
    look();
  });
}"""

_FRAMES = """() => {
  window.frames_seen = {times: [], long: []};
  new PerformanceObserver(list => frames_seen.long.push(...list.getEntries().map(one => one.duration)))
    .observe({type: "longtask"});
  const frame = time => { frames_seen.times.push(time); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""


def _window(browser: Browser, base: str, script: str | None = None) -> BrowserContext:
    context = browser.new_context(
        base_url=base, viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, bypass_csp=script is not None
    )
    if script is not None:
        context.add_init_script(f"({script})()")
    return context


def _sizes(browser: Browser, base: str, path: str, until: str) -> dict[str, int]:
    """Compressed bytes of everything that a page loads, by address."""
    came: list[Response] = []
    context = _window(browser, base)
    page = context.new_page()

    def note(response: Response) -> None:  # Playwright sets an attribute of it, which came.append cannot have
        came.append(response)

    page.on("response", note)
    page.goto(path)
    page.locator(until).first.wait_for()
    page.wait_for_load_state("networkidle")
    sizes = {one.url: one.request.sizes()["responseBodySize"] for one in came}
    context.close()
    return sizes


def measure_loads(browser: Browser, base: str) -> list[Measurement]:
    """What the start page and the boards' backgrounds weigh."""
    group = "page, compressed"
    start = _sizes(browser, base, "/", ".edition")
    code = sum(size for url, size in start.items() if url.endswith((".js", ".css")))
    found = [summed_up(group, "start page, JavaScript and CSS", "KiB", [code / _KIB])]
    for edition in EDITIONS:
        table = begun(base, edition, ["person", "person"])
        loaded = _sizes(browser, base, f"/t/{table.code}", ".names text")
        background = sum(size for url, size in loaded.items() if "background" in url)
        found.append(summed_up(group, f"{edition}, background", "KiB", [background / _KIB]))
    return found


def measure_start(browser: Browser, base: str, runs: int) -> list[Measurement]:
    """How soon a table can be used on a slow processor, from going to its address."""
    times = []
    table = _played_on(browser, base)
    for _ in range(runs):
        context = _window(browser, base, _READY)
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        take_seat(page, table, 0)
        times.append(float(page.evaluate("ready")))
        context.close()
    return [summed_up("page", f"table can be used, processor {SLOWER} times slower", "ms", times)]


def _played_on(browser: Browser, base: str) -> Table:
    """A table of the largest edition where tickets are kept and it is seat 0's turn."""
    table = begun(base, largest(), ["person", "easy"])
    context = _window(browser, base)
    page = context.new_page()
    player = Player(page)
    take_seat(page, table, 0)
    player.play(brisk, 12)
    player.wait(lambda: player.moving is not None, "a turn")
    context.close()
    return table


def measure_actions(browser: Browser, base: str) -> list[Measurement]:
    """From the click that sends an action to the frame that shows what it did, over a whole game of two people."""
    table = begun(base, largest(), ["person", "person"])
    pages: list[Page] = []
    players: list[Player] = []
    for seat in (0, 1):
        page = _window(browser, base, _WATCH).new_page()
        players.append(Player(page))
        take_seat(page, table, seat)
        pages.append(page)
    while players[0].outcome is None:
        for player in players:
            if player.moving is not None:
                player.play(brisk, 1)
            player.page.wait_for_timeout(1)  # what came is heard while waiting
    for page in pages:
        page.wait_for_timeout(300)
    watched = [page.evaluate("watched") for page in pages]
    own, others = [], []
    for seat, mine in enumerate(watched):
        for number, clicked in mine["sent"].items():
            own.append(mine["shown"][number] - clicked)
            others.append(watched[1 - seat]["shown"][number] - clicked)
    for page in pages:
        page.context.close()
    return [
        summed_up("page", "an action is seen by who took it", "ms", own),
        summed_up("page", "an action is seen by the other player", "ms", others),
    ]


def measure_panning(browser: Browser, base: str, runs: int) -> list[Measurement]:
    """Frames while the largest board is dragged to and fro, closer than it fits."""
    rates, longs = [], []
    table = _played_on(browser, base)
    context = _window(browser, base, _FRAMES)
    page = context.new_page()
    take_seat(page, table, 0)
    page.locator(".names text").first.wait_for()
    x, y = lean_over(page)
    page.wait_for_timeout(800)
    for _ in range(runs):
        page.evaluate("() => { frames_seen.times.length = frames_seen.long.length = 0; }")
        page.mouse.down()
        for step in range(60):
            page.mouse.move(x + 200 * (step % 20 - 10) / 10, y + 100 * (step % 15 - 7) / 7)
            page.wait_for_timeout(12)
        page.mouse.up()
        seen = page.evaluate("frames_seen")
        gaps = [b - a for a, b in zip(seen["times"], seen["times"][1:], strict=False)]
        rates.append(1000 / median(gaps))
        longs.append(float(len([one for one in seen["long"] if one > 50])))
    context.close()
    title = load(largest()).title["en"]
    return [
        summed_up("page", f"panning {title}, frames", "1/s", rates),
        summed_up("page", f"panning {title}, tasks over 50 ms", "a run", longs),
    ]
