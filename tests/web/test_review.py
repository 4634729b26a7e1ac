"""The review of a finished game: its graph, its mistakes, what it came to, and playing on from any position."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from playwright.sync_api import Page, Position, Route, expect

from perron.review.report import Review, from_json, to_json
from tests.server.client import Json, Table, begun, first_claim, play_on
from tests.web.house import House, elsewhere
from tests.web.made_review import made_review
from tests.web.visitors import DESKTOP, PHONE, SIDEWAYS, Visitors, await_replay, take_seat


@dataclass
class Reviewed:
    """A finished game and its review, as the page gets it: the answers in their order, and the last for good."""

    table: Table
    review: Review
    answers: list[Callable[[Route], None]] = field(default_factory=list)
    asked: int = 0

    def open(self, page: Page, step: int = 0, part: str = ".graph") -> Page:
        """Look at the review, at a step, once there is some part of it."""
        self.answer(page)
        page.goto(f"/replay/{self.table.code}?review&step={step}")
        await_replay(page, part)
        return page

    def answer(self, page: Page) -> None:
        page.route("**/api/tables/*/review", self._answer)

    def _answer(self, route: Route) -> None:
        self.asked += 1
        if self.answers:
            self.answers.pop(0)(route)
        else:
            route.fulfill(body=to_json(self.review), content_type="application/json")

    def mistakes(self, seat: int | None = None) -> list[int]:
        return [
            step
            for step, one in enumerate(self.review.moments)
            if one.judgement and one.judgement.size != "fine" and seat in (None, one.seat)
        ]

    def better(self, kind: str) -> int:
        """The first step at which a move of this kind was better: `claim`, or `draw` for cards."""
        return next(
            step
            for step, one in enumerate(self.review.moments)
            if one.judgement
            and one.judgement.better
            and one.judgement.better.action.startswith(kind)
            and one.judgement.better.action != "draw tickets"
        )


@pytest.fixture(scope="module")
def game(house: House) -> Reviewed:
    table = begun(house.base, "tiny", ["person", "person"])
    # Every other round cards are drawn, whatever could be claimed.
    elsewhere(play_on(table, 0, 1, choose=lambda view: first_claim({**view, "legal": _drawing(view)})))
    return Reviewed(table, made_review(table.ask("/record").text))


@pytest.fixture
def reviewed(game: Reviewed) -> Reviewed:
    return Reviewed(game.table, game.review)


def _drawing(view: Json) -> list[str]:
    legal: list[str] = view["legal"]
    draws = [one for one in legal if one.startswith("draw") and one != "draw tickets"]
    return draws if draws and view["turn"] // 2 % 2 else legal


def at(page: Page) -> int:
    """The step that is looked at."""
    return int(str(page.get_by_role("slider").get_attribute("aria-valuenow")))


def test_after_a_game_its_review_is_one_click_away_and_fills_in(visitors: Visitors, reviewed: Reviewed) -> None:
    page = visitors.come()
    first = made_review(reviewed.table.ask("/record").text, done=4)
    reviewed.answers = [lambda route: route.fulfill(body=to_json(first), content_type="application/json")] * 3
    reviewed.answer(page)
    take_seat(page, reviewed.table, 0)
    page.locator("[data-do=review]").click()
    await_replay(page, ".graph")
    progress = page.locator("progress")
    expect(progress).to_have_attribute("value", "4")
    expect(page.locator(".happened [data-mark]")).to_have_count(len([s for s in reviewed.mistakes() if s < 4]))
    expect(page.locator("[data-balance='0'] dt").last).to_have_text("So far")
    assert page.url.endswith(f"/replay/{reviewed.table.code}?review")
    expect(progress).to_have_count(0)
    expect(page.locator(".graph .band")).to_have_count(2)
    expect(page.locator("[data-mistake]")).to_have_count(len(reviewed.mistakes()))
    expect(page.locator("[data-strike]")).to_have_count(len(reviewed.review.strikes))
    expect(page.locator(".happened [data-mark]")).to_have_count(len(reviewed.mistakes()))
    page.wait_for_timeout(1500)
    assert reviewed.asked == 4, "who has it all asks no more"
    page.locator("[data-do=review]").click()
    expect(page.locator("input[type=range]")).to_be_visible()
    expect(page.locator(".review, .graph")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE, pytest.param(SIDEWAYS, marks=pytest.mark.exhaustive)])
def test_the_graph_leads_to_every_step(visitors: Visitors, reviewed: Reviewed, size: tuple[int, int]) -> None:
    page = reviewed.open(visitors.come(size))
    graph = page.get_by_role("slider")
    last = len(reviewed.review.moments) - 1
    expect(graph).to_have_attribute("aria-valuemax", str(last))
    graph.focus()
    for key, to in (("ArrowRight", 1), ("PageUp", 11), ("ArrowLeft", 10), ("ArrowDown", 9), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        assert at(page) == to, key
    text = str(graph.get_attribute("aria-valuetext"))
    for chance in reviewed.review.moments[0].chances:
        assert f"{100 * chance:.0f}%" in text
    box = graph.bounding_box()
    assert box is not None
    middle: Position = {"x": 24 + (box["width"] - 34) / 2, "y": 20}
    (graph.tap if size == PHONE else graph.click)(position=middle)
    assert abs(at(page) - last / 2) <= 1
    if size == DESKTOP:
        page.mouse.move(box["x"] + box["width"] - 12, box["y"] + 30)
        expect(page.locator(".graph li").nth(0)).to_contain_text(f"{100 * reviewed.review.result[0]:.0f}%")
        page.mouse.move(box["x"] + 25, box["y"] + 30)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] - 9, box["y"] + 30, steps=4)
        page.mouse.up()
        assert at(page) == last


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, (360, 640)])
def test_nothing_is_wider_than_a_phone_and_sideways_the_board_stays(
    visitors: Visitors, reviewed: Reviewed, size: tuple[int, int]
) -> None:
    page = reviewed.open(visitors.come(size))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.get_by_text("Win chances as a table").scroll_into_view_if_needed()
    top = page.evaluate("document.querySelector('main').getBoundingClientRect().top")
    assert top == 0 if size == SIDEWAYS else top < 0


def test_from_mistake_to_mistake_with_the_better_move_beside_it(visitors: Visitors, reviewed: Reviewed) -> None:
    page = reviewed.open(visitors.come())
    found = []
    for _ in reviewed.mistakes():
        page.keyboard.press("n")
        found.append(at(page))
    assert found == reviewed.mistakes()
    expect(page.locator("[data-do=next-mistake]")).to_be_disabled()
    page.keyboard.press("p")
    assert at(page) == found[-2]
    seat = reviewed.review.moments[found[-1]].seat
    page.locator("[data-do=whose]").select_option(str(seat))
    page.locator(".buttons button").first.click()
    page.locator("[data-do=next-mistake]").click()
    assert at(page) == reviewed.mistakes(seat)[0]
    step = reviewed.better("claim")
    page.goto(f"{page.url.partition('&')[0]}&step={step}")
    judgement = reviewed.review.moments[step].judgement
    assert judgement is not None
    words = {"inaccurate": "Inaccurate", "mistake": "Mistake", "blunder": "Blunder"}
    expect(page.locator("[data-size]")).to_contain_text(words[judgement.size])
    expect(page.locator("[data-told=lost]")).to_contain_text(f"{100 * judgement.lost:.1f}%")
    expect(page.locator("[data-told=better]")).to_contain_text("Claim")
    expect(page.locator("[data-compared=better]")).to_be_attached()
    expect(page.locator(".legend .better")).to_be_visible()
    page.get_by_label("Show its plan").check()
    expect(page.locator(".board .light path").first).to_be_attached()
    page.goto(f"{page.url.partition('&')[0]}&step={reviewed.better('draw')}")
    expect(page.locator("[data-told=better] .card").first).to_be_visible()


def test_what_the_game_came_to_adds_up(visitors: Visitors, reviewed: Reviewed) -> None:
    page = reviewed.open(visitors.come())
    expect(page.locator("[data-balance]")).to_have_count(2)
    for seat, summary in enumerate(reviewed.review.summaries):
        shown = page.locator(f"[data-balance='{seat}'] .value").all_inner_texts()
        values = [float(text.replace("\N{MINUS SIGN}", "-").rstrip("%")) / 100 for text in shown]
        assert values[0] == pytest.approx(summary.start, abs=0.001)
        assert values[-1] == pytest.approx(summary.result, abs=0.001)
        assert sum(values[:-1]) == pytest.approx(values[-1], abs=0.004)
        counts = page.locator("[data-count]").all_inner_texts()[seat::2]
        assert counts == [str(n) for n in (summary.inaccurate, summary.mistakes, summary.blunders)]
    expect(page.locator("[data-balance='0'] dt").last).to_have_text("In the end")
    page.locator(f"[data-deciding='{reviewed.review.deciding[0]}']").click()
    assert at(page) == reviewed.review.deciding[0]
    page.get_by_text("Win chances as a table").click()
    expect(page.locator("details[open] tbody tr")).to_have_count(len(reviewed.review.moments))


def test_hindsight_is_off_until_it_is_asked_for(visitors: Visitors, reviewed: Reviewed) -> None:
    late = [step for step, one in enumerate(reviewed.review.moments) if one.seat == 1][-2]
    page = reviewed.open(visitors.come(), late)
    hands = page.locator("aside [data-hand]")  # which may be empty
    expect(hands).to_have_count(1)
    drawn = page.locator(".happened").get_by_text("from the pile")
    known = drawn.all_inner_texts()
    assert not any(text.startswith("Person 0 drew 1") for text in known), "what another seat drew is not told"
    page.get_by_role("switch", name="Hindsight").click()
    expect(hands).to_have_count(2)
    expect(page.locator("header select")).to_have_value("open")
    page.locator("header select").select_option("0")
    expect(hands).to_have_count(1)
    expect(page.get_by_role("switch", name="Hindsight")).not_to_be_checked()


def test_hindsight_that_is_refused_is_not_shown_as_on(visitors: Visitors, reviewed: Reviewed) -> None:
    visitors.lines_may_break = True
    page = reviewed.open(visitors.come())
    busy = {"code": "server/busy", "message": "Too much to do just now.", "clause": None}
    page.route("**/replay?viewer=open", lambda route: route.fulfill(status=429, json=busy))
    hindsight, viewer = page.get_by_role("switch", name="Hindsight"), page.locator("header select")
    hindsight.click()
    expect(page.locator(".toast")).to_contain_text("Too much to do just now.")
    expect(hindsight).to_be_enabled()
    expect(hindsight).not_to_be_checked()
    viewer.select_option("open")
    expect(viewer).to_be_enabled()
    expect(viewer).to_have_value("mover")


def test_keys_are_left_to_what_has_the_focus(visitors: Visitors, reviewed: Reviewed) -> None:
    step = reviewed.better("claim")
    page = reviewed.open(visitors.come(), step)
    page.get_by_text("Win chances as a table").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("table").get_by_text("Before the first action")).to_be_visible()
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    page.keyboard.press("Alt+ArrowLeft")  # which is how a browser goes back
    assert at(page) == step
    page.locator("[data-do=play-on]").click()
    page.locator("dialog[open] p").first.click()
    for key in ("ArrowRight", "n", "p"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert at(page) == step
    page.get_by_label("Show its plan").check()
    page.keyboard.press("p" if step == reviewed.mistakes()[-1] else "n")
    assert at(page) != step


def test_steps_that_are_not_judged_yet_have_no_chances(visitors: Visitors, reviewed: Reviewed) -> None:
    reviewed.review = made_review(reviewed.table.ask("/record").text, done=4)
    page = reviewed.open(visitors.come(), 3)
    chances = page.locator(".graph li b")
    expect(chances.first).to_contain_text("%")
    page.keyboard.press("ArrowRight")
    expect(chances).to_have_text(["\N{EN DASH}"] * 2)
    expect(page.get_by_role("slider")).to_have_attribute(
        "aria-valuetext", f"Step 4 of {len(reviewed.review.moments) - 1}: This step has not been judged yet."
    )
    expect(page.locator(".decision")).to_contain_text("This step has not been judged yet.")
    page.get_by_text("Win chances as a table").click()
    rows = page.locator("details[open] tbody tr")
    expect(rows.nth(3).locator("td").first).to_contain_text("%")
    expect(rows.nth(4).locator("td").first).to_have_text("\N{EN DASH}")


@pytest.mark.parametrize(("language", "file"), [("en-GB", "FILE"), ("nl-NL", "BESTAND"), ("sv-SE", "FIL")])
def test_a_game_from_a_file_says_what_reviews_it(
    visitors: Visitors, reviewed: Reviewed, language: str, file: str
) -> None:
    page = visitors.come(PHONE, language=language)
    page.goto("/replay")
    record = {"name": "game.txt", "mimeType": "text/plain", "buffer": reviewed.table.ask("/record").content}
    page.locator("input[type=file]").set_input_files(record)  # type: ignore[arg-type]
    expect(page.locator("[data-told=no-review]")).to_contain_text(f"perron review {file}", timeout=60_000)
    expect(page.locator("[data-do=review]")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_why_there_is_no_review_is_said_and_what_passes_is_tried_again(visitors: Visitors, reviewed: Reviewed) -> None:
    visitors.lines_may_break = True

    def refuse(code: str, status: int, message: str) -> Callable[[Route], None]:
        body = json.dumps({"code": code, "message": message, "clause": None})
        return lambda route: route.fulfill(status=status, body=body, content_type="application/json")

    reviewed.answers = [refuse("server/busy", 429, "Too much to do just now.")]
    page = reviewed.open(visitors.come(), part=".review")
    expect(page.locator(".review [role=alert]")).to_contain_text("Too much to do just now.")
    page.locator("[data-do=review-again]").click()
    expect(page.locator(".graph")).to_be_visible()
    reviewed.answers = [refuse("review/none", 409, "It was played by rules that are not here.")]
    page.reload()
    expect(page.locator(".review [role=alert]")).to_contain_text("rules that are not here")
    expect(page.locator("[data-do=review-again], .graph")).to_have_count(0)
    expect(page.locator("input[type=range]")).to_be_visible()


def test_playing_on_from_before_a_mistake(visitors: Visitors, reviewed: Reviewed, house: House) -> None:
    asked: list[Any] = []
    new = begun(house.base, "tiny", ["person", "easy"])
    granted = new.ask(secret=new.seats[0]).json() | {"seat": 0, "secret": new.seats[0], "resume": new.link}

    def answer(route: Route) -> None:
        asked.append(route.request.post_data_json)
        cookie: Any = {"name": f"perron_{new.code}", "value": new.seats[0], "url": new.base}
        page.context.add_cookies([cookie])
        route.fulfill(status=201, json=granted)

    mistake = reviewed.mistakes()[0]
    page = reviewed.open(visitors.come(PHONE), mistake)
    page.route("**/play_on", answer)
    page.locator("[data-do=play-on]").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("select")).to_have_value(str(reviewed.review.moments[mistake].seat))
    dialog.get_by_text("Hard").click()
    dialog.locator("input[autocomplete=nickname]").fill("Ann")
    dialog.locator("[type=submit]").click()
    expect(page.locator(".table")).to_be_visible()
    assert page.url.endswith(f"/t/{new.code}")
    seat = reviewed.review.moments[mistake].seat
    assert asked == [{"step": mistake - 1, "seat": seat, "level": "hard", "name": "Ann"}]


def test_the_review_that_the_server_makes_and_playing_on_from_it(visitors: Visitors, game: Reviewed) -> None:
    """Nothing is put in the server's place here: its review comes, fills in, and a game goes on from it."""
    page = visitors.come(DESKTOP)
    page.goto(f"/replay/{game.table.code}?review&step=0")
    await_replay(page, ".graph")
    expect(page.locator(".review progress")).to_have_count(0, timeout=60_000)
    review = from_json(game.table.ask("/review").content)
    assert review.done == review.of == len(game.review.moments)
    assert review.moments[-1].chances == review.result == game.review.result
    judged = [moment.judgement for moment in review.moments if moment.judgement]
    assert len(judged) > 5
    expect(page.locator("[data-balance]")).to_have_count(2)
    page.locator("[data-do=play-on]").click()
    page.locator("dialog[open] input[autocomplete=nickname]").fill("Ann")
    page.locator("dialog[open] [type=submit]").click()
    expect(page.locator(".table")).to_be_visible()
    code = page.url.rpartition("/")[2].partition("?")[0]
    info = replace(game.table, code=code).ask().json()["table"]
    assert (info["status"], info["branch"]) == ("playing", 0)
    assert [seat["kind"] for seat in info["seats"]].count("bot") == 1
