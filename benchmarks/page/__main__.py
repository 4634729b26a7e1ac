"""`python -m benchmarks.page`: how fast the page is on this machine."""

from __future__ import annotations

import tempfile
from typing import Annotated

import typer
from playwright.sync_api import sync_playwright

from benchmarks.output import show
from benchmarks.page.measuring import measure_actions, measure_loads, measure_panning, measure_start
from perron.bench.machine import describe
from perron.bench.report import Report
from perron.engine.warm import warm_up
from tests.web.conftest import find_browser
from tests.web.house import House


def main(
    runs: Annotated[int, typer.Option(min=1, max=50, help="How often pages are loaded, and the board is panned.")] = 5,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON value.")] = False,
) -> None:
    """Measure the page: what is loaded, how soon a table can be used, how soon an action is seen, panning."""
    warm_up()
    machine, found = describe(), []
    with tempfile.TemporaryDirectory(prefix="perron-bench-") as folder, sync_playwright() as playwright:
        house = House(f"sqlite:///{folder}/perron.sqlite")
        house.open()
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        machine["browser"] = f"Chromium {browser.version}"
        try:
            found += measure_loads(browser, house.base)
            found += measure_start(browser, house.base, runs)
            found += measure_actions(browser, house.base)
            found += measure_panning(browser, house.base, runs)
        finally:
            browser.close()
            house.close()
    show(Report(machine, found), json)


if __name__ == "__main__":
    typer.run(main)
