"""Reviews of finished games, made in the process for replays, a slice at a time: everything else goes before them.

A review goes on as long as somebody asks for it, and is kept in the store every now and then. Of several workers one
makes it, under a lease; if that worker dies, the next one that is asked goes on from what is kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from perron.server.job_queue import REVIEW, JobOwner
from perron.server.limits import Rates
from perron.server.log_reader import LogReader
from perron.server.metrics import Metrics
from perron.server.refusal import Refused
from perron.server.replays import Replays
from perron.server.review_slices import SLICE_S, Slice, review_slice
from perron.server.seating import edition_of
from perron.server.settings import Limits
from perron.server.store import Missing, Snapshot, Store, StoreError, reviewing
from perron.server.store.kept_editions import find_files
from perron.server.store.reviewing import ReviewRow
from perron.server.store.store import now_ms
from perron.server.table import record_text

LEASE_MS = 15_000
KEEP_EVERY_S = 2.0
"""What is found is kept, and the lease renewed, this often."""
WANTED_S = 30.0
"""A review that nobody has asked for in this time is put aside; who asks again goes on with it."""
_ASKED_EVERY_MS = 5_000
_FIRST_S = 20.0  # on a new installation the process may have to compile
_LOOK_AGAIN_S = 0.1
_HANGS_S = 30.0
_MOST_FAILURES = 3
_CACHED = 64
_log = logging.getLogger("perron.reviews")


@dataclass
class _Job:
    """A review that this worker makes."""

    owner: JobOwner
    """Who asked first."""
    kept: bytes | None
    """The newest report."""
    counts: bool
    """Whether it is one of those that are bounded; one that has only to be looked at is not."""
    asked: float = field(default_factory=time.monotonic)
    report_wanted: bool = True
    told: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is a report, and at the end."""
    current: bool = False
    """Whether the newest report is one that this version has made or has gone on with."""
    refused: Refused | None = None
    task: asyncio.Task[None] | None = None


class Reviews:
    """The reviews of one worker."""

    def __init__(
        self, store: Store, replays: Replays, log_reader: LogReader, limits: Limits, rates: Rates, metrics: Metrics
    ) -> None:
        self._store, self._replays, self._log_reader = store, replays, log_reader
        self._limits, self._rates, self._metrics = limits, rates, metrics
        self._jobs: dict[str, _Job] = {}
        self._complete: OrderedDict[str, bytes] = OrderedDict()
        """Complete reviews that this version has made or has looked at."""

    async def ask(self, owner: JobOwner) -> bytes:
        """The review of a table's game as far as it is, packed; it is begun, or goes on. Raises Refused."""
        until = time.monotonic() + _FIRST_S
        while time.monotonic() < until:
            row = await self._look(owner.table)
            if owner.table in self._complete:
                self._complete.move_to_end(owner.table)
                return self._complete[owner.table]
            job = self._jobs.get(owner.table)
            if job is None and row is not None and row.made_elsewhere(self._store.origin, now_ms()):
                if row.content is not None:
                    return row.content
                await asyncio.sleep(_LOOK_AGAIN_S)
                continue
            if job is None:
                job = self._begin(owner, row)
            job.asked, job.report_wanted = time.monotonic(), True
            with suppress(TimeoutError):
                await asyncio.wait_for(job.told.wait(), max(0.0, until - time.monotonic()))
            if job.refused is not None:
                raise job.refused
            if job.current and job.kept is not None:
                return job.kept
            await asyncio.sleep(_LOOK_AGAIN_S)  # another worker was faster
        raise Refused("server/busy")

    async def _look(self, code: str) -> ReviewRow | None:
        """What is kept of the review of a game, which must be over. A worker that makes it hears that it is wanted."""
        try:
            status, row = await self._store.read(partial(reviewing.load_review, code=code))
        except Missing:
            self._complete.pop(code, None)
            raise Refused("table/not_found") from None
        if status != "over":
            raise Refused("table/not_over")
        now = now_ms()
        if row is not None and row.made_elsewhere(self._store.origin, now) and now > row.asked + _ASKED_EVERY_MS:
            await self._store.write(partial(reviewing.ask_for_review, code=code, now=now))
        return row

    # the job

    def _begin(self, owner: JobOwner, row: ReviewRow | None) -> _Job:
        """Start a job; raises Refused if too many run, or were asked for."""
        self._rates.need("replay", owner.address)
        counts = row is None or not row.complete
        if counts and self._full(owner):
            self._metrics.reviews.labels("refused").inc()
            raise Refused("review/busy")
        job = self._jobs[owner.table] = _Job(owner, None if row is None else row.content, counts)
        job.task = asyncio.create_task(self._run(job))
        return job

    def _full(self, owner: JobOwner) -> bool:
        """Whether no more may run, in all or for this address."""
        running = [job for job in self._jobs.values() if job.counts]
        own = [job for job in running if job.owner.address == owner.address]
        return len(running) >= self._limits.reviews or len(own) >= self._limits.reviews_per_address

    async def _run(self, job: _Job) -> None:
        code, worker = job.owner.table, self._store.origin
        self._metrics.reviews_running.inc()
        how = "failed"
        try:
            now = now_ms()
            take = partial(reviewing.take_review, code=code, worker=worker, now=now, until=now + LEASE_MS)
            if await self._store.write(take):
                how = await self._make(job)
            else:
                how = "elsewhere"
        except Missing:
            job.refused = Refused("table/removed")
        except StoreError as error:
            job.refused = Refused(error.refusal)
        except Refused as refused:
            job.refused, how = refused, "refused"
        except asyncio.CancelledError:
            how = "stopped"
            raise
        except Exception:
            _log.exception("review failed", extra={"table": code})
            job.refused = Refused("server/fault")
        finally:
            self._metrics.reviews_running.dec()
            self._metrics.reviews.labels(how).inc()
            try:
                with suppress(StoreError):  # then the lease runs out
                    await self._store.write(partial(reviewing.leave_review, code=code, worker=worker))
            finally:
                del self._jobs[code]
                job.told.set()

    async def _make(self, job: _Job) -> str:
        """Slice after slice, until all is done or nobody wants it any more; returns how it ended."""
        text, files = await self._record(job.owner)
        failures, kept_at = 0, time.monotonic()
        while True:
            due = time.monotonic() > kept_at + KEEP_EVERY_S
            report, job.report_wanted = due or job.report_wanted or not job.current, False
            try:
                found = await self._slice(job, text, files, report)
            except (BrokenExecutor, TimeoutError):
                failures += 1
                if failures == _MOST_FAILURES:
                    _log.error("review given up", extra={"table": job.owner.table})
                    raise Refused("server/busy") from None
                continue
            if found is None:
                return "elsewhere"
            failures = 0
            if not job.counts and not found.complete:  # it was complete, but another version's
                if self._full(job.owner):
                    raise Refused("review/busy")
                job.counts = True
            first = not job.current
            if found.content is not None:
                job.kept, job.current = found.content, True
            if found.content is not None and (first or due or found.complete):
                kept_at = time.monotonic()
                asked = await self._keep(job, (found.done, found.of, found.content))
                if asked is None:
                    return "elsewhere"
                if not found.complete and self._unwanted(job, asked):
                    return "stopped"
            if found.complete and job.kept is not None:
                self._remember(job.owner.table, job.kept)
                return "finished"
            job.told.set()

    async def _slice(self, job: _Job, text: str, files: Mapping[str, str] | None, report: bool) -> Slice | None:
        """One slice, when nothing else waits; None if the lease was lost meanwhile."""
        code = job.owner.table
        arguments = (code, text, files, job.kept, SLICE_S, report)
        began = time.perf_counter()
        working = asyncio.ensure_future(self._replays.run(REVIEW, job.owner, review_slice, lambda: arguments, _HANGS_S))
        try:
            while not (await asyncio.wait((working,), timeout=LEASE_MS / 4000))[0]:
                if await self._keep(job) is None:
                    return None
            self._metrics.review_slice.observe(time.perf_counter() - began)
            return working.result()
        finally:
            working.cancel()

    async def _keep(self, job: _Job, report: tuple[int, int, bytes] | None = None) -> int | None:
        keep = partial(
            reviewing.keep_review,
            code=job.owner.table,
            worker=self._store.origin,
            until=now_ms() + LEASE_MS,
            report=report,
        )
        return await self._store.write(keep)

    def _unwanted(self, job: _Job, asked: int) -> bool:
        here, anywhere = time.monotonic() - job.asked, (now_ms() - asked) / 1000
        return min(here, anywhere) > WANTED_S

    async def _record(self, owner: JobOwner) -> tuple[str, dict[str, str] | None]:
        """The record of a game, and the files of its edition if that is not built in."""
        text, digest = await self._log_reader.read(owner, _record_of)
        files = None if digest is None else await self._store.read(partial(find_files, digest=digest))
        return text, files

    def _remember(self, code: str, content: bytes) -> None:
        self._complete[code] = content
        while len(self._complete) > _CACHED:
            self._complete.popitem(last=False)

    async def stop(self) -> None:
        """Put all reviews aside."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=5)


def _record_of(snapshot: Snapshot) -> tuple[str, str | None]:
    """A game's record, and the hash of its edition if that is not built in; raises Refused if the game is not over."""
    if snapshot.table.status != "over":
        raise Refused("table/not_over")
    own = edition_of(snapshot.table).digest if snapshot.table.edition_key is not None else None
    return record_text(snapshot), own
