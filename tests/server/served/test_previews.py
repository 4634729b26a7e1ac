"""What a link to one of our pages says where it is shown: a title, a sentence and a picture, and nobody's name."""

from __future__ import annotations

import asyncio
import re
import struct
from html import unescape

import httpx
import pytest

from perron.server import page_api
from perron.server.store import StoreError
from tests.server.client import begun, make_table, play_on
from tests.server.plain import get
from tests.server.serving import Served


def told(base: str, path: str, language: str = "en") -> dict[str, str]:
    """The tags that programs read which show links."""
    answer = get(f"{base}{path}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)" />', answer.text)
    head = answer.text.partition("</head>")[0]
    assert all(f'"{name}"' in head for name, _ in found)
    return {name: unescape(text) for name, text in found}


def fetched(address: str) -> httpx.Response:
    """A picture; the first one waits for the process that draws it."""
    return get(address, timeout=60)


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_an_invitation_says_what_is_played_and_how_many_seats_are_free(on_sqlite: Served) -> None:
    table = make_table(on_sqlite.base, "europe", ["person", "person", "person", "hard"])
    table.sit("Rosalind")
    said = told(on_sqlite.base, f"/t/{table.code}")
    assert (said["og:title"], said["og:description"]) == ("Play Europe with us", "2 seats are free: take one.")
    assert said["og:url"] == table.link
    swedish = told(on_sqlite.base, f"/t/{table.code}", "sv-SE")
    assert swedish["og:description"] == "2 platser är lediga: ta en."
    assert "Rosalind" not in str(said), "who sees a link in passing need not know who plays"


def test_the_picture_is_the_board_as_it_stands(on_sqlite: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_api, "PREVIEW_WIDTH", 300)  # drawn ten times as fast
    table = begun(on_sqlite.base, "tiny", ["person", "person"])
    before = fetched(told(on_sqlite.base, f"/t/{table.code}")["og:image"])
    assert before.headers["content-type"] == "image/png"
    assert size_of(before.content)[0] == 300
    asyncio.run(play_on(table, 0, 1))
    said = told(on_sqlite.base, f"/replay/{table.code}")
    assert said["og:title"] == "Tiny: the game again, step by step"
    after = fetched(said["og:image"])
    assert size_of(after.content) == size_of(before.content)
    assert after.content != before.content


@pytest.mark.parametrize("path", ["/rules/tiny_race", "/new/tiny_race"])
def test_pages_of_an_edition_show_its_empty_board(on_sqlite: Served, path: str) -> None:
    said = told(on_sqlite.base, path, "nl")
    assert "Piepkleine race" in said["og:title"]
    assert size_of(fetched(said["og:image"]).content)[0] == 1200


@pytest.mark.parametrize("path", ["/", "/t/zzzzzzzzzz", "/rules/nowhere", '/t/"><script>alert(1)'])
def test_a_page_about_nothing_known_is_shown_all_the_same(on_sqlite: Served, path: str) -> None:
    said = told(on_sqlite.base, path)
    assert said["og:title"] == "Perron"
    assert "og:image" not in said
    assert "><script>alert" not in get(f"{on_sqlite.base}{path}").text


def test_a_store_in_trouble_does_not_keep_the_page_away(on_sqlite: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table = make_table(on_sqlite.base, "europe", ["person", "person"])

    async def fail(*_: object) -> None:
        raise StoreError

    monkeypatch.setattr(on_sqlite.hall.store, "read", fail)
    assert told(on_sqlite.base, f"/t/{table.code}")["og:title"] == "Perron"


def test_without_the_extra_that_draws_there_is_no_picture(on_sqlite: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_api, "can_draw_png", lambda: False)
    monkeypatch.setattr(page_api, "_pixels", {})
    answer = get(f"{on_sqlite.base}/api/editions/europe/picture.png")
    assert (answer.status_code, answer.json()["code"]) == (404, "request/not_found")
