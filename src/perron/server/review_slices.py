"""A slice of a review, in the process for replays, which keeps reviews in memory between their slices."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from perron.errors import ReviewError
from perron.review.budgets import STANDARD
from perron.review.report import Review, from_json, to_json
from perron.review.reviewer import Reviewer
from perron.server.refusal import Refused
from perron.server.replays import packed, read_text

SLICE_S = 0.05
"""A reviewer works for up to 30 ms more, and the report is then written: 100 ms in all."""
_MOST = 64
_live: OrderedDict[tuple[str, str], tuple[Reviewer, int]] = OrderedDict()
"""Reviews that go on, by their tables and records, and how many steps they were given; those needed last are last."""


class Slice(NamedTuple):
    """How far a review is after a slice."""

    done: int
    of: int
    content: bytes | None
    """The report, packed; None if none was asked for."""
    complete: bool
    """Whether nothing is left to do."""


def review_slice(
    code: str, text: str, files: Mapping[str, str] | None, kept: bytes | None, seconds: float, report: bool
) -> Slice:
    """Go on with the review of a table's game for about that long; raises Refused if it cannot be reviewed.

    `kept` is a report of it that was broken off: where this process does not know the review, it goes on from there.
    `files` are those of an edition that is not built in. The last slice always has a report.
    """
    key = (code, hashlib.sha256(text.encode()).hexdigest())
    reviewer, given = _live.pop(key, (None, 0))
    try:
        if reviewer is None:
            record = read_text(text, files)
            reviewer = Reviewer(record, STANDARD)
            before = _current(kept, reviewer.review())
            if before is not None and before.done == before.of:
                return Slice(before.done, before.of, kept, complete=True)
            if before is not None:
                given = before.done
                reviewer = Reviewer(record, STANDARD, done=before.moments[:given])
        complete = reviewer.work(seconds)
    except ReviewError as error:
        raise Refused("review/none", fault=str(error).rstrip(".")) from None
    if not complete:
        _live[key] = reviewer, given
        while len(_live) > _MOST:
            _live.popitem(last=False)
    found = reviewer.review()
    content = packed(to_json(found)) if report or complete else None
    if content is not None and not complete and given and found.done == given:
        content = kept  # it has chances of the later steps too, which have to be found again
    return Slice(found.done, found.of, content, complete)


def _current(kept: bytes | None, now: Review) -> Review | None:
    """A report that was kept; None if it cannot be read, or this version of Perron would find something else."""
    if kept is None:
        return None
    try:
        before = from_json(gzip.decompress(kept))
    except (ReviewError, OSError, EOFError, zlib.error):
        return None
    same = ("format", "edition", "rules", "seats", "judge", "budget", "seed", "of")
    return before if all(getattr(before, name) == getattr(now, name) for name in same) else None
