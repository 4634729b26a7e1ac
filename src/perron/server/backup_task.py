"""Periodic backups by the server, in a process of their own, so that no table waits for them."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress

from perron.errors import PerronError
from perron.server.metrics import Metrics
from perron.server.settings import Settings
from perron.server.store import backup_process
from perron.server.store.backup_process import Outcome, Wanted
from perron.server.store.backups import Backups
from perron.server.store.store import now_ms

_LOOK_EVERY_S = 30.0
_AGAIN_AFTER_S = 600.0
_log = logging.getLogger("perron.backups")


async def keep_backups(settings: Settings, metrics: Metrics) -> None:
    """Make a backup whenever one is due, until cancelled; a failed one is retried after a while.

    One of several workers makes it: the others find the folder locked, and then the new backup in it.
    """
    assert settings.backups is not None
    backups, every_s = Backups(settings.backups, settings.keep_backups), settings.backup_seconds
    database = settings.database_url.render_as_string(hide_password=False)
    wanted = Wanted(database, str(settings.backups), settings.keep_backups, round(every_s * 1000))
    while True:
        wait_s = min(every_s / 4, _LOOK_EVERY_S)
        try:
            if await asyncio.to_thread(backups.is_due, wanted.every_ms, now_ms()):
                await _make_one(wanted, metrics)
        except Exception as error:
            metrics.backup_failures.inc()
            wait_s = min(every_s, _AGAIN_AFTER_S)
            # A PerronError is a sentence for the operator; of other errors only the type is logged.
            why = str(error) if isinstance(error, PerronError) else type(error).__name__
            _log.error("backup failed", extra={"error": why})
        await asyncio.sleep(wait_s)


async def _make_one(wanted: Wanted, metrics: Metrics) -> None:
    began = time.perf_counter()
    outcome = await _ask(wanted)
    if outcome.error is not None:
        raise PerronError(outcome.error)
    if outcome.made:
        seconds = time.perf_counter() - began
        metrics.backup_time.set(seconds)
        _log.info("backup made", extra={"ms": round(1000 * seconds)})


async def _ask(wanted: Wanted) -> Outcome:
    """Have a process make the backup; it is killed if this is cancelled."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", backup_process.__name__, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(wanted.line())
        said = await process.stdout.read()
        status = await process.wait()
    except BaseException:  # the server is stopping
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()  # until it has gone, with its pipes
        raise
    if not said:
        raise PerronError(f"the process that makes backups ended with status {status}")
    return Outcome(**json.loads(said))
