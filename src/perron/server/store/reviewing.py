"""Queries for the reviews of finished games: plain functions on a connection, as in `queries`.

One worker at a time makes a review and holds a lease on it; when that has run out, another goes on from what is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, or_, select, update
from sqlalchemy.exc import IntegrityError

from perron.server.store.errors import Missing
from perron.server.store.queries import insert_new
from perron.server.store.schema import reviews, tables

LONGEST_LEASE_MS = 60_000
"""A lease that seems to last longer is from before the clock was set back, and does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRow:
    """A review as far as it is kept. Times are milliseconds UTC."""

    code: str
    done: int
    total: int
    """Steps of the game; 0 before the first report."""
    content: bytes | None = field(repr=False)
    """The report, packed."""
    asked: int
    """When somebody last wanted it."""
    lease: str | None
    """The worker that goes on with it."""
    lease_until: int | None

    @property
    def complete(self) -> bool:
        """Whether all of it is there."""
        return self.content is not None and self.done == self.total

    def made_elsewhere(self, worker: str, now: int) -> bool:
        """Whether another worker is at it."""
        return self.lease not in (None, worker) and now < (self.lease_until or 0) <= now + LONGEST_LEASE_MS


def load_review(connection: Connection, code: str) -> tuple[str, ReviewRow | None]:
    """The status of a table, and the review of its game; raises Missing if there is no such table."""
    status = connection.execute(select(tables.c.status).where(tables.c.code == code)).scalar_one_or_none()
    if status is None:
        raise Missing(code)
    row = connection.execute(select(reviews).where(reviews.c.code == code)).one_or_none()
    return status, None if row is None else ReviewRow(**row._mapping)


def take_review(connection: Connection, code: str, worker: str, now: int, until: int) -> bool:
    """Take the lease on a review, which need not have begun; whether this worker got it. Raises Missing.

    Only of a game that is over, which it then stays.
    """
    status, known = load_review(connection, code)
    if status != "over":
        return False
    if known is None:
        row = {"code": code, "done": 0, "total": 0, "asked": now}
        try:
            connection.execute(insert_new(connection.dialect.name, reviews), row)
        except IntegrityError:  # it was removed in this moment
            raise Missing(code) from None
    over = or_(reviews.c.lease_until <= now, reviews.c.lease_until > now + LONGEST_LEASE_MS)
    free = or_(reviews.c.lease.is_(None), reviews.c.lease == worker, over)
    taken = update(reviews).where(reviews.c.code == code, free)
    return connection.execute(taken.values(lease=worker, lease_until=until, asked=now)).rowcount == 1


def keep_review(
    connection: Connection, code: str, worker: str, until: int, report: tuple[int, int, bytes] | None = None
) -> int | None:
    """Renew a lease, and keep a report with it: how many steps are done, of how many, and the report.

    Returns when somebody last wanted it; None if the review is gone, or another worker's by now.
    """
    values: dict[str, object] = {"lease_until": until}
    if report is not None:
        values |= dict(zip(("done", "total", "content"), report, strict=True))
    held = update(reviews).where(reviews.c.code == code, reviews.c.lease == worker)
    asked: int | None = connection.execute(held.values(values).returning(reviews.c.asked)).scalar_one_or_none()
    return asked


def leave_review(connection: Connection, code: str, worker: str) -> None:
    """Release a lease; of a review that never came to a report, nothing stays."""
    held = (reviews.c.code == code, reviews.c.lease == worker)
    connection.execute(delete(reviews).where(*held, reviews.c.content.is_(None)))
    connection.execute(update(reviews).where(*held).values(lease=None, lease_until=None))


def ask_for_review(connection: Connection, code: str, now: int) -> None:
    """Note for the worker that makes a review that it is wanted still."""
    connection.execute(update(reviews).where(reviews.c.code == code).values(asked=now))
