"""Addresses as limits count them."""

from __future__ import annotations

import pytest

from perron.server import address


@pytest.mark.parametrize(
    ("hosts", "counted"),
    [
        (["203.0.113.7", "::ffff:203.0.113.7", "::ffff:cb00:7107"], "203.0.113.7"),
        (["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:0DB8:1:2:0::"], "2001:db8:1:2::/64"),
        (["2001:db8:1:3::1"], "2001:db8:1:3::/64"),
        (["fe80::1%eth0", "fe80::2%eth1"], "fe80::/64"),
        (["::1"], "::/64"),
        (["unknown"], "unknown"),
        (["x" * 64, "x" * 100, "x" * 5000], "x" * 64),
        ([""], ""),
    ],
)
def test_addresses_that_one_household_can_have_are_counted_as_one(hosts: list[str], counted: str) -> None:
    assert {address.counted_as(host) for host in hosts} == {counted}


def test_a_client_that_nobody_knows_is_counted_too() -> None:
    assert address.of(None) == ""
    assert address.of(("203.0.113.7", 50_000)) == "203.0.113.7"
