"""The same tests on a GPU, where there is one, and under numba-cuda's simulator, where there is none."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numba
import pytest

from tests.env.hardware import has_gpu

HERE = str(Path(__file__).parent)

if not has_gpu() or find_spec("torch") is None:
    # numba.cuda reads this once, when it is first imported; nothing else in the tests imports it.
    numba.config.ENABLE_CUDASIM = 1


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In one process of a run of several: what the simulator needs is compiled once then."""
    for item in items:
        if str(item.path).startswith(HERE):  # a path is slow to compare, and there are thousands
            item.add_marker(pytest.mark.xdist_group("gpu"))


@pytest.fixture(autouse=True)
def _quick_threads() -> Iterator[None]:
    """The simulator's threads wait for each other all the time, each time until Python switches to another one."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)
