"""Marks, Hypothesis settings and the count that closes every run."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest

from perron.arena import loading
from perron.bots import registry
from perron.editions.places import VARIABLE
from perron.rules import clauses
from tests import same_chance
from tests.sampling import ask_for_everything, left_out

# The same examples on every machine; --hypothesis-profile=explore looks for new ones. No deadline: some calls compile.
hypothesis.settings.register_profile("same", derandomize=True, deadline=None)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=2000)
hypothesis.settings.load_profile("same")


@pytest.fixture(scope="module", autouse=True)
def _bots_of_this_file_alone() -> Iterator[None]:
    """Some tests' bots hang, or end the process they are in: other files do not get to know them."""
    known, loaded = dict(registry._factories), set(loading._loaded)
    yield
    registry._factories.clear()
    registry._factories.update(known)
    loading._loaded.clear()
    loading._loaded.update(loaded)


# Editions of whoever runs the tests are no part of them; processes that tests start have this too.
os.environ.pop(VARIABLE, None)
os.environ["XDG_DATA_HOME"] = str(Path(__file__).parent / "no_such_folder")


def pytest_configure(config: pytest.Config) -> None:
    """Ctrl+C reaches the processes that tests start, even where the run was started to ignore it."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--exhaustive"):
        ask_for_everything()
    same_chance.draw_the_same()


@pytest.hookimpl(tryfirst=True)  # before its fixtures are made
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Chance by the test's name; processes draw their own."""
    same_chance.begin(f"{item.config.getoption('--chance')} {item.path.name} {item.name}")


def pytest_collection_finish() -> None:
    """Keep the thousands of tests out of every later collection of garbage: each would walk through them all."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--count-file", type=Path, help="write the closing count to this file too")
    parser.addoption("--chance", default="", help="a word that cards are dealt by too: others than in other runs")
    parser.addoption("--exhaustive", action="store_true", help="run every case of the tests that are marked `sampled`")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out cases that prove what others prove, unless everything is asked for, or one case by its name."""
    if config.getoption("--exhaustive") or any("[" in argument for argument in config.args):
        return
    unneeded = left_out(items)
    if unneeded:
        config.hook.pytest_deselected(items=list(unneeded))
        items[:] = [item for item in items if item not in unneeded]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Refuse a file whose marks name a clause that the rules do not have."""
    report = yield
    faults = [fault for item in report.result or () if isinstance(item, pytest.Item) for fault in _faults(item)]
    if faults:
        report.outcome, report.longrepr, report.result = "failed", "\n".join(faults), []
    return report


def _faults(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("rule"):
        if not mark.args:
            yield f"{item.nodeid} carries a rule mark that names no clause"
        for clause in mark.args:
            if clause not in clauses():
                yield f"{item.nodeid} names the clause {clause!r}, which the rules do not have"


def _count(config: pytest.Config) -> str:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    stats = reporter.stats if reporter else {}
    # A test whose setup or file breaks has failed as well.
    line = f"{len(stats.get('passed', []))} passed, {len(stats.get('failed', [])) + len(stats.get('error', []))} failed"
    skipped = len(stats.get("skipped", []))
    return f"{line}, {skipped} skipped" if skipped else line


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Close with the count alone on a line."""
    if hasattr(config, "workerinput"):  # a worker of pytest-xdist: the run that started it counts
        return
    count = _count(config)
    path: Path | None = config.getoption("--count-file")
    if path is not None:
        path.write_text(f"{count}\n")
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(count)
