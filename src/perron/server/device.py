"""The device: a random number in a cookie, so that a host can bar somebody, and see who keeps leaving games.

It is set when somebody sits down, contains nothing about the person, and only its hash is stored.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping

from starlette.responses import Response

from perron.server.secret import hashed

COOKIE = "perron-device"
DAYS = 400
_ID = re.compile(r"[A-Za-z0-9_-]{22}")


def brought(cookies: Mapping[str, str]) -> bytes | None:
    """The hash of the device that a request comes from, if it has sat down somewhere before."""
    found = cookies.get(COOKIE, "")
    return hashed(found) if _ID.fullmatch(found) else None


def give(response: Response, *, secure: bool) -> bytes:
    """Set a cookie with a new number; returns its hash."""
    fresh = secrets.token_urlsafe(16)
    response.set_cookie(COOKIE, fresh, DAYS * 86_400, path="/api/tables", httponly=True, samesite="lax", secure=secure)
    return hashed(fresh)
