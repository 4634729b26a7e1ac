"""`perron arena`: what it prints and keeps, how it goes on, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.arena.plans import PLAYERS
from tests.cli.command import COMMAND, ENVIRONMENT, Run, assert_refused, in_a_process

TINY = ("arena", "--edition", "tiny", "--load", PLAYERS)


def rows(path: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    for one in found:
        del one["seconds"]
    return sorted(found, key=lambda one: (one["deal"], one["rotation"]))


def test_json_is_one_object_on_stdout_and_nothing_else() -> None:
    answer = in_a_process(
        *TINY, "--bots", "first,claimer,talker", "--games", "12", "--move-time", "2", "--jobs", "1", "--json"
    )
    assert answer.code == 0
    assert answer.out.count("\n") == 1
    found = json.loads(answer.out)
    assert (found["games"], found["deals"], found["seats"], found["resumed"]) == (12, 6, 2, 0)
    assert [bot["bot"] for bot in found["bots"]] == ["first", "claimer", "talker"]
    for bot in found["bots"]:
        assert bot["games"] == 8
        assert re.fullmatch("[0-9a-f]{8}", bot["version"])
        assert bot["win_rate"] == pytest.approx(bot["wins"] / 8)
        assert bot["win_rate_interval"][0] <= bot["win_rate"] <= bot["win_rate_interval"][1]
        assert bot["rating_interval"][0] <= bot["rating"] <= bot["rating_interval"][1]
        assert set(bot["tickets"]) == {"made", "missed", "success"}
        assert bot["forfeits"] == {}
    assert sum(bot["wins"] for bot in found["bots"]) == pytest.approx(12)
    assert "I take" in answer.err  # what a bot prints does not get among the answers
    assert "with 2.0" in answer.err


@pytest.mark.usefixtures("here")
def test_the_table_shows_the_bots_best_first(run: Run) -> None:
    answer = run(*TINY, "--bots", "first,raiser,claimer", "--games", "18", "--jobs", "1")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0] == "Tiny, 2 seats, 18 games on 9 deals, seed 0"
    assert lines[2].startswith("claimer")
    assert "raiser forfeited a decision in deal 0 (raised): ZeroDivisionError" in " ".join(answer.out.split())
    assert max(map(len, lines)) <= 80


@pytest.mark.usefixtures("here")
def test_a_run_goes_on_where_an_earlier_one_stopped(run: Run, tmp_path: Path) -> None:
    flags = (*TINY, "--bots", "seeded,claimer", "--jobs", "1", "--json")
    assert run(*flags, "--games", "4", "--out", str(tmp_path / "parts.jsonl")).code == 0
    before = (tmp_path / "parts.jsonl").read_bytes()
    second = json.loads(run(*flags, "--games", "10", "--out", str(tmp_path / "parts.jsonl")).out)
    whole = json.loads(run(*flags, "--games", "10", "--out", str(tmp_path / "whole.jsonl")).out)
    assert (second["resumed"], whole["resumed"]) == (4, 0)
    assert (tmp_path / "parts.jsonl").read_bytes().startswith(before)
    assert rows(tmp_path / "parts.jsonl") == rows(tmp_path / "whole.jsonl")
    assert second["bots"][0]["rating_interval"] == whole["bots"][0]["rating_interval"]


def started(path: Path, games: int) -> subprocess.Popen[bytes]:
    """A run that has played a few games and is in the middle of more."""
    flags = (*TINY, "--bots", "slow:2,seeded", "--games", str(games), "--jobs", "2", "--out", str(path), "--json")
    process = subprocess.Popen([*COMMAND, *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    while not path.exists() or path.read_bytes().count(b"\n") < 4:
        assert process.poll() is None
        time.sleep(0.02)
    return process


def players(pid: int) -> list[int]:
    """The processes that a run has started to play; Python's own tracker, which leaves a moment later, is not one."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_text()
            except OSError:
                continue
            if int(fields[1]) == pid and "spawn_main" in command:
                found.append(int(folder.name))
    return found


def gone(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.usefixtures("here")  # what goes on; what is killed is a process with two more
def test_a_run_that_was_killed_loses_no_game_and_repeats_none(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "killed.jsonl"
    process = started(path, 16)
    workers = players(process.pid)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = path.read_bytes()
    kept = kept[: kept.rfind(b"\n") + 1]
    played = kept.count(b"\n") - 1
    while not all(map(gone, workers)):  # nobody waits for their games: they leave by themselves
        time.sleep(0.05)
    answer = run(*TINY, "--bots", "slow:2,seeded", "--games", "16", "--jobs", "1", "--out", str(path), "--json")
    assert json.loads(answer.out)["resumed"] == played
    assert path.read_bytes().startswith(kept)
    assert [(one["deal"], one["rotation"]) for one in rows(path)] == [(n // 2, n % 2) for n in range(16)]


def test_ctrl_c_stops_at_once_keeps_the_games_and_leaves_no_process(tmp_path: Path) -> None:
    path = tmp_path / "stopped.jsonl"
    process = started(path, 100_000)
    workers = players(process.pid)
    assert len(workers) == 2
    for pid in (process.pid, *workers):  # as a terminal does
        os.kill(pid, signal.SIGINT)
    out, err = process.communicate()
    # A slow machine has had time to say how far it is; nothing else may be said.
    said = [line for line in err.splitlines() if not line.startswith(b"Playing: ")]
    assert (process.returncode, out, said) == (130, b"", [])
    assert all(map(gone, workers))
    assert len(rows(path)) >= 3


def test_a_sequential_test_stops_when_it_has_decided(run: Run, request: pytest.FixtureRequest) -> None:
    flags = (*TINY, "--sprt", "claimer,random", "--h0", "50%", "--h1", "150elo", "--games", "2000", "--json")
    found = [json.loads(run(*flags, "--jobs", "2").out)]
    request.getfixturevalue("here")
    found.append(json.loads(run(*flags, "--jobs", "1").out))
    assert found[0]["sprt"] == found[1]["sprt"]
    sprt = found[0]["sprt"]
    assert (sprt["first"], sprt["second"], sprt["h0"]) == ("claimer", "random", 0.5)
    assert sprt["h1"] == pytest.approx(0.7034, abs=0.0001)
    assert sprt["decision"] == "H1"
    assert sprt["llr"] >= sprt["bound"] == pytest.approx(2.944, abs=0.001)
    assert [one["deals"] for one in found] == [sprt["deals"]] * 2
    assert found[0]["games"] == 2 * sprt["deals"] < 2000


@pytest.mark.usefixtures("here")
def test_a_decided_test_plays_no_more_when_it_is_run_again(run: Run, tmp_path: Path) -> None:
    flags = (*TINY, "--sprt", "claimer,random", "--h1", "70%", "--out", str(tmp_path / "t.jsonl"), "--jobs", "1")
    first = run(*flags)
    size = (tmp_path / "t.jsonl").stat().st_size
    assert run(*flags).out == first.out
    assert (tmp_path / "t.jsonl").stat().st_size == size
    assert "claimer against random: decided: claimer wins 70.0 % or more" in " ".join(first.out.split())


@pytest.mark.usefixtures("here")
def test_the_report_is_written(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert (
        run(*TINY, "--bots", "first,claimer", "--seats", "3", "--games", "6", "--jobs", "1", "--report", str(page)).code
        == 0
    )
    assert page.read_text().startswith("<!doctype html>")
    assert "Arena: Tiny, 3 seats" in page.read_text()


@pytest.mark.usefixtures("here")
def test_a_bot_whose_turn_has_not_come_does_not_stand_anywhere(run: Run) -> None:
    found = json.loads(run(*TINY, "--bots", "first,claimer,seeded", "--games", "2", "--jobs", "1", "--json").out)
    assert [(bot["bot"], bot["games"]) for bot in found["bots"]] == [("first", 2), ("claimer", 2)]


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ("", ["--bots"]),
        ("--bots first,claimer,nobody --sprt first,claimer", ["no bot is called 'nobody'"]),
        ("--bots first,nobody", ["no bot is called 'nobody'"]),
        ("--bots first,,claimer", ["--bots", "empty place"]),
        ("--bots first,claimer --games 0", ["--games", "0"]),
        ("--bots first,claimer --games many", ["--games"]),
        ("--bots first,claimer --jobs 0", ["--jobs", "0"]),
        ("--bots first,claimer --seats 9", ["tiny is for 2 to 3 players", "9"]),
        ("--bots first,claimer --edition utrecht", ["utrecht"]),
        ("--bots first,claimer --move-time 0", ["move time", "0"]),
        ("--bots first,claimer --move-time nan", ["move time", "nan"]),
        ("--bots first,claimer --patience -1", ["patience", "-1"]),
        ("--bots first,claimer --out games.csv", ["games.csv", ".jsonl"]),
        ("--bots first,claimer --out nowhere/games.jsonl", ["no folder nowhere"]),
        ("--bots first,claimer --report nowhere/page.html", ["no folder nowhere"]),
        ("--bots first,claimer --load missing.py", ["missing.py", "not a Python file"]),
        ("--bots first,claimer --h0 0.5", ["--sprt"]),
        ("--sprt first", ["--sprt", "two bots"]),
        ("--sprt first,first", ["two different bots"]),
        ("--bots first,claimer --sprt first,seeded", ["first and seeded sit in no line-up together"]),
        ("--sprt first,claimer --h0 half", ["'half' is not a win rate"]),
        ("--sprt first,claimer --h0 0.6 --h1 0.5", ["H0 must be a lower win rate than H1"]),
        ("--sprt first,claimer --risk 2", ["risk", "2"]),
    ],
)
def test_what_cannot_be_played_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(run(*TINY, *flags.split()), *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("here")
def test_games_of_another_tournament_are_refused_and_kept(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert run(*TINY, "--bots", "first,claimer", "--games", "2", "--jobs", "1", "--out", str(path)).code == 0
    before = path.read_bytes()
    assert_refused(run(*TINY, "--bots", "first,claimer", "--seed", "9", "--out", str(path)), "another tournament", "9")
    assert path.read_bytes() == before
