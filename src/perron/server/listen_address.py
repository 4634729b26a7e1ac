"""Addresses that a server listens on: parsing, binding, and recognising them in a request."""

from __future__ import annotations

import re
import socket
from typing import TYPE_CHECKING

from perron.errors import PerronError

if TYPE_CHECKING:
    from starlette.types import Scope

_WRITTEN = re.compile(r"(?:\[(?P<six>[^\[\]]+)\]|(?P<host>[^\[\]:]+)):(?P<port>[0-9]{1,5})")
_EVERYWHERE = ("0.0.0.0", "::")

Address = tuple[str, int]


def read_address(text: str) -> Address:
    """An address from its text, HOST:PORT; raises PerronError."""
    found = _WRITTEN.fullmatch(text)
    if found is None or int(found["port"]) > 65535:
        raise PerronError(f"{text[:80]!r} is not an address to listen on: it looks like 127.0.0.1:9100 or [::1]:9100")
    return found["six"] or found["host"], int(found["port"])


def write_address(address: Address) -> str:
    """An address as text."""
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def take(address: Address) -> socket.socket:
    """Bind an address before it is announced; raises PerronError."""
    host, port = address
    taken = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except (OSError, ValueError, TypeError) as error:  # a malformed name raises more than OSError
        taken.close()
        why = getattr(error, "strerror", None) or "it is not the name of a host"
        raise PerronError(f"{host[:80]} port {port} cannot be used to listen: {why}") from None
    return taken


def arrived_at(scope: Scope, address: Address) -> bool:
    """Whether a connection was made to this address; no proxy and no header can forge that."""
    if not scope.get("server"):
        return False
    host, port = scope["server"]
    return bool(port == address[1] and (address[0] in _EVERYWHERE or host == address[0]))
