"""Addresses as limits count them: whoever has one IPv6 address has the 2^64 beside it, so those are one."""

from __future__ import annotations

import ipaddress

_LONGEST = 64
"""Letters of what a proxy passes on as an address, but is none."""


def of(client: tuple[str, int] | None) -> str:
    """What the limits count a client under, given who it is as a request says; empty if nobody knows."""
    return counted_as(client[0]) if client else ""


def counted_as(host: str) -> str:
    """An IPv4 address itself, also if it is written as IPv6; the /64 of an IPv6 address."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host[:_LONGEST]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))
