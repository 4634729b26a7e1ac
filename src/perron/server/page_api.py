"""REST for the page besides the tables: boards, replays of records, and links as QR codes."""

from __future__ import annotations

import asyncio
import gzip
import io
import ipaddress
import re
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from typing import Annotated, TypeVar

import segno
from fastapi import APIRouter, Query, Request, Response
from pydantic_core import to_json

from perron.board.geometry import geometry
from perron.board.picture import picture_of
from perron.board.png import can_draw_png, to_png
from perron.board.svg import background_svg, board_svg
from perron.editions.edition import Edition
from perron.editions.folder import EditionFolder
from perron.errors import PerronError
from perron.review.report import Review
from perron.server import address
from perron.server.edition_info import asked_edition, board_info, poster_svg, rules_info
from perron.server.hall import Hall
from perron.server.job_queue import JobOwner
from perron.server.lan import home_address
from perron.server.models import BoardInfo, Link, Replay, RulesInfo, Verified
from perron.server.previews import WIDTH as PREVIEW_WIDTH
from perron.server.refusal import Refused
from perron.server.replays import OPEN, packed, replayed, verified
from perron.server.rest import ERRORS, CodePath, CurrentCaller, EditionKey, Ident, RulesVersion, record_of
from perron.server.seating import edition_of
from perron.server.store import Snapshot
from perron.server.store.kept_editions import find_files
from perron.server.table import game_of

T = TypeVar("T")

router = APIRouter(prefix="/api", responses=ERRORS)

_HASH = re.compile(r"^edition_hash ([0-9a-f]{64})$", re.MULTILINE)
_DAY = {"Cache-Control": "public, max-age=86400"}
Viewer = Annotated[str, Query(pattern=r"^(open|[0-4])$", description="Through whose eyes: a seat's, or `open`.")]


def _unpacks(request: Request) -> bool:
    """Whether the client accepts gzip."""
    return "gzip" in request.headers.get("accept-encoding", "")


def _large(content: bytes, is_packed: bool, media: str, headers: dict[str, str] | None = None) -> Response:
    """A response that may be compressed. It holds nothing secret that its size could reveal."""
    told = {"Vary": "Accept-Encoding", **(headers or {})}
    if is_packed:
        told["Content-Encoding"] = "gzip"
    return Response(content, media_type=media, headers=told)


# boards


def _board(edition: Edition) -> bytes:
    return to_json(board_info(edition))


def _rules(edition: Edition) -> bytes:
    return to_json(rules_info(edition))


def _background(edition: Edition) -> bytes:
    return background_svg(geometry(edition)).encode()


def _picture(edition: Edition) -> bytes:
    return board_svg(geometry(edition), title=edition.title["en"]).encode()


_OF_BOARDS = (_board, _background, _picture)
"""What needs to know where everything lies."""


@lru_cache(maxsize=256)
def _made(make: Callable[[Edition], bytes], pack: bool, edition: Edition, _: EditionFolder | None) -> bytes:
    """What a function makes of an edition: the same every time, so that it is made once."""
    return packed(make(edition)) if pack else make(edition)


async def _drawn(
    request: Request, media: str, make: Callable[[Edition], bytes], ident: str, rules: int | None, key: str | None
) -> Response:
    hall: Hall = request.app.state.hall
    edition, pack = await asked_edition(hall.store, ident, rules, key), _unpacks(request)
    if make in _OF_BOARDS:
        await hall.placer.place(edition, JobOwner(address.of(request.client), ""))
    return _large(await asyncio.to_thread(_made, make, pack, edition, edition.folder), pack, media, _DAY)


@router.get("/editions/{ident}/board", response_model=BoardInfo)
async def board(ident: Ident, request: Request, rules: RulesVersion = None, key: EditionKey = None) -> Response:
    """Where everything lies on a board."""
    return await _drawn(request, "application/json", _board, ident, rules, key)


@router.get("/editions/{ident}/rules", response_model=RulesInfo)
async def edition_rules(ident: Ident, request: Request, rules: RulesVersion = None, key: EditionKey = None) -> Response:
    """The rules of an edition in every language, and the rulings that apply to it."""
    return await _drawn(request, "application/json", _rules, ident, rules, key)


def _data(edition: Edition) -> bytes:
    return b"" if edition.folder is None else edition.folder.data_of(edition.version).encode()


@router.get("/editions/{ident}/edition.toml")
async def edition_file(ident: Ident, request: Request, rules: RulesVersion = None, key: EditionKey = None) -> Response:
    """The data of an edition, as `perron editions check` reads it: for programs that play on somebody's own board."""
    return await _drawn(request, "application/toml", _data, ident, rules, key)


@router.get("/editions/{ident}/poster.svg")
async def poster(ident: Ident, request: Request) -> Response:
    """An edition's picture for the start page."""
    return await _drawn(request, "image/svg+xml", poster_svg, ident, None, None)


@router.get("/editions/{ident}/background.svg")
async def background(ident: Ident, request: Request, rules: RulesVersion = None, key: EditionKey = None) -> Response:
    """The picture under the tracks."""
    return await _drawn(request, "image/svg+xml", _background, ident, rules, key)


@router.get("/editions/{ident}/picture.svg")
async def picture(ident: Ident, request: Request, rules: RulesVersion = None, key: EditionKey = None) -> Response:
    """The whole board as one picture."""
    return await _drawn(request, "image/svg+xml", _picture, ident, rules, key)


@router.get("/editions/{ident}/picture.png")
async def edition_png(ident: Ident, request: Request, rules: RulesVersion = None, key: EditionKey = None) -> Response:
    """The whole board as pixels, for programs that show links."""
    hall: Hall = request.app.state.hall
    edition = await asked_edition(hall.store, ident, rules, key)
    await hall.placer.place(edition, JobOwner(address.of(request.client), ""))
    drawn = (await asyncio.to_thread(_made, _picture, False, edition, edition.folder)).decode()
    return await _png(request, ("edition", ident, edition.version, key), drawn, _DAY)


@router.get("/tables/{code}/picture.png")
async def table_png(
    code: CodePath, caller: CurrentCaller, request: Request, number: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> Response:
    """A table's board with everything public on it; `number` only serves to bypass caches."""
    told, drawn = await caller.hall.log_reader.read(JobOwner(caller.address, code), _board_of)
    return await _png(request, ("table", code, told), drawn, {"Cache-Control": "public, max-age=60"})


def _board_of(snapshot: Snapshot) -> tuple[int, str]:
    edition = edition_of(snapshot.table)
    game = game_of(edition, snapshot.table, snapshot.log)
    if game is None:
        return 0, board_svg(geometry(edition), title=edition.title["en"])
    return snapshot.table.number, picture_of(game.view(), edition=edition)


_pixels: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
_MOST_PICTURES = 32


async def _png(request: Request, key: tuple[object, ...], drawn: str, headers: dict[str, str]) -> Response:
    """A picture as PNG; the latest are cached, since one link is shown to many."""
    found = _pixels.get(key)
    if found is None:
        if not can_draw_png():
            raise Refused("request/not_found")
        found = _pixels[key] = await _in_process(request, to_png, drawn, PREVIEW_WIDTH)
        while len(_pixels) > _MOST_PICTURES:
            _pixels.popitem(last=False)
    return Response(found, media_type="image/png", headers=headers)


# records


async def _in_process(request: Request, do: Callable[..., T], *arguments: object) -> T:
    """Run long work in another process: here it would hold up every table. A client that disconnects cancels it."""
    hall: Hall = request.app.state.hall
    hall.rates.need("replay", address.of(request.client))
    owner = JobOwner(address.of(request.client), request.path_params.get("code", ""))
    working = asyncio.ensure_future(hall.replays.run_job(owner, do, *arguments))
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refused("server/busy")  # the client is gone, so nobody reads this
        return working.result()
    finally:
        working.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    """Wait until the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _text(request: Request) -> str:
    try:
        return (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("record/unreadable", line=1, fault="not UTF-8") from None


_TEXT = {"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}}


@router.post("/replay", response_model=Replay, openapi_extra=_TEXT)
async def replay(request: Request, viewer: Viewer = OPEN) -> Response:
    """A record, sent as text, step by step."""
    return await _replayed(request, await _text(request), viewer)


@router.get("/tables/{code}/replay", response_model=Replay)
async def replay_table(code: CodePath, caller: CurrentCaller, request: Request, viewer: Viewer = OPEN) -> Response:
    """A finished game step by step."""
    _, text = await caller.hall.log_reader.read(JobOwner(caller.address, code), record_of)
    return await _replayed(request, text, viewer)


async def _replayed(request: Request, record: str, viewer: str) -> Response:
    pack, files = _unpacks(request), await _kept_files(request, record)
    return _large(await _in_process(request, replayed, record, files, viewer, pack), pack, "application/json")


async def _kept_files(request: Request, record: str) -> dict[str, str] | None:
    """The files of the edition that a record was played on, if it is one of somebody's own and the store keeps it."""
    named = _HASH.search(record.partition("\n\n")[0])
    if named is None:
        return None
    hall: Hall = request.app.state.hall
    return await hall.store.read(partial(find_files, digest=named[1]))


@router.get("/tables/{code}/review", response_model=Review)
async def review(code: CodePath, caller: CurrentCaller, request: Request) -> Response:
    """The review of a finished game, as far as it is: it is complete when `done` equals `of`.

    The first request begins it. It goes on as long as it is asked for, once a second or so.
    """
    content = await caller.hall.reviews.ask(JobOwner(caller.address, code))
    if _unpacks(request):
        return _large(content, True, "application/json")
    return _large(gzip.decompress(content), False, "application/json")


@router.post("/verify", openapi_extra=_TEXT)
async def verify(request: Request) -> Verified:
    """Replay a record, sent as text, and check all it says: the cards against the key, the key against the promise."""
    text = await _text(request)
    return Verified(**await _in_process(request, verified, text, await _kept_files(request, text)))


# links that other devices can reach


def _is_here_only(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def reachable(request: Request, path: str) -> Link:
    """The link to a page of ours; one that other devices can open, if the server listens to them."""
    caller_host = request.url.hostname or ""
    settings = request.app.state.hall.settings
    base = str(request.base_url).rstrip("/")
    if not _is_here_only(caller_host):
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
    segno.make_qr(reachable(request, path).url, error="m").save(drawn, kind="svg", border=2, xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml")
