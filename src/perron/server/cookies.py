"""The cookies that hold seats: one per table, sent only with requests about that table.

Cookies for the whole server would come with every request, and after some hundred tables the headers would be larger
than servers and proxies accept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from starlette.responses import Response

from perron.server import secret
from perron.server.store.codes import is_code

DAYS = 400
_PREFIX = "perron_"
_MOVED_AT_ONCE = 20
"""Old cookies that are moved with one response: the size of its headers is limited too."""


def brought(cookies: Mapping[str, str], code: str) -> list[str]:
    """The secrets that a browser brings for a table."""
    return secret.split(cookies.get(_PREFIX + code, ""))


def give(response: Response, code: str, secrets: Iterable[str], *, secure: bool) -> None:
    """Let the browser keep secrets for a table."""
    name, path = _PREFIX + code, f"/api/tables/{code}"
    value = secret.join(secrets)
    response.set_cookie(name, value, DAYS * 86_400, path=path, httponly=True, samesite="lax", secure=secure)
    response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=secure)  # the path of older versions


def move(cookies: Mapping[str, str], response: Response, *, secure: bool) -> None:
    """Move old cookies, which were set for the whole server, to the paths of their tables."""
    old = [name.removeprefix(_PREFIX) for name in cookies if name.startswith(_PREFIX)]
    for code in [code for code in old if is_code(code)][:_MOVED_AT_ONCE]:
        give(response, code, brought(cookies, code), secure=secure)
