"""Addresses as limits count them: whoever has one IPv6 address has its whole /64, so that counts as one."""

from __future__ import annotations

import ipaddress

_LONGEST = 64
"""Length at which something that a proxy passes on as an address, but is not one, is cut off."""


def of(client: tuple[str, int] | None) -> str:
    """The key under which limits count a client of a request; empty if the client is unknown."""
    return counted_as(client[0]) if client else ""


def counted_as(host: str) -> str:
    """An IPv4 address as it is, also if written as IPv6; the /64 of an IPv6 address."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host[:_LONGEST]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))
