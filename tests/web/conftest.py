"""One server for all tests of the page in a process, and a browser for those that follow each other."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.house import House, opened
from tests.web.visitors import Visitors, visiting

expect.set_options(timeout=15_000)
HERE = str(Path(__file__).parent)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file's tests in one process of a run of several."""
    for item in items:
        if str(item.path).startswith(HERE):  # a path is slow to compare, and there are thousands
            item.add_marker(pytest.mark.xdist_group(f"web {item.path.stem}"))


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The server that most tests visit."""
    with opened(f"sqlite:///{tmp_path_factory.mktemp('data')}/perron.sqlite") as running:
        yield running


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server that the test may stop and start."""
    with opened(f"sqlite:///{tmp_path}/perron.sqlite") as running:
        yield running


def find_browser() -> str:
    """The browser's program: the shell without windows is the same browser and costs far less."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    assert found is not None, "the tests of the page need chromium"
    return found


# Not for the session: while it runs, nothing else in this process can have an event loop of its own. It is closed
# before a test of another folder begins.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def visitors(house: House, browser: Browser) -> Iterator[Visitors]:
    """People with browsers of their own, for whom boards are plain until a test wants their pictures."""
    with visiting(browser, house.base) as come:
        come.pictures = False
        yield come
