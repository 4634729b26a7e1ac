"""Secrets: whoever has one holds the seat, or is the host. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence

from perron.server.store import SeatRow

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
MOST = 8
"""Secrets that one browser may bring for a table: every seat and the host's."""


def new_secret() -> str:
    """A new secret of 256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> bytes:
    """The hash of a secret, which is what is stored."""
    return hashlib.sha256(secret.encode()).digest()


def split(joined: str) -> list[str]:
    """The secrets in a cookie or header; what cannot be one is left out."""
    return [part for part in joined.split(".")[:MOST] if _SECRET.fullmatch(part)]


def join(secrets: Iterable[str]) -> str:
    """The secrets for a cookie, each once, the newest kept if there are too many."""
    return ".".join(list(dict.fromkeys(secrets))[-MOST:])


def proves(brought: Iterable[str], stored: bytes | None) -> bool:
    """Whether one of the secrets matches the stored hash, compared in constant time."""
    return stored is not None and sum(hmac.compare_digest(hashed(secret), stored) for secret in brought) > 0


def held(brought: Sequence[str], seats: Iterable[SeatRow]) -> tuple[int, ...]:
    """The seats that these secrets prove."""
    return tuple(row.seat for row in seats if proves(brought, row.secret_hash))
