"""The host names that a server answers to.

A page of another site cannot read this server's responses, unless that site's owner points its name at the address of
this machine (DNS rebinding). So a request must name a host that no stranger can control: an address, a name that only
the local network knows, or one that the operator has configured.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import TYPE_CHECKING

from perron.errors import PerronError
from perron.server.origin import host_of

if TYPE_CHECKING:
    from perron.server.settings import Settings

_HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9_.-]{1,253}))(?::(?P<port>[0-9]{1,5}))?")
_NAME = re.compile(r"\.?[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?")
_OF_THIS_NETWORK = ("local", "localhost", "localdomain", "lan", "home", "home.arpa", "internal")
"""Endings of names that are only valid within a network: nobody can register one."""
_SHOWN = 80


class Hosts:
    """The names of one server."""

    def __init__(self, settings: Settings) -> None:
        self._named = frozenset(
            (*named(settings.hosts, settings.origin), settings.host.lower(), socket.gethostname().lower())
        )

    def knows(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Whether a request names this server; one without a host does not come from a browser."""
        told = [value for name, value in headers if name == b"host"]
        if not told or told == [b""]:
            return True
        return len(told) == 1 and self._is_ours(told[0].decode("latin-1"))

    def _is_ours(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None or int(found["port"] or 0) > 65535:
            return False
        if found["six"] is not None:
            return _is_address(found["six"])
        name = found["name"].lower().rstrip(".")
        if name in self._named or _is_address(name):
            return True
        labels = name.split(".")
        if not all(labels):
            return False
        if all(label.isdecimal() for label in labels):  # a malformed address
            return False
        if len(labels) == 1:
            return True
        ends = {".".join(labels[i:]) for i in range(1, len(labels))}
        return not ends.isdisjoint(_OF_THIS_NETWORK) or any(f".{end}" in self._named for end in ends)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def named(allowed: Iterable[str], origin: str | None) -> list[str]:
    """All names that the operator has configured; raises PerronError for an invalid one."""
    names = [_checked(name) for name in allowed]
    if origin is not None:
        names.append(host_of(origin))
    return names


def _checked(name: str) -> str:
    plain = name.lower().rstrip(".")
    if _NAME.fullmatch(plain) is None:
        raise PerronError(
            f"{name[:_SHOWN]!r} is not the name of a host: it looks like perron.example.org, or .example.org for all "
            "names that end so"
        )
    return plain


def shown(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The name that a request used, made safe to show."""
    told = next((value.decode("latin-1") for name, value in headers if name == b"host"), "")
    return re.sub(r"[^A-Za-z0-9.:_\[\]-]", "?", told)[:_SHOWN]
