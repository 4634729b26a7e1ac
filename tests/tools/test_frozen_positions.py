"""The frozen positions in the package are those that the tool writes."""

from __future__ import annotations

import json
from pathlib import Path

from perron.bots import frozen
from tools.frozen_positions import played


def test_games_played_again_are_those_in_the_package() -> None:
    lines = (Path(frozen.__file__).with_name(frozen.FILE)).read_text("utf-8").splitlines()
    games = {(game["edition"], game["seats"]): game for game in map(json.loads, lines)}
    for edition, seats in (("tiny", 2), ("tiny_race", 3)):
        assert played(edition, seats) == games[edition, seats]
