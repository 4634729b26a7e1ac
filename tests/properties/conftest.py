"""Tests of one table stay together: the games that they look at are played once."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The same edition and seats, the same process of a run of several."""
    for item in items:
        if str(item.path).startswith(HERE) and isinstance(item, pytest.Function):
            params = item.callspec.params if hasattr(item, "callspec") else {}
            if "name" in params and "seats" in params:
                item.add_marker(pytest.mark.xdist_group(f"table {params['name']} {params['seats']}"))
