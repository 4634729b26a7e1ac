"""The page "Find the move" in a real browser: choosing a move as at a table, and learning what was best."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from tests.review.hand_made import KEEP_THE_MADE_ONE, TAKE_THE_WILD, TWO_PAYMENTS, edition_with_puzzles
from tests.web.hands import Finger, Mouse
from tests.web.house import House, opened_with_editions
from tests.web.test_accessible import AXE, Report
from tests.web.visitors import DESKTOP, PHONE, Visitors, visiting


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with an edition that has puzzles."""
    place = tmp_path_factory.mktemp("place")
    edition_with_puzzles(place)
    with opened_with_editions(place) as running:
        yield running


@pytest.fixture
def guests(own: House, browser: Browser) -> Iterator[Visitors]:
    """People at that server."""
    with visiting(browser, own.base) as come:
        come.pictures = False
        yield come


def posed(page: Page) -> None:
    """Wait for the board: it is placed when it is seen first. Until a puzzle has come, the one before is shown."""
    page.locator(".pose[aria-busy=false] .board .names text").first.wait_for(state="attached", timeout=60_000)


def test_a_move_is_chosen_as_at_a_table_and_explained(guests: Visitors) -> None:
    page, hands, report = guests.come(DESKTOP, theme="light", script=AXE), Mouse(), Report()
    page.goto("/")
    page.get_by_role("link", name="Find the move").click()
    posed(page)
    editions = page.locator("[data-choose=edition] option")
    expect(editions.last).to_have_text("Utrecht")
    assert editions.count() > 1, "printed ones have puzzles too"
    page.locator("[data-choose=edition]").select_option("utrecht")
    page.locator("[data-choose=difficulty]").select_option("easy")
    posed(page)
    # A route, and the payment that is as good as the first.
    hands.point(page, "route", "bell-elm")
    page.locator("form.pay label").filter(has_text="locomotive").click()
    page.locator("form.pay button[type=submit]").click()
    expect(page.locator("[data-told=chosen]")).to_contain_text("Claim Bell – Elm with 1 green and 1 × locomotive")
    report.look(page, "a move chosen")
    page.locator("[data-do=put-away]").click()
    hands.point(page, "route", "bell-elm")
    page.locator("form.pay label").filter(has_text="locomotive").click()
    page.locator("form.pay button[type=submit]").click()
    page.locator("[data-do=answer]").click()
    verdict = page.locator("[data-told=verdict]")
    expect(verdict).to_contain_text("Right!")
    expect(verdict).to_contain_text("Claim Bell – Elm with 2 green")
    expect(verdict).to_contain_text("Most would play: Draw a card from the pile. That gives away 62% win chance.")
    expect(page.locator("[data-told=results]")).to_have_text("1 solved of 1.")
    assert page.locator(".can").count() == 0, "nothing can be drawn once it is answered"
    report.look(page, "right")
    # Another one, and a wrong answer; it stays the only one that counts.
    page.locator("[data-choose=difficulty]").select_option("hard")
    posed(page)
    for attempt in (1, 2):
        page.locator("[data-action='draw blind']").click()
        page.locator("[data-do=answer]").click()
        expect(verdict).to_contain_text("There was a better move")
        expect(verdict).to_contain_text("That gives away 9% win chance.")
        expect(verdict).to_contain_text("Take 1 × locomotive from the face-up cards")
        expect(verdict).to_contain_text(
            "Most would play: Claim Cape – Elm with 2 black. That gives away 14% win chance."
        )
        expect(page.locator("[data-told=results]")).to_have_text("1 solved of 2.")
        expect(verdict.get_by_text("only the first answer counts")).to_have_count(attempt - 1)
        report.look(page, f"wrong {attempt}")
        page.reload()
        posed(page)
    assert page.url.endswith("/puzzle?edition=utrecht&difficulty=hard")
    expect(page.locator("[data-do=earlier]")).to_be_disabled()  # there is one for every day
    assert report.found == {}


def test_nothing_of_the_position_but_the_view_reaches_the_browser(guests: Visitors) -> None:
    page = guests.come(DESKTOP)
    answers: list[Response] = []
    bodies: list[str] = []
    page.on("response", lambda answer: answers.append(answer) if "/api/puzzles" in answer.url else None)
    for puzzle in (TWO_PAYMENTS, TAKE_THE_WILD):
        page.goto(f"/puzzle?edition=utrecht&difficulty={puzzle.difficulty}")
        posed(page)
        page.locator("[data-action='draw blind']").click()
        page.locator("[data-do=answer]").click()
        page.locator("[data-told=verdict]").wait_for()
        bodies += [answer.text() for answer in answers]  # once the page has been left, they cannot be read
        answers.clear()
    assert len(bodies) == 4
    assert not any(ticket in body for body in bodies for ticket in ("dune-fort", "grove-elm"))


def test_on_a_phone_tickets_are_kept_in_dutch(guests: Visitors) -> None:
    page, hands, report = guests.come(PHONE, language="nl-NL", script=AXE), Finger(), Report("dark", twice=False)
    page.goto("/puzzle?edition=utrecht&difficulty=medium")
    posed(page)
    expect(page.locator("h1")).to_have_text("Vind de zet")
    hands.press(page.locator(".keep [data-ticket=anchor-elm]"))
    hands.press(page.locator(".keep footer button"))
    assert page.locator("[data-do=answer]").bounding_box() is not None
    hands.press(page.locator("[data-do=answer]"))
    verdict = page.locator("[data-told=verdict]")
    expect(verdict).to_contain_text("Goed!")
    expect(verdict).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    report.look(page, "kept")
    assert report.found == {}
    assert KEEP_THE_MADE_ONE.answers == ("keep anchor-elm",)


def test_whoever_plays_by_keyboard_keeps_the_focus(guests: Visitors) -> None:
    page = guests.come(DESKTOP)
    page.goto("/puzzle?edition=europe&difficulty=easy")
    posed(page)
    earlier, difficulty = page.locator("[data-do=earlier]"), page.locator("[data-choose=difficulty]")
    day = str(page.locator("time").get_attribute("datetime"))
    earlier.focus()
    page.keyboard.press("Enter")
    expect(page.locator("time")).not_to_have_attribute("datetime", day)
    posed(page)
    expect(earlier).to_be_focused()
    difficulty.focus()
    difficulty.select_option("hard")
    posed(page)
    expect(difficulty).to_be_focused()
    page.goto("/puzzle?edition=utrecht&difficulty=hard")
    posed(page)
    page.locator("[data-action='draw blind']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=answer]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[role=status]", has=page.locator("[data-told=verdict]"))).to_be_focused()


def test_an_answer_is_noted_for_the_puzzle_that_it_was_given_to(guests: Visitors) -> None:
    page = guests.come(DESKTOP)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/answer", hold)
    page.goto("/puzzle?edition=utrecht&difficulty=hard")
    posed(page)
    page.locator("[data-action='draw blind']").click()
    page.locator("[data-do=answer]").click()
    expect(page.locator("[data-do=answer]")).to_be_disabled()
    with page.expect_response("**/api/puzzles?*difficulty=easy*"):
        page.locator("[data-choose=difficulty]").select_option("easy")
    expect(page.locator("[data-told=chosen]")).to_have_count(0)
    held[0].continue_()
    expect(page.locator("[data-told=results]")).to_have_text("0 solved of 1.")
    noted = page.evaluate("JSON.parse(localStorage.getItem('perron.puzzles'))")
    assert [one["difficulty"] for one in noted] == ["hard"]
    expect(page.locator("[data-told=verdict]")).to_have_count(0)


def test_a_page_left_open_goes_on_with_the_next_day(guests: Visitors) -> None:
    page, now = guests.come(DESKTOP), datetime.now(UTC)
    page.clock.set_fixed_time(now - timedelta(days=1))
    page.goto("/puzzle?edition=europe&difficulty=easy")
    posed(page)
    day = page.locator("time")
    before = str(day.get_attribute("datetime"))
    page.clock.set_fixed_time(now)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(day).not_to_have_attribute("datetime", before)
    expect(day).to_have_text("Today")


def test_what_the_server_did_not_answer_is_asked_again(guests: Visitors) -> None:
    guests.lines_may_break = True
    page = guests.come(PHONE)
    page.route("**/api/puzzles?*", lambda route: route.abort())
    page.goto("/puzzle?edition=utrecht&difficulty=easy")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.unroute("**/api/puzzles?*")
    page.locator("[data-do=again]").click()
    posed(page)


def test_where_there_are_no_puzzles_none_is_offered(visitors: Visitors) -> None:
    visitors.lines_may_break = True
    page = visitors.come()
    page.route("**/api/editions", lambda route: route.fulfill(json=_without_puzzles(route.fetch().json())))
    page.goto("/")
    page.locator("#more").wait_for()
    page.locator("a[href='/stats']").wait_for()
    assert page.locator("a[href='/puzzle']").count() == 0
    page.goto("/puzzle")
    expect(page.get_by_role("alert")).to_have_text("There are no puzzles on this server yet.")


def _without_puzzles(told: dict[str, list[dict[str, object]]]) -> dict[str, list[dict[str, object]]]:
    return {**told, "editions": [{**cover, "puzzles": []} for cover in told["editions"]]}
