"""Replays and checks records in a process of its own, since it takes long: no table and no bot waits for it."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar

from pydantic_core import to_json

from perron.editions.edition import Edition
from perron.editions.folder import EDITION, folder_of_files
from perron.editions.reading import edition_in, parse
from perron.engine.warm import warm_up
from perron.errors import RecordError
from perron.event import event_of
from perron.game import Game
from perron.record import Record, read_record, replay_record, verify_record
from perron.review.warm import steps
from perron.server.edition_key import own_key
from perron.server.job_queue import REPLAY, JobOwner, JobQueue
from perron.server.metrics import Metrics
from perron.server.open_view import OpenView
from perron.server.process_pool import ProcessPool
from perron.server.refusal import Refused
from perron.server.settings import Limits
from perron.view import View

T = TypeVar("T")

MOST_ACTIONS = 3000
"""Longer records are not replayed: no game is half as long."""
OPEN = "open"
_HANGS_S = 30.0
_LATER_S = 20.0


def _get_ready() -> None:
    """Load what is compiled, reviews included, in a new process with the lowest priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process stops this one
    if hasattr(os, "nice"):
        os.nice(10)
    warm_up()
    for _, step in steps():
        step()


class Replays(ProcessPool):
    """The process in which records are replayed, checked and reviewed, one at a time.

    It is started when a game is over, since somebody may want to see it again, or some time after the server has
    started; a request before that waits for it.
    """

    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        super().__init__(1, _get_ready, JobQueue(1, limits, metrics))

    async def warm_later(self, *others: ProcessPool) -> None:
        """Start the process some time after the other pools have started."""
        for one in others:
            await one.warm()
        await asyncio.sleep(_LATER_S)
        await self.warm()

    async def run_job(self, owner: JobOwner, do: Callable[..., T], *arguments: object) -> T:
        """Run a job in the process; raises Refused, and whatever the job raises."""
        try:
            return await self.run(REPLAY, owner, do, lambda: arguments, _HANGS_S)
        except (BrokenExecutor, TimeoutError):
            raise Refused("server/busy") from None


def packed(content: bytes) -> bytes:
    """Compress with gzip, reproducibly."""
    return gzip.compress(content, 6, mtime=0)


def replayed(text: str, files: Mapping[str, str] | None, viewer: str, pack: bool) -> bytes:
    """A record step by step as a viewer sees it, as JSON; raises Refused.

    `files` are those of an edition that is not built in, as the game was played on it.
    """
    content = to_json(replay_steps(read_text(text, files), viewer))
    return packed(content) if pack else content


def verified(text: str, files: Mapping[str, str] | None) -> dict[str, Any]:
    """What `perron verify` says of a record, as a `Verified`; raises Refused if it cannot be read."""
    record = read_text(text, files)
    try:
        found = verify_record(record)
    except RecordError as error:
        nothing = {"key_checked": False, "committed": False, "words_committed": False, "broken_off": 0}
        return {"ok": False, "line": error.line, "fault": str(error), "actions": 0, **nothing}
    return {
        "ok": True,
        "line": None,
        "fault": None,
        "key_checked": found.key_checked,
        "committed": found.committed,
        "words_committed": found.words_committed,
        "broken_off": found.broken,
        "actions": len(record.actions),
    }


def read_text(text: str, files: Mapping[str, str] | None) -> Record:
    """A record that is short enough to be replayed; raises Refused."""
    try:
        record = read_record(text, None if files is None else _edition(text, files))
    except RecordError as error:
        raise Refused("record/unreadable", line=error.line or 1, fault=str(error)) from None
    if len(record.actions) > MOST_ACTIONS:
        raise Refused("record/unreadable", line=1, fault=f"more than {MOST_ACTIONS} actions")
    return record


def _edition(text: str, files: Mapping[str, str]) -> Edition | None:
    """The edition in these files, in the version that a record names."""
    version = re.search(r"^rules ([1-9][0-9]{0,3})$", text, re.MULTILINE)
    folder = folder_of_files(parse(files[EDITION]).id, files)
    return None if version is None else edition_in(folder, int(version[1]))


def _fault(record: Record) -> str | None:
    """What is wrong with a record, if anything."""
    try:
        verify_record(record)
    except RecordError as error:
        return str(error) if error.line is None else f"{error.line}: {error}"
    return None


def _everything(game: Game, view: View) -> OpenView:
    """A spectator's view with all hands and tickets open."""
    seen = [game.view(seat, with_legal=False) for seat in range(game.seats)]
    return OpenView(
        **{field.name: getattr(view, field.name) for field in fields(View)},
        hands=tuple(one.hand or {} for one in seen),
        tickets_of=tuple(one.tickets or () for one in seen),
        offered_to=tuple(one.offered for one in seen),
        joined_of=tuple(one.joined or () for one in seen),
    )


def replay_steps(record: Record, viewer: str) -> dict[str, Any]:
    """A record step by step as a viewer sees it."""
    try:
        end, game = replay_record(record), replay_record(record, 0)
    except RecordError as error:
        raise Refused("record/unreadable", line=error.line or 1, fault=str(error)) from None
    seat = None if viewer == OPEN else int(viewer)
    if seat is not None and seat >= game.seats:
        raise Refused("seat/unknown")
    look = partial(game.view, with_legal=False)
    before = look(seat)
    steps: list[dict[str, Any]] = [{"seat": None, "event": None, "view": _shown(game, before)}]
    for entry in end.log:
        # The open view shows every action as the seat that took it saw it.
        told = look(entry.seat) if seat is None else before
        game.repeat(end)
        before = look(seat)
        event = event_of(entry, told, look(entry.seat) if seat is None else before, game.edition)
        steps.append({"seat": entry.seat, "event": event.to_dict(), "view": _shown(game, before)})
    return {
        "edition": game.edition.id,
        "rules": game.edition.version,
        "edition_key": own_key(game.edition),
        "seats": game.seats,
        "over": game.over,
        "fault": _fault(record),
        "steps": steps,
    }


def _shown(game: Game, view: View) -> View:
    return _everything(game, view) if view.seat is None else view
