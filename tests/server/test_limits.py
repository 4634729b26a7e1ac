"""How often something may be done."""

from __future__ import annotations

from perron.server.limits import Bucket, Buckets, Counter


def test_a_bucket_gives_so_many_at_once_and_no_more() -> None:
    bucket = Bucket(3, 0)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


def test_a_bucket_fills_up_again() -> None:
    bucket = Bucket(1, 1e12)
    assert all(bucket.take() for _ in range(10))


def test_every_address_has_a_bucket_of_its_own_and_the_oldest_are_forgotten() -> None:
    buckets = Buckets(1, 0, most=2)
    assert [buckets.take(one) for one in ("a", "a", "b", "c", "b", "a")] == [True, False, True, True, False, True]


def test_only_so_many_are_let_in_at_a_time() -> None:
    counter = Counter(2)
    assert [counter.enter("a"), counter.enter("a"), counter.enter("a"), counter.enter("b")] == [True, True, False, True]
    counter.leave("a")
    assert counter.enter("a")
