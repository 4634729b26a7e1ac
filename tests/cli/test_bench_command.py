"""`perron bench`: the report of the benchmarks, printed."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import perron.bench
from perron.bench.clock import Measurement
from perron.bench.report import Report
from tests.cli.command import Run


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each run was to be quick. The measuring itself takes minutes and is left out."""
    runs: list[bool] = []

    def measure(*, quick: bool = False, say: Callable[[str], None] | None = None) -> Report:
        runs.append(quick)
        assert say is not None
        say("some work")
        return Report({"cores": "2"}, [Measurement("random play", "tiny", "games/s", 1.0, 2.0, 3.0, 3)])

    monkeypatch.setattr(perron.bench, "measure", measure)
    return runs


def test_the_report_is_printed_for_people(run: Run, asked: list[bool]) -> None:
    answer = run("bench")
    assert (answer.code, answer.err, asked) == (0, "", [False])
    assert "random play" in answer.out


def test_the_report_is_printed_for_programs(run: Run, asked: list[bool]) -> None:
    answer = run("bench", "--quick", "--json")
    assert (answer.code, answer.err, asked) == (0, "", [True])
    assert [one["name"] for one in json.loads(answer.out)["measurements"]] == ["tiny"]
