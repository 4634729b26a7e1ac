"""axe-core finds nothing on any page or dialog, by day and by night."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import Page

from perron.editions import names
from tests.positions import position
from tests.sampling import everything
from tests.server.client import begun, make_table, play_on
from tests.web.hands import Finger, Mouse
from tests.web.house import House, elsewhere
from tests.web.made_review import made_review, send_review
from tests.web.player import Player
from tests.web.test_coming_back import stand_in
from tests.web.test_controls import FIVE, RICH, SMALL_FIVE, SMALL_RICH, SMALL_TRY, SMALL_TUNNEL, TRY, TUNNEL
from tests.web.visitors import DESKTOP, PHONE, Visitors, await_replay, await_true, take_seat

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text()
# Behind a dialog lies what was looked at before it opened; and the tracks of a board are the same in every state.
RUN = """async ({rules, board}) => (await axe.run(
    document.querySelector("dialog[open]") ?? (board ? document : {exclude: ".board .sheet"}),
    {resultTypes: ["violations"], ...(rules.length && {runOnly: rules})},
  )).violations
  .flatMap(one => one.nodes.slice(0, 3).map(node => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`))"""
COLOURS = ["color-contrast", "link-in-text-block"]
"""Of axe's rules, those about colours: the same page by night has others, and differs in nothing else."""
Theme = Literal["dark", "light"]
WINDOWS: list[tuple[tuple[int, int], Theme]] = [(DESKTOP, "light"), (PHONE, "dark")]
"""What is looked at in both is so by day in the one and by night in the other: to turn a table's colours takes long."""


class States(NamedTuple):
    """Positions of a board in which panels open."""

    rich: str
    route: str
    """Can be paid for in the position before."""
    tunnel: str
    attempt: str
    last: str


STATES = {
    "europe": States(RICH, "constantinople-sofia", TUNNEL, TRY, f"europe hand=P0:blue*6 {FIVE} own=P0:paris-dieppe"),
    "tiny": States(
        SMALL_RICH, "north-west/1", SMALL_TUNNEL, SMALL_TRY, f"tiny hand=P0:blue*3 {SMALL_FIVE} own=P0:north-middle"
    ),
}


class Report:
    """What axe finds, by the page that it was found on, by day and by night."""

    def __init__(self, theme: Theme = "light", *, twice: bool = True) -> None:
        self.found: dict[str, list[str]] = {}
        self.theme, self.twice = theme, twice or everything()

    def look(self, page: Page, name: str, *, board: bool = False) -> None:
        self._look(page, name, [], board)
        if self.twice:
            self._turn(page, "dark" if self.theme == "light" else "light")
            self._look(page, f"{name}, in the other colours", COLOURS, board)
            self._turn(page, self.theme)

    def _turn(self, page: Page, theme: Theme) -> None:
        page.emulate_media(color_scheme=theme)
        await_true(page, "theme => getComputedStyle(document.documentElement).colorScheme === theme", theme)

    def _look(self, page: Page, name: str, rules: list[str], board: bool) -> None:
        faults = page.evaluate(RUN, {"rules": rules, "board": board})
        if faults:
            self.found[name] = faults


@contextmanager
def dialog(page: Page, opener: str) -> Iterator[None]:
    """A dialog, while it is open."""
    page.locator(opener).first.click()
    page.locator("dialog[open]").wait_for()
    yield
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="hidden")


@pytest.mark.parametrize("size", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.exhaustive)])
def test_the_pages_before_and_after_the_game(visitors: Visitors, house: House, size: tuple[int, int]) -> None:
    page, report = visitors.come(size, theme="light", script=AXE), Report()
    page.goto("/")
    page.locator(".edition").first.wait_for()
    report.look(page, "start")
    with dialog(page, ".edition"):
        report.look(page, "edition")
    with dialog(page, "header > button:last-of-type"):
        report.look(page, "settings")
    rules = tuple(f"/rules/{edition}" for edition in (names() if everything() else ("europe",)))
    for path in ("/new/berlin", "/new/tiny?with=device", "/replay", *rules, "/nowhere", "/t/zzzzzzzzzz"):
        page.goto(path)
        page.locator("h1").wait_for()
        report.look(page, path)
    waiting = make_table(house.base, "amsterdam", ["person", "person", "easy"])
    waiting.sit("Ann")
    take_seat(page, waiting, host=True)
    page.locator("form.sit").wait_for()
    report.look(page, "waiting")
    with dialog(page, "[data-person]"):
        report.look(page, "person")
        page.locator("[data-do=bar]").click()
        report.look(page, "bar")
    page.locator("form.sit input").first.fill("Bob")
    page.locator("form.sit button[type=submit]").click()
    page.locator(".seats li.mine").wait_for()
    page.locator("details.fair summary").click()
    report.look(page, "waiting: host")
    guest = make_table(house.base, "amsterdam", ["person", "person"])
    guest.sit("Ann", 0)
    guest.sit("Ben", 1)
    take_seat(page, guest, 0)
    page.locator("[data-do=ready]").click()
    page.locator(".seats li.mine.ready").wait_for()
    report.look(page, "waiting: guest")
    record = (Path(__file__).parents[1] / "golden/tiny_race/2p-goal.record").read_bytes()
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files({"name": "r", "mimeType": "text/plain", "buffer": record})
    await_replay(page)
    report.look(page, "replay", board=True)
    page.keyboard.press("End")
    page.locator("tfoot").wait_for()
    report.look(page, "replay: end")
    assert report.found == {}, json.dumps(report.found, indent=1)


# Panels are the same over every board, and axe walks through all of a board whatever it looks at. The guide below is
# looked at over a large one.
@pytest.mark.parametrize(
    ("size", "theme", "edition"),
    [
        *((*window, "tiny") for window in WINDOWS),
        *(pytest.param(*window, "europe", marks=pytest.mark.exhaustive) for window in WINDOWS),
    ],
)
def test_the_table_and_its_panels(
    visitors: Visitors, house: House, size: tuple[int, int], theme: Theme, edition: str
) -> None:
    page, report = visitors.come(size, theme=theme, script=AXE), Report(theme, twice=False)
    player = Player(page, Finger() if size == PHONE else Mouse())
    states = STATES[edition]
    table = begun(house.base, edition, ["person", "person"])
    take_seat(page, table, 0)
    page.locator(".keep").wait_for()
    report.look(page, "setup")
    house.put(table.code, position(states.rich))
    page.locator(".take.pile.can").wait_for()
    report.look(page, "turn", board=True)
    player.hands.point(page, "route", states.route)
    page.locator("form.pay").wait_for()
    report.look(page, "pay")
    page.keyboard.press("Escape")
    page.locator("[data-do=hint]").click()
    page.locator(".hint").wait_for(timeout=60_000)  # the first hint waits for a process to start
    report.look(page, "hint")
    page.keyboard.press("Escape")
    for key, name in (("r", "routes"), ("s", "stations"), ("t", "draw tickets"), ("?", "keys")):
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        report.look(page, name)
        page.keyboard.press("Escape")
    with dialog(page, "[data-do=menu]"):
        report.look(page, "menu")
        page.get_by_role("button", name="Settings").click()
        page.locator("dialog[open] [role=switch], dialog[open] input").first.wait_for()
        report.look(page, "settings at the table")
    for choice, more in (("[data-person]", "[data-do=report]"), ("[data-do=forget]", None)):
        page.locator("[data-do=menu]").first.click()
        with dialog(page, choice):
            report.look(page, choice)
            if more:
                page.locator(more).click()
                report.look(page, more)
    page.keyboard.press("c")
    page.locator(".chat").wait_for()
    report.look(page, "chat")
    page.keyboard.press("Escape")
    if size == PHONE:
        for sheet in ("mine", "log"):
            with dialog(page, f"[data-do={sheet}]"):
                report.look(page, f"sheet {sheet}")
    stand_in(house, table, "resigned", "person")
    page.locator("[data-do=back]").wait_for()
    report.look(page, "a bot plays")
    page.locator("[data-do=back]").click()
    page.locator("[data-do=back]").wait_for(state="detached")
    player.put(house, table, states.rich)
    player.act("draw tickets")
    page.locator(".keep").wait_for()
    report.look(page, "keep")
    player.put(house, table, states.tunnel)
    player.act(states.attempt)
    page.locator(".tunnel footer").wait_for()
    report.look(page, "tunnel")
    house.put(table.code, position(f"{states.last} last_round=1"))
    page.locator(".bar.last").wait_for()
    report.look(page, "last round")
    player.act("draw blind")
    player.act("draw blind")
    page.locator(".end tfoot").wait_for()
    report.look(page, "end", board=True)
    assert report.found == {}, json.dumps(report.found, indent=1)


def test_the_cover_and_the_text_table(visitors: Visitors, house: House) -> None:
    page, report = visitors.come(theme="light", script=AXE), Report()
    table = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, table, 0, 1)
    page.locator(".cover").wait_for()
    report.look(page, "cover")
    alone = begun(house.base, "tiny", ["person", "person"])
    take_seat(page, alone, 0, path="text")
    page.locator(".choices").wait_for()
    report.look(page, "text: setup")
    house.put(alone.code, position(SMALL_RICH))
    page.locator(".choices select").first.wait_for()
    report.look(page, "text: turn")
    last = position(f"tiny {SMALL_FIVE} last_round=1")
    for _ in range(2):
        last.play("draw blind")
    house.put(alone.code, last)
    page.locator("tbody").wait_for()
    report.look(page, "text: end")
    waiting = make_table(house.base, "tiny", ["person", "person"])
    page.goto(f"/text/{waiting.code}")
    page.locator("form.sit").wait_for()
    report.look(page, "text: waiting")
    race = begun(house.base, "tiny_race", ["person", "person"])
    take_seat(page, race, 0)
    page.locator(".table").wait_for()
    house.put(race.code, position("tiny_race own=P0:north-middle made=P0:north-middle"))
    with dialog(page, ".player"):
        report.look(page, "laid open")
    assert report.found == {}, json.dumps(report.found, indent=1)


@pytest.mark.parametrize(("size", "theme"), WINDOWS)
def test_the_review(visitors: Visitors, house: House, size: tuple[int, int], theme: Theme) -> None:
    page, report = visitors.come(size, theme=theme, script=AXE), Report(theme, twice=False)
    table = begun(house.base, "tiny", ["person", "person"])
    elsewhere(play_on(table, 0, 1))
    review = made_review(table.ask("/record").text)
    send_review(page, review)
    page.goto(f"/replay/{table.code}?review")
    await_replay(page, ".graph")
    for summary in page.locator(".review summary").all():
        summary.click()
    page.locator(".review tbody tr").nth(9).wait_for()
    for size_of in ("inaccurate", "mistake", "blunder"):
        found = [i for i, one in enumerate(review.moments) if one.judgement and one.judgement.size == size_of]
        if found:
            page.goto(f"/replay/{table.code}?review&step={found[0]}")
            page.locator(f"[data-size={size_of}]").wait_for()
            report.look(page, size_of, board=size_of == "mistake")
    page.keyboard.press("Home")
    report.look(page, "the deal")
    with dialog(page, "[data-do=play-on]"):
        report.look(page, "playing on")
    send_review(page, made_review(table.ask("/record").text, done=3))
    page.reload()
    page.locator("progress").wait_for()
    report.look(page, "filling in")
    assert report.found == {}, json.dumps(report.found, indent=1)


@pytest.mark.parametrize(
    ("size", "theme", "edition"),
    [
        (*WINDOWS[0], "tiny_race"),
        (*WINDOWS[1], "first_journey"),
        pytest.param(*WINDOWS[0], "first_journey", marks=pytest.mark.exhaustive),
    ],
)
def test_the_guide_and_my_games(
    visitors: Visitors, house: House, size: tuple[int, int], theme: Theme, edition: str
) -> None:
    page, report = visitors.come(size, theme=theme, script=AXE, guided=True), Report(theme, twice=False)
    take_seat(page, begun(house.base, edition, ["person", "person"]), 0)
    page.locator("section.guide").wait_for()
    report.look(page, "guide", board=True)
    page.locator("section.guide header button").click()
    page.locator("[data-do=unfold-guide]").wait_for()
    report.look(page, "guide: folded")
    over = begun(house.base, "tiny", ["person", "person"])
    elsewhere(play_on(over, 0, 1))
    take_seat(page, over, 0)
    page.locator(".end tfoot").wait_for()
    report.look(page, "end")
    page.goto("/")
    page.locator(".result").wait_for()
    report.look(page, "my games")
    assert report.found == {}, json.dumps(report.found, indent=1)
