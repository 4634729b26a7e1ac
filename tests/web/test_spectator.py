"""A spectator sees nothing hidden: all that a watching page receives is recorded and looked at."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Response, expect

from perron.editions import load, names
from tests.server.client import Json, begun, play_on
from tests.web.house import House, elsewhere
from tests.web.player import Traffic
from tests.web.visitors import Visitors, take_seat

HIDDEN = ("hand", "tickets", "offered", "chosen", "given_back", "legal")
"""Fields of a view that only its own seat has."""
ACTIONS = 30


# What a seat may know is told by the server, and every edition is looked at there; here one whose tickets lie hidden,
# and one whose completed tickets are laid open.
@pytest.mark.parametrize(
    "edition",
    [pytest.param(one, marks=() if one in ("europe", "first_journey") else pytest.mark.exhaustive) for one in names()],
)
def test_a_watching_page_receives_nothing_hidden(visitors: Visitors, house: House, edition: str) -> None:
    table = begun(house.base, edition, ["person", "person"])
    elsewhere(play_on(table, 0, 1, choose=_anything, until=6))
    page = visitors.come()
    traffic = Traffic(page)
    answers: list[Response] = []

    def answered(answer: Response) -> None:
        answers.append(answer)

    page.on("response", answered)
    take_seat(page, table)
    page.locator(".table").wait_for()
    known: set[str] = set()

    def choose(view: Json) -> str:
        known.update(view["tickets"] or (), view["offered"] or ())
        return _anything(view)

    elsewhere(play_on(table, 0, 1, choose=choose, until=ACTIONS))
    traffic.wait(lambda: any(m.get("number", 0) >= ACTIONS or _is_over(m) for m in traffic.came), "what happened")
    told = [view for message in traffic.came for view in message.get("views") or ()]
    assert told
    assert all(view["seat"] is None and all(view[field] is None for field in HIDDEN) for view in told)
    if not any(map(_is_over, traffic.came)):
        # Tickets are known by their names: none of those that the players hold was told, here or in an answer.
        made = {ticket for view in told for player in view["players"] for ticket in player["completed"]}
        texts = [json.dumps(traffic.came)]
        texts += [answer.text() for answer in answers if "/api/tables/" in answer.url and answer.ok]
        public = made | {route.id for route in load(edition).routes}  # some tickets are called like a route
        assert known
        assert not [ticket for ticket in known - public for text in texts if f'"{ticket}"' in text]
        drawn = [e["event"] for m in traffic.came for e in m.get("entries", ()) if e.get("event")]
        assert not [one for one in drawn if one["kind"] in ("draw_blind", "draw_cards") and "cards" in one]
        expect(page.locator("footer.hand, .keep, section.tickets")).to_have_count(0)


def _is_over(message: Json) -> bool:
    views: list[Any] = message.get("views") or []
    return any(view["outcome"] is not None for view in views)


def _anything(view: Json) -> str:
    """Now this, now that, so that many kinds of actions are seen."""
    legal: list[str] = view["legal"]
    return legal[int(view["turn"]) * 7 % len(legal)]


def test_players_see_how_many_watch(visitors: Visitors, house: House) -> None:
    table = begun(house.base, "tiny", ["person", "person"])
    page = visitors.come()
    take_seat(page, table, 0)
    page.locator("footer.hand, .keep").first.wait_for()
    expect(page.locator(".spectators")).to_have_count(0)
    for n in ("1", "2"):
        take_seat(visitors.come(), table)
        expect(page.locator(".spectators > span[aria-hidden]")).to_have_text(n)
