"""Addresses that the operator has barred for a time."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from datetime import UTC, datetime

from perron.server.address import counted_as
from perron.server.refusal import Refused


def network_of(address: str) -> str:
    """The network to bar for an address: the address itself, or its /64 if it is IPv6; raises ValueError."""
    if "/" in address:
        return str(ipaddress.ip_network(address, strict=False))
    return str(ipaddress.ip_network(counted_as(address.partition("%")[0])))


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    found = ipaddress.ip_address(text.partition("%")[0])
    return getattr(found, "ipv4_mapped", None) or found


class BarredAddresses:
    """The networks that are barred, as this worker last read them."""

    def __init__(self) -> None:
        self._until: dict[ipaddress.IPv4Network | ipaddress.IPv6Network, int] = {}

    def set(self, until: Mapping[str, int]) -> None:
        """Take in what is in the store."""
        self._until = {ipaddress.ip_network(network): end for network, end in until.items()}

    def check(self, address: str, now: int) -> None:
        """Raise Refused for an address that is barred."""
        if not self._until:
            return
        try:
            found = _address(address)
        except ValueError:
            return
        for network, until in self._until.items():
            if until > now and found.version == network.version and found in network:
                at = datetime.fromtimestamp(until / 1000, UTC)
                raise Refused("address/barred", until=f"{at:%Y-%m-%d %H:%M} UTC")
