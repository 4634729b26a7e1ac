"""Write the placings and backgrounds of the boards into the folders of the editions.

ATLAS is the file countries-50m.json of the npm package world-atlas (Natural Earth, public domain).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import perron.editions
from perron.board.geometry import BACKGROUND, PLACED, forget, search, to_json
from perron.editions import Edition, load
from tools.cartography.amsterdam import draw_amsterdam
from tools.cartography.atlas import Atlas
from tools.cartography.berlin import draw_berlin
from tools.cartography.continent import draw_continent

Draw = Callable[[Edition], str]

_EDITIONS = Path(perron.editions.__file__).parent
BOARDS = ("europe", "first_journey", "amsterdam", "berlin", "micro", "tiny", "tiny_race")


def store_placing(name: str) -> None:
    """Search again for where tracks and names of a board lie, and write it down."""
    edition = load(name)
    file = _EDITIONS / name / PLACED
    lines = [f'"{key}": {json.dumps(value)}' for key, value in to_json(edition, search(edition)).items()]
    file.write_text("{\n" + ",\n".join(lines).replace("], [", "],\n[") + "\n}\n", "utf-8")
    forget()


def store_background(name: str, atlas: Path) -> None:
    """Draw the background of a board again, if it has one."""

    def continent(edition: Edition) -> str:
        return draw_continent(edition, Atlas(atlas))

    drawings: dict[str, Draw] = {
        "europe": continent,
        "first_journey": continent,
        "amsterdam": draw_amsterdam,
        "berlin": draw_berlin,
    }
    if name in drawings:
        (_EDITIONS / name / BACKGROUND).write_text(drawings[name](load(name)) + "\n", "utf-8")


def main(arguments: list[str] | None = None) -> None:
    """Write those of all boards, or of the boards named."""
    parser = argparse.ArgumentParser(prog="python -m tools.cartography", description=__doc__)
    parser.add_argument("atlas", type=Path, metavar="ATLAS")
    parser.add_argument("editions", nargs="*", metavar="EDITION", help=f"of {', '.join(BOARDS)}; all if not said")
    asked = parser.parse_args(arguments)
    for name in asked.editions or BOARDS:
        store_placing(name)
        store_background(name, asked.atlas)


if __name__ == "__main__":
    main()
