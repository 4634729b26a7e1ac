"""The Origin header: browsers say which page a request comes from; those of other sites are refused."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from perron.errors import PerronError


def header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """A header of a request."""
    return next((value.decode("latin-1") for found, value in headers if found == name), None)


def host_of(origin: str) -> str:
    """The name of an origin's host; raises PerronError for what is no origin."""
    try:
        parts = urlsplit(origin)
        if (
            parts.scheme in ("http", "https")
            and parts.hostname
            and (parts.path, parts.query, parts.fragment) in (("", "", ""), ("/", "", ""))
            and "@" not in parts.netloc
            and parts.port != 0
            and origin.isascii()
            and not any(letter.isspace() for letter in origin)
        ):
            return parts.hostname.lower()
    except ValueError:
        pass
    raise PerronError(f"{origin[:80]!r} is not the address of a page: it looks like https://perron.example.org")


def is_ours(headers: Iterable[tuple[bytes, bytes]], allowed: str | None) -> bool:
    """Whether a request comes from our own page, or from a program, which sends no origin."""
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
