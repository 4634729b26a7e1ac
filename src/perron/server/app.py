"""The server as one ASGI application."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TypedDict

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from perron import __version__
from perron.editions import left_out, look_in
from perron.editions.places import FOLDER
from perron.engine.warm import warm_up
from perron.server import page_api, people, puzzle_api, rest
from perron.server.backup_task import keep_backups
from perron.server.barred_addresses import BarredAddresses
from perron.server.bot_pool import BotPool
from perron.server.connections import Connections, raise_file_limit
from perron.server.hall import Hall
from perron.server.limits import Rates
from perron.server.metrics import Metrics
from perron.server.middleware import RequestGate, fault
from perron.server.monitor import Monitor
from perron.server.refusal import Refused
from perron.server.settings import Settings
from perron.server.socket import Sockets
from perron.server.store import Store, StoreError
from perron.server.web import add_page

_log = logging.getLogger("perron.server")


class State(TypedDict):
    """Objects that live as long as the server."""

    hall: Hall
    connections: Connections


def create_app(settings: Settings) -> ASGIApp:
    """The application, which opens the store when it starts."""
    metrics, rates = Metrics(), Rates(settings.limits.rates)
    bars = BarredAddresses()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[State]:
        warm_up()
        _know_editions(settings)
        store = await asyncio.to_thread(partial(Store.open, settings.database_url, observer=metrics))
        processes = settings.bot_processes or max(1, (os.cpu_count() or 2) // 2)
        bot_pool = BotPool(processes, settings.limits, metrics)
        hall = app.state.hall = Hall(store, bot_pool, settings, metrics, rates, bars)
        await hall.operator.check()
        with suppress(StoreError):  # the sweep keeps trying
            await hall.heartbeat()  # before anybody gets a clock: they stood still while no server ran
        app.router.routes.insert(0, WebSocketRoute("/api/tables/{code}/socket", Sockets(hall).serve))
        connections = Connections(settings, metrics, most=raise_file_limit(settings.limits.connections))
        at_work = [asyncio.create_task(hall.sweep())]
        if settings.start_bots:
            at_work.append(asyncio.create_task(hall.replays.warm_later(bot_pool)))
        at_work.append(asyncio.create_task(Monitor(hall).run()))
        if settings.backups is not None:
            at_work.append(asyncio.create_task(keep_backups(settings, metrics)))
        _log.info("started", extra={"worker": store.origin})
        try:
            yield {"hall": hall, "connections": connections}
        finally:
            await hall.stop()
            for task in at_work:
                task.cancel()
            await asyncio.gather(*at_work, return_exceptions=True)  # a backup's process is still to be ended
            bot_pool.close()
            hall.replays.close()
            await asyncio.to_thread(store.close)
            _log.info("stopped", extra={"worker": store.origin})

    app = FastAPI(
        title="Perron",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    app.include_router(rest.router)
    app.include_router(people.router)
    app.include_router(page_api.router)
    app.include_router(puzzle_api.router)
    add_page(app)
    _answer_faults(app)
    return RequestGate(app, settings, metrics, rates, bars)


def _know_editions(settings: Settings) -> None:
    """Look for editions in the server's own data folder too, and report those that are left out."""
    if settings.data is not None and (settings.data / FOLDER).is_dir():
        look_in(settings.data / FOLDER)
    for one in left_out():
        _log.warning("edition left out", extra={"where": one.place, "error": one.reason})


def _answer_faults(app: FastAPI) -> None:
    """Answer every refusal with the same kind of JSON object."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        request.app.state.hall.metrics.refusals.labels(error.code).inc()
        return fault(request.scope, error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        wrong = [".".join(map(str, one["loc"])) for one in error.errors()]
        return fault(request.scope, Refused("request/invalid"), wrong[:20])

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        codes = {404: "request/not_found", 405: "request/method"}
        return fault(request.scope, Refused(codes.get(error.status_code, "request/invalid")))

    @app.exception_handler(StoreError)
    async def store(request: Request, error: StoreError) -> Response:
        if request.app.state.hall.store.trouble is None:  # else the store has logged it
            _log.error("store", extra={"error": type(error).__name__})
        return fault(request.scope, Refused(error.refusal))

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> Response:
        return fault(request.scope, Refused("server/fault"))
