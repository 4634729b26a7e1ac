"""Backups by the server itself: of all workers one makes them, and what goes wrong with them stops no game."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import re
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from perron.server.logs import JsonLines
from perron.server.settings import UNLIMITED, Limits, Settings
from perron.server.store import Store
from perron.server.store.backups import Backup, Backups
from tests.cli.command import Run, assert_refused, runner
from tests.server.client import begun, play_on
from tests.server.plain import get
from tests.server.serving import serving
from tests.server.store.release import fill

pytestmark = pytest.mark.xdist_group("processes")
EVERY_MS = 1000
"""How often the servers of these tests make one."""


def backing_up(database: str, folder: Path) -> Settings:
    """A server that often makes a backup."""
    return Settings(
        database=database,
        limits=Limits(rates=UNLIMITED),
        start_bots=False,
        metrics_for_all=True,
        backups=folder,
        backup_seconds=EVERY_MS // 1000,
        keep_backups=2,
    )


def number(base: str, name: str) -> float:
    """A number of the metrics."""
    found = re.search(rf"^{name} (\S+)$", get(f"{base}/api/metrics").text, re.MULTILINE)
    assert found is not None, name
    return float(found[1])


def test_of_two_workers_one_makes_each_backup_and_old_ones_go(postgres_url: str, tmp_path: Path) -> None:
    backups = Backups(tmp_path / "backups")
    settings = backing_up(postgres_url, backups.folder)
    with serving(settings) as one, serving(settings) as other:
        bases = [one.base, other.base]
        seen: dict[int, Backup] = {}
        while len(seen) < 3:
            seen |= {one.made: one for one in backups.kept()}
            time.sleep(0.05)
        assert all(later - earlier >= EVERY_MS for earlier, later in pairwise(sorted(seen)))
        while seen[min(seen)].path.exists():  # it goes after the newest is there
            time.sleep(0.05)
        for base in bases:
            while number(base, "perron_backup_timestamp_seconds") < max(seen) / 1000:
                time.sleep(0.05)
            assert number(base, "perron_backups") in (2, 3)
            assert number(base, "perron_backup_bytes") > 0
            assert number(base, "perron_backup_failures_total") == 0
        assert max(number(base, "perron_backup_seconds") for base in bases) > 0


def test_a_backup_that_fails_is_counted_and_told_and_stops_no_game(
    sqlite_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "backups"
    folder.write_text("no folder")
    with caplog.at_level(logging.INFO, "perron.backups"), serving(backing_up(sqlite_url, folder)) as server:
        while number(server.base, "perron_backup_failures_total") < 2:  # it is tried again
            time.sleep(0.1)
        table = begun(server.base, "tiny", ["person", "person"])
        asyncio.run(play_on(table, 0, 1))
        assert table.ask("/record").status_code == 200
        assert number(server.base, "perron_backup_timestamp_seconds") == 0
        folder.unlink()  # the operator has fixed it
        while number(server.base, "perron_backup_timestamp_seconds") == 0:
            time.sleep(0.1)
    told = [json.loads(JsonLines().format(record)) for record in caplog.records]
    failures = [line for line in told if line["what"] == "backup failed"]
    assert len(failures) >= 2
    assert failures[0]["error"].startswith("no backups can be kept in")
    assert any(line["what"] == "backup made" for line in told)


def test_a_server_that_stops_waits_for_the_process_that_makes_a_backup_to_end(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, slow = tmp_path / "started", tmp_path / "slow"
    # It would take ten minutes, and when it is killed its output stays open for a moment.
    slow.write_text(f"#!/bin/sh\nsleep 1 &\necho $$ > {started}.part\nmv {started}.part {started}\nexec sleep 600\n")
    slow.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(slow))
    with serving(backing_up(sqlite_url, tmp_path / "backups")):
        while not started.exists():
            time.sleep(0.02)
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)
    gc.collect()  # what is left open is reported, and fails the test


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process."""
    return runner(monkeypatch, capsys)


def test_one_command_makes_checks_and_rotates(run: Run, database: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    with Store.open(database) as store:
        fill(store)
        for _ in range(3):  # while a server runs
            told = json.loads(
                run("backup", "--rotate", str(folder), "--keep", "2", "--database", database, "--json").out
            )
    kept = Backups(folder).kept()
    assert [str(one.path) for one in kept][-1] == told["file"]
    assert (len(kept), len(told["removed"]), told["rows"]["tables"]) == (2, 1, 5)
    answer = run("restore", told["file"], "--check")
    assert "5 tables" in answer.out
    assert "it is whole" in " ".join(answer.out.split())
    assert json.loads(run("restore", told["file"], "--check", "--json").out)["made"] == kept[-1].made
    kept[-1].path.write_bytes(kept[-1].path.read_bytes()[:-20])
    assert_refused(run("restore", told["file"], "--check"), "damaged")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["backup"], ["either a file", "--rotate"]),
        (["backup", "x.gz", "--rotate", "y"], ["either a file", "--rotate"]),
        (["serve", "--backups", "{file}/x"], ["no backups can be kept"]),
        (["serve", "--backups", "{folder}", "--backup-every", "often"], ["'often' is not a time"]),
        (["serve", "--backups", "{folder}", "--backup-every", "0m"], ["backup seconds 0 is not between"]),
        (["serve", "--backups", "{folder}", "--keep-backups", "0"], ["keep backups 0 is not between"]),
    ],
)
def test_what_cannot_be_is_refused_in_words(run: Run, tmp_path: Path, arguments: list[str], words: list[str]) -> None:
    (tmp_path / "file").write_text("")
    assert_refused(run(*(part.format(file=tmp_path / "file", folder=tmp_path / "b") for part in arguments)), *words)
