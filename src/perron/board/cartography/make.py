"""Make the placings and backgrounds that the package holds.

Run python -m perron.board.cartography.make ATLAS [EDITION ...].
ATLAS is the file countries-50m.json of the npm package world-atlas (Natural Earth, public domain).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from perron.board.cartography.amsterdam import draw_amsterdam
from perron.board.cartography.atlas import Atlas
from perron.board.cartography.berlin import draw_berlin
from perron.board.cartography.continent import draw_continent
from perron.board.geometry import geometry, search, to_json
from perron.editions import load

_HERE = Path(__file__).parents[1]
BOARDS = ("europe", "first_journey", "amsterdam", "berlin", "micro", "tiny", "tiny_race")


def store_placing(name: str) -> None:
    """Search anew for where tracks and names of a board lie."""
    edition = load(name)
    file = _HERE / "placed" / f"{name}.json"
    lines = [f'"{key}": {json.dumps(value)}' for key, value in to_json(edition, search(edition)).items()]
    file.write_text("{\n" + ",\n".join(lines).replace("], [", "],\n[") + "\n}\n", "utf-8")
    geometry.cache_clear()


def store_background(name: str, atlas: Path) -> None:
    """Draw the background of a board anew."""
    edition = load(name)
    if name in ("europe", "first_journey"):
        drawn = draw_continent(edition, Atlas(atlas))
    elif name == "amsterdam":
        drawn = draw_amsterdam(edition)
    elif name == "berlin":
        drawn = draw_berlin(edition)
    else:
        return
    (_HERE / "backgrounds" / f"{name}.svg").write_text(drawn + "\n", "utf-8")


def main() -> None:
    """Make them all, or those named."""
    atlas, *names = sys.argv[1:]
    for name in names or BOARDS:
        store_placing(name)
        store_background(name, Path(atlas))


if __name__ == "__main__":
    main()
