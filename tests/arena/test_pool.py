"""Games on several processes: what comes out does not depend on how they are played."""

from __future__ import annotations

import os
import signal
from collections import Counter
from dataclasses import replace

import pytest

from perron.arena.match import play_match
from perron.arena.pool import play_in_pool
from perron.arena.worker import Worker
from perron.errors import PerronError
from tests.arena.plans import plan, untimed


def test_the_number_of_processes_and_the_order_do_not_matter() -> None:
    told = plan("seeded", "claimer", "random", seats=3)
    tasks = told.tasks(24)
    alone = untimed(play_match(told, task) for task in tasks)
    assert untimed(play_in_pool(told, tasks, 2)) == alone
    assert untimed(play_in_pool(told, tasks[::-1], 1)) == alone


def test_a_process_that_is_killed_is_replaced_and_its_game_played_again() -> None:
    told = plan("slow:20", "seeded")
    (task,) = told.tasks(2)[:1]
    worker = Worker(told)
    worker.give(task)
    while not worker.ready:
        assert worker.receive() is None
    first = worker.pid
    os.kill(first, signal.SIGKILL)
    assert worker.receive() is None
    assert worker.pid != first
    row = None
    while row is None:
        row = worker.receive()
    worker.stop()
    assert untimed([row]) == untimed([play_match(told, task)])


def test_a_bot_that_kills_its_process_forfeits_and_the_game_goes_on() -> None:
    told = plan("killer", "first")
    (row,) = play_in_pool(told, told.tasks(1)[:1], 1)
    whys = Counter(forfeit.why for forfeit in row.forfeits)
    assert whys["died"] == 3
    assert whys["out"] == row.decisions[row.bots.index("killer")] - 5  # two went well before
    assert {forfeit.seat for forfeit in row.forfeits} == {row.bots.index("killer")}


def test_a_bot_that_cannot_be_broken_into_loses_its_process_and_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perron.arena.worker._GRACE", 0.3)
    told = plan("stubborn", "first", patience=0.2)
    (row,) = play_in_pool(told, told.tasks(1)[:1], 1)
    whys = Counter(forfeit.why for forfeit in row.forfeits)
    assert whys["late"] == 3  # a new bot has not been asked before
    assert "its process was ended" in row.forfeits[0].words


def test_processes_that_cannot_begin_end_the_run_with_a_reason() -> None:
    told = plan("first", "claimer")
    with pytest.raises(PerronError, match=r"missing\.py is not a Python file"):
        list(play_in_pool(replace(told, load=("missing.py",)), told.tasks(2), 1))


def test_no_process_is_left_when_the_games_are_not_wanted_any_more() -> None:
    told = plan("slow:5", "first")
    rows = play_in_pool(told, told.tasks(50), 1)
    next(rows)
    worker = rows.gi_frame.f_locals["workers"][0]  # type: ignore[attr-defined]
    rows.close()  # type: ignore[attr-defined]
    with pytest.raises(ProcessLookupError):
        os.kill(worker.pid, 0)
