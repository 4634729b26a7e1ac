"""What the page shows beside the tables: boards, replays of records, and links as QR codes."""

from __future__ import annotations

import asyncio
import gzip
import io
import ipaddress
from contextlib import suppress
from dataclasses import fields
from functools import cache, partial
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Path, Query, Request, Response
from pydantic_core import to_json

from perron.board.geometry import geometry
from perron.board.svg import background_svg, board_svg
from perron.editions import known_edition
from perron.editions.edition import Edition
from perron.errors import EditionError, PerronError, RecordError
from perron.event import event_of
from perron.game import Game, Move
from perron.record import Record, read_record, replay_record, verify_record
from perron.server.bodies import Link, Replay, Verified
from perron.server.lan import home_address
from perron.server.refusal import Refused
from perron.server.rest import ERRORS, Asking, CodePath, record_of
from perron.view import View

router = APIRouter(prefix="/api", responses=ERRORS)

MOST_ACTIONS = 3000
"""Longer records are not replayed: no game is half as long."""
_OPEN = "open"
_FIELDS = [field.name for field in fields(View)]
_DAY = {"Cache-Control": "public, max-age=86400"}
Ident = Annotated[str, Path(max_length=40)]
Viewer = Annotated[str, Query(pattern=r"^(open|[0-4])$", description="Through whose eyes: a seat's, or `open`.")]


def _edition(ident: str) -> Edition:
    try:
        return known_edition(ident)
    except EditionError:
        raise Refused("edition/unknown") from None


def _large(request: Request, content: bytes, media: str, headers: dict[str, str] | None = None) -> Response:
    """An answer that is packed if the asker can unpack it. Nothing secret is in it, so that its size tells nothing."""
    told = {"Vary": "Accept-Encoding", **(headers or {})}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = gzip.compress(content, 6)
        told["Content-Encoding"] = "gzip"
    return Response(content, media_type=media, headers=told)


# boards


@cache
def _board(ident: str) -> bytes:
    return to_json(geometry(_edition(ident)).to_dict())


@cache
def _picture(ident: str, whole: bool) -> bytes:
    board = geometry(_edition(ident))
    return (board_svg(board) if whole else background_svg(board)).encode()


@router.get("/editions/{ident}/board")
async def board(ident: Ident, request: Request) -> Response:
    """Where everything lies on a board: docs/board.md says what is in it."""
    return _large(request, await asyncio.to_thread(_board, ident), "application/json", _DAY)


@router.get("/editions/{ident}/background.svg")
async def background(ident: Ident, request: Request) -> Response:
    """The picture under the tracks."""
    return _large(request, await asyncio.to_thread(_picture, ident, False), "image/svg+xml", _DAY)


@router.get("/editions/{ident}/picture.svg")
async def picture(ident: Ident, request: Request) -> Response:
    """The whole board as one picture."""
    return _large(request, await asyncio.to_thread(_picture, ident, True), "image/svg+xml", _DAY)


# records


def _read(text: str) -> Record:
    try:
        record = read_record(text)
    except RecordError as error:
        raise Refused("record/unreadable", line=error.line or 1, fault=str(error)) from None
    if len(record.actions) > MOST_ACTIONS:
        raise Refused("record/unreadable", line=1, fault=f"more than {MOST_ACTIONS} actions")
    return record


def _fault(record: Record) -> str | None:
    """What is wrong with a record, if anything."""
    try:
        verify_record(record)
    except RecordError as error:
        return str(error) if error.line is None else f"{error.line}: {error}"
    return None


def _everything(game: Game, view: View) -> dict[str, Any]:
    """A spectator's view with all hands and tickets open."""
    seen = [game.view(seat, with_legal=False) for seat in range(game.seats)]
    return {
        **{name: getattr(view, name) for name in _FIELDS},
        "hands": [one.hand for one in seen],
        "tickets_of": [one.tickets for one in seen],
        "offered_to": [one.offered for one in seen],
    }


def replay_steps(record: Record, viewer: str) -> dict[str, Any]:
    """A record step by step through somebody's eyes."""
    try:
        end, game = replay_record(record), replay_record(record, 0)
    except RecordError as error:
        raise Refused("record/unreadable", line=error.line or 1, fault=str(error)) from None
    seat = None if viewer == _OPEN else int(viewer)
    if seat is not None and seat >= game.seats:
        raise Refused("seat/unknown")
    look = partial(game.view, with_legal=False)
    before = look(seat)
    steps: list[dict[str, Any]] = [{"seat": None, "event": None, "view": _shown(game, before)}]
    for entry in end.log:
        # The open view tells of every action as the one who took it saw it.
        told = look(entry.seat) if seat is None else before
        if isinstance(entry, Move):
            game.replay(entry.number, entry.answers)
        else:
            game.take_back(entry.seat)
        before = look(seat)
        event = event_of(entry, told, look(entry.seat) if seat is None else before, game.edition)
        steps.append({"seat": entry.seat, "event": event.to_dict(), "view": _shown(game, before)})
    return {
        "edition": game.edition.id,
        "seats": game.seats,
        "over": game.over,
        "fault": _fault(record),
        "steps": steps,
    }


def _shown(game: Game, view: View) -> View | dict[str, Any]:
    return _everything(game, view) if view.seat is None else view


async def _text(request: Request) -> str:
    try:
        return (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("record/unreadable", line=1, fault="not UTF-8") from None


_TEXT = {"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}}


@router.post("/replay", response_model=Replay, openapi_extra=_TEXT)
async def replay(request: Request, viewer: Viewer = _OPEN) -> Response:
    """A record, sent as text, step by step."""
    text = await _text(request)
    steps = await asyncio.to_thread(lambda: to_json(replay_steps(_read(text), viewer)))
    return _large(request, steps, "application/json")


@router.get("/tables/{code}/replay", response_model=Replay)
async def replay_table(code: CodePath, asker: Asking, request: Request, viewer: Viewer = _OPEN) -> Response:
    """A finished game step by step."""
    whole = await asker.hall.whole(code)
    if whole.table.status != "over":
        raise Refused("table/not_over")
    steps = await asyncio.to_thread(lambda: to_json(replay_steps(read_record(record_of(whole)), viewer)))
    return _large(request, steps, "application/json")


@router.post("/verify", openapi_extra=_TEXT)
async def verify(request: Request) -> Verified:
    """Replay a record, sent as text, and check all it says: the cards against the key, the key against the promise."""
    text = await _text(request)
    return await asyncio.to_thread(partial(_verified, text))


def _verified(text: str) -> Verified:
    record = _read(text)
    try:
        found = verify_record(record)
    except RecordError as error:
        return Verified(ok=False, line=error.line, fault=str(error), key_checked=False, committed=False, actions=0)
    return Verified(
        ok=True,
        line=None,
        fault=None,
        key_checked=found.key_checked,
        committed=found.committed,
        actions=len(record.actions),
    )


# links that other devices can reach


def _is_here_only(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def reachable(request: Request, path: str) -> Link:
    """The link to a page of ours that other devices can open, if the server listens to them."""
    asker_host = request.url.hostname or ""
    settings = request.app.state.hall.settings
    base = str(request.base_url).rstrip("/")
    if not _is_here_only(asker_host):
        return Link(url=f"{base}{path}", reachable=True)
    if settings.lan:
        with suppress(PerronError):
            port = f":{request.url.port}" if request.url.port else ""
            return Link(url=f"http://{home_address()}{port}{path}", reachable=True)
    return Link(url=f"{base}{path}", reachable=False)


OwnPath = Annotated[
    str, Query(pattern=r"^/([A-Za-z0-9_.#=-][A-Za-z0-9/_.#=-]{0,120})?$", description="A path of this server.")
]


@router.get("/link")
async def link(path: OwnPath, request: Request) -> Link:
    """A page of ours as a link for other devices."""
    return reachable(request, path)


@router.get("/qr")
async def qr(path: OwnPath, request: Request) -> Response:
    """The same link as a QR code."""
    drawn = io.BytesIO()
    segno.make(reachable(request, path).url, micro=False, error="m").save(drawn, kind="svg", border=2, xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml")
