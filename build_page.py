"""Sees that the built page goes into what is given to others; it is not in git, and building it takes Node."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src", "perron", "server", "page", "index.html")


class PageHook(BuildHookInterface[Any]):
    """Runs before hatchling collects the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Refuse an sdist without the page; warn of a wheel without it, which simulates and learns all the same."""
        if version == "editable" or Path(self.root, PAGE).is_file():
            return
        if self.target_name == "sdist":
            raise SystemExit(
                "The page for the browser is not built, and whoever installs an sdist could not build it: "
                "run `make page` first, or `make dist`, which does both."
            )
        self.app.display_warning(
            "The page for the browser is not built, so this wheel goes without it: `perron serve` will have no page "
            "to show. Run `make page` first to have it in."
        )
