"""Somebody who plays through the page's visible controls, and reads what the page reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic

from playwright.sync_api import Page, WebSocket

from tests.positions import position
from tests.server.client import Json, Table
from tests.web.hands import Hands, Mouse
from tests.web.house import House

PATIENCE_S = 30.0
Choose = Callable[[Json], str]


class Traffic:
    """What a page's socket brings and takes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.came: list[Json] = []
        self.sent: list[Json] = []
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.came.append(json.loads(text)))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def wait(self, what: Callable[[], bool], why: str) -> None:
        """Wait until something is so. What takes longer is asked for less often: asking costs as much as playing."""
        end, pause = monotonic() + PATIENCE_S, 10.0
        while not what():
            assert monotonic() < end, f"waited in vain: {why}; what came last: {self.came[-3:]}"
            self.page.wait_for_timeout(pause)
            pause = min(1.5 * pause, 80.0)


# What has come is heard here before it is shown there, and a click on what is no longer so would count for nothing.
_SHOWN = """() => new Promise(done => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 200);
})"""


class Player(Traffic):
    """Made before its page goes to the table."""

    def __init__(self, page: Page, hands: Hands | None = None) -> None:
        super().__init__(page)
        self.hands: Hands = hands or Mouse()
        self.done: list[str] = []
        """Actions taken."""

    # what the page was told

    @property
    def views(self) -> list[Json]:
        """The newest views of the seats held."""
        return next((m["views"] for m in reversed(self.came) if m["type"] in ("welcome", "update") and m["views"]), [])

    @property
    def moving(self) -> Json | None:
        """The view of a seat of this page's that is to move."""
        return next((view for view in self.views if view["to_move"] == view["seat"] and view["legal"]), None)

    @property
    def outcome(self) -> Json | None:
        """How the game ended."""
        found: Json | None = self.views[0]["outcome"] if self.views else None
        return found

    @property
    def number(self) -> int:
        """How far the log has come."""
        return next((int(m["number"]) for m in reversed(self.came) if m["type"] in ("welcome", "update")), -1)

    # what is done

    def put(self, house: House, table: Table, text: str) -> None:
        """Let the table go on from a position, and wait until the page shows it."""
        before = len(self.came)
        house.put(table.code, position(text))
        self.wait(lambda: any(m["type"] == "update" for m in self.came[before:]), "the position")
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def play(self, choose: Choose, turns: int | None = None) -> None:
        """Play until the game is over, or that many actions have been taken."""
        while turns is None or turns > 0:
            self.wait(lambda: self.moving is not None or self.outcome is not None, "a turn")
            view = self.moving
            if view is None:
                return
            self.act(choose(view))
            turns = None if turns is None else turns - 1

    def act(self, action: str) -> None:
        """Take an action, and wait until it is done and shown."""
        before = len([m for m in self.sent if m["type"] == "act"])
        self.page.evaluate(_SHOWN)
        self._do(action)
        self.wait(lambda: len([m for m in self.sent if m["type"] == "act"]) > before, f"{action} to be sent")
        sent = [m for m in self.sent if m["type"] == "act"][-1]
        self.wait(lambda: self._answer(sent["id"]) is not None, f"an answer to {action}")
        answer = self._answer(sent["id"])
        assert answer is not None
        assert answer["type"] == "accepted", answer
        assert sent["action"] == action
        # A choice under seal is no entry of the log, and is shown all the same.
        after = self.came.index(answer)
        self.wait(lambda: any(m["type"] in ("update", "welcome") for m in self.came[after:]), "the update")
        self.done.append(action)

    def _answer(self, ident: str) -> Json | None:
        return next((m for m in self.came if m["type"] in ("accepted", "refused") and m["id"] == ident), None)

    def _do(self, action: str) -> None:
        page, press = self.page, self.hands.press
        match action.split():
            case ["draw" | "swap", "tickets"]:
                press(page.locator(".take.tickets.can"))
                press(page.locator("dialog[open] footer [data-action]"))
            case ["draw", "blind" | "cards"]:
                press(page.locator(".take.pile.can:enabled"))
            case ["draw", _]:
                press(page.locator(f'.open .take[data-action="{action}"]:enabled').first)
            case ["keep", *tickets]:
                for ticket in tickets if tickets != ["none"] else []:
                    press(page.locator(f'.keep [data-ticket="{ticket}"]'))
                press(page.locator(".keep footer button:enabled"))
            case ["claim", route, *_]:
                self.hands.point(page, "route", route)
                self._pay(action, "form.pay", "form.pay .go")
            case ["station", city, *_]:
                press(page.locator("[data-do=station]"))
                self.hands.point(page, "city", city)
                self._pay(action, "form.pay", "form.pay .go")
            case ["pay", *_]:
                self._pay(action, ".tunnel", f'.tunnel footer [data-action="{action}"]')
            case ["let", "go"]:
                press(page.locator('.tunnel footer [data-action="let go"]'))
            case ["pass"]:
                press(page.locator(".tools [data-action=pass]"))
            case _:
                raise AssertionError(f"no control is known for {action}")

    def _pay(self, action: str, panel: str, go: str) -> None:
        choice = self.page.locator(f'{panel} input[data-action="{action}"]')
        choice.wait_for()
        if not choice.is_checked():
            self.hands.tick(choice)
        self.hands.press(self.page.locator(go))


def cards_in(action: str) -> int:
    """How many cards an action pays."""
    return sum(int(part.partition("*")[2]) for part in action.split() if "*" in part)


def brisk(view: Json) -> str:
    """A player in a hurry: long routes as soon as they can be paid for, otherwise cards."""
    legal: list[str] = view["legal"]
    keeps = [one for one in legal if one.startswith("keep")]
    if keeps:
        return min(keeps, key=len)
    claims = [one for one in legal if one.startswith("claim")]
    best = max(claims, key=cards_in, default=None)
    held = sum(view["hand"].values())
    draws = [one for one in ("draw blind", "draw cards") if one in legal]
    if best is not None and (cards_in(best) >= 3 or held >= 8 or not draws):
        return best
    first = [one for one in legal if one.startswith(("pay", "draw ")) and one != "draw tickets"]
    return (draws or first or legal)[0]
