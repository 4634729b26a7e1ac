"""What a command needs is compiled before it begins, and no more than once."""

from __future__ import annotations

from pathlib import Path

import pytest

from perron.cli import compiling
from perron.cli.compiling import get_ready
from perron.engine import marks
from tests.cli.command import Run, assert_refused, in_a_process


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is made ready."""
    found: list[str] = []
    monkeypatch.setattr(compiling, "make_ready", found.append)
    return found


def test_nothing_is_said_when_all_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    get_ready(["medium"])
    get_ready(["medium"])
    assert capsys.readouterr().out == ""


def test_only_what_will_be_used_is_made_ready(made: list[str]) -> None:
    get_ready()
    get_ready(["random"])  # seats played at random need no bot
    assert made == ["rules", "rules"]
    get_ready(["random", "medium"])
    assert made[2:] == ["rules", "bots"]
    get_ready(["planner", "guided:2s"])
    assert made[4:] == ["rules", "bots", "learned players"]


def test_what_is_marked_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    monkeypatch.setenv("PERRON_CACHE", str(tmp_path))
    monkeypatch.setattr("perron.engine.warm.steps", lambda: [("", lambda: done.append(1))])
    assert compiling.make_ready(compiling.RULES) is not None
    assert compiling.make_ready(compiling.RULES) is None
    assert done == [1]


@pytest.mark.parametrize(
    "what", [compiling.RULES, compiling.BOTS, compiling.LEARNED, compiling.REVIEWS, compiling.ENVIRONMENTS]
)
def test_each_kind_has_a_mark_of_its_own(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERRON_CACHE", str(tmp_path))
    marks.mark_complete(Path(compiling._steps_of(what).__file__))
    assert [compiling._steps_of(what).__name__.split(".")[1]] == [
        path.name.split("_")[1] for path in (tmp_path / "kernels").glob("complete_*")
    ]


def test_warm_says_what_was_there_already() -> None:
    in_a_process("warm")
    again = in_a_process("warm")
    assert (again.code, again.out, again.err) == (0, "", "The rules were compiled already.\n")


def test_all_leaves_out_what_is_not_installed_and_environments_ask_for_it(
    made: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perron.extras.missing", lambda extra: ["gymnasium"] if extra == "env" else [])
    assert "The environments are left out" in run("warm", "--all").err
    assert made == ["rules", "bots", "learned players", "reviews"]
    assert_refused(run("warm", "--environments"), "perron[env]")
    assert made == ["rules", "bots", "learned players", "reviews"]  # nothing was done before


def test_all_is_rules_bots_and_environments(made: list[str], run: Run) -> None:
    assert run("warm", "--all").code == 0
    assert made == ["rules", "bots", "learned players", "reviews", "environments"]
