"""Every word can be read: in narrow and low windows, with long names, in the languages with the longest words."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.positions import position
from tests.sampling import everything, half
from tests.server.client import begun, make_table, play_on
from tests.web.album import SETTLE
from tests.web.hands import be_still
from tests.web.house import House, elsewhere
from tests.web.legible import PEOPLE, illegible
from tests.web.player import Player
from tests.web.test_controls import FIVE, RICH
from tests.web.visitors import DESKTOP, PHONE, SIDEWAYS, Visitors, await_replay, await_true, take_seat

SMALL, TABLET, DESK = (360, 640), (820, 1180), (1024, 768)
SLIM = [PHONE, SMALL, SIDEWAYS, TABLET]
ALL = [*SLIM, DESK, DESKTOP]
LONG = (
    f"europe seats=5 {FIVE} own=P0:athina-sofia;P1:frankfurt-munchen hand=P0:blue*2 "
    "tickets=P0:athina-angora,paris-wien;P1:london-wien;P2:berlin-roma,madrid-zurich;P4:palermo-moskva last_round=1"
)

TOWERS = (
    "amsterdam seats=3 tickets=P0:oude_kerk-jan_roodenpoortstoren,korenmetershuisje-munttoren "
    "ticket_pile=haringpakkerstoren-munttoren,montelbaanstoren-jan_roodenpoortstoren"
)
BOULEVARD = (
    "berlin seats=3 tickets=P0:kurfuerstendamm-schloss_bellevue "
    "ticket_pile=kurfuerstendamm-nikolaiviertel,kurfuerstendamm-kulturforum"
)
GOLDEN = Path(__file__).parents[1] / "golden"


def look(page: Page, *sizes: tuple[int, int]) -> dict[tuple[int, int], list[str]]:
    """What cannot be read in windows of these sizes."""
    found = {}
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        await_true(page, "wide => innerWidth === wide", size[0])
        page.evaluate(SETTLE)
        if faults := illegible(page):
            found[size] = faults
    return found


def test_what_is_cut_broken_or_covered_is_found(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    page.set_content("""<style>body { width: 300px; font: 16px monospace } div { width: 4em }</style>
      <p>in order</p>
      <div style="overflow: hidden; white-space: nowrap">much too long</div>
      <div style="overflow-wrap: anywhere">Bartholomew</div>
      <div style="position: relative"><i>beneath</i><b style="position: absolute; inset: 0; background: red"></b></div>
      <div style="overflow: hidden; height: 2em"><p style="position: fixed; inset: auto 0 0">at the edge</p></div>
      <div style="overflow: hidden; height: 2em; translate: 0"><p style="position: fixed; top: 3em">beyond</p></div>
      <select style="width: 5em"><option>All cards open</option></select>""")
    assert [one.split(":")[0] for one in illegible(page)] == [
        "cut off",
        "broken within Bartholomew",
        "under b.",
        "cut off below",
        "cut off",
    ]


@pytest.mark.parametrize(("language", "sizes"), [("nl-NL", half(ALL, 0)), ("sv-SE", half(ALL, 1))])
def test_a_game_of_five_with_long_names(
    visitors: Visitors, house: House, language: str, sizes: list[tuple[int, int]]
) -> None:
    page = visitors.come(PHONE, language=language)
    player = Player(page)
    table = begun(house.base, "europe", ["person"] * 5, PEOPLE)
    take_seat(page, table, 0)
    page.locator(".keep").wait_for()
    assert look(page, *sizes) == {}
    player.put(house, table, LONG)
    page.locator(".bar.last").wait_for()
    assert look(page, *sizes) == {}
    over = position(LONG)
    for _ in range(2):
        over.play("draw blind")
    visitors.lines_may_break = True  # the server has no record of a game that was put into a position
    house.put(table.code, over)
    page.locator(".end tfoot").wait_for()
    assert look(page, *sizes) == {}


@pytest.mark.parametrize(("edition", "sizes"), [("europe", half(ALL, 0)), ("first_journey", half(ALL, 1))])
def test_a_game_of_two_with_long_names(
    visitors: Visitors, house: House, edition: str, sizes: list[tuple[int, int]]
) -> None:
    page = visitors.come(PHONE)
    take_seat(page, begun(house.base, edition, ["person"] * 2, PEOPLE[2:]), 0)
    page.locator(".player").nth(1).wait_for()
    assert look(page, *sizes) == {}


def test_a_replay_and_my_games(visitors: Visitors, house: House) -> None:
    page = visitors.come(PHONE, language="sv-SE")
    table = begun(house.base, "amsterdam", ["person"] * 4, PEOPLE)
    take_seat(page, begun(house.base, "europe", ["person"] * 5, PEOPLE), 0)
    page.locator(".keep").wait_for()
    elsewhere(play_on(table, 0, 1, 2, 3))
    take_seat(page, table, 0)
    page.locator(".end tfoot").wait_for()
    if everything():  # five players' score above, and their replay below
        assert look(page, *ALL) == {}
        page.locator("a[href^='/replay/']:not([data-do=review])").click()
        await_replay(page)
        page.keyboard.press("End")
        page.locator("tfoot").wait_for()
        assert look(page, *ALL) == {}
    page.goto("/")
    page.locator(".result").wait_for()
    assert look(page, *ALL) == {}


@pytest.mark.parametrize(
    "record", [pytest.param("amsterdam/4p-ordinary", marks=pytest.mark.exhaustive), "europe/5p-ordinary"]
)
def test_a_replay_of_many_players(visitors: Visitors, record: str) -> None:
    page = visitors.come(PHONE, language="sv-SE")
    page.goto("/replay")
    game = {"name": "game.record", "mimeType": "text/plain", "buffer": (GOLDEN / f"{record}.record").read_bytes()}
    page.locator("input[type=file]").set_input_files(game)  # type: ignore[arg-type]
    await_replay(page)
    page.keyboard.press("End")
    page.locator("tfoot").wait_for()
    for size in ALL:
        assert look(page, size) == {}
        assert page.locator("tfoot").evaluate(
            "foot => foot.closest('.frame').clientHeight >= foot.closest('table').offsetHeight"
        ), f"the whole score is shown at {size}"


@pytest.mark.parametrize(
    ("language", "text", "sizes"),
    [
        ("en-GB", BOULEVARD, half(ALL, 0)),
        pytest.param("en-GB", TOWERS, ALL, marks=pytest.mark.exhaustive),
        ("sv-SE", TOWERS, half(ALL, 1)),
    ],
)
def test_the_longest_names_of_places(
    visitors: Visitors, house: House, language: str, text: str, sizes: list[tuple[int, int]]
) -> None:
    page = visitors.come(PHONE, language=language, guided=True)
    table = begun(house.base, text.split(maxsplit=1)[0], ["person"] * 3, PEOPLE)
    take_seat(page, table, 0)
    page.locator(".keep").wait_for()
    offered = position(text)
    offered.play("draw tickets")
    house.put(table.code, offered)
    first = text.partition("ticket_pile=")[2].split(",")[0]
    page.locator(f".keep [data-ticket={first}]").wait_for()
    assert look(page, *sizes) == {}
    house.put(table.code, position(text))
    page.locator(".take.pile.can").wait_for()
    assert look(page, *sizes) == {}


@pytest.mark.parametrize(
    ("language", "sizes"),
    [
        pytest.param("en-GB", ALL, marks=pytest.mark.exhaustive),  # has the shortest words
        ("nl-NL", half(ALL, 0)),
        ("sv-SE", half(ALL, 1)),
    ],
)
def test_who_plays_at_a_new_table(visitors: Visitors, language: str, sizes: list[tuple[int, int]]) -> None:
    page = visitors.come(PHONE, language=language)
    page.goto("/new/berlin?with=device")
    page.locator("select").first.wait_for()
    assert look(page, *sizes) == {}


def test_who_only_reads_has_no_empty_chat(visitors: Visitors, house: House) -> None:
    table = make_table(house.base, "amsterdam", ["person", "person"])
    table.sit("Ann")
    page = visitors.come(PHONE)
    take_seat(page, table)
    page.locator("form.sit").wait_for()
    assert page.locator(".chat").evaluate("chat => chat.clientHeight") < 80


def test_what_can_be_drawn_where_nothing_lies_open(visitors: Visitors, house: House) -> None:
    page = visitors.come(DESK, language="sv-SE")
    take_seat(page, begun(house.base, "first_journey", ["person", "person"]), 0)
    page.locator(".take.pile").wait_for()
    assert look(page, DESK, *SLIM) == {}


# A tall phone is turned sideways in it; the other way round it comes to the same two windows.
@pytest.mark.parametrize(
    "size", [PHONE, *(pytest.param(one, marks=pytest.mark.exhaustive) for one in (SMALL, SIDEWAYS))]
)
def test_the_guide_leads_to_the_ticket_that_it_speaks_of(
    visitors: Visitors, house: House, size: tuple[int, int]
) -> None:
    page = visitors.come(size, guided=True)
    take_seat(page, begun(house.base, "first_journey", ["person", "person"]), 0)
    page.locator("section.guide").wait_for()

    def seen() -> bool:
        be_still(page)
        return bool(
            page.evaluate("""() => {
              const frame = document.querySelector(".board").getBoundingClientRect();
              const ends = [...document.querySelectorAll(".board .names text.lit")];
              return ends.length >= 2 && ends.every(one => {
                const box = one.getBoundingClientRect();
                const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
                return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
              });
            }""")
        )

    assert seen()
    page.set_viewport_size({"width": size[1], "height": size[0]})
    assert seen(), "when the phone is turned"


@pytest.mark.parametrize("size", [pytest.param(PHONE, marks=pytest.mark.exhaustive), SMALL])
def test_a_folded_guide_leaves_the_board_all_its_room(visitors: Visitors, house: House, size: tuple[int, int]) -> None:
    def height(page: Page) -> float:
        be_still(page)
        return float(page.locator("main.middle").evaluate("board => board.clientHeight"))

    page = visitors.come(size, guided=True)
    take_seat(page, begun(house.base, "europe", ["person", "person"]), 0)
    page.locator("section.guide header button").click()
    expect(page.locator("[data-do=unfold-guide]")).to_be_visible()
    folded = height(page)
    page.locator("[data-do=unfold-guide]").click()
    page.locator("[data-do=skip-guide]").click()
    expect(page.locator("section.guide")).to_have_count(0)
    expect(page.locator("[data-do=unfold-guide]")).to_have_count(0)
    assert folded == height(page)


def test_what_was_folded_stays_so_when_a_phone_is_turned(visitors: Visitors, house: House) -> None:
    page = visitors.come(PHONE, guided=True)
    table = begun(house.base, "europe", ["person", "person"])
    take_seat(page, table, 0)
    page.locator("section.guide header button").click()
    expect(page.locator("[data-do=unfold-guide]")).to_be_visible()
    page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
    expect(page.locator(".table.low")).to_be_visible()
    expect(page.locator("[data-do=unfold-guide]")).to_be_visible()
    house.put(table.code, position(RICH))
    page.locator(".take.pile.can").wait_for()
    page.locator("[data-do=hint]").click()
    page.locator("[data-do=fold]").click(timeout=60_000)  # the first hint waits for a process to start
    expect(page.locator("[data-do=fold][aria-expanded=false]")).to_be_visible()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(page.locator(".table.tall")).to_be_visible()
    expect(page.locator("[data-do=fold][aria-expanded=false]")).to_be_visible()


@pytest.mark.parametrize(
    "size", [PHONE, *(pytest.param(one, marks=pytest.mark.exhaustive) for one in (TABLET, DESK)), DESKTOP]
)
def test_what_is_asked_first_covers_no_tool_by_half(visitors: Visitors, house: House, size: tuple[int, int]) -> None:
    table = begun(house.base, "europe", ["person", "person"])
    page = visitors.come(size)
    page.goto("/")
    page.evaluate("localStorage.setItem('perron.settings', JSON.stringify({ confirm: true }))")
    take_seat(page, table, 0)
    page.locator(".keep").wait_for()
    house.put(table.code, position(RICH))
    page.locator(".take.pile.can").click()
    asked = page.locator("[role=alertdialog]").bounding_box()
    assert asked is not None
    halved = page.locator(".tools button").evaluate_all(
        """(all, {x, y, width, height}) => all.map(one => one.getBoundingClientRect()).filter(box => {
          const across = Math.min(box.right, x + width) - Math.max(box.left, x);
          const down = Math.min(box.bottom, y + height) - Math.max(box.top, y);
          const hidden = Math.max(0, across) * Math.max(0, down) / (box.width * box.height);
          return hidden > 0.02 && hidden < 0.98;
        }).length""",
        asked,
    )
    assert halved == 0
