"""People who visit the page, each with a browser window that shares nothing with the others'."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route

from tests import same_chance
from tests.server.client import Table

DESKTOP = (1440, 900)
PHONE = (390, 844)
SIDEWAYS = (844, 390)
"""A phone held so."""
Faults = list[str]
_PICTURES = re.compile(r"/(background|poster)\.svg(\?|$)")
_PLAIN = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="#efe2c4"/></svg>'


@contextmanager
def visiting(browser: Browser, base: str) -> Iterator[Visitors]:
    """People with browsers of their own at a server, who leave in the end."""
    come = Visitors(browser, base)
    yield come
    come.leave()


class Visitors:
    """Opens windows; afterwards none of them may have reported a fault or asked another host for anything."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.browser, self.base = browser, base
        self.contexts: list[BrowserContext] = []
        self.faults: Faults = []
        self.hosts: set[str] = set()
        self.lines_may_break = False
        """Whether the browser may report that the server was away, or refused something."""
        self.pictures = True
        """Whether those who come from now on see the pictures under the tracks and on the start page, or plain sheets.

        Nothing else depends on what the pictures show, and to draw them is most of what a browser does at a table.
        """

    def come(
        self,
        size: tuple[int, int] = DESKTOP,
        *,
        language: str = "en-GB",
        theme: Any = "dark",
        script: str | None = None,
        guided: bool = False,
        stored: Any = None,
        **more: Any,
    ) -> Page:
        """A page in a window of its own; on phones it is touched. Nobody is new here but who wants to be guided.

        Who comes back has what their browser stored before.
        """
        touched = min(size) < 600
        known = [] if guided else [{"name": "perron.guide", "value": json.dumps({"off": True, "done": []})}]
        stored = stored or {"cookies": [], "origins": [{"origin": self.base, "localStorage": known}]}
        context = self.browser.new_context(
            base_url=self.base,
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme=theme,
            reduced_motion="reduce",
            has_touch=touched,
            is_mobile=touched,
            bypass_csp=script is not None,
            storage_state=stored,
            **more,
        )
        context.set_default_timeout(8_000)
        context.add_init_script(f"{same_chance.WORDS}\n{script or ''}")
        context.on("request", self._asked)
        context.on("console", self._said)
        context.on("weberror", lambda fault: self.faults.append(str(fault.error)))
        context.route("**/api/tables", _hurry)
        if not self.pictures:
            context.route(_PICTURES, lambda route: route.fulfill(content_type="image/svg+xml", body=_PLAIN))
        self.contexts.append(context)
        return context.new_page()

    def _asked(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob"):
            self.hosts.add(f"{address.scheme}://{address.netloc}")

    def _said(self, message: ConsoleMessage) -> None:
        known = ("ERR_", "WebSocket", "responded with a status of 4", "fetching the script")
        broken = self.lines_may_break and any(one in message.text for one in known)
        # A page that is not there is a page of its own; the browser reports its status all the same.
        if message.type in ("error", "warning") and not broken and "404" not in message.text:
            self.faults.append(message.text)

    def leave(self) -> None:
        """Everybody goes; then what their browsers have to say is looked at."""
        for context in self.contexts:
            context.close()
        assert self.faults == [], self.faults
        assert self.hosts <= {self.base}


def _hurry(route: Route) -> None:
    """Bots at tables that the page makes think at once: tests are in a hurry."""
    asked = route.request.post_data_json if route.request.method == "POST" else None
    if not isinstance(asked, dict):
        route.continue_()
        return
    asked["settings"] |= {"bot_pause_ms": 20, "undo_pause_ms": 0}
    route.continue_(post_data=json.dumps(asked))


def take_seat(page: Page, table: Table, *seats: int, path: str = "t", host: bool = False) -> None:
    """Come to a table with the secrets of some seats, or as its host."""
    held = ".".join([*(table.seats[seat] for seat in seats), *([table.host] if host else [])])
    if held:
        cookie: Any = {"name": f"perron_{table.code}", "value": held, "url": table.base}
        page.context.add_cookies([cookie])
    page.goto(f"/{path}/{table.code}")


def secrets_of(page: Page, table: Table) -> str:
    """What a browser holds of a table: the other way round."""
    return next(one["value"] for one in page.context.cookies(f"{table.base}/api/tables/{table.code}"))


def await_true(page: Page, function: str, argument: Any = None) -> None:
    """Wait until a function says so. Playwright's own wait evaluates text in the page, which its policy forbids."""
    until = time.monotonic() + 15
    while (said := page.evaluate(function, argument)) is not True:
        assert time.monotonic() < until, f"{function} of {argument}: {said}"
        page.wait_for_timeout(20)


def await_replay(page: Page, part: str = "input[type=range]") -> None:
    """Wait until some part of a replay is shown: the first one waits for a process of the lowest priority to start."""
    page.locator(part).wait_for(timeout=60_000)
