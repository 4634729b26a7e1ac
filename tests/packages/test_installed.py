"""Perron as a stranger has it: installed into an empty environment, outside the clone, on every Python there is."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

import perron
from tests.cli.command import CLAIM_OR_DRAW
from tests.packages import pythons
from tests.packages.conftest import Built
from tests.packages.pythons import OWN, ROOT, VERSIONS, Environment
from tests.server.client import begun
from tests.server.plain import get
from tests.web.conftest import find_browser
from tests.web.visitors import Visitors, take_seat

pytestmark = pytest.mark.xdist_group("packages")
_PLAY = re.search(r"^\.venv/server:.*?'\.\[(.*?)\]'", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE | re.DOTALL)
assert _PLAY is not None
EXTRAS = _PLAY[1].split(",")
"""What `make play` installs."""


@pytest.fixture(scope="module")
def as_played(request: pytest.FixtureRequest, built: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The sdist in an environment with nothing else but what it asks for, for the Python that runs this.

    Before a release pip builds it and fetches the rest, as it does for a stranger; else the wheel that was built of it.
    """
    folder = tmp_path_factory.mktemp("empty")
    if request.config.getoption("--exhaustive"):
        return pythons.empty(OWN, folder, built.sdist, EXTRAS)
    return pythons.linked(folder, built.wheel_of_sdist, EXTRAS)


@pytest.fixture(
    scope="module",
    params=[pytest.param(one, marks=() if one == OWN else pytest.mark.exhaustive) for one in VERSIONS],
)
def installed(request: pytest.FixtureRequest, built: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The sdist for the Python that runs this, the wheel for the others."""
    if request.param == OWN:
        environment: Environment = request.getfixturevalue("as_played")
        return environment
    if request.param not in pythons.found():
        pytest.skip(f"there is no Python {request.param} here")
    folder, kept = tmp_path_factory.mktemp("installed"), request.config.cache.mkdir("pythons")
    return pythons.quick(request.param, folder, built.wheel, ["server"], kept)


def test_it_is_not_the_clone_that_runs(installed: Environment) -> None:
    script = "import json, pathlib, perron.cli, perron.rules; "
    script += "print(json.dumps([perron.cli.__file__, perron.rules.__file__]))"
    for place in json.loads(installed.run(str(installed.python), "-c", script)):
        assert installed.python.parents[1] in Path(place).parents


@pytest.mark.parametrize("way", ["perron", "python -m perron"])
def test_the_command_starts(installed: Environment, way: str) -> None:
    command = installed.command() if way == "perron" else [str(installed.python), "-m", "perron"]
    assert installed.run(*command, "--version") == f"perron {perron.__version__}\n"


def test_the_rules_are_there(installed: Environment) -> None:
    assert "only the locomotives" in installed.run(*installed.command("rules", "EU-U5"))


def test_games_are_simulated(installed: Environment) -> None:
    answer = json.loads(installed.run(*installed.command("simulate", "--edition", "tiny", "--games", "3", "--json")))
    assert (answer["games"], answer["decisions"]) == (3, 165)


def test_a_game_is_played_to_its_end(installed: Environment) -> None:
    game = ("play", "--edition", "tiny", "--seats", "2", "--seed", "7", "--bots", "random", "--record", "game.txt")
    installed.run(*installed.command(*game), typed=CLAIM_OR_DRAW)
    assert "all is right" in installed.run(*installed.command("verify", "game.txt"))


def test_a_board_is_drawn(installed: Environment) -> None:
    installed.run(*installed.command("board", "--edition", "europe", "--out", "europe.svg"))
    drawn = (installed.folder / "europe.svg").read_text("utf-8")
    assert "Wien" in drawn
    assert len(drawn) > 100_000  # with its background


SMALLER = {
    "evening.record:40": "evening.record:20",
    "--until 40": "--until 20",
    "--html evening.html": "--html evening.html --budget 8",
    "--games 100000": "--games 50",
    "--games 200": "--games 2",
    "--edition my_board.toml --out": "--edition my_board.toml --games 2 --bot greedy --out",
    "--edition my_board --minutes 5": "--edition my_board.toml --trials 1 --deals 2 --out weights.toml",
}
"""What a test need not wait for."""
ELSEWHERE = ("play", "serve", "bench")
"""Played and served above and below; measured for minutes in the benchmarks."""
ONE_BY_ONE = """
import json, os, sys
from perron import Game
from perron.cli import main
Game("tiny", 2, seed=0)
for words in json.load(sys.stdin):
    if os.fork() == 0:
        sys.argv = ["perron", *words]
        main()
    _, status = os.wait()
    if status:
        sys.exit(f"perron {' '.join(words)} ended with {os.waitstatus_to_exitcode(status)}")
"""
"""Each command in a process of its own, which has loaded already what most of them need."""


def readme_commands() -> list[str]:
    text = (ROOT / "README.md").read_text("utf-8").partition("## On the command line")[2].partition("\n## ")[0]
    found = re.findall(r"^\$ perron (.*)$", text, re.MULTILINE)
    assert len(found) > 10
    return found


def smaller(command: str) -> str:
    for long, short in SMALLER.items():
        command = command.replace(long, short)
    return command


def test_what_make_play_installs_runs_every_command_that_the_readme_names(as_played: Environment) -> None:
    installed = as_played
    game = ("play", "--edition", "tiny", "--seats", "2", "--seed", "7", "--bots", "random", "--record")
    installed.run(*installed.command(*game, "evening.record"), typed=CLAIM_OR_DRAW)
    board = installed.folder / "my_board.toml"
    board.write_bytes((ROOT / "src" / "perron" / "editions" / "tiny" / "edition.toml").read_bytes())
    commands = [command.split() for command in map(smaller, readme_commands())]
    commands = [[words[0], "--help"] if words[0] in ELSEWHERE else words for words in commands]
    said = installed.run(str(installed.python), "-c", ONE_BY_ONE, typed=json.dumps(commands))
    assert all(f"perron {name} " in said for name in ELSEWHERE)


@contextmanager
def serving(installed: Environment) -> Iterator[str]:
    """The installed server; its address."""
    command = installed.command("serve", "--port", "0", "--data", "data", "--bot-processes", "1")
    with (installed.folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=installed.folder, env=installed.variables, stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        assert said.startswith("Perron serves at http://"), (installed.folder / "log").read_text()
        yield said.split()[-1]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        process.stdout.close()


def test_the_browser_shows_the_page_and_a_table(installed: Environment) -> None:
    with serving(installed) as base, sync_playwright() as playwright:
        assert "has no page" not in get(base).text
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        visitors = Visitors(browser, base)
        page = visitors.come()
        page.goto("/")
        expect(page.locator(".edition").first).to_be_visible(timeout=30_000)
        take_seat(page, begun(base, "tiny", ["person", "person"]), 0)
        expect(page.locator("svg.printed").first).to_be_visible(timeout=30_000)
        visitors.leave()
        browser.close()
