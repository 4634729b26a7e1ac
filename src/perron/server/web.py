"""Serves the page; if it has not been built, one that says how to build it."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from perron.board import can_draw_png
from perron.server.previews import preview_of, tags

_NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Perron</title></head>
<body><h1>Perron</h1><p>The server runs, but {why}.</p>
<p>Programs can play over <code>/api</code>; <code>/api/openapi.json</code> says how.</p></body></html>
"""
_IN_A_CLONE = "its page has not been built: run make page in the folder of the clone, and start the server again"
_INSTALLED = (
    "this installation of Perron has no page: the package was made from sources in which the page had not been built. "
    "Install a wheel or an sdist that has it (make dist in a clone makes both), and start the server again"
)
PATHS = (
    *("/", "/new", "/new/{edition}", "/t/{code}", "/text/{code}"),
    *("/replay", "/replay/{code}", "/rules/{edition}", "/puzzle", "/stats"),
)
"""Paths of the page, which does its own routing."""
Give: TypeAlias = Callable[[Request], Awaitable[Response]]
_PACKED = {".css", ".js", ".json", ".svg", ".webmanifest"}
_OTHER_TYPES = {".webmanifest": "application/manifest+json"}
_FOREVER = "public, max-age=31536000, immutable"


def folder() -> Path:
    """The folder of the built page, which may not exist."""
    return Path(str(files("perron.server"))) / "page"


def why_missing() -> str | None:
    """Why there is no page and what to do about it, for the operator; None if there is one."""
    here = folder()
    if (here / "index.html").is_file():
        return None
    clone = here.parents[3]
    return _IN_A_CLONE if (clone / "web" / "package.json").is_file() else _INSTALLED


def add_page(app: Starlette) -> None:
    """Serve the page at its paths, and its assets."""
    built = folder()
    index = built / "index.html"
    why = why_missing()
    shown = index.read_text("utf-8") if why is None else _NOT_BUILT.format(why=why)
    before, head, after = shown.partition("</head>")
    pictures = can_draw_png()

    async def page(request: Request) -> Response:
        base = str(request.base_url).rstrip("/")
        told = tags(await preview_of(request, pictures), base, request.url.path)
        return HTMLResponse(f"{before}{told}{head}{after}", headers={"Cache-Control": "no-cache"})

    async def nothing(_: Request) -> Response:
        return FileResponse(index, 404, headers={"Cache-Control": "no-cache"})

    app.router.routes += [Route(path, page) for path in PATHS]
    if why is None:
        files_of_it = sorted(file for file in built.rglob("*") if file.is_file() and file != index)
        app.router.routes += [Route(f"/{file.relative_to(built).as_posix()}", _give(file)) for file in files_of_it]
        # The page shows its own message for an unknown path; programs use /api.
        app.router.routes.append(Route("/{path:path}", _unless_api(nothing)))


def _unless_api(page: Give) -> Give:
    async def answer(request: Request) -> Response:
        if request.url.path.startswith("/api") or "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404)
        return await page(request)

    return answer


def _give(file: Path) -> Give:
    """Serve a file, compressed once if that makes it smaller. Names under /assets change with the contents."""
    plain = file.read_bytes()
    packed = gzip.compress(plain, 9) if file.suffix in _PACKED else plain
    media = mimetypes.guess_type(file.name)[0] or _OTHER_TYPES.get(file.suffix, "application/octet-stream")
    headers = {"Cache-Control": _FOREVER if file.parent.name == "assets" else "no-cache", "Vary": "Accept-Encoding"}

    async def answer(request: Request) -> Response:
        if len(packed) < len(plain) and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, media_type=media, headers=headers | {"Content-Encoding": "gzip"})
        return Response(plain, media_type=media, headers=headers)

    return answer
