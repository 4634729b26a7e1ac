"""`perron bots`: which there are, and of which version."""

from __future__ import annotations

import json
from pathlib import Path

from perron.bots import names
from perron.bots.version import version_of
from tests.cli.command import Run, assert_refused

OWN = '''
from perron.bots import register

class Last:
    """Takes the last action there is."""
    name = "last_of_all"
    def choose(self, view, clock):
        return view.legal[-1]

register("last_of_all", lambda argument, seed: Last())
'''


def test_every_bot_is_listed_with_what_it_does(run: Run) -> None:
    answer = run("bots")
    assert (answer.code, answer.err) == (0, "")
    lines = {line.split()[0]: line for line in answer.out.splitlines()}
    for name in ("random", "greedy", "planner", "search", "easy", "medium", "hard", "expert"):
        assert len(lines[name].split()) > 2


def test_versions_are_printed_when_asked_for(run: Run) -> None:
    found = {one["name"]: one for one in json.loads(run("bots", "--versions", "--json").out)}
    assert set(found) == set(names())
    assert found["planner"]["version"] == version_of("planner")
    assert found["greedy"]["version"] in run("bots", "--versions").out
    assert all("version" not in one for one in json.loads(run("bots", "--json").out))


def test_bots_of_ones_own_are_listed_by_their_docstring(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    answer = run("bots", "--load", str(tmp_path / "own.py"), "--versions", "--json")
    own = json.loads(answer.out)[-1]
    assert (own["name"], own["line"]) == ("last_of_all", "Takes the last action there is.")
    assert len(own["version"]) == 8


def test_a_file_without_bots_is_refused(run: Run) -> None:
    assert_refused(run("bots", "--load", "missing.py"), "missing.py")
