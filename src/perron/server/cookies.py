"""The cookies that hold seats: one for each table, sent only where that table is asked for.

A cookie for the whole server would come with every request, and after some hundred tables no request would fit into
what servers and proxies read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from starlette.responses import Response

from perron.server import secret
from perron.server.store.codes import is_code

DAYS = 400
_PREFIX = "perron_"
_MOVED_AT_ONCE = 20
"""So many old cookies are moved with one answer: what an answer may weigh is bounded too."""


def brought(cookies: Mapping[str, str], code: str) -> list[str]:
    """The secrets that a browser brings for a table."""
    return secret.split(cookies.get(_PREFIX + code, ""))


def give(response: Response, code: str, secrets: Iterable[str], *, secure: bool) -> None:
    """Let the browser keep secrets for a table."""
    name, path = _PREFIX + code, f"/api/tables/{code}"
    value = secret.join(secrets)
    response.set_cookie(name, value, DAYS * 86_400, path=path, httponly=True, samesite="lax", secure=secure)
    response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=secure)  # as it was given before


def move(cookies: Mapping[str, str], response: Response, *, secure: bool) -> None:
    """Move cookies that come with a request about no table to their tables: they were given for the whole server."""
    old = [name.removeprefix(_PREFIX) for name in cookies if name.startswith(_PREFIX)]
    for code in [code for code in old if is_code(code)][:_MOVED_AT_ONCE]:
        give(response, code, brought(cookies, code), secure=secure)
