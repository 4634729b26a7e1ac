"""Origin: a browser says which page a request comes from; pages of others have no business here."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit


def header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """A header of a request."""
    return next((value.decode("latin-1") for found, value in headers if found == name), None)


def is_ours(headers: Iterable[tuple[bytes, bytes]], allowed: str | None) -> bool:
    """Whether a request comes from our own page, or from a program, which names no origin."""
    headers = list(headers)
    origin = header(headers, b"origin")
    if origin is None:
        return True
    if allowed is not None:
        return origin.rstrip("/").lower() == allowed.rstrip("/").lower()
    try:
        return urlsplit(origin).netloc.lower() == (header(headers, b"host") or "").lower() != ""
    except ValueError:
        return False
