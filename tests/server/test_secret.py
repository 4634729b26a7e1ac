"""Secrets: who has one holds the seat."""

from __future__ import annotations

from perron.server import secret
from perron.server.store import SeatRow


def test_secrets_differ_and_only_their_hashes_are_kept() -> None:
    one, other = secret.new_secret(), secret.new_secret()
    assert one != other
    assert secret.proves([other, one], secret.hashed(one))
    assert not secret.proves([other], secret.hashed(one))
    assert not secret.proves([one], None)


def test_a_cookie_holds_several_secrets_and_nothing_else_gets_through() -> None:
    brought = [secret.new_secret() for _ in range(3)]
    assert secret.split(secret.join([*brought, brought[0]])) == brought
    assert secret.split(f"{brought[0]}.<script>.{'x' * 44}..") == brought[:1]
    assert len(secret.split(secret.join(secret.new_secret() for _ in range(20)))) == secret.MOST


def test_the_seats_held_are_those_whose_secrets_were_brought() -> None:
    mine, yours = secret.new_secret(), secret.new_secret()
    seats = [
        SeatRow(code="t", seat=0, kind="person", secret_hash=secret.hashed(mine)),
        SeatRow(code="t", seat=1, kind="person", secret_hash=secret.hashed(yours)),
        SeatRow(code="t", seat=2, kind="person", secret_hash=None),
        SeatRow(code="t", seat=3, kind="person", secret_hash=secret.hashed(mine)),
    ]
    assert secret.held([mine], seats) == (0, 3)
    assert secret.held([], seats) == ()
