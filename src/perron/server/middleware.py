"""Around every request: security headers, limits, the check of its origin, and one line in the log."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perron.locales import language_of, say
from perron.server import address, origin
from perron.server.barred_addresses import BarredAddresses
from perron.server.hosts import Hosts, shown
from perron.server.limits import Counter, Rates
from perron.server.listen_address import arrived_at
from perron.server.metrics import Metrics
from perron.server.refusal import Refused
from perron.server.settings import Settings
from perron.server.store.store import now_ms

CSP = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_UNCHANGING = ("GET", "HEAD", "OPTIONS")
_METRICS = "/api/metrics"
_UNLIMITED = ("/api/health", "/api/ready", _METRICS)
_FOR_ALL = (*_UNLIMITED, "/api/editions")
"""Paths open to barred addresses: with these and the page's own files they can be told so."""
_PIECE = 64 * 1024
_log = logging.getLogger("perron.requests")


class RequestGate:
    """Middleware that checks requests and adds headers to responses."""

    def __init__(
        self, app: ASGIApp, settings: Settings, metrics: Metrics, rates: Rates, bars: BarredAddresses | None = None
    ) -> None:
        self.app, self.settings, self.metrics, self.rates = app, settings, metrics, rates
        self._hosts, self._metrics_at = Hosts(settings), settings.metrics_address
        self._bars = bars or BarredAddresses()
        self._at_once = Counter(settings.limits.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request; sockets do their own checks."""
        if scope["type"] != "http":
            if scope["type"] == "websocket" and self._is_for_metrics(scope):
                await send({"type": "websocket.close"})
                return
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            for piece in _pieces(message):
                await send(piece)

        try:
            with self._let_in(scope):
                await self.app(scope, self._limited(receive), send_on)
        except Refused as refused:
            await _answer(scope, refused)(scope, receive, send_on)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    @contextmanager
    def _let_in(self, scope: Scope) -> Iterator[None]:
        """Check a request, and count it until its response has been sent."""
        if scope["path"] in _UNLIMITED:
            self._check(scope)
            yield
            return
        counted = address.of(scope["client"])
        self.rates.need("request", counted)
        self._check(scope)
        if not self._at_once.enter(counted):
            raise Refused("limit/rate")
        try:
            yield
        finally:
            self._at_once.leave(counted)

    def _check(self, scope: Scope) -> None:
        if not self._hosts.knows(scope["headers"]):
            raise Refused("host/unknown", host=shown(scope["headers"]))
        wants_metrics = scope["path"] == _METRICS
        if wants_metrics is not self._is_for_metrics(scope) and not (wants_metrics and self.settings.metrics_for_all):
            raise Refused("request/not_found")
        if scope["path"].startswith("/api/") and not scope["path"].startswith(_FOR_ALL):
            self._bars.check(scope["client"][0] if scope["client"] else "", now_ms())
        if scope["method"] not in _UNCHANGING and not origin.is_ours(scope["headers"], self.settings.origin):
            raise Refused("origin/foreign")
        length = origin.header(scope["headers"], b"content-length")
        if length is not None and length.isdecimal() and int(length[:20]) > self.settings.limits.body_bytes:
            raise Refused("request/too_large")

    def _is_for_metrics(self, scope: Scope) -> bool:
        """Whether a request came to the address for metrics, which serves nothing else."""
        return self._metrics_at is not None and arrived_at(scope, self._metrics_at)

    def _limited(self, receive: Receive) -> Receive:
        """Enforce the size limit on bodies without a Content-Length."""
        got = 0

        async def receive_some() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self.settings.limits.body_bytes:
                raise Refused("request/too_large")
            return message

        return receive_some

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        # The route's pattern, not the path: a table's code opens the table.
        route = getattr(scope.get("route"), "path", "-")
        method = scope["method"] if scope["method"] in (*_UNCHANGING, "POST") else "-"
        self.metrics.requests.labels(method, route, str(status)).inc()
        self.metrics.request_time.observe(seconds)
        if status == 500:
            self.metrics.faults.inc()
        if scope["path"] not in _UNLIMITED:
            told = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
            _log.info("request", extra=told)


def _answer(scope: Scope, refused: Refused) -> Response:
    """The response to a request that is refused here: plain text where a person asked for a page by a wrong name."""
    if refused.code != "host/unknown" or scope["path"].startswith("/api"):
        return fault(scope, refused)
    language = language_of(origin.header(scope["headers"], b"accept-language"))
    said = say(language, refused.code, **refused.values)
    return PlainTextResponse(said, refused.status, {"Content-Language": language})


def _pieces(message: Message) -> Iterator[Message]:
    """Split a large body: each piece is sent when most of those before it have been read."""
    body = message.get("body", b"")
    if len(body) <= _PIECE:
        yield message
        return
    for start in range(0, len(body), _PIECE):
        last = start + _PIECE >= len(body)
        more = not last or message.get("more_body", False)
        yield {**message, "body": body[start : start + _PIECE], "more_body": more}


def fault(scope: Scope, refused: Refused, details: list[str] | None = None) -> JSONResponse:
    """A refusal as the answer to a request, in the caller's language."""
    language = language_of(origin.header(scope["headers"], b"accept-language"))
    told: dict[str, object] = {"code": refused.code, "message": say(language, refused.code, **refused.values)}
    if refused.clause is not None:
        told["clause"] = refused.clause
    if details:
        told["details"] = details
    return JSONResponse(told, refused.status, {"Content-Language": language})
