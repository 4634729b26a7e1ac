"""`perron simulate`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from perron.editions import names
from perron.simulate import simulate
from tests.cli.command import COMMAND, ENVIRONMENT, Run, assert_refused, in_a_process

TINY = ("simulate", "--edition", "tiny", "--seats", "3")


def test_json_is_one_object_on_stdout_and_nothing_else() -> None:
    answer = in_a_process(*TINY, "--games", "500", "--json")
    assert (answer.code, answer.err) == (0, "")
    found = json.loads(answer.out)
    assert answer.out.count("\n") == 1
    assert found["games"] == 500
    assert found["decisions"] > 500
    assert found["seconds"] > 0
    assert found["decisions_per_second"] == pytest.approx(found["decisions"] / found["seconds"], rel=0.01)
    assert [len(found["scores"][what]) for what in ("mean", "sd", "least", "most")] == [3, 3, 3, 3]
    assert sum(found["wins"]) == pytest.approx(1)
    assert sum(found["ends"].values()) == 500


def untimed(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in ("seconds", "decisions_per_second", "jobs")}


@pytest.mark.parametrize("payments", ["one", "all"])
def test_the_same_seed_gives_the_same_whatever_the_number_of_jobs(run: Run, tmp_path: Path, payments: str) -> None:
    found, rows = [], []
    for jobs in ("1", "2", "7"):
        path = tmp_path / f"{jobs}.jsonl"
        flags = ("--games", "2500", "--seed", "x", "--payments", payments, "--jobs", jobs, "--out", str(path))
        found.append(untimed(json.loads(run(*TINY, *flags, "--json").out)))
        rows.append(path.read_bytes())
    assert found[0] == found[1] == found[2]
    assert rows[0] == rows[1] == rows[2]
    other = untimed(json.loads(run(*TINY, "--games", "2500", "--seed", "y", "--payments", payments, "--json").out))
    assert other["scores"] != found[0]["scores"]


def test_rows_are_written_as_json_lines_one_a_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    assert run(*TINY, "--games", "700", "--out", str(path)).code == 0
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [row["game"] for row in rows] == list(range(700))
    assert set(rows[0]) == {"game", "scores", "ranks", "turns", "decisions", "end"}
    assert all(len(row["scores"]) == len(row["ranks"]) == 3 for row in rows)
    assert list(tmp_path.iterdir()) == [path]


def test_rows_are_written_as_csv_with_a_heading(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    found = json.loads(run(*TINY, "--games", "300", "--out", str(path), "--json").out)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    scores, ranks = ["score_0", "score_1", "score_2"], ["rank_0", "rank_1", "rank_2"]
    assert list(rows[0]) == ["game", *scores, *ranks, "turns", "decisions", "end"]
    assert [int(row["game"]) for row in rows] == list(range(300))
    assert sum(int(row["decisions"]) for row in rows) == found["decisions"]
    assert sum(int(row["score_1"]) for row in rows) / 300 == pytest.approx(found["scores"]["mean"][1])


@pytest.mark.parametrize("edition", names())
def test_the_table_tells_how_the_games_went(run: Run, edition: str) -> None:
    answer = run("simulate", "--edition", edition, "--games", "200", "--seed", "4")
    summary = simulate(edition, 2, 200, seed=4)
    assert (answer.code, answer.err) == (0, "")
    lines = {line.split()[0]: line for line in answer.out.splitlines() if line.strip()}
    for seat in (0, 1):
        assert f" {summary.scores[seat].mean:.2f} " in lines[f"P{seat}"]
        assert f"{100 * summary.wins[seat]:.2f} %" in lines[f"P{seat}"]
    assert f"{summary.turns.mean:.1f} turns" in lines["length"]
    assert f"{100 * summary.ticket_success:.1f} %" in lines["tickets"]
    assert "decisions/s" in lines["speed"]
    assert all(end in answer.out for end in summary.ends)
    assert max(map(len, answer.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ("--games 0", ["--games", "0"]),
        ("--games -5", ["--games", "-5"]),
        ("--games 1000000000000000000000", ["--games", "1000000000"]),
        ("--games 1e6", ["--games"]),
        ("--jobs 0", ["--jobs", "0"]),
        ("--jobs -1", ["--jobs", "-1"]),
        ("--jobs 1000000", ["--jobs"]),
        ("--seats 1", ["tiny is for 2 to 3 players", "1"]),
        ("--seats 9", ["tiny is for 2 to 3 players", "9"]),
        ("--seats two", ["--seats"]),
        ("--edition utrecht", ["utrecht"]),
        ("--edition missing/utrecht.toml", ["missing/utrecht.toml"]),
        ("--out results.txt", ["--out", "results.txt", ".jsonl", ".csv"]),
        ("--out nowhere/results.csv", ["nowhere/results.csv", "no folder nowhere"]),
    ],
)
def test_what_cannot_be_simulated_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(run("simulate", "--edition", "tiny", "--games", "10", *flags.split()), *words)
    assert list(tmp_path.iterdir()) == []


def test_rows_are_not_written_over_a_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "results.csv").mkdir()
    assert_refused(run(*TINY, "--games", "10", "--out", str(tmp_path / "results.csv")), "results.csv", "a folder")


def test_rows_are_not_written_where_a_file_stands_for_a_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert_refused(run(*TINY, "--games", "10", "--out", str(tmp_path / "file" / "r.csv")), "r.csv", "file")


def test_an_edition_file_with_errors_is_named_with_its_lines(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('format = 1\nid = "mine"\nrules = "XX"\n')
    assert_refused(run("simulate", "--edition", str(path)), str(path), "line 3", "XX")


def test_an_older_file_is_kept_when_the_simulation_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("kept")
    assert_refused(run(*TINY, "--games", "0", "--out", str(path)), "--games")
    assert path.read_text() == "kept"


def test_ctrl_c_leaves_no_half_of_a_file(tmp_path: Path) -> None:
    flags = ("--games", "900000000", "--jobs", "2", "--out", str(tmp_path / "results.jsonl"))
    process = subprocess.Popen(
        [*COMMAND, *TINY, *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    while not any(path.stat().st_size for path in tmp_path.iterdir()):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []
