"""Nothing hidden leaves the server: what a seat's client receives stays the same, byte for byte, when all that the seat
cannot know is dealt anew."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from perron import Game
from perron.editions import load, names
from perron.server.room import Room
from perron.server.table import LiveTable
from perron.testing import deal_anew
from tests.server.client import Json, Table, at, begun
from tests.server.serving import Served

ACTIONS = 40
WRONG = ("draw blind", "draw tickets", "pass", "let go", "swap tickets", "jump", "draw wild", "keep none")


def room_of(served: Served, table: Table) -> Room:
    return next(room for room in served.hall.rooms if room.live.code == table.code)


def set_game(live: LiveTable, game: Game) -> None:
    """Put another game in a live table's place."""
    live.game = game
    live._views = {}


async def everything(served: Served, table: Table, seat: int | None) -> list[str]:
    """All that one can get out of the server by holding a seat, or none: what it sends, answers and refuses."""
    held = [] if seat is None else [seat]
    told = []
    async with at(table, *held, after=0) as (client, welcome):
        told.append(_timeless(welcome))
        other = next(one for one in range(len(welcome["table"]["seats"])) if one != seat)
        for i, action in enumerate(WRONG):
            if seat is not None and welcome["views"][0]["to_move"] != seat:
                told.append(_timeless(await client.act(seat, action, ident=f"own{i}")))
            told.append(_timeless(await client.act(other, action, ident=f"other{i}")))
        for kind in ("undo", "resign", "hint"):
            message: Json = {"type": kind, "id": kind, "seat": other}
            await client.send(**message, **({} if kind == "hint" else {"number": welcome["number"]}))
            told.append(_timeless(await client.answer(kind)))
        stale = await client.act(0 if seat is None else seat, "pass", number=welcome["number"] + 5, ident="stale")
        told.append(_timeless(stale))
    secret = table.seats[seat] if seat is not None else ""
    told += [table.ask(path, secret).text for path in ("", "/record")]
    return told


def _timeless(message: Json) -> str:
    clocks: Any = message.get("clocks")
    if clocks:
        clocks["now"] = 0
    message.pop("entries", None)  # they come from the store, and have a test of their own
    return json.dumps(message)


@pytest.mark.parametrize("edition", names())
def test_no_message_answer_or_refusal_depends_on_what_a_seat_cannot_know(on_sqlite: Served, edition: str) -> None:
    rng = Random(edition)
    seats = load(edition).players[1]
    table = begun(on_sqlite.base, edition, ["person"] * seats)
    differences = 0

    async def play() -> None:
        nonlocal differences
        async with at(table, *range(seats)) as (client, welcome):
            message = welcome
            for turn in range(ACTIONS):
                view = next((one for one in message["views"] if one["to_move"] == one["seat"]), None)
                if view is None:
                    return
                await client.act(view["seat"], rng.choice(view["legal"]))
                message = await client.next("update")
                if turn % 12 == 9 and message["views"][0]["outcome"] is None:
                    differences += await compare()

    async def compare() -> int:
        live = room_of(on_sqlite, table).live
        game = live.game
        assert game is not None
        changed = 0
        for seat in (None, *range(seats)):
            before = await everything(on_sqlite, table, seat)
            set_game(live, deal_anew(game, 0 if seat is None else seat, rng.getrandbits(60)))
            neighbour = (0 if seat is None else seat + 1) % seats
            assert await everything(on_sqlite, table, seat) == before
            async with at(table, neighbour) as (_, dealt):
                pass
            set_game(live, game)
            async with at(table, neighbour) as (_, real):
                changed += dealt["views"] != real["views"]
        return changed

    asyncio.run(play())
    assert differences > 0, "a new deal is no secret to those whose cards it changes"


@pytest.mark.parametrize("edition", names())
def test_entries_tell_others_only_what_everybody_sees(on_sqlite: Served, edition: str) -> None:
    """What a seat draws and keeps blind is in nobody else's entries, not even as a name."""
    table = begun(on_sqlite.base, edition, ["person", "person"])
    rng = Random(edition)

    async def play() -> None:
        async with at(table, 0, 1) as (client, welcome), at(table) as (eve, _):
            message = welcome
            for _ in range(ACTIONS):
                view = next((one for one in message["views"] if one["to_move"] == one["seat"]), None)
                if view is None:
                    return
                await client.act(view["seat"], rng.choice(view["legal"]))
                message = await client.next("update")
                own, public = message["entries"][0]["event"], (await eve.next("update"))["entries"][0]["event"]
                assert "tickets" not in public
                if own["kind"] in ("draw_blind", "draw_cards"):
                    assert "cards" in own
                    assert "cards" not in public

    asyncio.run(play())
    log, own = table.ask("/log").json(), table.ask("/log", table.seats[0]).json()
    assert len(log["entries"]) == len(own["entries"])
    assert not any("tickets" in (entry.get("event") or {}) for entry in log["entries"])
